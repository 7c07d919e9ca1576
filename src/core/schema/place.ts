/**
 * A place in a candidate, as the schema describes it: data about the values that belong there (`Shape`), and who judges
 * them, in this order: the type, the constraints beside it, the rules of the spec package.
 */
import type { Deprecation, WordLabel } from "../checks/params.ts";
import type { FixedValue } from "../evidence/evidence.ts";
import type { Detail, Reading, Scope, Sink } from "../findings/finding.ts";
import type { Path } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import { EMPTY_REGISTRY } from "../registry/entries.ts";
import type { Json } from "../types.ts";
import { joined, listOf, quote } from "../unicode/describe.ts";

export const SCHEMA_ALONE: Scope = {
  rules: "none",
  hasLooseText: false,
  registry: EMPTY_REGISTRY,
  registries: new Map(),
  clock: 0,
};

export interface ObjectShape {
  readonly members: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
  /** Members that are not declared: free, checked by value, by the pattern of their names, or forbidden. */
  readonly others: "any" | "checked" | "patterned" | "none";
  readonly entry: Place | undefined;
  /** What members of other names must be: by `additionalProperties`, then by the patterns of their names. */
  readonly rest: readonly Place[];
  readonly minMembers: number;
  readonly maxMembers: number | undefined;
  readonly names: readonly Place[];
  knows(name: string, meter: Meter): boolean;
}

export interface Shape {
  /** What the schema declares; `choice` is `enum` or `const`, and `any` is also a mixture of types. */
  readonly type:
    | ("object" | "array" | "string" | "integer" | "number" | "boolean" | "null")
    | ("choice" | "any");
  readonly kinds: Kinds;
  /** Of a mixture of types: the shape of each that the schema says something about. */
  readonly parts: readonly Shape[] | undefined;
  readonly phrase: string;
  readonly bounds: string | undefined;
  readonly maxLength: number | undefined;
  /** What a text has to look like, if the schema says so; empty if only a pattern does. */
  readonly form: string | undefined;
  readonly formats: readonly string[] | undefined;
  readonly object: ObjectShape | undefined;
  readonly items: Place | undefined;
  readonly prefix: readonly Place[] | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly values: readonly Json[] | undefined;
  readonly words: readonly string[] | undefined;
  readonly onlyValue: Json | undefined;
  readonly isConst: boolean;
  /** Whether the package says that the only value may be filled in where it is absent. */
  readonly fills: boolean;
  readonly alternatives: readonly Place[] | undefined;
  /** What depends on the value itself, as far as it can be put into words: "When "kind" is "parcel"". */
  readonly conditions: readonly { readonly when: string; readonly shape: Shape }[] | undefined;
  readonly example: Json | undefined;
  readonly default: Json | undefined;
  /** Of the definition that the schema refers to. */
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly labels: ReadonlyMap<string, WordLabel> | undefined;
  readonly deprecated: Deprecation | undefined;
}

const BARE = {
  ...{ bounds: undefined, maxLength: undefined, form: undefined, formats: undefined },
  ...{ object: undefined, items: undefined, prefix: undefined, minItems: undefined },
  ...{ maxItems: undefined, values: undefined, words: undefined, onlyValue: undefined },
  ...{ alternatives: undefined, conditions: undefined, example: undefined, title: undefined },
  ...{ description: undefined, labels: undefined, deprecated: undefined, parts: undefined },
  ...{ isConst: false, default: undefined, name: undefined },
};

export function shapeOf(type: Shape["type"], kinds: Kinds, phrase: string, more: Partial<Shape> = {}): Shape {
  return { ...BARE, fills: false, type, kinds, phrase, ...more };
}

export interface Visit {
  readonly sink: Sink;
  readonly path: Path;
  /** Why what is reported applies, to be put behind a verb: `when "kind" is "free"`. Empty if it always does. */
  readonly reason: string;
  /** Whether another constraint may have reported the same. */
  readonly isRepeat: boolean;
  /** The place with all that applies to it, rules included: a fix is only offered if it passes there. */
  readonly place: Place;
  /** The text without the characters that were reported already, if any were. */
  readonly cleaned: string | undefined;
  /** What the alternatives beside the one that is reported have to say. */
  readonly elsewhere:
    | {
        has(name: string): boolean;
        /** The member that would have to say something else for all that is there to belong to another one. */
        readonly instead: { readonly name: string; readonly value: Json } | undefined;
      }
    | undefined;
}

export type Walk = Pick<Visit, "sink" | "reason" | "isRepeat">;

export function fault(
  { sink, path, isRepeat }: Pick<Visit, "sink" | "path" | "isRepeat">,
  code: string,
  detail: (path: Path) => Detail,
  at: Path = path,
): void {
  sink.add(code, "error", detail, at, isRepeat ? "repeat" : "value");
}

export function reportMoves({ sink, path }: Visit): void {
  for (const move of sink.reading.takeMoves(path))
    sink.add(move.code, "error", move.detail, move.path, "name");
}

/** The type of a place, or a constraint beside it such as `oneOf` or `if`. */
export interface Judge {
  /** The quick pass: whether there is nothing to report about this value. */
  ok(value: unknown, scope: Scope): boolean;
  /** The thorough pass: reports everything about the value. */
  report(value: unknown, visit: Visit): void;
  /** The value as it was probably meant; notes in the reading what was sent elsewhere or otherwise. */
  readonly read?: ((value: unknown, path: Path, reading: Reading) => unknown) | undefined;
  /** Adds declared defaults to a valid value; returns the value itself where there are none to add. */
  readonly withDefaults?: ((value: unknown) => unknown) | undefined;
}

export interface TypeJudge extends Judge {
  readonly shape: Shape;
  /** Which texts of printable ASCII on one line with nothing to trim pass without a closer look. */
  readonly plainLines?:
    | {
        readonly min: number;
        readonly max: number;
        readonly test: ((text: string) => boolean) | undefined;
      }
    | undefined;
  /** Whether a value that was sent elsewhere could be meant for this place. */
  suits(value: unknown, meter: Meter): boolean;
  /** What was probably meant by a value that is none of a few, best first. */
  readonly match?: ((value: unknown, meter: Meter) => readonly FixedValue[]) | undefined;
  /** What a value that is none of a few stands for, as far as nobody has to decide. */
  readonly certain?: ((value: unknown, meter: Meter) => FixedValue | undefined) | undefined;
  /** Every leaf of it fails here, so that nobody can submit it by accident. Undefined where no such value exists. */
  placeholder(): Json | undefined;
}

export interface Place extends Omit<TypeJudge, "report" | "plainLines"> {
  /** What `ok` says of an absent member; undefined if absence is fine. */
  readonly okAbsent: ((scope: Scope) => boolean) | undefined;
  readonly reportAbsent: ((path: Path, walk: Walk) => void) | undefined;
  report(value: unknown, path: Path, walk: Walk): void;
  /** Takes part in a visit of the place to which this one is an alternative or a condition. */
  reportIn(value: unknown, visit: Visit): void;
}

/** Lists and objects are never asked: each level would ask again about everything below it. */
export function isFine(place: Place, value: unknown, { scope }: Sink): boolean {
  return (typeof value !== "object" || value === null) && place.ok(value, scope);
}

/** Whether a value would pass a place, its schema alone unless more is asked, and there is enough left to find out. */
export function fits(
  { ok }: Pick<Place, "ok">,
  value: unknown,
  meter: Meter,
  scope: Scope = SCHEMA_ALONE,
): boolean {
  return meter.spendOn(value) && ok(value, scope);
}

/** Whether a value would pass the schema and the error rules of a place, and there is enough left to find out. */
export function passes(
  place: Place,
  value: unknown,
  { asked, meter }: Sink,
  rules: "errors" | "enforced" = "errors",
): boolean {
  return meter.spendOn(value) && place.ok(value, asked[rules]);
}

export type Kinds = number;

export const KIND_NAMES = ["null", "boolean", "number", "string", "array", "object"] as const;
export type KindName = (typeof KIND_NAMES)[number];

export const KIND = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32 } as const;
export const NO_KIND: Kinds = 0;
export const EVERY_KIND: Kinds = 63;

const PHRASES: Record<KindName, string> = {
  null: "null",
  boolean: "true or false",
  number: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
};

export function kindOf(value: unknown): Kinds {
  switch (typeof value) {
    case "string":
      return KIND.string;
    case "number":
      return KIND.number;
    case "boolean":
      return KIND.boolean;
    case "object":
      return value === null ? KIND.null : Array.isArray(value) ? KIND.array : KIND.object;
    default:
      return NO_KIND;
  }
}

export function kindsIn(kinds: Kinds): KindName[] {
  return KIND_NAMES.filter((name) => (kinds & KIND[name]) !== 0);
}

/** "a string or null" */
export function phraseOf(kinds: Kinds): string {
  if (kinds === EVERY_KIND) return "a value";
  // null comes last, where people expect it.
  const phrases = kindsIn(kinds & ~KIND.null).map((name) => PHRASES[name]);
  if ((kinds & KIND.null) !== 0) phrases.push(PHRASES.null);
  return joinOr(phrases);
}

export function joinOr(phrases: readonly string[]): string {
  return joined([...new Set(phrases)], "or") || "nothing";
}

export const MAX_NAMED = 4;

export function describeShape(shape: Shape): string {
  const { title, phrase, bounds, object } = shape;
  const [mark] = [...(object?.members ?? [])].filter(([, { shape }]) => shape.onlyValue !== undefined);
  const what = mark
    ? `${phrase} with ${quote(mark[0])} ${mark[1].shape.phrase}`
    : object && object.required.size > 0
      ? phraseWithMembers(shape)
      : bounds
        ? `${phrase} of ${bounds}`
        : phrase;
  return title === undefined || what.includes(title) ? what : `${what} (${title})`;
}

export function phraseWithMembers({ phrase, object, items }: Shape): string {
  const names = namesIn(object ?? items?.shape.object);
  if (names.length === 0) return phrase;
  return `${object === undefined ? "an array of objects" : phrase} with ${listOf(names, MAX_NAMED, "and")}`;
}

export function namesIn(object: ObjectShape | undefined): string[] {
  if (object === undefined) return [];
  return [...(object.required.size > 0 ? object.required : object.members.keys())];
}
