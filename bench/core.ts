/**
 * Checks per second of the core, compared with baseline.ts: Ajv (allErrors, compiled once) with the same rules as a
 * schema, and a hand-written loop over the sample records. Rounds are interleaved, and medians are printed.
 */
import { readFileSync } from "node:fs";
import { checkCandidate, createRegistry, loadSpecPackage, type RegistryEntry } from "proposal-preflight";
import { createBaseline, readTakenIds } from "./baseline.ts";
import { candidates } from "./candidates.ts";
import { median, printTable } from "./report.ts";

const ROUNDS = Number(process.env.BENCH_CORE_ROUNDS ?? 9);
/** Candidates that take turns, each with its own identifier and name, so that our caches do not help. */
const POOL = 64;
const WARM_UP = 3;
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 150);

const readData = (path: string) =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`proposal-preflight/spec-packages/${path}`)), "utf8"));

export async function run(): Promise<void> {
  const document = readData("datagen/generator-option.json");
  const listed = readData("datagen/registry.json") as { asOf: string; generators: RegistryEntry[] };
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error("the reference package does not load");
  const { spec } = loaded;
  const registry = createRegistry(listed.generators, listed.asOf);
  const checkPlainly = createBaseline(readTakenIds());
  const now = Date.now();

  const rows: string[][] = [];
  for (const [size, make] of Object.entries(candidates)) {
    const text = JSON.stringify(make());
    // Parsed again for each round, as in a service, so that no hidden class or string is shared with the generator.
    const ours = (candidate: unknown) =>
      checkCandidate(spec, candidate, { registry, now }).diagnostics.length;
    const baseline = (candidate: unknown) => checkPlainly(candidate).length;
    const rates: Record<"ours" | "baseline", number[]> = { ours: [], baseline: [] };
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      const pool = Array.from({ length: POOL }, (_, index) => varied(JSON.parse(text), index));
      const order = round % 2 === 0 ? (["ours", "baseline"] as const) : (["baseline", "ours"] as const);
      for (const name of order) {
        const rate = perSecond(name === "ours" ? ours : baseline, pool);
        // The first rounds only warm up.
        if (round >= WARM_UP) rates[name].push(rate);
      }
    }
    const [a, b] = [median(rates.ours), median(rates.baseline)];
    rows.push([
      size,
      `${(text.length / 1024).toFixed(1)} KB`,
      String(ours(JSON.parse(text))),
      Math.round(a).toLocaleString("en-US"),
      Math.round(b).toLocaleString("en-US"),
      (1e6 / a).toFixed(1),
      (1e6 / b).toFixed(1),
      (a / b).toFixed(2),
    ]);
  }
  printTable(
    "Core: checks per second, compared with Ajv and a hand-written record loop",
    ["candidate", "size", "problems", "core/s", "Ajv + loop/s", "core µs", "Ajv + loop µs", "ratio"],
    rows,
  );
}

function varied(candidate: { generatorId: string; generatorName: string }, index: number): unknown {
  candidate.generatorId += index;
  candidate.generatorName = candidate.generatorName.replace(
    /\w$/,
    (last) => last + last.repeat(1 + (index % 8)),
  );
  return candidate;
}

function perSecond(check: (candidate: unknown) => number, pool: readonly unknown[]): number {
  let checks = 0;
  let spent = 0;
  const start = performance.now();
  while (spent < ROUND_MS) {
    for (const candidate of pool) check(candidate);
    checks += pool.length;
    spent = performance.now() - start;
  }
  return (checks * 1_000) / spent;
}
