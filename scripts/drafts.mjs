/**
 * `node scripts/drafts.mjs [count] [seed]`: repairs so many random drafts at both levels and scores the results. Exits with
 * 1 if one of them says something that its author did not or changes in a second repair, or if too few of them become valid.
 * `node scripts/drafts.mjs freeze` writes the drawn part of the corpus anew.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { formatTally } from "../corpus/score.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const outDir = fileURLToPath(new URL("../dist-dev/drafts/", import.meta.url));

// Bundled because Node 20 does not run TypeScript; this folder is as deep as test/drafts, so relative URLs still hold.
await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: {
    ssr: "test/drafts/cli.ts",
    outDir,
    target: "node20",
    emptyOutDir: true,
    rollupOptions: { external: (id) => /corpus\/[a-z]+\.mjs$/.test(id) },
  },
});
const { freeze, runDrafts } = await import(pathToFileURL(`${outDir}cli.js`).href);

const FROZEN = { seed: 20_261_116, count: 748 };
const GOALS = { valid: 0.95, kept: 0.999 };

if (process.argv[2] === "freeze") {
  const lines = freeze(FROZEN.seed, FROZEN.count).map((repairCase) => `${JSON.stringify(repairCase)}\n`);
  writeFileSync(new URL("../corpus/repairs/table.jsonl", import.meta.url), lines.join(""));
  console.log(`${lines.length} cases in corpus/repairs/table.jsonl`);
} else {
  const count = Number(process.argv[2] ?? 20_000);
  const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
  console.log(`${count} drafts, seed ${seed}`);
  const { tallies, wrong, unsettled } = runDrafts({ count, seed });
  for (const level of ["safe", "suggested"]) console.log(`\n${level}\n${formatTally(tallies[level])}`);
  const { valid: settled, open: decidable, cases } = tallies.suggested.all;
  const share = (whole) => `${((100 * settled) / whole).toFixed(1)} %`;
  console.log(`\nsettled in one call: ${share(cases)} of all, ${share(decidable)} of what needs no decision`);
  for (const { draft, level, score } of wrong.slice(0, 20)) {
    console.log(`\n${draft.id} at "${level}", ${draft.domain}: ${draft.kinds.join(", ")}`);
    for (const { pointer, expected, actual } of [...score.changed, ...score.invented])
      console.log(`  ${pointer}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
  }
  if (unsettled.length > 0)
    console.log(`\n${unsettled.length} change in a second repair: ${unsettled[0].draft.id}`);
  const { valid, open, kept, values } = tallies.suggested.all;
  if (wrong.length + unsettled.length > 0 || valid < GOALS.valid * open || kept < GOALS.kept * values)
    process.exitCode = 1;
}
