/** Draws candidates, has both implementations judge them, and collects what they do not agree on. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { buildProposal, checkCandidate, createRegistry, loadSpecPackage } from "../../src/core/index.ts";
import { judge, type RegistryEntry, type Verdict } from "./candidate.ts";
import { type Answer, compare, type Difference } from "./compare.ts";
import { candidates } from "./generate/candidates.ts";
import { isObject } from "./generate/json.ts";
import { minimize } from "./minimize.ts";
import { build, referenceTo } from "./package.ts";

/** One thing that the two do not agree on, on its smallest example. */
export interface Counterexample {
  difference: string;
  candidate: unknown;
  /** The values at the places that differ. */
  values: Record<string, unknown>;
  oracle: string[];
  core: string[];
  /** How many drawn candidates differ in the same way. */
  count: number;
}

export interface Hunt {
  tried: number;
  valid: number;
  seconds: number;
  /** How many kinds of difference there are, minimized or not. */
  kinds: number;
  counterexamples: Counterexample[];
}

interface HuntOptions {
  count: number;
  seed: number;
  /** How many of the candidates that differ in the same way are minimized: they may have several causes. */
  examples?: number;
  /** How many kinds of difference are minimized at all. Each takes a second or so. */
  maxKinds?: number;
  onBatch?: (progress: { tried: number; seconds: number; differences: number }) => void;
}

const BATCH = 1_000;

const folder = new URL("../../spec-packages/datagen/", import.meta.url);
const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as unknown;

const specPackageDocument = readJson("generator-option.json") as { version: string };
const embedded = readJson("registry.json") as { asOf: string; generators: RegistryEntry[] };

/** Ids that are only the same as plain ones once case and canonical equivalence are taken away. */
const TRICKY_ENTRIES: RegistryEntry[] = [
  { id: "\u212aelvin-\u212aiosk", name: "" },
  { id: "Mixed.Case.ID", name: "" },
  { id: "İstanbul-id", name: "" },
  { id: "Straße", name: "" },
  { id: "\u1c89-newer", name: "" },
];

const registryEntries = [...embedded.generators, ...TRICKY_ENTRIES];
const specPackageReference = referenceTo(specPackageDocument);
const loaded = loadSpecPackage(specPackageDocument);
if (!loaded.ok) throw new Error(`The spec package is refused: ${JSON.stringify(loaded.reasons)}`);
const { spec } = loaded;
const context = {
  registry: createRegistry(registryEntries, embedded.asOf),
  now: Date.parse("2026-11-15T00:00:00Z"),
  rulesUrl: "https://preflight.example/rules",
  submissionUrl: "https://datagen.example/api/proposals",
};

/** The oracle's verdict, against the registry that the hunt uses. */
export const judgeHere = (candidate: unknown): Verdict => judge(candidate, registryEntries);

export function hunt({
  count,
  seed,
  examples = 1,
  maxKinds = Number.POSITIVE_INFINITY,
  onBatch,
}: HuntOptions): Hunt {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1_000;
  const found = new Map<string, { count: number; candidates: unknown[] }>();
  let tried = 0;
  let valid = 0;
  for (let batch = 0; tried < count; batch += 1) {
    const numRuns = Math.min(BATCH, count - tried);
    for (const candidate of fc.sample(candidates, { numRuns, seed: seed + batch })) {
      tried += 1;
      const asked = ask(candidate);
      if (asked.verdict.valid) valid += 1;
      for (const kind of kindsOf(candidate, asked).keys()) {
        const known = found.get(kind) ?? { count: 0, candidates: [] };
        known.count += 1;
        if (known.candidates.length < examples) known.candidates.push(candidate);
        found.set(kind, known);
      }
    }
    onBatch?.({ tried, seconds: seconds(), differences: found.size });
  }
  const drawn = seconds();
  const counterexamples = [...found]
    .slice(0, maxKinds)
    .flatMap(([kind, known]) => smallest(kind, known.count, known.candidates));
  return { tried, valid, seconds: drawn, kinds: found.size, counterexamples };
}

interface Asked {
  verdict: Verdict;
  answer: Answer;
  difference?: Difference;
}

/** What both say of one candidate. */
export function ask(candidate: unknown): Asked {
  const verdict = judgeHere(candidate);
  let answer: Answer = { valid: false, diagnostics: [], omitted: 0 };
  let difference: Difference | undefined;
  try {
    answer = checkCandidate(spec, candidate, context);
    difference = compare(verdict, answer) ?? compareDigests(candidate, verdict);
  } catch (error) {
    // Whatever is wrong with a candidate, the core must answer.
    difference = { about: `exception (${String(error).slice(0, 80)})`, onlyOracle: [], onlyCore: [] };
  }
  return { verdict, answer, ...(difference && { difference }) };
}

function compareDigests(candidate: unknown, verdict: Verdict): Difference | undefined {
  if (!verdict.valid) return undefined;
  const built = buildProposal(spec, candidate, context).proposalPackage?.digest;
  if (built === build(candidate, specPackageReference).digest) return undefined;
  return { about: "digest", onlyOracle: [], onlyCore: [] };
}

/** Each difference as a line that is the same where the cause is likely to be the same, and the pointers it is about. */
function kindsOf(candidate: unknown, { verdict, answer, difference }: Asked): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  if (!difference) return kinds;
  const { about, onlyOracle, onlyCore } = difference;
  const add = (who: string, pointer: string, words: string[]) => {
    const kind = `${about} | only the ${who}: ${placeOf(candidate, pointer)} (${[...new Set(words)].sort().join(", ")})`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), pointer]);
  };
  const severity = about === "warnings" ? "warning" : "error";
  const at = (pointer: string) => (finding: { pointer: string; severity: string }) =>
    finding.pointer === pointer && finding.severity === severity;
  for (const pointer of onlyOracle) {
    const findings = verdict.findings.filter(at(pointer));
    add(
      "oracle",
      pointer,
      findings.map(({ reason }) => reason),
    );
  }
  for (const pointer of onlyCore) {
    const findings = answer.diagnostics.filter(at(pointer));
    add(
      "core",
      pointer,
      findings.map(({ code }) => code),
    );
  }
  if (kinds.size === 0) kinds.set(about, []);
  return kinds;
}

/** A pointer without its list indexes, and for a sample value with the type of its field instead of its name. */
function placeOf(candidate: unknown, pointer: string): string {
  const [member, index, name, ...rest] = tokensOf(pointer);
  if (member === "sampleRecords" && name !== undefined) {
    const fields = isObject(candidate) && Array.isArray(candidate.outputFields) ? candidate.outputFields : [];
    const field = fields.find((one) => isObject(one) && one.name === name);
    const type = isObject(field) && typeof field.type === "string" ? field.type : "?";
    return `/sampleRecords/*/<${type}>${rest.length > 0 ? "/…" : ""}`;
  }
  if (member === "outputFields" || member === "supportedStrategies")
    return `/${[member, index === undefined ? undefined : "*", name].filter((token) => token !== undefined).join("/")}`;
  return pointer;
}

function smallest(kind: string, count: number, examples: readonly unknown[]): Counterexample[] {
  const distinct = new Map<string, Counterexample>();
  for (const example of examples) {
    const candidate = minimize(example, (smaller) => kindsOf(smaller, ask(smaller)).has(kind));
    const asked = ask(candidate);
    const pointers = kindsOf(candidate, asked).get(kind)!;
    const values = Object.fromEntries(pointers.map((pointer) => [pointer, valueAt(candidate, pointer)]));
    // Two examples that differ only in which record or field they spoil are one.
    const key = show(pointers.length > 0 ? Object.values(values) : candidate);
    if (distinct.has(key)) continue;
    distinct.set(key, {
      difference: kind,
      candidate,
      values,
      oracle: asked.verdict.findings.map(
        ({ severity, pointer, reason }) => `${severity} ${pointer}: ${reason}`,
      ),
      core: asked.answer.diagnostics.map(({ severity, pointer, code }) => `${severity} ${pointer}: ${code}`),
      count,
    });
  }
  return [...distinct.values()];
}

function tokensOf(pointer: string): string[] {
  const tokens = pointer.split("/").slice(1);
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const name of tokensOf(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** JSON in which every character that is not plain ASCII can be seen, and endless numbers too. */
export function show(value: unknown): string {
  const json = JSON.stringify(value, (_, item: unknown) =>
    typeof item === "number" && !Number.isFinite(item) ? `<${item > 0 ? "" : "-"}1e400>` : item,
  );
  return (json ?? "undefined").replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
