/** Reads the cases of the corpus; README.md beside this file describes their form. */
import { readdirSync, readFileSync } from "node:fs";

const CORPUS = new URL("./", import.meta.url);

export function readCorpusFile(path) {
  return JSON.parse(readFileSync(new URL(path, CORPUS), "utf8"));
}

/** Every line of every file under repairs/. */
export function listCases() {
  return readdirSync(new URL("repairs/", CORPUS))
    .filter((file) => file.endsWith(".jsonl"))
    .sort()
    .flatMap((file) =>
      readFileSync(new URL(`repairs/${file}`, CORPUS), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line)),
    );
}

/** The domains of the corpus by `<product>/<domain>`: the package, the registry and the names of the starts. */
export function readDomains() {
  return new Map(
    Object.entries(readCorpusFile("domains.json")).map(([name, { package: file, registry, starts }]) => {
      const document = readCorpusFile(file);
      return [
        name,
        {
          package: document,
          registry: registry === undefined ? registryOf(document) : readCorpusFile(registry),
          starts,
        },
      ];
    }),
  );
}

/** Without a registry of its own, a domain has what the examples of its package register. */
function registryOf({ examples }) {
  const named = Object.entries(examples.registries ?? {}).map(([name, entries]) => [
    name,
    entries.map((entry) => ({ id: entry.id, name: entry.name ?? entry.id })),
  ]);
  return {
    asOf: "2026-11-01T00:00:00Z",
    generators: examples.registry ?? [],
    registries: Object.fromEntries(named),
  };
}

export function draftOf(repairCase) {
  const { start, draft } = repairCase;
  return draft !== undefined ? draft : changed(readCorpusFile(`starts/${start}.json`), repairCase);
}

/** The candidate that a repair has to give. */
export function repairedOf(repairCase) {
  const { repaired, start } = repairCase;
  if (repaired.from === undefined) return repaired.candidate;
  const from = repaired.from === "draft" ? draftOf(repairCase) : readCorpusFile(`starts/${start}.json`);
  return changed(from, repaired);
}

/** The changes in the order that README.md gives. */
function changed(value, { remove = [], rename = {}, set = {} }) {
  let copy = structuredClone(value);
  for (const pointer of remove) {
    const { parent, key } = placeOf(copy, pointer);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  }
  for (const [pointer, name] of Object.entries(rename)) copy = withRename(copy, tokensOf(pointer), name);
  for (const [pointer, item] of Object.entries(set)) {
    if (pointer === "") {
      copy = structuredClone(item);
      continue;
    }
    const { parent, key } = placeOf(copy, pointer);
    if (Array.isArray(parent)) parent[key === "-" ? parent.length : Number(key)] = structuredClone(item);
    else setOwn(parent, key, structuredClone(item));
  }
  return copy;
}

export function tokensOf(pointer) {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function placeOf(root, pointer) {
  const tokens = tokensOf(pointer);
  const key = tokens.pop();
  const parent = tokens.reduce((at, token) => at?.[token], root);
  if (typeof parent !== "object" || parent === null) throw new Error(`nothing holds ${pointer}`);
  return { parent, key };
}

/** A renamed member keeps its position. */
function withRename(value, [token, ...rest], name) {
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === token ? withRename(item, rest, name) : item));
  const copy = {};
  for (const [key, item] of Object.entries(value)) {
    if (key !== token) setOwn(copy, key, item);
    else if (rest.length === 0) setOwn(copy, name, item);
    else setOwn(copy, key, withRename(item, rest, name));
  }
  return copy;
}

/** Also for the name `__proto__`, which an assignment would not store. */
function setOwn(holder, key, value) {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
