/**
 * `npm run verify -- converge [drafts] [seed]`: how far one call with `repair: "suggested"` brings messy drafts of valid candidates.
 * Prints tables and exits with 1 if a target is missed.
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const outDir = fileURLToPath(new URL("../dist-dev/converge/", import.meta.url));
const total = Number(process.argv[2] ?? 6_000);
const seed = Number(process.argv[3] ?? 20_261_115);
if (![total, seed].every(Number.isSafeInteger) || total < 1) {
  console.error("Usage: npm run verify -- converge [drafts] [seed]");
  process.exit(2);
}

// Bundled because Node 20 does not run TypeScript; this folder is as deep as test/converge, so relative URLs still hold.
await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: { ssr: "test/converge/converge.ts", outDir, target: "node20", emptyOutDir: true },
});
const { converge } = await import(pathToFileURL(`${outDir}converge.js`).href);

const result = converge(total, seed);
const percent = (part, whole) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);
const sum = (member) => result.rows.reduce((all, row) => all + row[member], 0);
const rows = [
  ...result.rows,
  {
    distortions: "all",
    drafts: sum("drafts"),
    valid: sum("valid"),
    kept: sum("kept"),
    leaves: sum("leaves"),
  },
];
console.log("| distortions | drafts | valid after one call | leaf values kept |\n|---|---|---|---|");
for (const { distortions, drafts, valid, kept, leaves } of rows)
  console.log(`| ${distortions} | ${drafts} | ${percent(valid, drafts)} | ${percent(kept, leaves)} |`);
console.log("\n| distortion | drafts with it | not valid after one call |\n|---|---|---|");
for (const [name, { drafts, invalid }] of [...result.failures].sort(
  (a, b) => b[1].invalid / b[1].drafts - a[1].invalid / a[1].drafts,
))
  console.log(`| ${name} | ${drafts} | ${percent(invalid, drafts)} |`);
const { dropped, invented, worsened, unfit, unlike } = result;
console.log(
  `\nValues dropped without a diagnostic: ${dropped}. Valid with placeholders: ${invented}. New faults: ${worsened}. Fixes that do not apply alone: ${unfit}. Drafts on which another library differs: ${unlike}.`,
);
if (process.env.EXAMPLES)
  for (const example of result.examples) console.log(JSON.stringify(example, null, 1));
const isMet =
  sum("valid") >= 0.9 * sum("drafts") &&
  sum("kept") >= 0.97 * sum("leaves") &&
  dropped + invented + worsened + unfit + unlike === 0;
console.log(
  isMet ? "Every target is met." : "A target is missed: 90 % valid, 97 % kept, and none of the others.",
);
process.exit(isMet ? 0 : 1);
