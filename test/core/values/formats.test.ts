/** Formats by their grammars: cases that the official suite does not have, and ajv-formats where it reads the same grammar. */
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FixedValue } from "../../../src/core/evidence/evidence.ts";
import { Meter } from "../../../src/core/meter/meter.ts";
import { FORMATS, readingsOf, VALUE_TYPES } from "../../../src/core/values/value-types.ts";
import { draws } from "../../support/random.ts";

const showReading = ({ value, grounds }: FixedValue) => `${grounds[1]} ${JSON.stringify(value)}`;
const isGood = (format: string, text: string) => FORMATS.get(format)!.test(text, 0);

describe.each<[string, string[], string[]]>([
  [
    "semver",
    [
      "0.0.0",
      "1.2.3",
      "1.0.0-alpha.1",
      "1.0.0-0A.is.legal",
      "1.0.0+build.007",
      "1.0.0-rc.1+x-y",
      "1.0.0--",
      "1.2.3-a01",
      `1.2.3-${"a".repeat(250)}`,
    ],
    [
      "",
      "1",
      "1.2",
      "1.2.3.4",
      "01.2.3",
      "1.02.3",
      "v1.2.3",
      "1.2.3-01",
      "1.2.3-",
      "1.2.3+",
      "1.2.3-a..b",
      " 1.2.3",
      "1.2.3+a..b",
      `1.2.3-${"a".repeat(251)}`,
    ],
  ],
  [
    "hostname",
    ["a", "a.b", "xn--80ak6aa92e.com", "1.2", `${"a.".repeat(126)}a`],
    [`${"a.".repeat(126)}aa`, "a.", "a..b", "a_b", "é.com", `${"a.".repeat(130)}a`],
  ],
  [
    "email",
    ["a@b", "a+b@c.org", `${"a".repeat(64)}@b.c`, "a.b@c", "a@1.2.3.4"],
    [
      "@b",
      "a@",
      "a b@c",
      "a@b@c",
      `${"a".repeat(65)}@b.c`,
      "a@-b",
      "a.@b",
      '"a@b',
      "ä@b.c",
      "a@x1.2.3.4]",
      "a@[1.2.3.4x",
      "a@[xipv6::1]",
      "abc",
      // Mailboxes of RFC 5321 as well, which the grammar leaves out.
      ...['"a b"@c.d', "a@[1.2.3.4]", "a@[IPv6:::1]"],
    ],
  ],
  [
    "uri",
    [
      "a:",
      "a:b",
      "http://[::1]:80/",
      "http://[v1.x]/",
      "http://a:80/",
      "http://@a/",
      "urn:x:y?z#f",
      "a::b",
      "http://a:b@c/%20",
      "http:",
    ],
    [
      "",
      "//a",
      "a",
      "1a:b",
      "http://[::1",
      "http://a b",
      "http://a/%2",
      "http://[1]/",
      "http://a:b:c/",
      "a:<b>",
      "http://ä/",
      "http://a<b@c/",
      "http://x[::1]/",
      "http://[::1]x/",
      "http://a:80b/",
    ],
  ],
  ["uri-reference", ["", "a", "../b", "//a", "?q", "#f", "./a:b"], ["a b", "a\\b", "1:b", ":b", "%"]],
  [
    "uuid",
    ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"],
    ["", "123e4567", "{123e4567-e89b-12d3-a456-426614174000}"],
  ],
  [
    "duration",
    ["P1W", "PT1S", "P1Y2M3DT4H5M6S", "P1YT1S"],
    ["P", "PT", "P1YT", "P1W1D", "P1M1Y", "PT1H1S", "P1.5D"],
  ],
  ["json-pointer", ["", "/", "/a~0~1b", "/a//b"], ["a", "/~", "/~2", "#/a"]],
  ["time", ["00:00:00Z", "23:59:60Z", "12:00:00.5+01:00"], ["24:00:00Z", "12:00:00", "1:00:00Z"]],
  ["date", ["2024-02-29"], ["2023-02-29", "2024-2-1", "2024-13-01"]],
])("%s", (format, good, bad) => {
  test.each(good)("%j", (text) => expect(isGood(format, text)).toBe(true));
  test.each(bad)("not %j", (text) => expect(isGood(format, text)).toBe(false));
});

test.each<[string, string[]]>([
  ["14:30:00", ['open "14:30:00Z"']],
  ["2:30 pm", ['open "14:30:00Z"']],
  ["14:30Z", ['clear "14:30:00Z"']],
  ["14:30:00 z", ['clear "14:30:00z"']],
  ["9:05+0100", ['clear "09:05:00+01:00"']],
  ["14:30:00.5-05", ['clear "14:30:00.5-05:00"']],
  [" 14:30:00Z ", ['same "14:30:00Z"']],
  // From nine to five, not an offset.
  ["09:00-17:00", []],
  ["25:00Z", []],
  ["noon", []],
])("%j as a time with an offset", (text, expected) => {
  expect(readingsOf(FORMATS.get("time")!, text, new Meter()).map(showReading)).toEqual(expected);
});

test("one grammar of e-mail addresses", () => {
  for (const text of ["ada@example.org", `${"a".repeat(65)}@b.c`, "a@-b", '"a"@b', "a@[1.2.3.4]", "a@b"])
    expect(VALUE_TYPES.email.test(text, 0), text).toBe(isGood("email", text));
});

/** Where the grammar of ajv-formats is ours, on texts made of the characters that matter. */
const COMPARED: Record<string, string[]> = {
  date: ["2024", "-", "02", "29", "30", "1"],
  time: ["12", ":", "30", "00", "60", "Z", "+", ".", "5"],
  uuid: ["123e4567", "-", "e89b", "12d3", "a456", "426614174000", "g"],
  ipv4: ["1", ".", "255", "256", "0", "01"],
  ipv6: ["::", ":", "1", "abcd", "12345", "1.2.3.4"],
  "json-pointer": ["/", "a", "~", "0", "1"],
};

test.each(Object.entries(COMPARED))("%s beside ajv-formats", (format, pieces) => {
  const theirs: unknown = (addFormats as unknown as typeof addFormats.default).get(format as "date");
  const validate =
    theirs instanceof RegExp
      ? (text: string) => theirs.test(text)
      : typeof theirs === "function"
        ? (theirs as (text: string) => boolean)
        : (theirs as { validate: (text: string) => boolean }).validate;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 9 }), (parts) => {
      const text = parts.join("");
      // ajv-formats takes any minute for a leap second, and offsets without minutes.
      fc.pre(format !== "time" || (!text.includes("60") && /(?:Z|[+-]\d\d:\d\d)$/.test(text)));
      expect(isGood(format, text), text).toBe(validate(text));
    }),
    { numRuns: draws(500) },
  );
});

test("long texts are judged, not refused by the engine", () => {
  for (const [name, { test: isOf }] of FORMATS)
    for (const piece of ["a", "a.", "/", ":", "-", "1", "{a}", "%41", '"', "(", "a@", "[", "~0", "P1"])
      expect(typeof isOf(`${piece.repeat(100_000 / piece.length)}\n`, 0), `${name} ${piece}`).toBe("boolean");
});
