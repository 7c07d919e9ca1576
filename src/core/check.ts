/** The check itself: one quick pass for candidates with nothing to say about, one thorough pass for the rest. */
import { createSink, type Fault, type Sink } from "./fault.ts";
import { createFixSequence } from "./fix-sequence.ts";
import { reportUnsafeJson } from "./json-safety.ts";
import { child, escapeToken, isPlainObject, type Path, pointerOf } from "./pointer.ts";
import type { Rule } from "./rules.ts";
import type { SpecPackage } from "./spec-package.ts";
import type { Diagnostic, Registry, ValidationResult } from "./types.ts";

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
  const found = isClean(spec, candidate, context.registry)
    ? { valid: true, diagnostics: [], omitted: 0 }
    : diagnose(spec, candidate, context);
  return {
    ...found,
    specPackage: { version: spec.version, digest: spec.digest },
    registry: { digest: context.registry.digest, asOf: context.registry.asOf },
  };
}

/** The quick pass. True exactly when the thorough pass would find nothing. */
export function isClean(spec: SpecPackage, candidate: unknown, registry: Registry): boolean {
  if (!spec.schema.root.ok(candidate)) return false;
  for (const rule of spec.rules.all) if (!rule.compiled.ok(candidate, registry)) return false;
  return true;
}

/** The thorough pass. */
export function diagnose(
  spec: SpecPackage,
  candidate: unknown,
  { registry, now, rulesUrl = "/rules" }: CheckContext,
): Pick<ValidationResult, "valid" | "diagnostics" | "omitted"> {
  const sink = createSink(registry, (pattern, value) => accepts(spec, registry, pattern, value));
  const resolved = findFaults(spec, candidate, sink, now);
  const { faults } = sink;
  sortByPlace(faults, resolved);
  const sequence = createFixSequence(candidate, sink.misspelled, spec.rules.couplings);
  const sent = (path: Path) => pointerOf(asSent(path, sink.misspelled));
  const diagnostics = faults.slice(0, MOST_DIAGNOSTICS).map((fault): Diagnostic => {
    const { message, expected, actual, fixes = [], related } = fault.detail();
    const patches = sequence.next(fixes);
    return {
      code: fault.code,
      severity: fault.severity,
      pointer: sent(fault.path),
      message,
      ...(expected !== undefined && { expected }),
      ...(actual !== undefined && { actual }),
      docs: `${rulesUrl}#${fault.code}`,
      ...(patches.length > 0 && { fixes: patches }),
      ...(related && {
        related: related.map((place) => ({ pointer: sent(place.path), message: place.message })),
      }),
    };
  });
  return {
    valid: faults.every((fault) => fault.severity !== "error"),
    diagnostics,
    omitted: Math.max(0, faults.length - MOST_DIAGNOSTICS),
  };
}

/** Collects all faults and gives the candidate as it was looked at, misspelled member names put right. */
function findFaults(spec: SpecPackage, candidate: unknown, sink: Sink, now: number): unknown {
  if (candidate === undefined) {
    sink.add("candidate-missing", "error", () => ({
      message: 'There is no candidate to check; send the proposal in "candidate".',
      expected: "an object",
    }));
    return candidate;
  }
  const { root } = spec.schema;
  const resolved = root.resolve?.(candidate, [], sink.misspelled) ?? candidate;
  for (const rule of spec.rules.text) report(rule);
  root.report(resolved, sink);
  for (const rule of spec.rules.rest) report(rule);
  reportUnsafeJson(resolved, sink);
  return resolved;

  function report({ compiled, severityAt }: Rule): void {
    if (!compiled.ok(resolved, sink.registry)) compiled.report(resolved, sink, severityAt(now));
  }
}

function accepts(spec: SpecPackage, registry: Registry, pattern: string, value: unknown): boolean {
  const node = spec.schema.nodes.get(pattern);
  if (node && !node.ok(value)) return false;
  return spec.rules.acceptors.get(pattern)?.every((accept) => accept(value, registry)) ?? true;
}

/** The path with the member names that were sent. */
function asSent(path: Path, misspelled: ReadonlyMap<string, string>): Path {
  if (misspelled.size === 0) return path;
  let pointer = "";
  return path.map((key) => {
    pointer += `/${escapeToken(key)}`;
    return misspelled.get(pointer) ?? key;
  });
}

/** Document order, then by code. Absent members come after those that are there, in the order they were missed. */
function sortByPlace(faults: Fault[], document: unknown): void {
  if (faults.length < 2) return;
  const orders = new Map<object, Map<string, number>>();
  const ranks = new Map<Fault, number[]>();
  for (const fault of faults) ranks.set(fault, rankOf(fault.path, document, orders));
  faults.sort((a, b) => {
    const [left, right] = [ranks.get(a)!, ranks.get(b)!];
    for (let depth = 0; depth < left.length && depth < right.length; depth++) {
      const difference = left[depth]! - right[depth]!;
      if (difference !== 0) return difference;
    }
    return left.length - right.length || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
  });
}

function rankOf(path: Path, document: unknown, orders: Map<object, Map<string, number>>): number[] {
  let value = document;
  return path.map((key) => {
    const parent = value;
    value = child(value, key);
    if (typeof key === "number" || !isPlainObject(parent)) return Number(key);
    let order = orders.get(parent);
    if (!order) {
      order = new Map(Object.keys(parent).map((name, index) => [name, index]));
      orders.set(parent, order);
    }
    let rank = order.get(key);
    if (rank === undefined) {
      rank = order.size;
      order.set(key, rank);
    }
    return rank;
  });
}
