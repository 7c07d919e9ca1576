/**
 * `npm run verify -- oracle <count> [seed] [examples]`: holds the core against the second implementation in test/oracle on so many random
 * candidates, prints every distinct difference on its smallest example, and exits with 1 if there is any. `examples` is how
 * many of the candidates that differ in the same way are minimized, to find out whether they have the same cause.
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const outDir = fileURLToPath(new URL("../dist-dev/oracle/", import.meta.url));

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
const examples = Number(process.argv[4] ?? 10);
if (![count, seed, examples].every(Number.isSafeInteger) || count < 1) {
  console.error("Usage: npm run verify -- oracle <count> [seed] [examples]");
  process.exit(2);
}

// Bundled because Node 20 does not run TypeScript; this folder is as deep as test/oracle, so relative URLs still hold.
await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: { ssr: "test/oracle/hunt.ts", outDir, target: "node20", emptyOutDir: true },
});
const { hunt, show } = await import(pathToFileURL(`${outDir}hunt.js`).href);

let nextReport = 0;
const { tried, valid, seconds, counterexamples } = hunt({
  count,
  seed,
  examples,
  onBatch({ tried, seconds, differences }) {
    if (tried < nextReport && tried < count) return;
    nextReport = tried + Math.max(10_000, Math.floor(count / 20));
    console.log(
      `${tried} candidates, ${Math.round(tried / seconds)} a second, ${differences} kinds of difference`,
    );
  },
});

for (const { difference, candidate, values, oracle, core, count: times } of counterexamples) {
  console.log(`\n${difference} (${times} times)`);
  if (Object.keys(values).length > 0) console.log(`  values:    ${show(values)}`);
  console.log(`  candidate: ${show(candidate)}`);
  console.log(`  oracle:    ${show(oracle)}`);
  console.log(`  core:      ${show(core)}`);
}

console.log(
  `\n${tried} candidates (${valid} valid) in ${seconds.toFixed(1)} s, ${Math.round(tried / seconds)} a second, seed ${seed}: ` +
    `${counterexamples.length} distinct differences`,
);
process.exit(counterexamples.length === 0 ? 0 : 1);
