/** The formats by name. No verdict depends on the runtime's own parsers or tables. */
import { isPatternSyntax } from "../../pattern/translate-pattern.ts";
import { isDate, isDateTime, isTime } from "../calendar.ts";
import { isDuration } from "../durations.ts";
import { type FixedValue, readingsOf } from "../fixed-value.ts";
import { isHostname, isIPv4, isIPv6 } from "../url.ts";
import { VALUE_TYPES, type ValueType } from "../value-types.ts";
import { isSemver } from "../versions.ts";
import { isEmail } from "./email.ts";
import { isLanguageTag } from "./language-tag.ts";
import { ASCII_TEXT, isReference, isUri, UNICODE_TEXT } from "./uri.ts";
import { isUriTemplate } from "./uri-template.ts";

export interface TextFormat {
  readonly name: string;
  /** What a text of the format is, for messages. */
  readonly phrase: string;
  test(text: string): boolean;
  /** What a text of another form was probably meant as. */
  readings?(text: string): FixedValue[];
}

/** RFC 6901 pointers, and relative ones as JSON Schema refers to them. */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(#|(?:\/(?:[^~/]|~[01])*)*)$/;

const define = (
  name: string,
  phrase: string,
  test: (text: string) => boolean,
  readAs?: ValueType,
): [string, TextFormat] => [
  name,
  { name, phrase, test, ...(readAs && { readings: (text: string) => readingsOf(readAs, text) }) },
];

export const FORMATS: ReadonlyMap<string, TextFormat> = new Map([
  define("date", "a calendar date such as 2026-02-28", isDate, "date"),
  define("time", "a time with offset such as 14:30:00Z", (text) => isTime(text, 0, true)),
  define("date-time", "a date and time with offset such as 2026-02-28T14:30:00Z", isDateTime, "datetime"),
  define("duration", "a duration such as P3D or PT12H", isDuration),
  define("email", "an e-mail address such as ada@example.org", (text) => isEmail(text, false), "email"),
  define("idn-email", "an e-mail address such as ada@example.org", (text) => isEmail(text, true), "email"),
  define("hostname", "a host name such as example.org", isHostname),
  define("ipv4", "an IPv4 address such as 192.0.2.1", isIPv4),
  define("ipv6", "an IPv6 address such as 2001:db8::1", isIPv6),
  define("uri", "a URI such as https://example.org/", (text) => isUri(text, ASCII_TEXT), "url"),
  define("uri-reference", "a URI or a relative reference such as ../docs", (text) =>
    isReference(text, ASCII_TEXT),
  ),
  define("iri", "an IRI such as https://example.org/", (text) => isUri(text, UNICODE_TEXT)),
  define("iri-reference", "an IRI or a relative reference such as ../docs", (text) =>
    isReference(text, UNICODE_TEXT),
  ),
  define("uri-template", "a URI template such as https://example.org/{id}", isUriTemplate),
  define(
    "uuid",
    "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
    (text) => VALUE_TYPES.uuid(text, 0),
    "uuid",
  ),
  define("semver", "a semantic version such as 1.4.0 or 2.0.0-rc.1", isSemver),
  define("bcp47", "a language tag such as en or pt-BR", isLanguageTag),
  define("json-pointer", "a JSON Pointer such as /items/0/name", (text) => POINTER.test(text)),
  define("relative-json-pointer", "a relative JSON Pointer such as 1/name", (text) =>
    RELATIVE_POINTER.test(text),
  ),
  define("regex", "a regular expression in ECMAScript syntax", isPatternSyntax),
]);
