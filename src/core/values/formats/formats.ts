/** The formats by name. No verdict depends on the runtime's own parsers or tables. */
import { isPatternSyntax } from "../../pattern/translate-pattern.ts";
import { isDate, isDateTime, isTime } from "../calendar.ts";
import { type FixedValue, readingsOf } from "../fixed-value.ts";
import { isIPv4, isIPv6 } from "../url.ts";
import type { ValueType } from "../value-types.ts";
import { isEmail } from "./email.ts";
import { isHostname } from "./hostname.ts";
import { isLanguageTag } from "./language-tag.ts";
import { isJsonPointer, isRelativeJsonPointer } from "./pointers.ts";
import { isSemver } from "./semver.ts";
import { ASCII_TEXT, isReference, isUri, UNICODE_TEXT } from "./uri.ts";
import { isUriTemplate } from "./uri-template.ts";

export interface TextFormat {
  readonly name: string;
  /** What a text of the format is, for messages. */
  readonly phrase: string;
  test(text: string): boolean;
  /** A text of the format, and one that people write instead. */
  readonly good: string;
  readonly bad: string;
  /** What a text of another form was probably meant as. */
  readings?(text: string): FixedValue[];
}

const UUID = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;
/** ISO 8601 as in appendix A of RFC 3339: weeks alone, or units in falling order without gaps. */
const DURATION =
  /^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

/** `what` is followed by the good example in messages. */
const define = (
  name: string,
  what: string,
  [good, bad]: readonly [good: string, bad: string],
  test: (text: string) => boolean,
  readAs?: ValueType,
): [string, TextFormat] => [
  name,
  {
    name,
    phrase: `${what} such as ${good}`,
    good,
    bad,
    test,
    ...(readAs && { readings: (text: string) => readingsOf(readAs, text) }),
  },
];

const MOMENT = "2026-02-28T14:30:00Z";
const UUID_EXAMPLE = "123e4567-e89b-12d3-a456-426614174000";
const ADDRESS = ["ada@example.org", "Ada <ada@example.org>"] as const;

export const FORMATS: ReadonlyMap<string, TextFormat> = new Map([
  define("date", "a calendar date", ["2026-02-28", "28.02.2026"], isDate, "date"),
  define("time", "a time with offset", ["14:30:00Z", "2:30 pm"], (text) => isTime(text, 0, true)),
  define("date-time", "a date and time with offset", [MOMENT, "2026-02-28 14:30"], isDateTime, "datetime"),
  define("duration", "a duration", ["PT12H", "12 hours"], (text) => text !== "P" && DURATION.test(text)),
  define("email", "an e-mail address", ADDRESS, (text) => isEmail(text, false), "email"),
  define("idn-email", "an e-mail address", ADDRESS, (text) => isEmail(text, true), "email"),
  define("hostname", "a host name", ["example.org", "https://example.org"], isHostname),
  define("ipv4", "an IPv4 address", ["192.0.2.1", "192.0.2.256"], isIPv4),
  define("ipv6", "an IPv6 address", ["2001:db8::1", "2001:db8"], isIPv6),
  define("uri", "a URI", ["https://example.org/", "example.org"], (text) => isUri(text, ASCII_TEXT), "url"),
  define("uri-reference", "a URI or a relative reference", ["../docs", "my docs"], (text) =>
    isReference(text, ASCII_TEXT),
  ),
  define("iri", "an IRI", ["https://example.org/", "example.org"], (text) => isUri(text, UNICODE_TEXT)),
  define("iri-reference", "an IRI or a relative reference", ["../docs", "my docs"], (text) =>
    isReference(text, UNICODE_TEXT),
  ),
  define(
    "uri-template",
    "a URI template",
    ["https://example.org/{id}", "https://example.org/{id"],
    isUriTemplate,
  ),
  define("uuid", "a UUID", [UUID_EXAMPLE, "123e4567"], (text) => UUID.test(text), "uuid"),
  define("semver", "a semantic version", ["1.4.0", "v1.4"], isSemver),
  define("bcp47", "a language tag", ["pt-BR", "pt_BR"], isLanguageTag),
  define("json-pointer", "a JSON Pointer", ["/items/0/name", "items/0/name"], isJsonPointer),
  define("relative-json-pointer", "a relative JSON Pointer", ["1/name", "/name"], isRelativeJsonPointer),
  define("regex", "a regular expression in ECMAScript syntax", ["^[a-z]+$", "[a-z"], isPatternSyntax),
]);
