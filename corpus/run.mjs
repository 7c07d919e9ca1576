/**
 * The benchmark of repairs, for any program.
 *
 *   node corpus/run.mjs drafts > drafts.jsonl     one draft a line: {"id", "domain", "draft"}
 *   node corpus/run.mjs score outputs.jsonl       scores what a program made of them: {"id", "candidate"}
 *   node corpus/run.mjs compare                   scores the programs in programs/
 */
import { readFileSync } from "node:fs";
import { checkCandidate, createRegistry, loadSpecPackage } from "proposal-preflight";
import { draftOf, listCases, readDomains, repairedOf } from "./cases.mjs";
import { createTally, formatTally, scoreOutput } from "./score.mjs";

/** Cases at the level `safe` are about our levels, and a program that has none would be judged by them. */
const cases = listCases()
  .filter(({ repair }) => repair === "suggested")
  .map((repairCase) => ({
    id: repairCase.id,
    domain: repairCase.domain,
    row: repairCase.id.split("/")[0],
    need: repairCase.repaired.valid ? repairCase.repair : "decision",
    draft: draftOf(repairCase),
    expected: repairedOf(repairCase),
  }));

const now = Date.parse("2026-11-15T00:00:00Z");
const domains = new Map([...readDomains()].map(([name, domain]) => [name, load(name, domain)]));

function load(name, { package: document, registry }) {
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error(`${name} is refused: ${JSON.stringify(loaded.reasons)}`);
  const registries = Object.entries(document.registries ?? {}).map(([key, form]) => [
    key,
    createRegistry(registry.registries?.[key] ?? [], registry.asOf, { case: form.case }),
  ]);
  const own = createRegistry(registry.generators, registry.asOf);
  return { document, spec: loaded.spec, context: { registry: own, registries: new Map(registries), now } };
}

function score(outputOf) {
  const tally = createTally();
  for (const given of cases) {
    const output = outputOf(given);
    const { spec, context } = domains.get(given.domain);
    tally.add(given.row, scoreOutput(given, output, checkCandidate(spec, output, context).valid));
  }
  return tally;
}

const [command, file] = process.argv.slice(2);
if (command === "drafts") {
  for (const { id, domain, draft } of cases) console.log(JSON.stringify({ id, domain, draft }));
} else if (command === "score" && file !== undefined) {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const outputs = new Map(lines.map((line) => JSON.parse(line)).map(({ id, candidate }) => [id, candidate]));
  // A program that says nothing about a draft left it as it was.
  console.log(formatTally(score(({ id, draft }) => (outputs.has(id) ? outputs.get(id) : draft))));
} else if (command === "compare") {
  for (const program of ["ajv", "jsonrepair", "preflight"]) {
    const { createProgram } = await import(`./programs/${program}.mjs`);
    const repair = createProgram(domains);
    console.log(`${program}\n${formatTally(score(({ domain, draft }) => repair(domain, draft)))}\n`);
  }
} else {
  console.error("Usage: node corpus/run.mjs drafts | score <outputs.jsonl> | compare");
  process.exit(2);
}
