/** The check itself: one quick pass for candidates with nothing to say about, one thorough pass for the rest. */
import { createSink, type Fault, type Sink } from "../findings/finding.ts";
import { reportUnsafeJson } from "../findings/unsafe-json.ts";
import { compilePathPattern } from "../json/path-pattern.ts";
import { child, escapeToken, isPlainObject, type Path, pointerOf } from "../json/pointer.ts";
import { isSafeJson } from "../json/safety.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic, Registry, ValidationResult } from "../types.ts";
import { createFixSequence, type FixSequence } from "./fix-sequence.ts";

/** More diagnostics than this are counted but not listed. */
export const MOST_DIAGNOSTICS = 100;

export interface CheckContext {
  registry: Registry;
  /** The moment for which `effectiveAt` is judged, in milliseconds since 1970. */
  now: number;
  /** Where codes are explained; diagnostics link to it. */
  rulesUrl?: string;
}

/** Says everything that is wrong with a candidate. Takes any JSON value, and undefined for one that is absent. */
export function checkCandidate(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
): ValidationResult {
  const { registry } = context;
  const found = isClean(spec, candidate, registry) ? undefined : diagnose(spec, candidate, context);
  return {
    valid: found === undefined || found.valid,
    diagnostics: found === undefined ? [] : found.diagnostics,
    omitted: found === undefined ? 0 : found.omitted,
    specPackage: { version: spec.version, digest: spec.digest },
    registry: { digest: registry.digest, asOf: registry.asOf },
  };
}

/** The quick pass. True exactly when the thorough pass would find nothing. */
export function isClean(spec: SpecPackage, candidate: unknown, registry: Registry): boolean {
  if (!spec.schema.root.ok(candidate, registry)) return false;
  for (const rule of spec.rules.whole) if (!rule.ok(candidate)) return false;
  return true;
}

/** The thorough pass. */
export function diagnose(
  spec: SpecPackage,
  candidate: unknown,
  { registry, now, rulesUrl = "/rules" }: CheckContext,
): Pick<ValidationResult, "valid" | "diagnostics" | "omitted"> {
  const sink = createSink(registry, now, (pattern, value) => accepts(spec, registry, pattern, value));
  const resolved = findFaults(spec, candidate, sink);
  const { faults, misspelled } = sink;
  sortByPlace(faults, resolved);
  const sequence = createFixSequence(resolved, misspelled, spec.rules.couplings);
  const shown = faults.length > MOST_DIAGNOSTICS ? faults.slice(0, MOST_DIAGNOSTICS) : faults;
  return {
    valid: faults.every((fault) => fault.severity !== "error"),
    diagnostics: shown.map((fault) => toDiagnostic(fault, sequence, misspelled, rulesUrl)),
    omitted: faults.length - shown.length,
  };
}

function toDiagnostic(
  { code, severity, path, pointer, detail }: Fault,
  sequence: FixSequence,
  misspelled: ReadonlyMap<string, string>,
  rulesUrl: string,
): Diagnostic {
  const { message, expected, actual, fixes, related } = detail();
  const diagnostic: Diagnostic = {
    code,
    severity,
    pointer: misspelled.size === 0 ? pointer : pointerAsSent(path, misspelled),
    message,
  } as Diagnostic;
  if (expected !== undefined) diagnostic.expected = expected;
  if (actual !== undefined) diagnostic.actual = actual;
  diagnostic.docs = linkTo(rulesUrl, code);
  const patches = fixes && sequence.next(fixes, path, pointer);
  if (patches && patches.length > 0) diagnostic.fixes = patches;
  if (related) {
    diagnostic.related = related.map((place) => ({
      pointer: pointerAsSent(place.path, misspelled),
      message: place.message,
    }));
  }
  return diagnostic;
}

/** The same few links in every answer: made once, they need not be put together and flattened again. */
const links = new Map<string, Map<string, string>>();

function linkTo(rulesUrl: string, code: string): string {
  let known = links.get(rulesUrl);
  if (!known) {
    if (links.size >= 16) links.clear();
    known = new Map();
    links.set(rulesUrl, known);
  }
  let link = known.get(code);
  if (link === undefined) {
    link = `${rulesUrl}#${code}`;
    if (known.size < 10_000) known.set(code, link);
  }
  return link;
}

/** Collects all faults and gives the candidate as it was looked at, misspelled member names put right. */
function findFaults(spec: SpecPackage, candidate: unknown, sink: Sink): unknown {
  if (candidate === undefined) {
    sink.add("candidate-missing", "error", () => ({
      message: 'There is no candidate to check; send the proposal in "candidate".',
      expected: "an object",
    }));
    return candidate;
  }
  const { root } = spec.schema;
  const resolved = root.resolve?.(candidate, [], sink.misspelled) ?? candidate;
  root.report(resolved, sink);
  for (const rule of spec.rules.whole) {
    if (!rule.ok(resolved)) rule.report(resolved, sink, rule.severityAt(sink.now));
  }
  if (!isSafeJson(resolved, 0)) reportUnsafeJson(resolved, sink);
  return resolved;
}

function accepts(spec: SpecPackage, registry: Registry, pattern: string, value: unknown): boolean {
  const node = spec.schema.nodes.get(pattern);
  if (node && !node.ok(value)) return false;
  const { acceptors } = spec.rules;
  if (acceptors.get(pattern)?.every((accept) => accept(value, registry)) === false) return false;
  if (typeof value !== "object" || value === null) return true;
  for (const [place, tests] of acceptors) {
    if (!place.startsWith(`${pattern}/`)) continue;
    const below = compilePathPattern(place.slice(pattern.length));
    if (!below.every(value, (item) => tests.every((accept) => accept(item, registry)))) return false;
  }
  return true;
}

/** The pointer with the member names that were sent. */
function pointerAsSent(path: Path, misspelled: ReadonlyMap<string, string>): string {
  if (misspelled.size === 0) return pointerOf(path);
  let pointer = "";
  const sent = path.map((key) => {
    pointer += `/${escapeToken(key)}`;
    return misspelled.get(pointer) ?? key;
  });
  return pointerOf(sent);
}

/** Document order, then by code. Absent members come after those that are there, in the order they were missed. */
function sortByPlace(faults: Fault[], document: unknown): void {
  if (faults.length < 2) return;
  const members = new Map<object, Map<string, number>>();
  const placed = faults.map((fault) => ({ fault, rank: rankOf(fault.path, document, members) }));
  placed.sort((a, b) => compareRanks(a.rank, b.rank) || (a.fault.code < b.fault.code ? -1 : 1));
  for (let index = 0; index < placed.length; index++) faults[index] = placed[index]!.fault;
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (let depth = 0; depth < left.length && depth < right.length; depth++) {
    const difference = left[depth]! - right[depth]!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Where a place lies among its siblings, level by level. */
function rankOf(path: Path, document: unknown, members: Map<object, Map<string, number>>): number[] {
  const rank: number[] = [];
  let value = document;
  for (const key of path) {
    rank.push(typeof key === "number" || !isPlainObject(value) ? Number(key) : orderOf(value, key, members));
    value = child(value, key);
  }
  return rank;
}

function orderOf(parent: object, key: string, members: Map<object, Map<string, number>>): number {
  let order = members.get(parent);
  if (!order) {
    order = new Map();
    for (const name of Object.keys(parent)) order.set(name, order.size);
    members.set(parent, order);
  }
  const known = order.get(key);
  if (known !== undefined) return known;
  order.set(key, order.size);
  return order.size - 1;
}
