/** The types that records and members can be declared with. */

import { isPlainObject } from "../json/pointer.ts";
import { isSafeJson } from "../json/safety.ts";
import type { Applicability } from "../types.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** URLs that are valid without parsing: a plain host name whose last label has a letter. */
const PLAIN_URL = /^https?:\/\/(?:[a-z0-9]+[.-])*[a-z]+(?:[/?#][!-~]*)?$/i;
/** What looks like a URL without its scheme: a dotted name, and no other scheme. */
const HAS_HOST = /^[^\s:/?#@]+\.[^\s:/?#@]+(?:$|[/?#]|:\d)/;
const HTTP_URL = /^https?:\/\/[^\s/?#\\][^\s\\]*$/i;
const [PLUS, HYPHEN, FULL_STOP, COLON, SMALL_T, SMALL_Z] = [0x2b, 0x2d, 0x2e, 0x3a, 0x74, 0x7a];
/** The bit that makes ASCII letters lower case. */
const LOWER = 0x20;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number that two digits at this index make, or NaN. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** An RFC 3339 full-date that exists in the calendar. */
export function isDate(text: string): boolean {
  return text.length === 10 && startsWithDate(text);
}

function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return false;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (Number.isNaN(year) || !(month >= 1 && month <= 12 && day >= 1)) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= DAYS[month - 1]! + (leap ? 1 : 0);
}

/** An RFC 3339 full-time from `start` to the end of the text, or a partial-time unless `needsOffset`. */
export function isTime(text: string, start: number, needsOffset: boolean): boolean {
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  if (text.charCodeAt(start + 2) !== COLON || text.charCodeAt(start + 5) !== COLON) return false;
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return false;
  let at = start + 8;
  if (text.charCodeAt(at) === FULL_STOP) {
    const fraction = ++at;
    while (isDigit(text.charCodeAt(at))) at++;
    if (at === fraction) return false;
  }
  let shift = 0;
  const sign = text.charCodeAt(at);
  if (sign === PLUS || sign === HYPHEN) {
    const hours = twoDigits(text, at + 1);
    const minutes = twoDigits(text, at + 4);
    if (text.charCodeAt(at + 3) !== COLON || !(hours <= 23 && minutes <= 59)) return false;
    shift = (hours * 60 + minutes) * (sign === PLUS ? 1 : -1);
    at += 6;
  } else if ((sign | LOWER) === SMALL_Z) at++;
  else if (needsOffset) return false;
  // A leap second falls at 23:59:60 UTC and nowhere else.
  return at === text.length && (second < 60 || (hour * 60 + minute - shift + 2880) % 1440 === 1439);
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isDateTime(text: string): boolean {
  return (text.charCodeAt(10) | LOWER) === SMALL_T && startsWithDate(text) && isTime(text, 11, true);
}

function isUrl(text: string): boolean {
  return PLAIN_URL.test(text) || (HTTP_URL.test(text) && URL.canParse(text));
}

type Test = (value: unknown, depth: number) => boolean;

const text =
  (test: (value: string) => boolean): Test =>
  (value) =>
    typeof value === "string" && test(value);

/** `depth` is the number of levels between the candidate's root and the value. */
export const VALUE_TYPES = {
  string: text((value) => value.isWellFormed()),
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  date: text(isDate),
  time: text((value) => isTime(value, 0, false)),
  datetime: text(isDateTime),
  uuid: text((value) => UUID.test(value)),
  email: text((value) => value.length <= 254 && EMAIL.test(value)),
  url: text((value) => value.isWellFormed() && isUrl(value)),
  object: (value, depth) => isPlainObject(value) && isSafeJson(value, depth),
  array: (value, depth) => Array.isArray(value) && isSafeJson(value, depth),
} satisfies Record<string, Test>;

export type ValueType = keyof typeof VALUE_TYPES;

export function isValueType(name: string): name is ValueType {
  return Object.hasOwn(VALUE_TYPES, name);
}

/** What a value of the type looks like, for messages; and one value of it, for placeholders. */
export const VALUE_TYPE_HELP: Record<ValueType, { phrase: string; sample: unknown }> = {
  string: { phrase: "a string", sample: "text" },
  integer: { phrase: "a whole number within ±9007199254740991", sample: 0 },
  number: { phrase: "a number", sample: 0 },
  boolean: { phrase: "true or false", sample: false },
  date: { phrase: "a calendar date such as 2026-02-28", sample: "2026-01-01" },
  time: { phrase: "a time such as 14:30:00 or 14:30:00Z", sample: "00:00:00Z" },
  datetime: {
    phrase: "a date and time with offset such as 2026-02-28T14:30:00Z",
    sample: "2026-01-01T00:00:00Z",
  },
  uuid: {
    phrase: "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
    sample: "00000000-0000-4000-8000-000000000000",
  },
  email: { phrase: "an e-mail address such as ada@example.org", sample: "name@example.org" },
  url: {
    phrase: "an absolute http or https URL such as https://example.org/",
    sample: "https://example.org/",
  },
  object: { phrase: "an object", sample: {} },
  array: { phrase: "an array", sample: [] },
};

/** The value that was most likely meant, if it can be read as one of the type. */
export function fixedValue(
  type: ValueType,
  value: unknown,
): { value: unknown; applicability: Applicability } | undefined {
  for (const [fixed, applicability] of readings(type, value)) {
    if (VALUE_TYPES[type](fixed, 0)) return { value: fixed, applicability };
  }
  return undefined;
}

function readings(type: ValueType, value: unknown): [unknown, Applicability][] {
  if (type === "string") {
    return typeof value === "number" || typeof value === "boolean" ? [[String(value), "safe"]] : [];
  }
  if (type === "array") return value === null || value === undefined ? [] : [[[value], "suggested"]];
  if (typeof value !== "string" || value.length > 300) return [];
  const text = value.trim();
  switch (type) {
    case "integer":
    case "number":
      return /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/.test(text) ? [[Number(text), "safe"]] : [];
    case "boolean":
      return /^(?:true|false)$/i.test(text) ? [[text.toLowerCase() === "true", "safe"]] : [];
    case "url":
      return HAS_HOST.test(text)
        ? [
            [text, "safe"],
            [`https://${text}`, "suggested"],
          ]
        : [[text, "safe"]];
    case "date": {
      const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
      return parts
        ? [
            [text, "safe"],
            [`${parts[1]}-${parts[2]!.padStart(2, "0")}-${parts[3]!.padStart(2, "0")}`, "suggested"],
          ]
        : [];
    }
    case "time":
      return [
        [text, "safe"],
        [`${text}:00`, "suggested"],
      ];
    case "datetime": {
      const joined = text.replace(" ", "T");
      return [
        [joined, "safe"],
        [`${joined}Z`, "suggested"],
        [`${joined}:00Z`, "suggested"],
        [`${joined}T00:00:00Z`, "suggested"],
      ];
    }
    default:
      return [[text, "safe"]];
  }
}
