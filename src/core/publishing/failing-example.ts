/** Looks for an example that a rule refuses, so that its author need not think of one. */

import { equalJson } from "../json/equality.ts";
import { createPatcher } from "../json/patch.ts";
import { compilePathPattern } from "../json/path-pattern.ts";
import { escapeToken, parsePointer, pointerOf, valueAt } from "../json/pointer.ts";
import { isSafeJson } from "../json/safety.ts";
import { type CheckContext, checkCandidate } from "../proposal/check.ts";
import type { Rule } from "../spec-package/rules/compiled-rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic, Json } from "../types.ts";
import { registeredIn, type Spoiled, spoil } from "./spoil.ts";

export interface FailingExample extends Spoiled {
  /** All that is reported about it. */
  readonly expect: readonly Pick<Diagnostic, "code" | "pointer">[];
}

const MAX_PLACES = 20;
const MAX_TRIES = 600;

/** The one of which the least is said. Undefined if nothing that is tried makes one of the rules speak. */
export function findFailingExample(
  spec: SpecPackage,
  rules: readonly Rule[],
  context: CheckContext,
  good: readonly Json[],
): FailingExample | undefined {
  const registered = registeredIn(spec);
  let best: FailingExample | undefined;
  let tries = 0;
  for (const { document, codes } of rules)
    for (const candidate of good)
      for (const spoiled of changesFor(candidate, document, registered)) {
        if (tries++ >= MAX_TRIES) return best;
        if (!isSafeJson(spoiled.candidate, 0)) continue;
        const { diagnostics, omitted } = checkCandidate(spec, spoiled.candidate, context);
        if (omitted > 0 || !diagnostics.some(({ code }) => codes.includes(code))) continue;
        const expect = diagnostics.map(({ code, pointer }) => ({ code, pointer }));
        if (best === undefined || expect.length < best.expect.length) best = { ...spoiled, expect };
        if (expect.length === 1) return best;
      }
  return best;
}

/** At the places of the rule first, then beside and below them. */
function* changesFor(good: Json, { when, at }: Rule["document"], registered: readonly unknown[]) {
  const start = underCondition(good, when);
  const condition = "under its condition";
  yield { candidate: start, change: condition };
  const prefix = equalJson(start, good) ? "" : `${condition}, `;
  const places = at.flatMap((pattern) => placesIn(start, pattern)).slice(0, MAX_PLACES);
  const around = places.map((place) => place.slice(0, Math.max(0, place.lastIndexOf("/"))));
  const near = [...places, ...around].flatMap((place) => placesBelow(start, place));
  for (const place of new Set([...places, ...near]))
    for (const { candidate, change } of spoil(start, place, registered))
      yield { candidate, change: `${prefix}${change}` };
}

/** Members need not be there. */
function placesIn(candidate: unknown, pattern: string): string[] {
  const places: string[] = [];
  compilePathPattern(pattern, true).each(candidate, (_, path) => void places.push(pointerOf(path)));
  return places;
}

function placesBelow(candidate: unknown, place: string): string[] {
  const value = valueAt(candidate, parsePointer(place));
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const below = `${place}/${escapeToken(key)}`;
    return [below, ...placesBelow(candidate, below)];
  });
}

/** The example with what a condition asks for, as far as its tests name one place and one value. */
function underCondition(candidate: Json, when: Rule["document"]["when"]): Json {
  if (when === undefined || typeof when === "string") return candidate;
  const patcher = createPatcher(candidate);
  const put = (part: typeof when): void => {
    for (const inner of part.all ?? part.any ?? []) put(inner);
    const [value = part.present === true ? "x" : undefined] = [part.equals ?? part.in?.[0]];
    if (part.at === undefined || !part.at.startsWith("/") || part.at.includes("*")) return;
    if (part.present === false) patcher.apply([{ op: "remove", path: part.at }]);
    else if (value !== undefined) patcher.apply([{ op: "add", path: part.at, value }]);
  };
  put(when);
  return patcher.document() as Json;
}
