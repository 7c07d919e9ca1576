/** Members that the schema does not declare by name: `patternProperties` and `additionalProperties`. */
import type { Scope } from "../../findings/finding.ts";
import type { Path } from "../../json/pointer.ts";
import type { LinearPattern } from "../../pattern/linear-pattern.ts";
import type { Json } from "../../types.ts";
import { isFine, type ObjectShape, type Place, type Walk } from "../place.ts";

export interface ObjectOptions {
  readonly properties: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  readonly others: ReturnType<typeof createOtherMembers>;
  readonly names: readonly Place[];
  readonly minMembers: number;
  readonly maxMembers: number;
  readonly defaults: ReadonlyMap<string, Json>;
}

/** Packages use few patterns, but a candidate can have thousands of names. */
const MAX_REMEMBERED = 512;
const MAX_NAME_LENGTH = 128;

/** Each layer is what one schema says. `additional`: for names that match no pattern; undefined if none may. */
export function createOtherMembers(
  layers: readonly {
    readonly patterns: readonly { pattern: LinearPattern; place: Place }[];
    readonly additional: Place | undefined;
  }[],
) {
  const isClosed = layers.some(({ additional }) => additional === undefined);
  const places = layers.flatMap(({ patterns, additional }) => [
    ...patterns.map(({ place }) => place),
    ...(additional ? [additional] : []),
  ]);
  const hasPatterns = layers.some(({ patterns }) => patterns.length > 0);
  const additional = layers.flatMap((layer) => layer.additional ?? []);
  const plain = isClosed ? undefined : additional;
  const remembered = new Map<string, readonly Place[] | undefined>();

  function match(name: string): readonly Place[] | undefined {
    const matching: Place[] = [];
    for (const { patterns, additional: rest } of layers) {
      const before = matching.length;
      for (const { pattern, place } of patterns) if (pattern.test(name)) matching.push(place);
      if (matching.length > before) continue;
      if (rest === undefined) return undefined;
      matching.push(rest);
    }
    return matching;
  }

  function placesFor(name: string): readonly Place[] | undefined {
    if (!hasPatterns) return plain;
    if (remembered.has(name)) return remembered.get(name);
    const matching = match(name);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (name.length <= MAX_NAME_LENGTH) remembered.set(name, matching);
    return matching;
  }

  const [only] = places;
  const okOnly = hasPatterns || isClosed || places.length > 1 ? undefined : only?.ok;
  const kind: ObjectShape["others"] = isClosed
    ? hasPatterns
      ? "patterned"
      : "none"
    : layers.length === 0
      ? "any"
      : "checked";
  return {
    kind,
    entry: places.length === 1 && only?.shape.type !== "any" ? only : undefined,
    rest: [...additional, ...places],
    reads: places.some((place) => place.read !== undefined),
    fills: places.some((place) => place.withDefaults !== undefined),
    patterns: layers.flatMap(({ patterns }) => patterns.map(({ pattern }) => pattern.source)),
    /** What a member must be; undefined if there may be no member of this name. */
    placesFor,
    ok(name: string, item: unknown, scope: Scope): boolean {
      // The most frequent case: records and other maps whose members are all alike.
      if (okOnly !== undefined) return name.isWellFormed() && okOnly(item, scope);
      const wanted = placesFor(name);
      if (wanted === undefined || !name.isWellFormed()) return false;
      for (let index = 0; index < wanted.length; index++) if (!wanted[index]!.ok(item, scope)) return false;
      return true;
    },
    report(wanted: readonly Place[], value: unknown, path: Path, walk: Walk): void {
      const before = walk.sink.errors;
      if (!isFine(wanted[0]!, value, walk.sink)) wanted[0]!.report(value, path, walk);
      // Several schemas may say the same about a member, and one report is enough.
      for (let index = 1; index < wanted.length && walk.sink.errors === before; index++)
        wanted[index]!.report(value, path, { ...walk, isRepeat: true });
    },
  };
}
