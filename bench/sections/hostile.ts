/** What hostile bodies cost, repair included, as multiples of a valid body of the same size. Prints the worst ten. */
import { readFileSync } from "node:fs";
import {
  checkCandidate,
  createRegistry,
  loadSpecPackage,
  type RegistryEntry,
  repairCandidate,
} from "proposal-preflight";
import { hostileBodies, largeCandidate } from "../attacks.ts";
import { median, type Report } from "../report.ts";

const ROUNDS = 7;

const readData = (path: string) =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`proposal-preflight/spec-packages/${path}`)), "utf8"));

export const title = "Hostile bodies";

export async function run(report: Report): Promise<void> {
  const document = readData("datagen/generator-option.json");
  const { generators, asOf } = readData("datagen/registry.json") as {
    asOf: string;
    generators: RegistryEntry[];
  };
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error("the reference package does not load");
  const context = { registry: createRegistry(generators, asOf), now: Date.now() };
  const { candidate: valid } = document.examples.valid[0];
  const check = (body: string) => JSON.stringify(checkCandidate(loaded.spec, JSON.parse(body), context));
  const repair = (body: string) =>
    JSON.stringify(repairCandidate(loaded.spec, JSON.parse(body), context, "suggested"));

  const large = JSON.stringify(largeCandidate(valid));
  cost(() => check(large), 200);
  const base = cost(() => check(large), 50);
  const rows = [...hostileBodies(valid)].map(([name, body]) => {
    const [checked, repaired] = [check, repair].map((run) => {
      run(body);
      return median(Array.from({ length: ROUNDS }, () => cost(() => run(body), 1)));
    }) as [number, number];
    return { name, checked: checked / base, repaired: repaired / base, bytes: repair(body).length };
  });
  rows.sort((a, b) => b.repaired - a.repaired);
  report.table(
    `Worst ten of ${rows.length} hostile bodies; a valid one of ${large.length} bytes takes ${(base / 1_000).toFixed(2)} ms`,
    ["body", "check", "with repair", "answer"],
    rows
      .slice(0, 10)
      .map(({ name, checked, repaired, bytes }) => [
        name,
        `${checked.toFixed(1)}x`,
        `${repaired.toFixed(1)}x`,
        `${Math.round(bytes / 1024)} KB`,
      ]),
  );
}

/** Microseconds of processor time of one run. */
function cost(run: () => void, times: number): number {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}
