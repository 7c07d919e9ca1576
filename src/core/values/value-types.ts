/** The types that `value-type` and records know and the formats of JSON Schema, in one table, and the readings of values as people write them. */
import type { Certainty, FixedValue } from "../evidence/evidence.ts";
import { isPlainObject, isSafeJson, remember, saysExactly } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { readJsonText } from "../reader/read-json.ts";
import type { Json } from "../types.ts";
import { trimEnds } from "../unicode/unicode.ts";
import { encodeUrl, isEmail, isHostname, isIPv4, isIPv6, isReference, isUri, isUrl } from "./addresses.ts";
import { divisionsOf, hasMark, saysNothing } from "./list-text.ts";
import {
  daysIn,
  isDate,
  isDateTime,
  isDuration,
  isTime,
  isTimeWithOffset,
  monthNumber,
  weekdayOf,
} from "./time.ts";
import { isSemver } from "./versions.ts";

// Reads values as people write them: what was most likely meant, best reading first.

/** Provably the same value. */
export const same = (value: unknown): FixedValue => ({ value, grounds: ["notation", "same"] });
/** The only reading, without loss. */
const clear = (value: unknown): FixedValue => ({ value, grounds: ["notation", "clear"] });
/** One of several readings, or one that loses or adds something. */
export const open = (value: unknown, without = ""): FixedValue => ({
  value,
  grounds: ["notation", "open"],
  ...(without !== "" && { without }),
});
/** The same content in another shape. */
export const reshaped = (value: unknown, certainty: Certainty = "clear"): FixedValue => ({
  value,
  grounds: ["structure", certainty],
});

/** Longer texts are not a misspelled value. */
const MAX_TEXT_LENGTH = 300;

export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A text in which a mark groups digits by three. */
const GROUPED = (mark: string) => new RegExp(`^-?[1-9]\\d{0,2}(?:${mark}\\d{3})+$`);
const [BY_COMMAS, BY_POINTS] = [GROUPED(","), GROUPED("\\.")];
/** Spaces, apostrophes and underscores group digits and do nothing else; a tab or a line break is between two numbers. */
const SPACED = /^-?[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'’_])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

function asNumber(text: string, isInteger: boolean): FixedValue[] {
  const number = Number(text);
  if (JSON_NUMBER.test(text) && String(number) === text) {
    // A fraction where a whole number belongs could be thousands.
    return isInteger && BY_POINTS.test(text) ? [open(without(text, "."))] : [same(number)];
  }
  if (JSON_NUMBER.test(text)) return asWritten(text, number);
  const found: FixedValue[] = [];
  const add = (written: string, make = clear) => {
    const read = Number(written);
    if (JSON_NUMBER.test(written) && saysExactly(read, written)) found.push(make(read));
  };
  if (/^\+\d/.test(text)) add(text.slice(1), (number) => open(number, "+"));
  if (/^-?\.\d+$/.test(text)) add(text.replace(".", "0."));
  const joined = SPACED.test(text) ? text.replaceAll(/[^\d.,-]/g, "") : text;
  if (joined !== text) add(joined.replace(",", "."));
  if (joined.includes(",") && joined.includes(".")) {
    if (/^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(joined)) add(joined.replaceAll(",", ""));
    else if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(joined)) add(joined.replaceAll(".", "").replace(",", "."));
  } else if (BY_COMMAS.test(joined)) {
    add(joined.replaceAll(",", ""));
    if (!isInteger) add(joined.replace(",", "."));
  } else if (/^-?\d+,\d+$/.test(joined)) {
    // Half of the world writes a decimal comma, and the other half lists of numbers.
    if (!isInteger) add(joined.replace(",", "."), open);
  } else if (BY_POINTS.test(joined)) add(joined.replaceAll(".", ""));
  // A minus sign as it is printed.
  if (/^[−–]\d/.test(text)) add(`-${text.slice(1)}`, open);
  const [, before = "", digits, after = ""] = WITH_UNIT.exec(text) ?? [];
  if (digits === undefined || before + after === "") return found;
  // A unit or a currency would be lost, so it is not for us to drop it.
  const unit = [before, after].filter(Boolean).join(" and ");
  return asNumber(digits, isInteger).map(({ value }) => open(value, unit));
}

/** A dash on either side may be a minus sign, and a raised digit a power. */
const WITH_UNIT =
  /^([^\d\s.,;:/|&+\p{Pd}−~<>≤≥±(]{0,3})\s?(-?\d(?:[\d.,'’_\s]*\d)?)(?!\s?[\p{Pd}−]$)\s?((?:[^\d\s,;:|&+\p{No}][^\d\s;|]{0,11}(?: [^\d\s;|]{1,11})?)?)$/u;

function asWritten(text: string, number: number): FixedValue[] {
  if (!saysExactly(number, text)) return number === 0 || !Number.isFinite(number) ? [] : [open(number)];
  return BY_POINTS.test(text) ? [open(number), open(without(text, "."))] : [clear(number)];
}

const without = (text: string, mark: string): number => Number(text.replaceAll(mark, ""));

/** A number where a text belongs. Unless `text` says how, numbers other than integers may have been written otherwise. */
function asText(value: unknown, _: Meter, text?: string): FixedValue[] {
  if (text !== undefined) return [same(text)];
  if (typeof value === "boolean") return [open(String(value))];
  if (typeof value !== "number" || !Number.isFinite(value)) return [];
  return Number.isSafeInteger(value) ? [same(String(value))] : [open(String(value))];
}

const twoDigits = (number: string | number) => String(number).padStart(2, "0");
const dateOf = (year: string, month: string | number, day: string | number) =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`;

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const MONTH = String.raw`(?<month>[A-Za-z]{3,9})\.?`;
const YEAR = String.raw`(?<year>\d{4})`;
const WITH_NAMED_MONTH = [
  new RegExp(String.raw`^${DAY}[\s.-]+(?:of\s+)?${MONTH},?[\s-]+${YEAR}$`),
  new RegExp(String.raw`^${MONTH}\s+${DAY},?\s+${YEAR}$`),
  new RegExp(String.raw`^${YEAR}[\s-]+${MONTH}[\s-]+${DAY}$`),
];

function asDate(text: string): FixedValue[] {
  const withTime = /^(\d{4}-\d{2}-\d{2})[Tt ](.*)$/.exec(text);
  // With anything but a time behind it, it is not a date that was written too long.
  if (withTime)
    return isTime(withTime[2]!) || /^\d\d:\d\d$/.test(withTime[2]!) ? [open(withTime[1], withTime[2])] : [];
  const yearFirst = /^(\d{4})([-/. ]?)(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (yearFirst && (yearFirst[2] !== "" || text.length === 8)) {
    const [, year = "", , month = "", day = ""] = yearFirst;
    return [clear(dateOf(year, month, day)), ...lastDayOf(year, month, day)];
  }
  const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text);
  if (yearLast) {
    const [, first = "", second = "", year = ""] = yearLast;
    return [clear(dateOf(year, second, first)), clear(dateOf(year, first, second))];
  }
  return asNamedMonth(text);
}

/** With the name of a month, and perhaps that of the day of the week, which then has to be right. */
function asNamedMonth(text: string): FixedValue[] {
  const [, weekday, rest = text] = /^([A-Za-z]{3,9}),\s+(\S.*)$/.exec(text) ?? [];
  const found = WITH_NAMED_MONTH.map((form) => form.exec(rest)).find((parts) => parts !== null);
  const { year = "", month = "", day = "" } = found?.groups ?? {};
  const date = dateOf(year, monthNumber(month), day);
  if (!isDate(date)) return [];
  if (weekday === undefined) return [clear(date)];
  return [weekdayOf(date).toLowerCase().startsWith(weekday.toLowerCase()) ? clear(date) : open(date)];
}

/** For a day that the month does not have. Which day was meant is for the author to say. */
function lastDayOf(year: string, month: string, day: string): FixedValue[] {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return d > daysIn(y, m) && d <= 31 ? [open(dateOf(year, month, daysIn(y, m)))] : [];
}

function asTime(text: string): FixedValue[] {
  const parts = /^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2}))?)?(?:\s*([ap])\.?(?:m\.?)?)?$/i.exec(text);
  if (!parts) return [];
  const [, hour = "", minute, second = "00", half] = parts;
  // An hour alone is a time only with its half of the day.
  if (half === undefined ? minute === undefined : Number(hour) > 12 || Number(hour) === 0) return [];
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return [clear(`${twoDigits(hours)}:${minute ?? "00"}:${second}`)];
}

/** Offsets as people write them at the end of a time: `+01`, `+0100`. */
const OFFSET = /([+-]\d\d)(\d\d)?$/;
const writeOffset = (_: string, hours: string, minutes = "00") => `${hours}:${minutes}`;

/** An offset that nobody wrote is for the author to say. Behind a time without seconds, a hyphen means "to". */
function asTimeWithOffset(text: string): FixedValue[] {
  const [, time = text, offset = ""] = /^(.*\S)\s*([Zz]|[+-]\d\d(?::?\d\d)?)$/.exec(text) ?? [];
  if (isTime(time))
    return [offset === "" ? open(`${time}Z`) : clear(time + offset.replace(OFFSET, writeOffset))];
  if (offset.startsWith("-")) return [];
  const make = offset === "" ? open : clear;
  return asTime(time).map(({ value }) => make(String(value) + (offset.replace(OFFSET, writeOffset) || "Z")));
}

function asDateTime(text: string): FixedValue[] {
  const [, before = "", after = ""] = /^(\S+?)(?:[Tt]|\s+)(\d{1,2}:\d\d.*)$/.exec(text) ?? [];
  const isSound = ({ value, grounds }: FixedValue) => grounds[1] !== "open" && isDate(String(value));
  const days = isDate(before) ? [clear(before)] : asDate(before).filter(isSound);
  const [day] = days;
  // One day, or none: a moment whose day has two readings has two readings as well.
  const written = day === undefined || days.length > 1 ? text : `${String(day.value)}T${after}`;
  const joined = written.replace(/(?<!\s)\s+(?=[+-]\d|[Zz]$)/, "");
  const zoned = joined.replace(OFFSET, writeOffset);
  const withSeconds = zoned.replace(/^([^T]*T\d\d:\d\d)(?=$|[Zz+-])/, "$1:00");
  // Behind a space and a time without seconds, a hyphen means "to".
  const isRange = /\s\d{1,2}:\d\d\s*-/.test(text);
  return [
    ...[joined, zoned, withSeconds].map((value) => (isRange ? open(value) : clear(value))),
    // A time zone or a time of day that nobody wrote.
    open(`${withSeconds}Z`),
    open(`${text}T00:00:00Z`),
    ...lastDayOf(text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)).map(({ value }) =>
      open(withSeconds.replace(/^\d{4}-\d\d-\d\d/, String(value))),
    ),
  ];
}

function asEmail(text: string): FixedValue[] {
  const [, name = "", address] = /^(.*)<([^<>]+)>$/.exec(text) ?? [];
  return [clear(text.replace(/^mailto:/i, "")), open(address, trimEnds(name))];
}

const [TRUE, FALSE] = [/^(?:yes|on|1)$/i, /^(?:no|off|0)$/i];
/** A letter alone may stand for another word. */
const [MAYBE_TRUE, MAYBE_FALSE] = [/^[yt]$/i, /^[nf]$/i];

function asBoolean(value: unknown): FixedValue[] {
  if (typeof value === "number") return value === 0 || value === 1 ? [clear(value === 1)] : [];
  if (typeof value !== "string" || value.length > MAX_TEXT_LENGTH) return [];
  const text = trimEnds(value);
  if (/^true$/i.test(text)) return [same(true)];
  if (/^false$/i.test(text)) return [same(false)];
  if (TRUE.test(text) || FALSE.test(text)) return [clear(TRUE.test(text))];
  return MAYBE_TRUE.test(text) || MAYBE_FALSE.test(text) ? [open(MAYBE_TRUE.test(text))] : [];
}

function asUuid(text: string): FixedValue[] {
  const hex = text.replace(/^urn:uuid:|^\{|\}$/gi, "");
  const bare = hex.replaceAll("-", "");
  return [clear(hex), clear(bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"))];
}

/** What looks like a URL without its scheme: a dotted name, and no other scheme. Only `www.` says that it is one. */
const HAS_HOST = /^(?=[^\s:/?#@]+?\.[^\s:/?#@])[^\s:/?#@]+(?:$|[/?#]|:\d)/;

function asUrl(text: string): FixedValue[] {
  // White space inside can also stand between two addresses.
  const isOne = !/\s/.test(text);
  if (!HAS_HOST.test(text)) return [same(text), (isOne ? same : open)(encodeUrl(text))];
  const [make, url] = [isOne && /^www\./i.test(text) ? clear : open, `https://${text}`];
  return [make(isUrl(url) ? url : encodeUrl(url))];
}

function asObject(value: unknown, meter: Meter): FixedValue[] {
  const json = typeof value === "string" ? readJsonText(value, meter) : undefined;
  return json === undefined ? [] : [reshaped(json.value, json.hasRepeats ? "open" : "clear")];
}

function asList(value: unknown, meter: Meter): FixedValue[] {
  if (typeof value !== "string")
    // A map may be one item, or have one under each name.
    return value === null ? [] : [reshaped([value], isPlainObject(value) ? "open" : "clear")];
  const json = asObject(value, meter);
  // Text that starts like JSON and is none, or must not be read, is no list of words.
  if (/^\s*(?:[{[]|```)/.test(value) || trimEnds(value) === "") return json;
  if (saysNothing(value)) return [reshaped([], "open"), reshaped([value], "open")];
  if (!hasMark(value)) return [reshaped([trimEnds(value)])];
  const lists = value.length <= MAX_TEXT_LENGTH ? divisionsOf(value) : [[value]];
  return lists.map((list) => reshaped(list, "open"));
}

/** What is known about a type or a format. No verdict depends on the runtime's own parsers or tables. */
const kind = <Good>(
  /** What it is called in messages. */
  phrase: string,
  /** A value that passes, and one that people write instead. */
  good: Good,
  bad: Json,
  /** `depth` is the number of levels between the candidate's root and the value. */
  test: (value: unknown, depth: number) => boolean,
  /** What another value may have been meant as. `numberText` is how a number was written, if that is known. */
  read: (value: unknown, meter: Meter, numberText?: string) => readonly FixedValue[],
) => ({ phrase, good, bad, test, read });

type ValueKind<Good = Json> = Readonly<ReturnType<typeof kind<Good>>>;

/** Of a text with white space around it nothing but the text itself is read. */
const fromText = (read: (text: string) => FixedValue[], max = MAX_TEXT_LENGTH) => {
  const readingsOfText = remember(256, 64, read);
  return (value: unknown): readonly FixedValue[] =>
    typeof value !== "string" || value.length > max ? [] : readingsOfText(trimEnds(value));
};
const asNumberIf = (isInteger: boolean) => fromText((text) => asNumber(text, isInteger));

/**
 * Of texts. Its phrase says what it is and names the good one, unless it has examples of its own. Each test asks for a text
 * by itself: a function around them all would cost a check 3 %.
 */
const textKind = (
  what: string,
  good: string,
  bad: string,
  test: (value: unknown) => boolean,
  read: (text: string) => FixedValue[] = () => [],
  max = MAX_TEXT_LENGTH,
): ValueKind<string> =>
  kind(
    what.includes(" such as ") ? what : `${what} such as ${good}`,
    good,
    bad,
    test,
    fromText((text) => (test(text) ? [same(text)] : read(text)), max),
  );

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** RFC 6901. */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const isUuid = (value: unknown) => typeof value === "string" && UUID.test(value);
const isPointer = (value: unknown) => typeof value === "string" && POINTER.test(value);
const isText = (value: unknown) => typeof value === "string" && value.isWellFormed();
const isObject = (value: unknown, depth: number) => isPlainObject(value) && isSafeJson(value, depth);
const isList = (value: unknown, depth: number) => Array.isArray(value) && isSafeJson(value, depth);
const MOMENT = "2026-02-28T14:30:00Z";
const [LEAST, MOST] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** The types that `value-type` and records know. */
export const VALUE_TYPES = {
  string: kind("a string", "Ada", null, isText, asText),
  integer: kind(`a whole number from ${LEAST} to ${MOST}`, 42, "42", Number.isSafeInteger, asNumberIf(true)),
  number: kind("a number", 4.2, "4,2", Number.isFinite, asNumberIf(false)),
  boolean: kind("true or false", true, "yes", (value) => typeof value === "boolean", asBoolean),
  date: textKind("a calendar date", "2026-02-28", "28.02.2026", isDate, asDate),
  time: textKind("a time such as 14:30:00 or 14:30:00Z", "14:30:00", "2:30 pm", isTime, asTime),
  datetime: textKind("a date and time with offset", MOMENT, "2026-02-28 14:30", isDateTime, asDateTime),
  uuid: textKind("a UUID", "123e4567-e89b-12d3-a456-426614174000", "123e4567", isUuid, asUuid),
  email: textKind("an e-mail address", "ada@example.org", "ada at example.org", isEmail, asEmail),
  url: textKind("an absolute http or https URL", "https://example.org/", "example.org", isUrl, asUrl, 2_048),
  object: kind("an object", { a: 1 }, "{}", isObject, asObject),
  array: kind("an array", [1, 2], "1, 2", isList, asList),
} satisfies Record<string, ValueKind>;

export type ValueType = keyof typeof VALUE_TYPES;

export const isValueType = (name: string): name is ValueType => Object.hasOwn(VALUE_TYPES, name);

export type TextFormat = ValueKind<string> & { readonly name: string };

const NAMED_FORMATS: Readonly<Record<string, ValueKind<string>>> = {
  date: VALUE_TYPES.date,
  time: textKind("a time with offset", "14:30:00Z", "2:30 pm", isTimeWithOffset, asTimeWithOffset),
  "date-time": VALUE_TYPES.datetime,
  duration: textKind("a duration such as P3D or PT12H", "PT12H", "12 hours", isDuration),
  email: VALUE_TYPES.email,
  hostname: textKind("a host name", "example.org", "https://example.org", isHostname),
  ipv4: textKind("an IPv4 address", "192.0.2.1", "192.0.2.256", isIPv4),
  ipv6: textKind("an IPv6 address", "2001:db8::1", "2001:db8", isIPv6),
  uri: {
    ...textKind("a URI", VALUE_TYPES.url.good, "example.org", isUri),
    read: (value, meter) => readingsAs(VALUE_TYPES.url, value, meter),
  },
  "uri-reference": textKind("a URI or a relative reference", "../docs", "my docs", isReference),
  uuid: VALUE_TYPES.uuid,
  semver: textKind("a semantic version such as 1.4.0 or 2.0.0-rc.1", "1.4.0", "v1.4", isSemver),
  "json-pointer": textKind("a JSON Pointer", "/items/0/name", "items/0/name", isPointer),
};

/** The formats of JSON Schema. */
export const FORMATS: ReadonlyMap<string, TextFormat> = new Map(
  Object.entries(NAMED_FORMATS).map(([name, format]) => [name, { name, ...format }]),
);

/** Best first; of equal ones the first. Where there are several, none is certain. */
export function readingsOf(of: ValueType | TextFormat, value: unknown, meter: Meter, numberText?: string) {
  const kind = typeof of === "string" ? VALUE_TYPES[of] : of;
  const read = (): readonly FixedValue[] => {
    const length = typeof value === "string" ? value.length : 0;
    const divided = of === "array" ? Math.min(length, MAX_TEXT_LENGTH) : 0;
    return meter.spend(READING_EFFORT + (length >> 5) + divided)
      ? readingsAs(kind, value, meter, numberText)
      : [];
  };
  // Whoever gets a list or an object may change it, so these are made anew.
  const isShared = numberText === undefined && typeof value === "string" && typeof kind.good !== "object";
  return isShared ? meter.recall(kind, value, read) : read();
}

const READING_EFFORT = 2;

function readingsAs({ test, read }: ValueKind, value: unknown, meter: Meter, numberText?: string) {
  const found: FixedValue[] = [];
  for (const reading of read(value, meter, numberText))
    if (test(reading.value, 0) && !found.some((earlier) => earlier.value === reading.value))
      found.push(reading);
  // Digits that were written and that the number has lost are missing in whatever is made of it.
  const isLossy = numberText !== undefined && !saysExactly(value as number, numberText);
  const isOpen = found.length > 1 || (isLossy && found[0]?.value !== numberText);
  return isOpen ? found.map(({ value: meant, without }) => open(meant, without)) : found;
}
