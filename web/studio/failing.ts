/** Makes examples that a rule refuses: good ones with one thing changed, tried until the rule speaks and little else does. */
import { isPlainObject, pointerOf } from "../../src/core/json/pointer.ts";
import { checkCandidate } from "../../src/core/proposal/check.ts";
import type { CheckContext } from "../../src/core/proposal/context.ts";
import type { SpecPackage } from "../../src/core/spec-package/spec-package.ts";
import type { Json } from "../../src/core/types.ts";
import { setAt, valueAt } from "../json/edit.ts";
import { pathsOf } from "./expressions.ts";
import type { Failing } from "./messages.ts";

const MAX_TRIES = 600;

/** `good`: examples that pass. Undefined if none of the changes that are tried makes the rule speak. */
export function failingFor(
  spec: SpecPackage,
  context: CheckContext,
  code: string,
  good: readonly unknown[],
): Failing | undefined {
  const rules = spec.rules.all.filter(({ codes }) => codes.includes(code));
  const tried = new Set<string>();
  let best: { candidate: unknown; pointer: string; found: Failing["expect"] } | undefined;
  for (const { document } of rules)
    for (const one of good)
      for (const pattern of document.at)
        for (const { pointer, value } of changes(one, pattern, spec)) {
          const candidate = setAt(one, pointer, value);
          const text = JSON.stringify(candidate);
          if (tried.has(text)) continue;
          if (tried.size >= MAX_TRIES) return best && exampleOf(code, best);
          tried.add(text);
          const { diagnostics, omitted } = checkCandidate(spec, candidate, context);
          if (omitted > 0 || !diagnostics.some((found) => found.code === code)) continue;
          const found = diagnostics.map(({ code: each, pointer: place }) => ({ code: each, pointer: place }));
          if (best === undefined || found.length < best.found.length) best = { candidate, pointer, found };
          if (found.length === 1) return exampleOf(code, best);
        }
  return best && exampleOf(code, best);
}

function exampleOf(
  code: string,
  { candidate, pointer, found }: { candidate: unknown; pointer: string; found: Failing["expect"] },
): Failing {
  return { title: `${code}: ${pointer === "" ? "the whole" : pointer} changed`, candidate, expect: found };
}

/** At the places of the rule first, then beside and below them. */
function* changes(good: unknown, pattern: string, spec: SpecPackage) {
  const places = pathsOf(pattern, good).map((path) => pointerOf(path));
  const near = new Set(places);
  for (const place of places) {
    for (const below of leavesBelow(valueAt(good, place), place)) near.add(below);
    const above = place.slice(0, Math.max(0, place.lastIndexOf("/")));
    for (const beside of leavesBelow(valueAt(good, above), above)) near.add(beside);
  }
  for (const pointer of near)
    for (const value of variantsOf(valueAt(good, pointer), spec)) yield { pointer, value };
}

function* leavesBelow(value: unknown, pointer: string): Iterable<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const place = pointer + pointerOf([key]);
    yield place;
    yield* leavesBelow(item, place);
  }
}

function* variantsOf(value: unknown, spec: SpecPackage): Iterable<Json | undefined> {
  if (typeof value === "string") {
    yield* ["", "x", `${value} `, value.toUpperCase(), value.toLowerCase(), `${value}!`, `${value}\u200b`];
    yield* ["no-such-word", "1900-01-01", "2999-12-31", "2999-12-31T00:00:00Z", "00:00", "23:59", "0.0.1"];
    yield* [`${value} ${value}`, value.slice(0, 1), value.repeat(Math.ceil(100 / Math.max(1, value.length)))];
    const { registry = [], registries = {} } = spec.document.examples;
    for (const { id, name } of registry) yield* [id, name];
    for (const entries of Object.values(registries))
      for (const entry of entries) if (typeof entry === "string") yield entry;
  } else if (typeof value === "number")
    yield* [0, -1, value + 1, value - 1, -value, value * 1000, value + 0.5];
  else if (typeof value === "boolean") yield !value;
  else if (Array.isArray(value)) {
    yield* [[], [...value, ...value.slice(0, 1)], value.toReversed(), value.slice(0, 1), value.slice(1)];
    if (value.length > 0) yield Array.from({ length: 30 }, (_, at) => value[at % value.length]);
  } else if (isPlainObject(value)) yield {};
  yield undefined;
}
