/** Looks for a value that a rule objects to, so that advice can say what an example would look like. */
import { createPatcher } from "../json/patch.ts";
import { child, escapeToken, isPlainObject, parsePointer } from "../json/pointer.ts";
import { type CheckContext, checkCandidate } from "../proposal/check.ts";
import type { Rule } from "../spec-package/compiled-rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Json, PatchOperation } from "../types.ts";
import { shown } from "../unicode/describe.ts";

/** Values of many kinds: a rule objects to one of them most of the time. */
const PROBES: readonly Json[] = [
  ...["", " x ", "x", "X Y", "x\u200by", "a".repeat(300), "é", "/..", "0", "TODO"],
  ...["1900-01-01", "2999-12-31", "00:00:00Z", "23:59:59Z", "http://localhost", "PT0S", "P9999D"],
  ...[0, -1, 1, 1e6, 0.5, true, false, null],
  [],
  {},
];
const MAX_PLACES = 20;
const MAX_TRIES = 400;

/** In words, such as `with "X Y" at "/id"`; undefined if none was found. */
export function findFailingValue(spec: SpecPackage, rule: Rule, context: CheckContext): string | undefined {
  const [example] = spec.document.examples.valid;
  if (example === undefined) return undefined;
  const start = underCondition(example.candidate, rule.document.when);
  let tries = 0;
  const fails = (...patch: PatchOperation[]): boolean => {
    if (tries++ >= MAX_TRIES) return false;
    const patcher = createPatcher(start);
    if (!patcher.apply(patch)) return false;
    const { diagnostics } = checkCandidate(spec, patcher.document(), context);
    return diagnostics.some(({ code }) => rule.codes.includes(code));
  };
  if (fails()) return "under its condition";
  const { registry = [], registries = {} } = spec.document.examples;
  const entries: unknown[] = [...registry, ...Object.values(registries).flat()];
  const registered = entries.flatMap((entry) => (isPlainObject(entry) ? Object.values(entry) : [entry]));
  for (const pointer of rule.document.at.flatMap((at) => placesIn(start, at))) {
    const value = parsePointer(pointer).reduce<unknown>(child, start);
    if (value !== undefined && fails({ op: "remove", path: pointer })) return `without "${pointer}"`;
    if (
      Array.isArray(value) &&
      value.length > 0 &&
      fails({ op: "add", path: `${pointer}/-`, value: value[0] })
    )
      return `with a repeated item in "${pointer}"`;
    if (
      Array.isArray(value) &&
      value.length > 1 &&
      fails({ op: "move", from: `${pointer}/0`, path: `${pointer}/1` })
    )
      return `with another order in "${pointer}"`;
    for (const probe of [...PROBES, ...registered])
      if (fails({ op: "add", path: pointer, value: probe })) return `with ${shown(probe)} at "${pointer}"`;
  }
  return undefined;
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

/** The places of a candidate that a path pattern stands for; members need not be there. */
function placesIn(candidate: unknown, pattern: string): string[] {
  let places: { pointer: string; value: unknown }[] = [{ pointer: "", value: candidate }];
  for (const token of parsePointer(pattern))
    places = places
      .flatMap(({ pointer, value }) => {
        const keys = token === "*" ? Object.keys(Object(value)) : [token];
        return keys.map((key) => ({ pointer: `${pointer}/${escapeToken(key)}`, value: child(value, key) }));
      })
      .slice(0, MAX_PLACES);
  return places.map(({ pointer }) => pointer);
}
