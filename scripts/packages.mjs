/**
 * `npm run verify -- packages [count] [seed] [only]`: draws so many random spec packages with 30 candidates each, holds the core
 * to its promises on them, prints every broken one on its smallest example, and exits with 1 if there is any. `only` is a
 * pattern: the first promise that it matches ends the run.
 */
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

const start = performance.now();
let nextReport = 0;
const found = hunt({
  packages,
  candidates: 30,
  seed,
  ...(only && { only, until: () => true }),
  onPackage(done, kinds) {
    if (done < nextReport && done < packages) return;
    nextReport = done + Math.max(200, Math.floor(packages / 20));
    const seconds = (performance.now() - start) / 1_000;
    console.log(
      `${done} packages, ${(done / seconds).toFixed(1)} a second, ${kinds} kinds of broken promise`,
    );
  },
});
for (const broken of found.broken) console.log(`\n${printed(broken)}`);
const spoken = [...found.spoken].map(([check, count]) => `${check} ${count}`).join(", ");
console.log(`\nRules that spoke when they were provoked: ${spoken}`);
console.log(
  `${found.packages} packages (${found.unusable} unusable), ${found.candidates} candidates (${found.valid} valid), ${found.counted} large ones ` +
    `in ${found.seconds.toFixed(1)} s, seed ${seed}: ${found.broken.length} kinds of broken promise`,
);
process.exit(found.broken.length === 0 ? 0 : 1);
