/** Reads values as people write them: the value of a type that was most likely meant, best reading first. */

import type { Applicability } from "../types.ts";
import { trimEnds } from "../unicode/unicode.ts";
import { daysIn, isTime, monthNumber } from "./calendar.ts";
import { encodeUrl } from "./url.ts";
import { VALUE_TYPES, type ValueType } from "./value-types.ts";

export interface FixedValue {
  readonly value: unknown;
  readonly applicability: Applicability;
  /** Whether something would be lost or made up, so that only the author can decide. */
  readonly decision?: true;
}

/** Longer texts are not a misspelled value. */
const MAX_TEXT_LENGTH = 300;
const MAX_URL_LENGTH = 2_048;
const MAX_JSON_LENGTH = 65_536;

/** All readings that are of the type, best first; of equal ones the first. */
export function readingsOf(type: ValueType, value: unknown): FixedValue[] {
  const isOfType = VALUE_TYPES[type];
  const found: FixedValue[] = [];
  for (const reading of readings(type, value))
    if (isOfType(reading.value, 0) && !found.some((earlier) => earlier.value === reading.value))
      found.push(reading);
  return found;
}

const safe = (value: unknown): FixedValue => ({ value, applicability: "safe" });
const suggested = (value: unknown): FixedValue => ({ value, applicability: "suggested" });
const decision = (value: unknown): FixedValue => ({ value, applicability: "suggested", decision: true });

function readings(type: ValueType, value: unknown): FixedValue[] {
  if (type === "string") {
    return Number.isFinite(value) || typeof value === "boolean" ? [safe(String(value))] : [];
  }
  if (type === "boolean" && typeof value === "number") {
    return value === 0 || value === 1 ? [suggested(value === 1)] : [];
  }
  if (typeof value !== "string") {
    return type === "array" && value !== null && value !== undefined ? [suggested([value])] : [];
  }
  if (type === "object" || type === "array") return readContainer(type, value);
  if (value.length > MAX_TEXT_LENGTH)
    return type === "url" && value.length <= MAX_URL_LENGTH ? readUrl(value) : [];
  const text = trimEnds(value);
  switch (type) {
    case "integer":
    case "number":
      return readNumber(text, type === "integer");
    case "boolean":
      return readBoolean(text);
    case "date":
      return [safe(text), ...readDate(text)];
    case "time":
      return [safe(text), ...readTime(text)];
    case "datetime":
      return [safe(text), ...readDateTime(text)];
    case "uuid":
      return [safe(text), ...readUuid(text)];
    case "email":
      return [safe(text), suggested(text.replace(/^mailto:/i, "")), decision(/<([^<>]+)>$/.exec(text)?.[1])];
    case "url":
      return readUrl(text);
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A number that says exactly what the text says: digits that a double cannot hold would be lost. */
function exactly(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  const [whole = "", fraction = ""] = text.split(".");
  const digits = fraction.replace(/0+$/, "");
  const written = digits === "" ? whole : `${whole}.${digits}`;
  return String(number) === written || written === "-0" ? number : undefined;
}

/** A text in which separators group digits by three. */
const GROUPED = (group: string) => new RegExp(`^-?[1-9]\\d{0,2}(?:${group}\\d{3})+$`);

function readNumber(text: string, isInteger: boolean): FixedValue[] {
  const number = exactly(text);
  if (number !== undefined) return [safe(number)];
  const found: FixedValue[] = [];
  const add = (written: string, make = suggested) => {
    const read = exactly(written);
    if (read !== undefined) found.push(make(read));
  };
  if (/^\+\d/.test(text)) add(text.slice(1));
  if (/^-?\.\d+$/.test(text)) add(text.replace(".", "0."));
  // White space, apostrophes and underscores only ever group digits.
  const joined = text.replace(/(?<=\d)[\s\u00a0\u202f'’_](?=\d{3}(?!\d))/g, "");
  if (joined !== text) add(joined.replace(/,(?=\d+$)/, "."));
  const commas = /,/.test(joined);
  const points = /\./.test(joined);
  if (commas && points) {
    if (/^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(joined)) add(joined.replaceAll(",", ""));
    else if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(joined)) add(joined.replaceAll(".", "").replace(",", "."));
  } else if (commas) {
    if (GROUPED(",").test(joined)) add(joined.replaceAll(",", ""));
    if (/^-?\d+,\d+$/.test(joined) && !isInteger) add(joined.replace(",", "."));
  } else if (GROUPED("\\.").test(joined)) {
    add(joined.replaceAll(".", ""));
  }
  if (/^-?\d+(?:\.\d+)?e[+-]?\d{1,3}$/i.test(text) && Number.isFinite(Number(text)))
    found.push(suggested(Number(text)));
  // A unit or a currency would be lost, so it is not for us to drop it.
  const bare = /^[^\d\s.-]{0,3}\s?(-?\d+(?:\.\d+)?)\s?[^\d\s]{0,8}$/u.exec(text);
  if (bare) add(bare[1]!, decision);
  return found;
}

const TRUE = /^(?:yes|y|on|1|t)$/i;
const FALSE = /^(?:no|n|off|0|f)$/i;

function readBoolean(text: string): FixedValue[] {
  if (/^true$/i.test(text)) return [safe(true)];
  if (/^false$/i.test(text)) return [safe(false)];
  return TRUE.test(text) ? [suggested(true)] : FALSE.test(text) ? [suggested(false)] : [];
}

const twoDigits = (number: string | number) => String(number).padStart(2, "0");
const dateOf = (year: string, month: string | number, day: string | number) =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`;

/** Dates in other notations. Where two readings are possible, there are two. */
function readDate(text: string): FixedValue[] {
  const withTime = /^(\d{4}-\d{2}-\d{2})[Tt ](.*)$/.exec(text);
  // With anything but a time behind it, it is not a date that was written too long.
  if (withTime && !isTime(withTime[2]!, 0, false) && !/^\d\d:\d\d$/.test(withTime[2]!)) return [];
  if (withTime)
    return [
      /^00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:00)?$/i.test(withTime[2]!)
        ? suggested(withTime[1])
        : decision(withTime[1]),
    ];
  const yearFirst = /^(\d{4})([-/. ]?)(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (yearFirst && (yearFirst[2] !== "" || text.length === 8)) {
    const [, year = "", , month = "", day = ""] = yearFirst;
    return [suggested(dateOf(year, month, day)), ...lastDayOf(year, month, day)];
  }
  const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text);
  if (yearLast) {
    const [, first = "", second = "", year = ""] = yearLast;
    return [suggested(dateOf(year, second, first)), suggested(dateOf(year, first, second))];
  }
  const dayThenName = /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]+([A-Za-z]{3,9})\.?,?[\s-]+(\d{4})$/.exec(text);
  if (dayThenName) return named(dayThenName[3]!, dayThenName[2]!, dayThenName[1]!);
  const nameThenDay = /^([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(text);
  return nameThenDay ? named(nameThenDay[3]!, nameThenDay[1]!, nameThenDay[2]!) : [];
}

function named(year: string, month: string, day: string): FixedValue[] {
  return [suggested(dateOf(year, monthNumber(month), day))];
}

/** For a day that the month does not have. Which day was meant is for the author to say. */
function lastDayOf(year: string, month: string, day: string): FixedValue[] {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return d > daysIn(y, m) && d <= 31 ? [decision(dateOf(year, month, daysIn(y, m)))] : [];
}

function readTime(text: string): FixedValue[] {
  const parts = /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i.exec(text);
  if (!parts) return [];
  const [, hour = "", minute = "", second = "00", half] = parts;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return half !== undefined && Number(hour) > 12
    ? []
    : [suggested(`${twoDigits(hours)}:${minute}:${second}`)];
}

function readDateTime(text: string): FixedValue[] {
  const joined = text.replace(/^(\S+)\s+(?=\d)/, "$1T").replace(/\s+(?=[+-]\d|[Zz]$)/, "");
  const zoned = joined.replace(
    /([+-]\d\d)(\d\d)?$/,
    (_, hours: string, minutes = "00") => `${hours}:${minutes}`,
  );
  const withSeconds = zoned.replace(/^([^T]*T\d\d:\d\d)(?=$|[Zz+-])/, "$1:00");
  const date = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  return [
    // Another separator between date and time says the same.
    safe(joined),
    suggested(zoned),
    suggested(withSeconds),
    // A time zone or a time of day that nobody wrote.
    decision(`${withSeconds}Z`),
    ...(date === text ? [decision(`${date}T00:00:00Z`)] : []),
    ...(date === undefined ? [] : lastDayOf(date.slice(0, 4), date.slice(5, 7), date.slice(8))).map(
      ({ value }) => decision(withSeconds.replace(/^.{10}/, String(value))),
    ),
  ];
}

function readUuid(text: string): FixedValue[] {
  const hex = text.replace(/^urn:uuid:|^\{|\}$/gi, "");
  const bare = hex.replaceAll("-", "");
  return [suggested(hex), suggested(bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"))];
}

/** What looks like a URL without its scheme: a dotted name, and no other scheme. */
const HAS_HOST = /^[^\s:/?#@]+\.[^\s:/?#@]+(?:$|[/?#]|:\d)/;

function readUrl(value: string): FixedValue[] {
  const text = trimEnds(value);
  const found = [safe(text), safe(encodeUrl(text))];
  if (HAS_HOST.test(text)) found.push(suggested(`https://${text}`), suggested(encodeUrl(`https://${text}`)));
  return found;
}

/** Numbers in JSON text with more digits than a double can hold. Such text is not read, since digits would be lost. */
export const LOSES_DIGITS = /[[:,\s-]\d[\d.]{15,}/;

function readContainer(type: "object" | "array", text: string): FixedValue[] {
  const found: FixedValue[] = [];
  if (/^\s*[{[]/.test(text) && text.length <= MAX_JSON_LENGTH && !LOSES_DIGITS.test(text)) {
    try {
      found.push(suggested(JSON.parse(text)));
    } catch {
      // It is not JSON after all.
    }
  }
  // Text that starts like JSON and is none, or must not be read, is no list of words.
  if (type === "array" && !/^\s*[{[]/.test(text)) {
    const parts = text.length <= MAX_TEXT_LENGTH ? text.split(/[,;|\n]/).map((part) => trimEnds(part)) : [];
    const isList = parts.length > 1 && parts.every((part) => part !== "");
    if (isList || trimEnds(text) !== "") found.push(suggested(isList ? parts : [text]));
  }
  return found;
}
