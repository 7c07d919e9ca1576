/**
 * `npm run verify -- packages [count] [seed] [only]`: draws so many random spec packages with 30 candidates each, holds the core
 * to its promises on them, prints every broken one on its smallest example, and exits with 1 if there is any. `only` is a
 * pattern: the first promise that it matches ends the run.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const outDir = fileURLToPath(new URL("../dist-dev/packages/", import.meta.url));

const packages = Number(process.argv[2] ?? 3_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
const only = process.argv[4] === undefined ? undefined : new RegExp(process.argv[4]);
if (![packages, seed].every(Number.isSafeInteger) || packages < 1) {
  console.error("Usage: npm run verify -- packages [count] [seed] [only]");
  process.exit(2);
}

// Bundled because Node 20 does not run TypeScript; this folder is as deep as test/packages, so relative URLs still hold.
await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: { ssr: "test/packages/hunt.ts", outDir, target: "node20", emptyOutDir: true },
});
const { hunt, printed } = await import(pathToFileURL(`${outDir}hunt.js`).href);

/** V8 frees what packages share only between turns of the event loop, so that one long turn would fill the memory. */
const PACKAGES_PER_TURN = 1_000;

const start = performance.now();
const kinds = new Map();
const spoken = new Map();
const sums = { packages: 0, unusable: 0, candidates: 0, valid: 0, counted: 0 };
while (sums.packages < packages && (only === undefined || kinds.size === 0)) {
  await nextTurn();
  const found = hunt({
    packages: Math.min(PACKAGES_PER_TURN, packages - sums.packages),
    candidates: 30,
    seed: seed + sums.packages,
    ...(only && { only, until: () => true }),
  });
  for (const name of Object.keys(sums)) sums[name] += found[name];
  for (const [check, count] of found.spoken) spoken.set(check, (spoken.get(check) ?? 0) + count);
  for (const broken of found.broken) {
    if (!kinds.has(broken.fault)) console.log(`\n${printed(broken)}\n`);
    kinds.set(broken.fault, broken);
  }
  const rate = sums.packages / ((performance.now() - start) / 1_000);
  console.log(
    `${sums.packages} packages, ${rate.toFixed(1)} a second, ${kinds.size} kinds of broken promise`,
  );
}
const counts = [...spoken].map(([check, count]) => `${check} ${count}`).join(", ");
console.log(`\nRules that spoke when they were provoked: ${counts}`);
console.log(
  `${sums.packages} packages (${sums.unusable} unusable), ${sums.candidates} candidates (${sums.valid} valid), ${sums.counted} large ones ` +
    `in ${((performance.now() - start) / 1_000).toFixed(1)} s, seed ${seed}: ${kinds.size} kinds of broken promise`,
);
process.exit(kinds.size === 0 ? 0 : 1);
