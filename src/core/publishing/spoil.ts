/**
 * Candidates that are wrong in one way: a good one with one place changed. They show what a code means, and what an
 * example of a rule at work could look like.
 */
import { createPatcher } from "../json/patch.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { PatchOperation } from "../types.ts";
import { shown } from "../unicode/describe.ts";

export interface Spoiled {
  readonly candidate: unknown;
  /** What was changed, as in `with "X Y" at "/id"`. */
  readonly change: string;
}

/** The candidate in each of the usual ways to get a place wrong. `registered` are words of registries to try. */
export function* spoil(good: unknown, pointer: string, registered: readonly unknown[]): Iterable<Spoiled> {
  const value = valueAt(good, parsePointer(pointer));
  const make = (change: string, ...patch: PatchOperation[]): Spoiled[] => {
    const patcher = createPatcher(good);
    return patcher.apply(patch) ? [{ candidate: patcher.document(), change }] : [];
  };
  if (value !== undefined && pointer !== "")
    yield* make(`without "${pointer}"`, { op: "remove", path: pointer });
  if (Array.isArray(value) && value.length > 0) {
    const again: PatchOperation = { op: "add", path: `${pointer}/-`, value: value[0] };
    yield* make(`with a repeated item in "${pointer}"`, again);
  }
  if (Array.isArray(value) && value.length > 1) {
    const swap: PatchOperation = { op: "move", from: `${pointer}/0`, path: `${pointer}/1` };
    yield* make(`with another order in "${pointer}"`, swap);
  }
  for (const next of [...variantsOf(value), ...registered, null, 5, [[["nested"]]]])
    yield* make(`with ${shown(next)} at "${pointer}"`, { op: "add", path: pointer, value: next });
}

const TEXTS: readonly unknown[] = [
  ...["", "TODO", "x", "X Y", "x\u200by", "no such word!", "é", "/..", "0", "0.0.1", "http://localhost"],
  ...["1900-01-01", "2999-12-31", "2999-12-31T00:00:00Z", "00:00", "23:59", "00:00:00Z", "23:59:59Z"],
  ...["PT0S", "P9999D"],
];

function variantsOf(value: unknown): readonly unknown[] {
  if (typeof value === "string")
    return [
      ...[` ${value}`, `${value.slice(0, 1)}\u200b${value.slice(1)}`, value.slice(0, -1), `${value}!`],
      ...[value.toUpperCase(), value.toLowerCase(), ...TEXTS],
      ...[value.padEnd(6_000, " and so on"), `${value}\ud800`],
    ];
  if (typeof value === "number")
    return [0, -1, value + 1, value - 1, -value, 0.5, -1e6, 1e12, Number.POSITIVE_INFINITY];
  if (typeof value === "boolean") return [!value, "yes"];
  if (Array.isArray(value))
    return [
      [],
      value.slice(0, 1),
      value.slice(1),
      Array.from({ length: 200 }, (_, at) => value[at % value.length]),
    ];
  if (typeof value === "object" && value !== null) return [{}, { ...value, remark: "something else" }];
  return [...TEXTS, 0, true, [], {}];
}

/** What the examples of a package register, in whatever registry. */
export function registeredIn({ document: { examples } }: SpecPackage): unknown[] {
  const { registry = [], registries = {} } = examples;
  return [...registry, ...Object.values(registries).flat()].flatMap((entry) =>
    typeof entry === "object" ? Object.values(entry) : [entry],
  );
}
