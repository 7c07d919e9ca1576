/**
 * The types that `value-type` and records know, and the formats of JSON Schema: for each what it is called in messages, which
 * values are of it, how other notations are read, and a value that passes and one that people write instead. No verdict
 * depends on the runtime's own parsers or tables.
 */

import type { FixedValue } from "../evidence/evidence.ts";
import { saysExactly } from "../json/notes.ts";
import { isPlainObject } from "../json/pointer.ts";
import { isSafeJson } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import type { Json } from "../types.ts";
import { trimEnds } from "../unicode/unicode.ts";
import { isEmail, isHostname, isIPv4, isIPv6, isReference, isUri, isUrl } from "./addresses.ts";
import * as readings from "./readings.ts";
import { MAX_TEXT_LENGTH, open, same } from "./readings.ts";
import { isDate, isDateTime, isDuration, isTime, isTimeWithOffset } from "./time.ts";
import { isLanguageTag, isSemver } from "./versions.ts";

interface ValueKind<Good = Json> {
  readonly phrase: string;
  readonly good: Good;
  readonly bad: Json;
  /** `depth` is the number of levels between the candidate's root and the value. */
  test(value: unknown, depth: number): boolean;
  /** What another value may have been meant as. `numberText` is how a number was written, if that is known. */
  read(value: unknown, meter: Meter, numberText?: string): FixedValue[];
}

/** Of a text with white space around it nothing but the text itself is read. */
const fromText =
  (test: (text: string) => boolean, read: (text: string) => FixedValue[], max = MAX_TEXT_LENGTH) =>
  (value: unknown): FixedValue[] => {
    if (typeof value !== "string" || value.length > max) return [];
    const text = trimEnds(value);
    return test(text) ? [same(text)] : read(text);
  };

const isNever = () => false;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isUuid = (text: string) => UUID.test(text);
const MAX_URL_LENGTH = 2_048;

/** Each test asks for the JSON type itself instead of through a helper, since it runs for every value of every record. */
const TYPES = {
  string: {
    phrase: "a string",
    test: (value) => typeof value === "string" && value.isWellFormed(),
    read: (value, _, text) => readings.asText(value, text),
    good: "Ada",
    bad: null,
  },
  integer: {
    phrase: "a whole number from -9007199254740991 to 9007199254740991",
    test: (value) => Number.isSafeInteger(value),
    read: fromText(isNever, (text) => readings.asNumber(text, true)),
    good: 42,
    bad: "42",
  },
  number: {
    phrase: "a number",
    test: (value) => Number.isFinite(value),
    read: fromText(isNever, (text) => readings.asNumber(text, false)),
    good: 4.2,
    bad: "4,2",
  },
  boolean: {
    phrase: "true or false",
    test: (value) => typeof value === "boolean",
    read: readings.asBoolean,
    good: true,
    bad: "yes",
  },
  date: {
    phrase: "a calendar date such as 2026-02-28",
    test: (value) => typeof value === "string" && isDate(value),
    read: fromText(isDate, readings.asDate),
    good: "2026-02-28",
    bad: "28.02.2026",
  },
  time: {
    phrase: "a time such as 14:30:00 or 14:30:00Z",
    test: (value) => typeof value === "string" && isTime(value),
    read: fromText(isTime, readings.asTime),
    good: "14:30:00",
    bad: "2:30 pm",
  },
  datetime: {
    phrase: "a date and time with offset such as 2026-02-28T14:30:00Z",
    test: (value) => typeof value === "string" && isDateTime(value),
    read: fromText(isDateTime, readings.asDateTime),
    good: "2026-02-28T14:30:00Z",
    bad: "2026-02-28 14:30",
  },
  uuid: {
    phrase: "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
    test: (value) => typeof value === "string" && UUID.test(value),
    read: fromText(isUuid, readings.asUuid),
    good: "123e4567-e89b-12d3-a456-426614174000",
    bad: "123e4567",
  },
  email: {
    phrase: "an e-mail address such as ada@example.org",
    test: (value) => typeof value === "string" && isEmail(value),
    read: fromText(isEmail, readings.asEmail),
    good: "ada@example.org",
    bad: "ada at example.org",
  },
  url: {
    phrase: "an absolute http or https URL such as https://example.org/",
    test: (value) => typeof value === "string" && isUrl(value),
    read: fromText(isUrl, readings.asUrl, MAX_URL_LENGTH),
    good: "https://example.org/",
    bad: "example.org",
  },
  object: {
    phrase: "an object",
    test: (value, depth) => isPlainObject(value) && isSafeJson(value, depth),
    read: readings.asObject,
    good: { a: 1 },
    bad: "{}",
  },
  array: {
    phrase: "an array",
    test: (value, depth) => Array.isArray(value) && isSafeJson(value, depth),
    read: readings.asList,
    good: [1, 2],
    bad: "1, 2",
  },
} satisfies Record<string, ValueKind>;

export type ValueType = keyof typeof TYPES;

export const VALUE_TYPES: Readonly<Record<ValueType, ValueKind>> = TYPES;

export function isValueType(name: string): name is ValueType {
  return Object.hasOwn(VALUE_TYPES, name);
}

export interface TextFormat extends ValueKind<string> {
  readonly name: string;
}

const format = (
  name: string,
  phrase: string,
  good: string,
  bad: string,
  test: (text: string) => boolean,
  read: (text: string) => FixedValue[] = () => [],
): TextFormat => ({
  ...{ name, phrase, good, bad },
  test: (value) => typeof value === "string" && test(value),
  read: fromText(test, read),
});

/** RFC 6901. */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

const FORMAT_ROWS: readonly TextFormat[] = [
  { name: "date", ...TYPES.date },
  format(
    "time",
    "a time with offset such as 14:30:00Z",
    "14:30:00Z",
    "2:30 pm",
    isTimeWithOffset,
    readings.asTimeWithOffset,
  ),
  { name: "date-time", ...TYPES.datetime },
  format("duration", "a duration such as P3D or PT12H", "PT12H", "12 hours", isDuration),
  { name: "email", ...TYPES.email },
  format("hostname", "a host name such as example.org", "example.org", "https://example.org", isHostname),
  format("ipv4", "an IPv4 address such as 192.0.2.1", "192.0.2.1", "192.0.2.256", isIPv4),
  format("ipv6", "an IPv6 address such as 2001:db8::1", "2001:db8::1", "2001:db8", isIPv6),
  {
    ...{ name: "uri", phrase: "a URI such as https://example.org/" },
    ...{ good: TYPES.url.good, bad: TYPES.url.bad },
    test: (value) => typeof value === "string" && isUri(value),
    read: (value, meter) => readingsAs(VALUE_TYPES.url, value, meter),
  },
  format("uri-reference", "a URI or a relative reference such as ../docs", "../docs", "my docs", isReference),
  { name: "uuid", ...TYPES.uuid },
  format("semver", "a semantic version such as 1.4.0 or 2.0.0-rc.1", "1.4.0", "v1.4", isSemver),
  format("bcp47", "a language tag such as en or pt-BR", "pt-BR", "pt_BR", isLanguageTag),
  format("json-pointer", "a JSON Pointer such as /items/0/name", "/items/0/name", "items/0/name", (text) =>
    POINTER.test(text),
  ),
];

export const FORMATS: ReadonlyMap<string, TextFormat> = new Map(FORMAT_ROWS.map((row) => [row.name, row]));

/** Best first; of equal ones the first. Where there are several, none is certain. */
export function readingsOf(
  of: ValueType | TextFormat,
  value: unknown,
  meter: Meter,
  numberText?: string,
): readonly FixedValue[] {
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

function readingsAs(
  { test, read }: ValueKind,
  value: unknown,
  meter: Meter,
  numberText?: string,
): FixedValue[] {
  const found: FixedValue[] = [];
  for (const reading of read(value, meter, numberText))
    if (test(reading.value, 0) && !found.some((earlier) => earlier.value === reading.value))
      found.push(reading);
  // Digits that were written and that the number has lost are missing in whatever is made of it.
  const isLossy = numberText !== undefined && !saysExactly(value as number, numberText);
  const isOpen = found.length > 1 || (isLossy && found[0]?.value !== numberText);
  return isOpen ? found.map(({ value: meant, without }) => open(meant, without)) : found;
}
