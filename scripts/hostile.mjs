/**
 * `npm run verify -- hostile [seconds] [seed]`: looks for bodies that cost a check much more than they are worth, as `npm run bench --
 * hostile/search` does, and exits with 1 if it finds one. A machine that is busy can double what a body takes, so the bounds are
 * higher than those of the benchmark.
 */
import { fileURLToPath, pathToFileURL } from "node:url";

const [seconds = "120", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
if (![seconds, seed].every((text) => /^\d+$/.test(text))) {
  console.error("Usage: npm run verify -- hostile [seconds] [seed]");
  process.exit(2);
}
Object.assign(process.env, { BENCH_SECONDS: seconds, BENCH_SEED: seed });
process.env.BENCH_SCATTERED ??= "200";
process.env.BENCH_ROUNDS ??= "3";

/** By unit: multiples are of what was measured beside them, times are not. */
const TOLERANCES = { x: 1.5, ms: 2 };
const section = fileURLToPath(new URL("../dist-dev/bench/sections/hostile.js", import.meta.url));
const { parts } = await import(pathToFileURL(section).href);
const { median } = await import(new URL("../dist-dev/bench/report.js", import.meta.url).href);
await parts.search({
  note: console.log,
  table(title, head, rows) {
    for (const row of [[title], head, ...rows.slice(0, 5)]) console.log(row.join("  "));
  },
  figure(name, unit, values, target) {
    const value = median(values);
    console.log(`${name}: ${value.toFixed(2)} ${unit}`);
    const most = (target?.atMost ?? Number.POSITIVE_INFINITY) * (TOLERANCES[unit] ?? 1);
    if (value <= most) return;
    console.error(`${name} may be at most ${most} here`);
    process.exitCode = 1;
  },
});
