/** Reads the corpus of repairs; corpus/README.md describes its form. */
import { readdirSync, readFileSync } from "node:fs";
import type { RepairLevel, Severity } from "../../src/core/index.ts";
import { setOwn } from "../../src/core/json/pointer.ts";
import { tokensOf } from "../core/scenario.ts";

export interface Changes {
  remove?: string[];
  rename?: Record<string, string>;
  set?: Record<string, unknown>;
}

export type Offer = "safe" | "suggested" | "choice" | "decision" | "placeholder" | "removal" | "none";

export interface RepairCase extends Changes {
  title: string;
  why: string;
  domain: string;
  repair: RepairLevel;
  /** The draft: a start with changes, or the whole of it. */
  start?: string;
  draft?: unknown;
  find: { code: string; pointer: string; severity?: Severity; offer?: Offer }[];
  repaired: Changes & {
    valid: boolean;
    /** The repaired candidate: the start or the draft with changes, or the whole of it. */
    from?: "start" | "draft";
    candidate?: unknown;
    left: { code: string; pointer: string }[];
  };
}

export interface CorpusDomain {
  package: unknown;
  registry: { asOf: string; generators: { id: string; name: string }[] };
}

const CORPUS = new URL("../../corpus/", import.meta.url);

export function readCorpusFile(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, CORPUS), "utf8"));
}

export function listCases(): { name: string; repairCase: RepairCase }[] {
  return readdirSync(new URL("repairs/", CORPUS), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".json"))
    .sort()
    .map((path) => ({
      name: path.slice(0, -".json".length),
      repairCase: readCorpusFile(`repairs/${path}`) as RepairCase,
    }));
}

/** The domains of the corpus by `<product>/<domain>`. */
export function readDomains(): Map<string, CorpusDomain> {
  const files = readCorpusFile("domains.json") as Record<string, { package: string; registry: string }>;
  return new Map(
    Object.entries(files).map(([domain, file]) => [
      domain,
      {
        package: readCorpusFile(file.package),
        registry: readCorpusFile(file.registry) as CorpusDomain["registry"],
      },
    ]),
  );
}

export function draftOf(repairCase: RepairCase): unknown {
  const { start, draft } = repairCase;
  return start === undefined ? draft : changed(readCorpusFile(`starts/${start}.json`), repairCase);
}

/** The candidate that a repair has to give. */
export function repairedOf(repairCase: RepairCase): unknown {
  const { repaired, start } = repairCase;
  if (repaired.from === undefined) return repaired.candidate;
  const from = repaired.from === "draft" ? draftOf(repairCase) : readCorpusFile(`starts/${start}.json`);
  return changed(from, repaired);
}

function changed(value: unknown, { remove = [], rename = {}, set = {} }: Changes): unknown {
  let copy = structuredClone(value);
  for (const pointer of remove) {
    const { parent, key } = placeOf(copy, pointer);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete (parent as Record<string, unknown>)[key];
  }
  for (const [pointer, name] of Object.entries(rename)) copy = withRename(copy, tokensOf(pointer), name);
  for (const [pointer, item] of Object.entries(set)) {
    if (pointer === "") {
      copy = structuredClone(item);
      continue;
    }
    const { parent, key } = placeOf(copy, pointer);
    if (Array.isArray(parent)) parent[key === "-" ? parent.length : Number(key)] = structuredClone(item);
    else setOwn(parent as Record<string, unknown>, key, structuredClone(item));
  }
  return copy;
}

function placeOf(root: unknown, pointer: string): { parent: object; key: string } {
  const tokens = tokensOf(pointer);
  const key = tokens.pop()!;
  const parent = tokens.reduce<unknown>(
    (at, token) => (at as Record<string, unknown> | undefined)?.[token],
    root,
  );
  if (typeof parent !== "object" || parent === null) throw new Error(`nothing holds ${pointer}`);
  return { parent, key };
}

/** A renamed member keeps its position. */
function withRename(value: unknown, [token, ...rest]: readonly string[], name: string): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === token ? withRename(item, rest, name) : item));
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value as object)) {
    if (key !== token) setOwn(copy, key, item);
    else if (rest.length === 0) setOwn(copy, name, item);
    else setOwn(copy, key, withRename(item, rest, name));
  }
  return copy;
}
