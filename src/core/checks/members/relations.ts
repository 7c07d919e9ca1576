/** How two values can be related, for `compare`. */
import { readTime } from "../../expressions/functions/moments.ts";
import { equalJson } from "../../json/equality.ts";
import { isPlainObject } from "../../json/pointer.ts";
import { containsText } from "../../similar/contains.ts";
import { isDate, isDateTime, isTime } from "../../values/calendar.ts";
import { compareDurations } from "../../values/durations.ts";

/** `undefined` where the two cannot be compared, which is for the schema to prevent. */
type Relation = (value: unknown, other: unknown) => boolean | undefined;

/** Of two numbers or two durations. A number beyond the range of JSON is reported as such. */
const amounts =
  (test: (order: number) => boolean): Relation =>
  (value, other) => {
    const order =
      Number.isFinite(value) && Number.isFinite(other)
        ? (value as number) - (other as number)
        : typeof value === "string" && typeof other === "string"
          ? compareDurations(value, other)
          : undefined;
    return order === undefined ? undefined : test(order);
  };

const texts =
  (test: (value: string, other: string) => boolean | undefined): Relation =>
  (value, other) =>
    typeof value === "string" && typeof other === "string" ? test(value, other) : undefined;

/** Of two times of day, two dates or two date-times; a date and a date-time are compared by their days. */
const moments = (test: (order: number) => boolean): Relation =>
  texts((value, other) => {
    const [time, otherTime] = [timeOf(value), timeOf(other)];
    if (time !== undefined && otherTime !== undefined) return test(time - otherTime);
    const byDay = isDate(value) || isDate(other);
    const [left, right] = [momentOf(value, byDay), momentOf(other, byDay)];
    return left === undefined || right === undefined ? undefined : test(compareMoments(left, right));
  });

/** The time since midnight in UTC. A leap second comes after every other second. */
export function timeOf(text: string): number | undefined {
  const leap = /^(\d\d:\d\d:)60(?=\D|$)/.exec(text);
  if (leap === null) return readTime(text);
  const before = isTime(text, 0, false) ? readTime(`${leap[1]}59${text.slice(8)}`) : undefined;
  return before === undefined ? undefined : before + 1_000;
}

/** The digits behind the point stay text: a number of seconds since the year 0 has room for five of them. */
interface Moment {
  seconds: number;
  fraction: string;
}

function momentOf(text: string, byDay: boolean): Moment | undefined {
  if (byDay) return isDate(text.slice(0, 10)) ? { seconds: startOfDay(text), fraction: "" } : undefined;
  if (!isDateTime(text)) return undefined;
  const [, fraction = "", sign, hours, minutes] =
    /:\d\d(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(text) ?? [];
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === "+" ? 60 : -60);
  const seconds =
    Number(text.slice(11, 13)) * 3600 + Number(text.slice(14, 16)) * 60 + Number(text.slice(17, 19));
  return { seconds: startOfDay(text) + seconds - offset, fraction: withoutTrailingZeros(fraction) };
}

/** A calendar repeats after 400 years. `Date.UTC` would take the years before 100 for those of the 20th century. */
function startOfDay(text: string): number {
  const [year, month, day] = text.slice(0, 10).split("-").map(Number);
  return Date.UTC(year! + 400, month! - 1, day) / 1000;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

function compareMoments(left: Moment, right: Moment): number {
  if (left.seconds !== right.seconds) return left.seconds - right.seconds;
  return left.fraction < right.fraction ? -1 : left.fraction > right.fraction ? 1 : 0;
}

interface RelationEntry {
  holds: Relation;
  /** What the value must do, in front of the other one. */
  must: string;
  /** The JSON types that both may have; any if undefined. */
  types?: readonly string[];
}

const AMOUNTS = ["integer", "number", "string"];
const TEXTS = ["string"];

export const RELATIONS = {
  equal: { holds: equalJson, must: "be equal to" },
  different: { holds: (value, other) => !equalJson(value, other), must: "be different from" },
  less: { holds: amounts((order) => order < 0), must: "be less than", types: AMOUNTS },
  "less-or-equal": { holds: amounts((order) => order <= 0), must: "be at most", types: AMOUNTS },
  greater: { holds: amounts((order) => order > 0), must: "be greater than", types: AMOUNTS },
  "greater-or-equal": { holds: amounts((order) => order >= 0), must: "be at least", types: AMOUNTS },
  "starts-with": {
    holds: texts((value, other) => value.startsWith(other)),
    must: "start with",
    types: TEXTS,
  },
  "not-starts-with": {
    holds: texts((value, other) => !value.startsWith(other)),
    must: "not start with",
    types: TEXTS,
  },
  "ends-with": {
    holds: texts((value, other) => value.endsWith(other)),
    must: "end with",
    types: TEXTS,
  },
  contains: { holds: texts(containsText), must: "contain", types: TEXTS },
  before: { holds: moments((order) => order < 0), must: "be before", types: TEXTS },
  "not-after": { holds: moments((order) => order <= 0), must: "not be after", types: TEXTS },
  after: { holds: moments((order) => order > 0), must: "be after", types: TEXTS },
  "not-before": { holds: moments((order) => order >= 0), must: "not be before", types: TEXTS },
} satisfies Record<string, RelationEntry>;

/** Relations of a value to a list, map or text around it. */
export const MEMBERSHIPS = ["contained-in", "not-contained-in"] as const;

export type RelationName = keyof typeof RELATIONS | (typeof MEMBERSHIPS)[number];

export const RELATION_NAMES: readonly RelationName[] = [
  ...(Object.keys(RELATIONS) as (keyof typeof RELATIONS)[]),
  ...MEMBERSHIPS,
];

export function relationOf(name: RelationName): RelationEntry | undefined {
  return (RELATIONS as Record<string, RelationEntry>)[name];
}

/** The values that a container offers: the items of a list, the member names of a map. */
export function contentOf(container: unknown): readonly unknown[] | undefined {
  if (Array.isArray(container)) return container;
  return isPlainObject(container) ? Object.keys(container) : undefined;
}
