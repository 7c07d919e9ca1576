/** Which values `compare` can put in order, so that a rule that could never speak is refused. */
import type { Json } from "../../types.ts";
import { shown } from "../../unicode/describe.ts";
import { isDate, isDateTime, isDuration, timeOf } from "../../values/time.ts";
import { type DeclaredType, mayBe } from "../definition.ts";
import { TODAY } from "../params.ts";
import { type RelationName, relationOf } from "./relations.ts";

export const MOMENT_RELATIONS: ReadonlySet<string> = new Set(["before", "not-after", "after", "not-before"]);

/** What a relation can compare: two values of the same kind. Dates and date-times are of one kind. */
type Kind = "number" | "duration" | "date" | "time" | "text";

const PHRASES: Readonly<Record<Kind, string>> = {
  number: "numbers",
  duration: "durations",
  date: "dates",
  time: "times of day",
  text: "texts",
};
const KINDS = Object.keys(PHRASES) as Kind[];
const KINDS_OF_FORMATS: Readonly<Record<string, Kind>> = {
  date: "date",
  "date-time": "date",
  time: "time",
  duration: "duration",
};

/** Why a relation can never say anything about two places, or about a place and a fixed value. */
export function whyIncomparable(
  place: DeclaredType,
  declared: DeclaredType | undefined,
  is: RelationName,
  to: string | undefined,
  value: Json | undefined,
): string | undefined {
  const accepted = kindsComparedBy(is);
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

/** Undefined if it compares values of any kind. */
function kindsComparedBy(is: RelationName): Kind[] | undefined {
  if (MOMENT_RELATIONS.has(is)) return ["date", "time"];
  const types = relationOf(is)?.types;
  if (types === undefined) return undefined;
  return types.includes("number") ? ["number", "duration"] : ["text"];
}

function phraseOf(kinds: readonly Kind[]): string {
  return kinds.map((kind) => PHRASES[kind]).join(" or ");
}

function kindsAt(place: DeclaredType, accepted: readonly Kind[]): readonly Kind[] {
  if (!mayBe(place, "string")) return mayBe(place, "number", "integer") ? ["number"] : [];
  if (place.formats !== undefined)
    return [
      "text",
      ...place.formats.flatMap((format) => KINDS_OF_FORMATS[format] ?? []),
      ...(mayBe(place, "number") ? (["number"] as const) : []),
    ];
  if (mayBe(place, "null")) return KINDS;
  // A text without a format can be a date or a time as well, but nobody writes durations without saying so.
  return accepted.filter((kind) => kind !== "number" && kind !== "duration");
}

function kindsOf(value: Json): readonly Kind[] {
  if (typeof value === "number") return ["number"];
  if (typeof value !== "string") return [];
  if (value === TODAY || isDate(value) || isDateTime(value)) return ["text", "date"];
  if (timeOf(value) !== undefined) return ["text", "time"];
  return isDuration(value) ? ["text", "duration"] : ["text"];
}
