/** How two values can be related, for `compare`, and which values a relation can put in order. */
import { equalJson } from "../../json/equality.ts";
import { isPlainObject } from "../../json/pointer.ts";
import type { Json } from "../../types.ts";
import { shown } from "../../unicode/describe.ts";
import {
  compareDurations,
  compareMoments,
  isDate,
  isDateTime,
  isDuration,
  timeOf,
} from "../../values/time.ts";
import { type DeclaredType, mayBe } from "../definition.ts";
import { TODAY } from "../params.ts";

/** What is compared: two values of the same kind. Dates and date-times are of one kind. */
const KINDS = {
  number: "numbers",
  duration: "durations",
  date: "dates",
  time: "times of day",
  text: "texts",
} as const;
type Kind = keyof typeof KINDS;
const AMOUNTS: readonly Kind[] = ["number", "duration"];
const MOMENTS: readonly Kind[] = ["date", "time"];
const TEXTS: readonly Kind[] = ["text"];

interface Relation {
  /** What the value must do, in front of the other one. */
  must: string;
  /** Undefined where the two cannot be compared, which is for the schema to prevent. */
  holds(value: unknown, other: unknown): boolean | undefined;
  /** What it compares; undefined for values of any kind. */
  kinds: readonly Kind[] | undefined;
}

const relation = (must: string, holds: Relation["holds"], kinds?: readonly Kind[]): Relation => ({
  ...{ must, holds, kinds },
});

/** Of two numbers, two durations or two moments. A number beyond the range of JSON is reported as such. */
const ordered = (must: string, kinds: readonly Kind[], test: (order: number) => boolean): Relation => {
  const compareTexts = kinds === MOMENTS ? compareMoments : compareDurations;
  const orderOf = (value: unknown, other: unknown) => {
    if (typeof value === "string" && typeof other === "string") return compareTexts(value, other);
    const areNumbers = kinds === AMOUNTS && Number.isFinite(value) && Number.isFinite(other);
    return areNumbers ? (value as number) - (other as number) : undefined;
  };
  return relation(
    must,
    (value, other) => {
      const order = orderOf(value, other);
      return order === undefined ? undefined : test(order);
    },
    kinds,
  );
};

const ofTexts = (must: string, test: (value: string, other: string) => boolean | undefined): Relation =>
  relation(
    must,
    (value, other) =>
      typeof value === "string" && typeof other === "string" ? test(value, other) : undefined,
    TEXTS,
  );

export const RELATIONS = {
  equal: relation("be equal to", equalJson),
  different: relation("be different from", (value, other) => !equalJson(value, other)),
  less: ordered("be less than", AMOUNTS, (order) => order < 0),
  "less-or-equal": ordered("be at most", AMOUNTS, (order) => order <= 0),
  greater: ordered("be greater than", AMOUNTS, (order) => order > 0),
  "greater-or-equal": ordered("be at least", AMOUNTS, (order) => order >= 0),
  "starts-with": ofTexts("start with", (value, other) => value.startsWith(other)),
  "not-starts-with": ofTexts("not start with", (value, other) => !value.startsWith(other)),
  before: ordered("be before", MOMENTS, (order) => order < 0),
  "not-after": ordered("not be after", MOMENTS, (order) => order <= 0),
  after: ordered("be after", MOMENTS, (order) => order > 0),
  "not-before": ordered("not be before", MOMENTS, (order) => order >= 0),
};

/** With the relations of a value to a list or map. */
export const RELATION_NAMES = [
  ...(Object.keys(RELATIONS) as (keyof typeof RELATIONS)[]),
  ...(["contained-in", "not-contained-in"] as const),
];
export type RelationName = (typeof RELATION_NAMES)[number];

/** Undefined for the relations to something around a value. */
export function relationOf(name: RelationName): Relation | undefined {
  return (RELATIONS as Record<string, Relation>)[name];
}

export function isInTime(name: unknown): boolean {
  return relationOf(name as RelationName)?.kinds === MOMENTS;
}

/** The values that a container offers: the items of a list, the member names of a map. */
export function contentOf(container: unknown): readonly unknown[] | undefined {
  if (Array.isArray(container)) return container;
  return isPlainObject(container) ? Object.keys(container) : undefined;
}

/** Why a relation can never say anything about two places, or about a place and a fixed value. */
export function whyIncomparable(
  place: DeclaredType,
  declared: DeclaredType | undefined,
  is: RelationName,
  to: string | undefined,
  value: Json | undefined,
): string | undefined {
  const relation = relationOf(is);
  if (relation === undefined) {
    const isNone = value === undefined ? declared && !mayBe(declared, "array", "object") : !contentOf(value);
    return isNone && to?.includes("*") !== true ? `${shown(value ?? to)} is no list or map` : undefined;
  }
  const accepted = relation.kinds;
  if (accepted === undefined) return undefined;
  const wanted = phraseOf(accepted);
  const sides = [{ kinds: kindsAt(place, accepted), why: `the schema declares no ${wanted} there` }];
  if (declared !== undefined)
    sides.push({ kinds: kindsAt(declared, accepted), why: `the schema declares no ${wanted} at "${to}"` });
  if (value !== undefined)
    sides.push({ kinds: kindsOf(value), why: `${shown(value)} is not one of the ${wanted}` });
  let common = accepted;
  for (const { kinds, why } of sides) {
    const own = accepted.filter((kind) => kinds.includes(kind));
    if (own.length === 0) return why;
    const both = own.filter((kind) => common.includes(kind));
    if (both.length === 0) return `${phraseOf(common)} are not compared with ${phraseOf(own)}`;
    common = both;
  }
  return undefined;
}

function phraseOf(kinds: readonly Kind[]): string {
  return kinds.map((kind) => KINDS[kind]).join(" or ");
}

const KINDS_OF_FORMATS: Readonly<Record<string, Kind>> = {
  ...{ date: "date", "date-time": "date", time: "time", duration: "duration" },
};

function kindsAt(place: DeclaredType, accepted: readonly Kind[]): readonly Kind[] {
  if (!mayBe(place, "string")) return mayBe(place, "number", "integer") ? ["number"] : [];
  if (place.formats !== undefined)
    return [
      "text",
      ...place.formats.flatMap((format) => KINDS_OF_FORMATS[format] ?? []),
      ...(mayBe(place, "number") ? (["number"] as const) : []),
    ];
  if (mayBe(place, "null")) return Object.keys(KINDS) as Kind[];
  // A text without a format can be a date or a time as well, but nobody writes durations without saying so.
  return accepted.filter((kind) => !AMOUNTS.includes(kind));
}

function kindsOf(value: Json): readonly Kind[] {
  if (typeof value === "number") return ["number"];
  if (typeof value !== "string") return [];
  if (value === TODAY || isDate(value) || isDateTime(value)) return ["text", "date"];
  if (timeOf(value) !== undefined) return ["text", "time"];
  return isDuration(value) ? ["text", "duration"] : ["text"];
}
