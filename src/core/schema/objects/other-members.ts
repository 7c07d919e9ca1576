/** Members that the schema does not declare by name: `patternProperties` and `additionalProperties`. */
import type { Scope } from "../../findings/finding.ts";
import type { Path } from "../../json/pointer.ts";
import type { LinearPattern } from "../../pattern/linear-pattern.ts";
import type { Json } from "../../types.ts";
import type { Others, Place, Walk } from "../place.ts";

/** What one schema says about them. Several schemas can apply to one object. */
export interface OtherMembersLayer {
  patterns: readonly { pattern: LinearPattern; place: Place }[];
  /** For names that match no pattern; undefined where there may be none. */
  additional: Place | undefined;
}

interface OtherMembers {
  kind: Others;
  /** What an entry must be, if all entries must be the same. */
  entry: Place | undefined;
  reads: boolean;
  /** Whether a member can have defaults. */
  fills: boolean;
  /** What names may match, as the package writes it. */
  patterns: readonly string[];
  /** What a member must be; undefined if there may be no member of this name. */
  placesFor(name: string): readonly Place[] | undefined;
  ok(name: string, item: unknown, scope: Scope): boolean;
  report(places: readonly Place[], value: unknown, path: Path, walk: Walk): void;
}

/** What is said about the members of an object. */
export interface ObjectOptions {
  readonly properties: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
  /** Other names that the package declares for a member. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** What members that are not declared by name must be. */
  readonly others: OtherMembers;
  /** What the names of all members must be. */
  readonly names: readonly Place[];
  readonly minMembers: number;
  readonly maxMembers: number;
  /** Declared defaults of optional members. */
  readonly defaults: ReadonlyMap<string, Json>;
}

/** Packages use few patterns, but a candidate can have thousands of names. */
const MAX_REMEMBERED = 512;
const MAX_NAME_LENGTH = 128;

export function createOtherMembers(layers: readonly OtherMembersLayer[]): OtherMembers {
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
  return {
    kind: isClosed ? (hasPatterns ? "patterned" : "none") : layers.length === 0 ? "any" : "checked",
    entry: places.length === 1 && only?.shape.type !== "any" ? only : undefined,
    reads: places.some((place) => place.read !== undefined),
    fills: places.some((place) => place.withDefaults !== undefined),
    patterns: layers.flatMap(({ patterns }) => patterns.map(({ pattern }) => pattern.source)),
    placesFor,
    ok(name, item, scope) {
      // The most frequent case: records and other maps whose members are all alike.
      if (okOnly !== undefined) return name.isWellFormed() && okOnly(item, scope);
      const wanted = placesFor(name);
      if (wanted === undefined || !name.isWellFormed()) return false;
      for (let index = 0; index < wanted.length; index++) if (!wanted[index]!.ok(item, scope)) return false;
      return true;
    },
    report(wanted, value, path, walk) {
      const before = walk.sink.errors;
      const [first, ...more] = wanted;
      first?.report(value, path, walk);
      // Several schemas may say the same about a member, and one report is enough.
      for (const place of more)
        if (walk.sink.errors === before) place.report(value, path, { ...walk, isRepeat: true });
    },
  };
}
