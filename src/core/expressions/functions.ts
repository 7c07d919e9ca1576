/** The functions of expressions: those of CEL's standard library, and those that checks of proposals need. */

import { equalJson, groupBy } from "../json/values.ts";
import { characterCount, lowerCase, normalizeText, trimEnds } from "../unicode/unicode.ts";
import * as time from "../values/time.ts";
import { readUrl } from "../values/url-parts.ts";
import { JSON_NUMBER } from "../values/value-types.ts";
import { readVersion } from "../values/versions.ts";
import { fail } from "./frame.ts";
import { isNumber, type Kind, listOfType, MAX_ITEMS, MAX_TEXT, type Type } from "./types.ts";

export interface FunctionEntry {
  name: string;
  /** How it is called: `x.f()`, `f(x)`, or both. */
  form: "method" | "function" | "both";
  /** What each argument may be, the one before the dot first. */
  params: readonly (readonly Kind[])[];
  /** How many of the first arguments cannot be left out. */
  required: number;
  result: Type | ((...args: Type[]) => Type);
  /** How many steps it takes at most, beyond one. */
  weight(...args: Type[]): number;
  // biome-ignore lint/suspicious/noExplicitAny: the compiler has checked the types of the arguments
  run(...args: any[]): unknown;
}

/** About as many characters as one step of an expression takes. */
export const TEXT_PER_STEP = 32;

export const lengthOf = ({ max }: Type): number => max ?? MAX_TEXT;
export const itemsOf = ({ max }: Type): number => max ?? MAX_ITEMS;
/** How long a text can become when every part of it is replaced. */
const lengthReplaced = (text: Type, by: Type): number => (lengthOf(text) + 1) * (lengthOf(by) + 1);
/** How long the texts of a list are together. */
const totalOf = (list: Type) => list.total ?? itemsOf(list) * (list.item ? lengthOf(list.item) : MAX_TEXT);
const scan = (...args: Type[]): number =>
  args.reduce((sum, type) => sum + (mayBeText(type) ? lengthOf(type) / TEXT_PER_STEP : 0), 0);
const mayBeText = ({ kind }: Type): boolean => kind === "string" || kind === "any";
const textOf = (max: number): Type => ({ kind: "string", max });
const sameText = (type: Type): Type => textOf(lengthOf(type));

type Rest = [Kind | FunctionEntry["result"], FunctionEntry["run"], more?: Partial<FunctionEntry>];

function method(
  name: string,
  params: readonly (Kind | readonly Kind[])[],
  ...[result, run, more]: Rest
): FunctionEntry {
  return {
    ...{ name, form: "method", params: params.map((kinds) => [kinds].flat()), required: params.length },
    ...{ result: typeof result === "string" ? { kind: result } : result, run, weight: scan, ...more },
  };
}

const itemOf = (list: Type): Type => list.item!;
const same = (type: Type): Type => type;
const ofList = (name: string, result: Rest[0], run: (list: never[]) => unknown) =>
  method(name, ["list"], result, run, { weight: itemsOf });

const likeAll = (...args: Type[]): Type => ({
  kind: args.every(({ kind }) => kind === "int") ? "int" : "double",
});

/** A function of CEL's `math`, of one or two numbers. */
const ofNumbers = (
  name: string,
  count: 1 | 2,
  run: (a: number, b: number) => number,
  result: Rest[0] = "double",
): FunctionEntry => {
  const params = new Array<readonly Kind[]>(count).fill(["int", "double"]);
  // Adding zero turns -0 into 0.
  return method(`math.${name}`, params, result, (a: number, b: number) => run(a, b) + 0, {
    form: "function",
  });
};

const read =
  <Value>(reader: (text: string) => Value | undefined, what: string) =>
  (text: string): Value =>
    reader(text) ?? fail(`${JSON.stringify(text.slice(0, 60))} is not ${what}`);
const reads = (reader: (text: string) => unknown) => (text: string) => reader(text) !== undefined;

/** A function of one value. */
const of = (name: string, kinds: Kind | readonly Kind[], ...rest: [Rest[0], Rest[1]]) =>
  method(name, [kinds], ...rest, { form: "function" });

const ofText = (name: string, ...rest: [Rest[0], Rest[1]]) => of(name, "string", ...rest);

/** Where the schema leaves open what a value is, it may be none that can be converted. */
function refuseOthers(value: unknown, ...types: string[]): void {
  if (!types.includes(typeof value)) fail("the value cannot be converted");
}

export const whole = (value: number): number =>
  Number.isSafeInteger(value) ? value : fail("the number is too large");

export const finite = (value: number) => (Number.isFinite(value) ? value : fail("the number is too large"));

function toNumber(value: string | number, form: RegExp, what: string): number {
  refuseOthers(value, "string", "number");
  return typeof value === "string" && !form.test(value)
    ? fail(`${JSON.stringify(value.slice(0, 60))} is not ${what}`)
    : Number(value);
}

/** Compares numbers, texts and all that is kept as a number. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  return fail("values of different types cannot be compared");
}

// Texts are counted and compared by characters (code points), as CEL says.

/** A text without surrogates has as many characters as units, which nearly every text is. */
const isSimple = (text: string): boolean => !/[\ud800-\udfff]/.test(text);

/** Nothing stands between any two characters. */
const split = (text: string, by: string): string[] => (by === "" ? Array.from(text) : text.split(by));

/** By code points: pairs of surrogates come after all other characters. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

function substring(text: string, start: number, end?: number): string {
  const characters = isSimple(text) ? text : Array.from(text);
  const last = end ?? characters.length;
  if (start < 0 || last > characters.length || start > last)
    return fail(`there are no characters ${start} to ${last} in a text of ${characters.length}`);
  const part = characters.slice(start, last);
  return typeof part === "string" ? part : part.join("");
}

/** Where a part of a text stands, in characters; -1 if it does not. */
const finding = (search: "indexOf" | "lastIndexOf") => (text: string, part: string) => {
  const at = text[search](part);
  return at <= 0 || isSimple(text) ? at : Array.from(text.slice(0, at)).length;
};

const NOT_ASCII = /[^\0-\x7f]/;

/** The runtime is quickest where all letters are of ASCII, and a loop may ask for the same ones thousands of times. */
const changingAscii =
  (letters: RegExp, change: "toLowerCase" | "toUpperCase") =>
  (text: string): string =>
    NOT_ASCII.test(text) ? text.replace(letters, (part) => part[change]()) : text[change]();
const toLowerAscii = changingAscii(/[A-Z]+/g, "toLowerCase");
const toUpperAscii = changingAscii(/[a-z]+/g, "toUpperCase");

const encoder = new TextEncoder();

function extreme(items: readonly unknown[], sign: number): unknown {
  if (items.length === 0) return fail("the list is empty");
  return items.reduce((best, item) => (sign * compareValues(item, best) > 0 ? item : best));
}

function slice(items: readonly unknown[], start: number, end: number): unknown[] {
  if (start < 0 || end > items.length || start > end)
    return fail(`there are no items ${start} to ${end} in a list of ${items.length}`);
  return items.slice(start, end);
}

function distinct(items: readonly unknown[]): unknown[] {
  const seen = new Set<unknown>();
  const kept: unknown[] = [];
  for (const item of items) {
    const isScalar = typeof item !== "object" || item === null;
    if (isScalar ? seen.has(item) : kept.some((other) => equalJson(item, other))) continue;
    seen.add(item);
    kept.push(item);
  }
  return kept;
}

function join(list: readonly unknown[], by = ""): string {
  return list.every((item) => typeof item === "string")
    ? list.join(by)
    : fail("the list holds more than texts");
}

/** How long the texts of a list become with another one between them. */
const lengthJoined = (list: Type, by: Type = textOf(0)) => totalOf(list) + itemsOf(list) * lengthOf(by);

function sizeOf(value: unknown): number {
  if (typeof value === "string") return characterCount(value);
  return Array.isArray(value) ? value.length : Object.keys(value as object).length;
}

const written = (from: Type): Type =>
  from.kind === "string" ? from : textOf(from.kind === "any" ? lengthOf(from) : 32);

function toText(value: unknown): string {
  refuseOthers(value, "string", "number", "boolean");
  return String(value);
}

const pieces = (text: Type): Type => ({
  ...listOfType(sameText(text), Math.min(MAX_ITEMS, lengthOf(text) + 1)),
  total: lengthOf(text),
});

export const FUNCTIONS: readonly FunctionEntry[] = [
  method("size", [["string", "list", "map", "object"]], "int", sizeOf, { form: "both" }),
  method("contains", ["string", "string"], "bool", (text: string, part: string) => text.includes(part)),
  method("startsWith", ["string", "string"], "bool", (text: string, part: string) => text.startsWith(part)),
  method("endsWith", ["string", "string"], "bool", (text: string, part: string) => text.endsWith(part)),
  method("lowerAscii", ["string"], sameText, toLowerAscii),
  method("upperAscii", ["string"], sameText, toUpperAscii),
  method("lower", ["string"], (text) => textOf(2 * lengthOf(text)), lowerCase),
  method("normalized", ["string"], sameText, normalizeText),
  method("trim", ["string"], sameText, trimEnds),
  method("bytes", ["string"], "int", (text: string) => encoder.encode(text).length),
  method("utf16", ["string"], "int", (text: string) => text.length),
  method("charAt", ["string", "int"], textOf(1), (text: string, at: number) => substring(text, at, at + 1)),
  method("substring", ["string", "int", "int"], sameText, substring, { required: 2 }),
  method("indexOf", ["string", "string"], "int", finding("indexOf")),
  method("lastIndexOf", ["string", "string"], "int", finding("lastIndexOf")),
  method(
    "replace",
    ["string", "string", "string"],
    (text, _, by) => textOf(lengthReplaced(text, by)),
    (text: string, part: string, by: string) => split(text, part).join(by),
    { weight: (text, part, by) => scan(text, part) + lengthReplaced(text, by) / TEXT_PER_STEP },
  ),
  method("split", ["string", "string"], pieces, split, { weight: (text) => lengthOf(text) / 4 }),
  method("join", ["list", "string"], (list, by) => textOf(lengthJoined(list, by)), join, {
    required: 1,
    weight: (list, by) => itemsOf(list) + lengthJoined(list, by) / TEXT_PER_STEP,
  }),
  method("distinct", ["list"], same, distinct, {
    // Items that are compared one by one are rare; they are counted as if they always were.
    weight: (list) =>
      ["string", "int", "double", "bool"].includes(list.item!.kind) ? itemsOf(list) : itemsOf(list) ** 2,
  }),
  ofList(
    "sum",
    (list) => likeAll(list.item!),
    (list: readonly number[]) => finite(list.reduce((all, item) => all + item, 0)),
  ),
  ofList("min", itemOf, (list) => extreme(list, -1)),
  ofList("max", itemOf, (list) => extreme(list, 1)),
  ofList("isSorted", "bool", (list) =>
    list.every((item, index) => index === 0 || compareValues(list[index - 1], item) <= 0),
  ),
  method("sort", ["list"], same, (list: unknown[]) => list.toSorted(compareValues), {
    weight: (list) => itemsOf(list) * Math.log2(itemsOf(list) + 2),
  }),
  method("slice", ["list", "int", "int"], same, slice, { weight: itemsOf }),
  ofNumbers("abs", 1, Math.abs, likeAll),
  ofNumbers("greatest", 2, Math.max, likeAll),
  ofNumbers("least", 2, Math.min, likeAll),
  ofNumbers("ceil", 1, Math.ceil),
  ofNumbers("floor", 1, Math.floor),
  ofNumbers("trunc", 1, Math.trunc),
  // A half goes away from zero, as in CEL.
  ofNumbers("round", 1, (value) => Math.sign(value) * Math.round(Math.abs(value))),
  of("int", ["int", "double", "string", "any"], "int", (value) =>
    whole(Math.trunc(toNumber(value, /^[+-]?\d{1,16}$/, "a whole number")) + 0),
  ),
  of("double", ["int", "double", "string", "any"], "double", (value) =>
    finite(toNumber(value, JSON_NUMBER, "a number")),
  ),
  of("string", ["string", "int", "double", "bool", "any"], written, toText),
  ofText("timestamp", "timestamp", read(time.readTimestamp, "a point in time such as 2027-01-01T09:30:00Z")),
  ofText("duration", "duration", read(readDuration, "a duration such as 1h30m")),
  ofText("date", "timestamp", read(time.readDate, "a date such as 2027-01-31")),
  ofText("time", "duration", read(time.readTime, "a time of day such as 09:30")),
  ofText("url", "url", read(readUrl, "a URL such as https://example.org/")),
  ofText("semver", "semver", read(readVersion, "a version such as 1.0.0")),
  ofText("isTimestamp", "bool", reads(time.readTimestamp)),
  ofText("isDate", "bool", reads(time.readDate)),
  ofText("isTime", "bool", reads(time.readTime)),
  ofText("isUrl", "bool", reads(readUrl)),
  ofText("isSemver", "bool", reads(readVersion)),
  ...(["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds"] as const).map((part) =>
    method(`get${part}`, ["timestamp"], "int", (moment: number) => time.dateOf(moment)[`getUTC${part}`]()),
  ),
  method("getDayOfMonth", ["timestamp"], "int", (moment: number) => time.dateOf(moment).getUTCDate() - 1),
  method("getDayOfYear", ["timestamp"], "int", time.dayOfYear),
  method("getDayOfWeek", ["timestamp"], "int", (moment: number) => time.dateOf(moment).getUTCDay()),
  method("getHours", ["duration"], "int", (span: number) => Math.trunc(span / 3_600_000)),
  method("getMinutes", ["duration"], "int", (span: number) => Math.trunc(span / 60_000)),
  method("getSeconds", ["duration"], "int", (span: number) => Math.trunc(span / 1_000)),
];

const byName = (other: FunctionEntry["form"]) => {
  const entries = FUNCTIONS.filter(({ form }) => form !== other);
  return groupBy(entries, ({ name }) => name);
};
export const [METHODS, GLOBALS] = [byName("function"), byName("method")];

/** Functions whose list must hold something that can be compared or added. */
export function unsuitableItem({ name }: FunctionEntry, [list]: readonly Type[]): string | undefined {
  const item = list?.item;
  const isOrdered = ["min", "max", "sort", "isSorted"].includes(name);
  if (item === undefined || !(isOrdered || name === "sum" || name === "join")) return undefined;
  if (name === "sum" && !isNumber(item)) return "the list does not hold numbers";
  if (isOrdered && !isNumber(item) && item.kind !== "string")
    return "the list holds neither numbers nor texts";
  if (name === "join" && item.kind !== "string") return "the list does not hold texts";
  return item.isNullable === true ? "an item of the list may be null" : undefined;
}

const UNITS: Readonly<Record<string, number>> = {
  ...{ h: 3_600_000, m: 60_000, s: 1_000, ms: 1, us: 1e-3, ns: 1e-6 },
};
const CEL_DURATION =
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:h|ms|us|ns|m|s)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:h|ms|us|ns|m|s))*$/;

/** As CEL writes durations: `1h30m`, `90s`, `-1.5h`. */
function readDuration(text: string): number | undefined {
  if (text === "0") return 0;
  if (text.length > 60 || !CEL_DURATION.test(text)) return undefined;
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/(?<![\d.])([\d.]+)(ms|us|ns|h|m|s)/g))
    sum += Number(amount) * UNITS[unit!]!;
  return Number.isFinite(sum) ? (text.startsWith("-") ? -sum : sum) : undefined;
}
