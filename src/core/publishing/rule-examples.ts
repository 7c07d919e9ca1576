/**
 * For each code, a value that gives it and one that does not. They are found by spoiling the package's own examples in
 * the usual ways and running the check, so they are true of the rules in use.
 */
import { createPatcher } from "../json/patch.ts";
import { parsePointer, pointerOf, valueAt } from "../json/pointer.ts";
import { checkCandidate } from "../proposal/check.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic } from "../types.ts";
import { exampleContext } from "./examples.ts";
import { registeredIn, spoil } from "./spoil.ts";

export interface RuleExample {
  readonly pointer: string;
  /** JSON; undefined if nothing stands there. */
  readonly fails: string | undefined;
  readonly message: string;
  readonly passesAt: string;
  readonly passes: string | undefined;
}

const MAX_PLACES = 80;
const MAX_LENGTH = 240;
/** Characters that an example would not show. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Of the first spec package that has one. */
export function findExample(specs: readonly SpecPackage[], code: string): RuleExample | undefined {
  for (const spec of specs) {
    const { found, steps } = searches.get(spec) ?? startSearch(spec);
    while (!found.has(code) && !steps.next().done);
    if (found.has(code)) return found.get(code);
  }
  return undefined;
}

/** A search goes on where it stopped when another code is asked for. Each step looks at one more candidate. */
const searches = new WeakMap<SpecPackage, ReturnType<typeof startSearch>>();

function startSearch(spec: SpecPackage) {
  const found = new Map<string, RuleExample>();
  const search = { found, steps: lookInto(spec, found) };
  searches.set(spec, search);
  return search;
}

function* lookInto(spec: SpecPackage, found: Map<string, RuleExample>): Iterator<void> {
  const { valid, invalid } = spec.document.examples;
  const good = valid[0]?.candidate;
  const context = exampleContext(spec);

  function look(candidate: unknown): void {
    let diagnostics: readonly Diagnostic[];
    try {
      ({ diagnostics } = checkCandidate(spec, candidate, context));
    } catch {
      return;
    }
    for (const { code, pointer, message, fixes = [] } of diagnostics) {
      if (found.has(code)) continue;
      const fails = show(valueAt(candidate, parsePointer(pointer)));
      found.set(code, { pointer, message, fails, ...passing(candidate, pointer, fixes) });
    }
  }

  /** What passes instead, and where: a fix may give the member another name. */
  function passing(candidate: unknown, pointer: string, fixes: Diagnostic["fixes"] = []) {
    const fix = fixes.find(({ applicability }) => applicability === "safe" || applicability === "suggested");
    const patcher = createPatcher(candidate);
    if (fix !== undefined && patcher.apply(fix.patch)) {
      const passesAt = fix.patch.find(({ op }) => op === "move")?.path ?? pointer;
      const passes = show(valueAt(patcher.document(), parsePointer(passesAt)));
      if (passes !== undefined) return { passesAt, passes };
    }
    return { passesAt: pointer, passes: show(valueAt(good, parsePointer(pointer))) };
  }

  for (const { candidate } of invalid) yield look(candidate);
  const [id = "", name = ""] = registeredIn(spec).map(String);
  for (const place of placesOf(good).slice(0, MAX_PLACES))
    for (const { candidate } of spoil(good, pointerOf(place), [id, name, `${id}s`, name.toUpperCase()]))
      yield look(candidate);
}

function placesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value);
  return [path, ...[...entries].flatMap(([key, inner]) => placesOf(inner, [...path, key]))];
}

function show(value: unknown): string | undefined {
  const text = JSON.stringify(value, (_, inner) =>
    inner === Number.POSITIVE_INFINITY ? 1e308 : inner,
  )?.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return text !== undefined && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
