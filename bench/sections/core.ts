/**
 * The core, compared with baseline.ts: Ajv (allErrors, compiled once) with the same rules as a schema, and a
 * hand-written loop over the sample records. Rounds are interleaved and measured in processor time, so that other work
 * of the machine does not count. No collection is forced: it would throw away the shapes that optimized code relies on,
 * and with them the code.
 */
import { readFileSync } from "node:fs";
import { checkCandidate, createRegistry, loadSpecPackage, type RegistryEntry } from "proposal-preflight";
import { createBaseline, readTakenIds } from "../baseline.ts";
import { type CandidateName, candidates } from "../candidates.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { microsEach } from "../rounds.ts";

const ROUNDS = Number(process.env.BENCH_CORE_ROUNDS ?? 9);
/** Candidates that take turns, each with its own identifier and name, so that our caches do not help. */
const POOL = 64;
/** A check with problems is a lot of code: fewer than this and it still runs unoptimized. */
const WARM_UP_CHECKS = 6_000;
const TARGETS: Record<CandidateName, number> = { small: 1, medium: 1.6, large: 1.6, faulty: 0.2 };

export const title = "Core";

const readData = (path: string) =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`proposal-preflight/spec-packages/${path}`)), "utf8"));

export async function run(report: Report): Promise<void> {
  const document = readData("datagen/generator-option.json");
  const listed = readData("datagen/registry.json") as { asOf: string; generators: RegistryEntry[] };
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error("the reference package does not load");
  const { spec } = loaded;
  const registry = createRegistry(listed.generators, listed.asOf);
  const checkPlainly = createBaseline(readTakenIds());
  const now = Date.now();
  const ours = (candidate: unknown) => checkCandidate(spec, candidate, { registry, now }).diagnostics.length;
  const baseline = (candidate: unknown) => checkPlainly(candidate).length;

  const rows: string[][] = [];
  for (const [size, make] of Object.entries(candidates) as [CandidateName, () => unknown][]) {
    const text = JSON.stringify(make());
    const micros: Record<"ours" | "baseline", number[]> = { ours: [], baseline: [] };
    const first = pooled(text);
    for (let count = 0; count < WARM_UP_CHECKS; count++) {
      ours(first[count % POOL]);
      baseline(first[count % POOL]);
    }
    for (let round = 0; round < ROUNDS; round++) {
      // Parsed again for each round, as in a service, so that no hidden class or string is shared with the generator.
      const pool = pooled(text);
      const order = round % 2 === 0 ? (["ours", "baseline"] as const) : (["baseline", "ours"] as const);
      for (const name of order) {
        micros[name].push(microsEach(name === "ours" ? ours : baseline, pool));
      }
    }
    const relative = ratios(micros.baseline, micros.ours);
    report.figure(`core, ${size}, of Ajv + loop`, "x", relative, { atLeast: TARGETS[size] });
    const rested = pooled(text);
    rows.push([
      size,
      `${(text.length / 1024).toFixed(1)} KB`,
      String(ours(JSON.parse(text))),
      median(micros.ours).toFixed(1),
      median(micros.baseline).toFixed(1),
      spread(relative),
      microsAfterRest(ours, rested).toFixed(0),
      microsAfterRest(baseline, rested).toFixed(0),
    ]);
  }
  report.table(
    `Processor time of a check, medians of ${ROUNDS} rounds, and its wall time after a millisecond of rest`,
    [
      "candidate",
      "size",
      "problems",
      "core µs",
      "Ajv + loop µs",
      "ratio",
      "core rested",
      "Ajv + loop rested",
    ],
    rows,
  );
}

const RESTS = 300;

/**
 * A check that has not run for a millisecond, as in a server that does other things in between: by then its code and data
 * have left the caches of the processor, so the more code it is, the more it loses.
 */
function microsAfterRest(check: (candidate: unknown) => number, pool: readonly unknown[]): number {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const times = Array.from({ length: RESTS }, (_, index) => {
    Atomics.wait(flag, 0, 0, 1);
    const start = performance.now();
    check(pool[index % POOL]);
    return (performance.now() - start) * 1_000;
  });
  return median(times);
}

function pooled(text: string): unknown[] {
  return Array.from({ length: POOL }, (_, index) => varied(JSON.parse(text), index));
}

function varied(candidate: { generatorId: string; generatorName: string }, index: number): unknown {
  candidate.generatorId += index;
  candidate.generatorName = candidate.generatorName.replace(
    /\w$/,
    (last) => last + last.repeat(1 + (index % 8)),
  );
  return candidate;
}
