/**
 * `node scripts/compare-answers.mjs <other checkout> [count] [seed]`: whether two builds of the core give the same answers, byte
 * for byte. Both check and repair the same random candidates, made from the examples of every package that is here, and
 * every kind of difference is printed with its shortest candidate. Both checkouts must be built.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const [otherRoot, countText = "20000", seedText = "2026"] = process.argv.slice(2);
if (otherRoot === undefined) {
  console.error("Usage: node scripts/compare-answers.mjs <other checkout> [count] [seed]");
  process.exit(2);
}
const [count, seed] = [Number(countText), Number(seedText)];
const [mine, others] = [await open(root), await open(resolve(otherRoot))];

async function open(checkout) {
  const load = (path) => import(pathToFileURL(join(checkout, "dist", path)).href);
  const core = await load("core/index.js");
  // Older builds load expressions from a module of their own.
  if (core.needsExpressions !== undefined) await load("core/expressions/index.js");
  return core;
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .map((path) => join(root, folder, path));
}

const documents = ["spec-packages", "examples", "corpus/packages"].flatMap(filesBelow).flatMap((path) => {
  const document = JSON.parse(readFileSync(path, "utf8"));
  return document.format === "preflight-spec-package/1" ? [document] : [];
});

function random(state) {
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

/** Everything that a value has inside, as the object or list that holds it and its key there. */
function slots(value, found = []) {
  if (typeof value !== "object" || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value, key]);
    slots(value[key], found);
  }
  return found;
}

const ODD = [
  null,
  "",
  " ",
  "TODO",
  0,
  -1,
  1.5,
  "12",
  "1,5",
  true,
  "yes",
  [],
  {},
  [[]],
  "a, b",
  "2024-02-30",
  "x".repeat(300),
];

/** What people do to a value, and to a name. */
const changesOf = (pick) => [
  ([holder, key]) => delete holder[key],
  ([holder, key]) => (holder[key] = structuredClone(ODD[pick(ODD.length)])),
  ([holder, key]) => (holder[key] = String(holder[key])),
  ([holder, key]) => (holder[key] = [holder[key]]),
  ([holder, key]) => (holder[key] = { value: holder[key] }),
  ([holder, key]) => (holder[key] = JSON.stringify(holder[key])),
  ([holder, key]) => (holder[key] = altered(String(holder[key]), pick)),
  ([holder, key]) => rename(holder, key, altered(key, pick)),
  ([holder, key]) =>
    rename(
      holder,
      key,
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ),
  ([holder, key]) => (holder[`${key}x`] = holder[key]),
];

function rename(holder, key, name) {
  if (Array.isArray(holder)) return;
  const value = holder[key];
  delete holder[key];
  holder[name] = value;
}

function altered(text, pick) {
  const at = pick(text.length + 1);
  return [
    text.toUpperCase(),
    ` ${text} `,
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}q${text.slice(at)}`,
    text.replace(/[-_ ]/g, ""),
    text.replace(/[-_ ]/, "-"),
    `${text.slice(0, at)}\u00e9${text.slice(at)}`,
    `${text}-`,
  ][pick(8)];
}

function answers(core, document, candidates) {
  const loaded = core.loadSpecPackage(document);
  if (!loaded.ok) return { refused: loaded.reasons };
  const registry = core.createRegistry(
    [
      { id: "uuid", name: "UUID" },
      { id: "first-name", name: "First name" },
    ],
    0,
  );
  const registries = new Map(Object.keys(document.registries ?? {}).map((name) => [name, registry]));
  const context = { registry, registries, now: 1_790_000_000_000, rulesUrl: "https://example.org/rules" };
  const asked = (candidate) =>
    [
      () => core.checkCandidate(loaded.spec, candidate, context),
      () => core.repairCandidate(loaded.spec, candidate, context, "safe"),
      () => core.repairCandidate(loaded.spec, candidate, context, "suggested"),
    ].map((ask) => {
      try {
        return JSON.stringify(ask());
      } catch (error) {
        return `throws ${error}`;
      }
    });
  return { answers: candidates.map(asked) };
}

/** Where two texts differ first, with what stands around it. */
function difference(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const around = (text) => text.slice(Math.max(0, at - 60), at + 100);
  return `\n    here:  …${around(a)}\n    there: …${around(b)}`;
}

const pick = random(seed);
const kinds = new Map();
let [asked, different] = [0, 0];
for (const document of documents) {
  const name = `${document.targetProduct ?? document.product}/${document.domainId ?? document.domain}`;
  const starts = [
    ...(document.examples?.valid ?? []),
    ...(document.examples?.invalid ?? []).map((example) => example.candidate),
  ].map((example) => example?.candidate ?? example);
  const candidates = [];
  for (let index = 0; index < Math.ceil(count / documents.length); index++) {
    const candidate = structuredClone(starts[pick(starts.length)]);
    for (let change = 0; change <= pick(4); change++) {
      const open = slots(candidate);
      if (open.length > 0) changesOf(pick)[pick(10)](open[pick(open.length)]);
    }
    candidates.push(candidate);
  }
  const [here, there] = [answers(mine, document, candidates), answers(others, document, candidates)];
  if (here.refused || there.refused) {
    if (JSON.stringify(here.refused) !== JSON.stringify(there.refused))
      console.log(
        `${name}: refused`,
        JSON.stringify({ here: here.refused, there: there.refused }).slice(0, 2000),
      );
    continue;
  }
  for (const [index, candidate] of candidates.entries()) {
    asked++;
    const which = [0, 1, 2].find((each) => here.answers[index][each] !== there.answers[index][each]);
    if (which === undefined) continue;
    different++;
    const [a, b] = [here.answers[index][which], there.answers[index][which]];
    const shown = difference(a, b);
    const kind = `${name} ${["check", "safe", "suggested"][which]} ${shown.replace(/[^a-z]+/g, " ").slice(0, 120)}`;
    const text = JSON.stringify(candidate);
    const known = kinds.get(kind);
    if (known === undefined || text.length < known.text.length)
      kinds.set(kind, {
        text,
        shown,
        times: (known?.times ?? 0) + 1,
        name: `${name} ${["check", "safe", "suggested"][which]}`,
      });
    else known.times++;
  }
}
for (const { name, text, shown, times } of [...kinds.values()].sort((a, b) => b.times - a.times).slice(0, 60))
  console.log(`${times} × ${name}${shown}\n    ${text.slice(0, 600)}\n`);
console.log(
  `${asked} candidates over ${documents.length} packages, ${different} with another answer, in ${kinds.size} kinds`,
);
process.exitCode = different > 0 ? 1 : 0;
