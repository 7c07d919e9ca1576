/** Sends messy drafts as an agent would, with `repair: "suggested"`, and counts what comes of them. */
import { readFileSync } from "node:fs";
import jsonPatch from "fast-json-patch";
import {
  applyFixes,
  type checkCandidate,
  createRegistry,
  loadSpecPackage,
  type RegistryEntry,
  repairCandidate,
} from "../../src/core/index.ts";
import { bulkFix } from "../../src/core/proposal/apply-fixes.ts";
import { createRoll, distort, validCandidate } from "./drafts.ts";

const folder = new URL("../../spec-packages/datagen/", import.meta.url);
const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const loaded = loadSpecPackage(readJson("generator-option.json"));
if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
const { spec } = loaded;
const file = readJson("registry.json") as { generators: RegistryEntry[]; asOf: string };
const context = {
  registry: createRegistry(file.generators, file.asOf),
  now: Date.parse("2026-11-15T00:00:00Z"),
};

export const MAX_DISTORTIONS = 12;

export interface Row {
  distortions: number;
  drafts: number;
  valid: number;
  /** Leaf values of the original that are there and equal after the repair. */
  kept: number;
  leaves: number;
}

export interface Convergence {
  rows: Row[];
  /** How often drafts with a distortion did not become valid, by distortion. */
  failures: Map<string, { drafts: number; invalid: number }>;
  /** Values that vanished without a diagnostic at their place, drafts valid with placeholders, and errors that were not there before. */
  dropped: number;
  invented: number;
  worsened: number;
  /** Fixes that did not apply by themselves, and drafts on which an independent library got another candidate. */
  unfit: number;
  unlike: number;
  examples: { names: string[]; draft: unknown; left: string[] }[];
}

export function converge(total: number, seed: number): Convergence {
  const roll = createRoll(seed);
  const rows = Array.from(
    { length: MAX_DISTORTIONS },
    (_, index): Row => ({ distortions: index + 1, drafts: 0, valid: 0, kept: 0, leaves: 0 }),
  );
  const result: Convergence = {
    rows,
    failures: new Map(),
    dropped: 0,
    invented: 0,
    worsened: 0,
    unfit: 0,
    unlike: 0,
    examples: [],
  };
  for (let index = 0; index < total; index++) {
    const original = validCandidate(roll);
    const { draft, names } = distort(original, 1 + (index % MAX_DISTORTIONS), roll);
    if (names.length === 0) continue;
    const row = rows[names.length - 1]!;
    row.drafts++;
    const answer = repairCandidate(spec, draft, context, "suggested");
    const candidate = answer.repaired?.candidate ?? draft;
    const valid = answer.repaired?.valid ?? answer.valid;
    if (valid) row.valid++;
    for (const name of names) {
      const count = result.failures.get(name) ?? { drafts: 0, invalid: 0 };
      count.drafts++;
      if (!valid) count.invalid++;
      result.failures.set(name, count);
    }
    const [wanted, got] = [leavesOf(original), new Map(leavesOf(candidate))];
    row.leaves += wanted.length;
    row.kept += wanted.filter(([pointer, value]) => got.get(pointer) === value).length;
    if (valid && JSON.stringify(candidate).includes('"TODO"')) result.invented++;
    countLosses(draft, candidate, answer, result);
    checkFixes(draft, answer.diagnostics, result);
    if (!valid && result.examples.length < 40)
      result.examples.push({
        names,
        draft,
        left: (answer.repaired?.diagnostics ?? []).map(
          ({ code, pointer, message }) => `${code} ${pointer}: ${message}`,
        ),
      });
  }
  return result;
}

function leavesOf(value: unknown, pointer = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[pointer, value]];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, `${pointer}/${key}`));
}

/** Letters and digits alone: what a repair may not lose. */
const essence = (value: unknown) =>
  String(value)
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** A leaf of the draft is still there in some form, or a diagnostic names its place. */
function countLosses(
  draft: unknown,
  repaired: unknown,
  answer: ReturnType<typeof repairCandidate>,
  result: Convergence,
): void {
  const text = essence(JSON.stringify(repaired));
  const named = [...answer.diagnostics, ...(answer.repaired?.diagnostics ?? [])].flatMap(
    ({ pointer, related = [] }) => [pointer, ...related.map((place) => place.pointer)],
  );
  for (const [pointer, value] of leavesOf(draft)) {
    if (text.includes(essence(value))) continue;
    if (!named.some((place) => pointer === place || pointer.startsWith(`${place}/`))) result.dropped++;
  }
  const errors = answer.diagnostics.filter(({ severity }) => severity === "error").length + answer.omitted;
  const left = (answer.repaired?.diagnostics ?? []).filter(({ severity }) => severity === "error").length;
  if (left > errors) result.worsened++;
}

function checkFixes(
  draft: unknown,
  diagnostics: ReturnType<typeof checkCandidate>["diagnostics"],
  result: Convergence,
): void {
  const apply = (document: unknown, patch: unknown) =>
    jsonPatch.applyPatch(document, structuredClone(patch) as jsonPatch.Operation[], true, false).newDocument;
  for (const { fixes = [] } of diagnostics) {
    for (const { patch } of fixes) {
      try {
        apply(draft, patch);
      } catch {
        result.unfit++;
      }
    }
  }
  const patches = diagnostics.flatMap(({ fixes = [] }) => {
    const fix = bulkFix(fixes, "suggested");
    return fix ? [fix.patch] : [];
  });
  let failed = 0;
  const elsewhere = patches.reduceRight<unknown>((document, patch) => {
    try {
      return apply(document, patch);
    } catch {
      failed++;
      return document;
    }
  }, draft);
  const ours = applyFixes(draft, diagnostics, "suggested");
  if (failed === 0 && JSON.stringify(sorted(ours.candidate)) !== JSON.stringify(sorted(elsewhere)))
    result.unlike++;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
