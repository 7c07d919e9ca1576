/** The check: a quick pass that accepts clean candidates, and a thorough pass for all others. */

import { docsLink } from "../findings/docs-link.ts";
import { createSink, type Finding, type Scope, type Sink } from "../findings/finding.ts";
import { reportUnsafeJson } from "../findings/unsafe-json.ts";
import { child, escapeToken, isPlainObject, type Path, pointerOf } from "../json/pointer.ts";
import { isSafeJson } from "../json/safety.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic, Registry, ValidationResult } from "../types.ts";
import { createFixSequence, type FixSequence } from "./fix-sequence.ts";

/** More diagnostics than this are counted but not listed. */
export const MAX_DIAGNOSTICS = 100;

export interface CheckContext {
  registry: Registry;
  /** The moment for which `effectiveAt` is judged, in milliseconds since 1970. */
  now: number;
  /** Where codes are explained; diagnostics link to it. */
  rulesUrl?: string;
}

/** Reports everything that is wrong with a candidate, which may be any JSON value, or undefined if absent. */
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
  if (!spec.schema.root.ok(candidate, { rules: "all", registry })) return false;
  for (const rule of spec.rules.whole) if (!rule.ok(candidate)) return false;
  return true;
}

/** The thorough pass. */
export function diagnose(
  spec: SpecPackage,
  candidate: unknown,
  { registry, now, rulesUrl = "/rules" }: CheckContext,
): Pick<ValidationResult, "valid" | "diagnostics" | "omitted"> {
  const errorRules: Scope = { rules: "errors", registry };
  const sink = createSink(
    registry,
    now,
    (pattern, value) => spec.schema.nodes.get(pattern)?.ok(value, errorRules) !== false,
  );
  const resolved = collectFindings(spec, candidate, sink);
  const { findings, misspelled } = sink;
  sortByPlace(findings, resolved);
  const sequence = createFixSequence(resolved, misspelled, spec.rules.couplings);
  const shown = findings.length > MAX_DIAGNOSTICS ? findings.slice(0, MAX_DIAGNOSTICS) : findings;
  return {
    valid: sink.errors === 0,
    diagnostics: shown.map((finding) => toDiagnostic(finding, sequence, misspelled, rulesUrl)),
    omitted: findings.length - shown.length,
  };
}

function toDiagnostic(
  { code, severity, path, pointer, detail }: Finding,
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
  diagnostic.docs = docsLink(rulesUrl, code);
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

/** Returns the candidate as it was checked: with misspelled member names corrected. */
function collectFindings(spec: SpecPackage, candidate: unknown, sink: Sink): unknown {
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
function sortByPlace(findings: Finding[], document: unknown): void {
  if (findings.length < 2) return;
  const members = new Map<object, Map<string, number>>();
  const placed = findings.map((finding) => ({ finding, rank: rankOf(finding.path, document, members) }));
  placed.sort((a, b) => compareRanks(a.rank, b.rank) || (a.finding.code < b.finding.code ? -1 : 1));
  for (let index = 0; index < placed.length; index++) findings[index] = placed[index]!.finding;
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (let depth = 0; depth < left.length && depth < right.length; depth++) {
    const difference = left[depth]! - right[depth]!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The position of a place among its siblings, level by level. */
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
