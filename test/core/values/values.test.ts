/** What is of a type, how other notations are read, and why a date or time does not exist: see the tables beside. */

import { expect, test } from "vitest";
import { gradeOf } from "../../../src/core/findings/finding.ts";
import { Meter } from "../../../src/core/meter/meter.ts";
import { isMultipleOf } from "../../../src/core/schema/types/scalar-types.ts";
import { isIPv4, isIPv6 } from "../../../src/core/values/addresses.ts";
import { compareMoments, whyImpossible } from "../../../src/core/values/time.ts";
import {
  isValueType,
  readingsOf,
  VALUE_TYPES,
  type ValueType,
} from "../../../src/core/values/value-types.ts";
import { expectTable } from "../table.ts";

const TYPES = Object.keys(VALUE_TYPES) as ValueType[];

const NUMBERS =
  `0 -0 5 -5 007 +5 +a 1.5 1.50 1.0 .5 5. 1e3 1E+3 1e-3 1e400 0x10 NaN Infinity 12,5 1,234 1,23 -1,234 0,123
  1.234 1.234.567 12.34.567 1,234.56 12,34.56 1.234,56 1.234,5,6 1_000 1_00 1'000 1’000 10_000_000 9007199254740991
  9007199254740992 9007199254740993 0.1 0.30000000000000004 0.1234567890123456789 1e308 5% 5€ €5 $-5 5kg 5kilograms 5kilometres
  EURO5 -5m 5.5h 1-2 --5 .25 -.25 12,0 1234,567.8 12,345.6 1,234.56,789 1,234,567.8 1234.567,8 12.345,6
  1.234,56.789 1.234.567,8 12e3 1.25e3 1.500 12kg 1.25kg -0.0 007.5 1.000.000
  +007 5+3 +5x x.5 .5x -.5.5 1..5 +1.50 x+5`
    .split(/\s+/)
    .concat([
      " 5 ",
      "5 kg",
      "€ 5",
      "1 000",
      "1 000 000",
      "1 00",
      "1 000,5",
      "1 000,0",
      "1 000,25",
      "1\u00a0000",
      "1\u202f234",
      "five",
      "",
      ...[
        "−5",
        "–5.5",
        "−",
        "—5",
        "− 5",
        "5−",
        "5-",
        "5 -",
        "‑5",
        "5-inch",
        "$-5",
        "−1,234",
        "~5",
        "<5",
        "±5",
        "(5)",
        "5 %",
        "kWh5",
        "kWhh5",
        "5 kilograms",
      ],
    ]);

const BOOLEANS =
  "true True TRUE false False falsehood unfalse truely untrue yes Y no N on off t f 1 0 ja 2".split(" ");

const DATES =
  `2026-02-28 2026-02-29 2024-02-29 2000-02-29 1900-02-29 2026-13-01 2026-00-10 2026-04-31 2026-04-32 2026-01-00
  2026-1-5 2026/1/5 2026.01.05 2026-01/05 20260105 2026015 202615 5.1.2026 05/01/2026 31/12/2026 12/31/2026 13/13/2026 1-2-3456
  2026-02-28T00:00:00Z 2026-02-28T00:00 2026-02-28T10:00 2026-02-28t10:00:00 2026-02-28Tnoon 2026-02-28T00:00:00.000+00:00
  2026-02-28T00:00:00+01:00 26-02-28 2026-12-31 2026-11-31 0000-01-01 9999-12-31 2024-01-31 2024-03-30
  202a-01-01 20a6-01-01 2026-0a-01 2026-a1-01 2026-01-0a 2026-01-a1 2026-01-1: 2026-01-1/ 2026-01-/1 2026x01-01 2100-02-29 2400-02-29 20/6-01-01
  x2026-1-5 12026-1-5 2026-1-5x x2026-02-28T10:00 x2026-02-30 `
    .split(/\s+/)
    .concat([
      "2026-02-28T10:00\nx",
      ...[
        "2026 1 5",
        "2026-02-28 10:00",
        "2026-02-28 in words",
        "5 January 2026",
        "5th Jan 2026",
        "5. Jan. 2026",
      ],
      ...[
        "Jan 5, 2026",
        "January 5th 2026",
        "Sept 5 2026",
        "Ma 5 2026",
        "May 5 2026",
        "Mai 5 2026",
        "5-Jan-2026",
      ],
      ...["x05/01/2026", "05/01/20261", "x5 Jan 2026", "15 Jan 2026", "5 Jan  2026", "5 Jan 20261"],
      ...[
        "the Jan 5, 2026",
        "Jan  5 2026",
        "Jan 15 2026",
        "Jan 5,  2026",
        "Jan 5 20261",
        "2026-02-28 x10:00",
      ],
      ...["2026-02-28 10:00x", "30 Feb 2026", "5 Foo 2026"],
      ...["31 Feb 2026", "1 Foo 2026", " 2026-02-28 ", "the 5th of May 2026", "Jan 2026", "5 Jan, 2026"],
      ...["Sat, 28 Feb 2026", "Saturday, 28 February 2026", "Sun, 28 Feb 2026", "Mon, Jan 5, 2026"],
      ...["SAT, 28 Feb 2026", "Thu, 29 Feb 2024", "Tue, 29 Feb 2000", "Thu, 1 Mar 1900", "Fri, 31 Dec 1999"],
      ...["Mon, 1 Jan 2024", "Wed, 1 May 2024", "Sun, 1 Sep 2024", "x, 28 Feb 2026", "Sat 28 Feb 2026"],
      ...["2026-Jan-05", "2026 January 5", "2026 Jan", "5th of May 2026", "5.May 2026", "Sat, 2026-02-28"],
    ]);

const TIMES =
  `10:00:00 10:00:00Z 10:00:00z 10:00:00+02:00 10:00:00-23:59 10:00:00+24:00 10:00:00+02:60 10:00:00+0200
  10:00 9:30 9.30 9h30 09:30:15 24:00:00 23:59:60 23:59:60Z 22:59:60-01:00 22:59:60Z 23:58:60Z 00:59:60+01:00 10:60:00 10:00:61
  10:00:00.5 10:00:00. 10:00:00.5Z 1000 9:30pm 12:30am 12:30pm 13:30pm 9:30a.m. 9:30p 9:30xm 0:00 10-00-00 25:00 10:61 13:30 13.30 x9:30 100:00:00 10:00:99 10-00:00 10:00-00 23:59:61Z 10:00:00+02-00 05:29:60+05:30
  05:30:60+05:30 18:29:60-05:30 10:00:00.9 1::00:00`
    .split(/\s+/)
    .concat(["9:30 pm", "9:30 PM", "10:00:00 Z", "noon"])
    .concat("9 pm,9am,12 am,12pm,13 pm,0 am,9,21,9 p.m.,9:30:15 pm,9.30.15,9h,9:3,24:00,00:00 am".split(","));

const DATE_TIMES =
  `2026-02-28T10:00:00Z 2026-02-28t10:00:00z 2026-02-28T10:00:00+01:00 2026-02-28T10:00:00+0100
  2026-02-28T10:00:00+01 2026-02-28T10:00Z 2026-02-28T10:00 2026-02-28T10:00:00 2026-02-28T10:00+01:00 2026-02-28T24:00:00Z
  2026-02-30T10:00:00Z 2026-02-29T10:00:00Z 2026-06-30T23:59:60Z 2026-06-30T23:58:60Z 2026-02-28_10:00:00Z 20260228T100000Z
  2026-02-28T10:00:00.123Z 2026-02-28T10:00:00.Z`
    .split(/\s+/)
    .concat([
      ...["2026-02-28 10:00:00Z", "2026-02-28  10:00:00 Z", "2026-02-28 10:00:00 +01:00", "2026-02-28 10:00"],
      ...[
        "2026-02-28 10:00:00 +0100",
        "2026-02-28 z",
        "2026-02-28 10:00:00  +01:00",
        "2026-02-28 10:00:00 zone",
        "28.02.2026 10:00",
        "28.02.2026 10:00:00Z",
        "02/03/2026 10:00Z",
        "Feb 28 2026 10:00Z",
        "2026/02/28T10:00Z",
        "2026-02-28 9:00Z",
        "2026-02-30 10:00Z",
      ],
    ]);

const OTHERS =
  `123e4567-e89b-12d3-a456-426614174000 123E4567-E89B-12D3-A456-426614174000 123e4567e89b12d3a456426614174000
  {123e4567-e89b-12d3-a456-426614174000} urn:uuid:123e4567-e89b-12d3-a456-426614174000 123e4567-e89b-12d3-a456-42661417400
  123e4567-e89b-12d3-a456-4266141740000 123e4567-e89b-12d3-a456-42661417400g 00000000-0000-0000-0000-000000000000
  a@b.example mailto:a@b.example MAILTO:a@b.example a@b @b.example a@ a.b@c.example .a@b.example a..b@c.example a@-b.example
  a@b-.example a@b.example. ä@b.example a+b@c.example "a"@b.example amailto:a@b.example
  123e4567-urn:uuid:e89b-12d3-a456-426614174000 123e4567-{e89b-12d3-a456-426614174000
  123e4567-e89b}-12d3-a456-426614174000 123e4567-e89b12d3a456426614174000`
    .split(/\s+/)
    .concat(["Ada <a@b.example>", "<a@b.example>", "<a@b.example> Ada", "a @b.example"]);

const URLS =
  `http://a.example https://a.example/ HTTPS://A.EXAMPLE http:/a.example http://a http://a. http://.a http://a..b
  http://-a.example http://a-.example http://a_b.example http://1.2.3.4 http://1.2.3 http://1.2.3.256 http://01.2.3.4 http://1.2.3.4.
  http://[::1] http://[::1 http://[1:2:3:4:5:6:7:8] http://[1:2:3:4:5:6:7] http://[1::2::3] http://[::ffff:1.2.3.4]
  http://[1:2:3:4:5:6:1.2.3.4] http://[1:2:3:4:5:6:7:1.2.3.4] http://[12345::] http://[1:2:3:4:5:6:7::] http://[1:2:3:4:5:6:7:8::]
  http://a.example:80 http://a.example: http://a.example:65535 http://a.example:65536 http://a.example:x http://a.example?q
  http://a.example#f http://u:p@a.example http://a.example/ä http://a.example/?ä=ö#ü http://ä.example http://xn--a/ ftp://a.example
  a.example www.a.example/x a.example:8080 a.example:x a//b /a/b http:// https:// httpx://a.example http://a.123 http://123.a http://a1
  http://a.example/\u007f http://a.example/<>
  xhttp://a.example/ä http://a.example/🦉 http://a-b.example:1/ http://a9.example:1 http://9a.9
  http://a- http://a-/ http://a.-b http://123 http://1 http://a.b.1 http://z.Z http://a.b. http://a/! http://a/~`
    .split(/\s+/)
    .concat([
      ...[
        "http://a.example/a b",
        " http://a.example ",
        "http://a b.example",
        "http://a.example/\ud800",
        "a.example/ä",
      ],
      `http://${"a".repeat(63)}.example`,
      `http://${"a".repeat(64)}.example`,
      `http://${"a".repeat(63)}`,
      `http://${"a".repeat(64)}`,
      `http://a.${"a".repeat(64)}/`,
      `http://${"a.".repeat(126)}a`,
      `http://${"a.".repeat(127)}a`,
    ]);

const CONTAINERS = [
  ...[
    '{"a":1}',
    ' {"a":1} ',
    "[1,2]",
    "[1,2",
    '{"a":12345678901234567890}',
    "[0.12345678901234567]",
    "{}",
    "[]",
    "null",
  ],
  ...["a,b", "a, b ;c", "a|b", "a\nb", "a,", ",a", "a", "", "{a}", '"a"', '"{"', "a{b", " {a", " a ", "a,b{"],
  ...["a,  b", "a, , b", "a,\n\n b", "\na ; ", "a ,b", "a\u00a0,\u00a0b", "```a```", " ```json"],
  ...['"[1, 2]"', "\ufeff[1, 2]", "none", "n/a", "-"],
];

const VALUES: unknown[] = [
  0,
  1,
  2,
  -1,
  1.5,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  true,
  false,
  null,
  undefined,
  [],
  [1],
  {},
  { a: 1 },
  ["123e4567-e89b-12d3-a456-426614174000"],
  ["a@b.example"],
];

const BY_TYPE: Record<ValueType, readonly string[]> = {
  string: ["", "a", "\ud800"],
  integer: NUMBERS,
  number: NUMBERS,
  boolean: BOOLEANS,
  date: DATES,
  time: TIMES,
  datetime: [...DATE_TIMES, "2026-02-28", "2026-02-30"],
  uuid: OTHERS,
  email: OTHERS,
  url: URLS,
  object: CONTAINERS,
  array: CONTAINERS,
};

test.each(TYPES)("%s", async (type) => {
  const rows = [...BY_TYPE[type], ...VALUES].map((value) => {
    const isOfType = VALUE_TYPES[type].test(value, 0);
    const readings = isOfType ? [] : readingsOf(type, value, new Meter());
    const found = readings.map(({ value: meant, grounds }) => {
      const { applicability, decision } = gradeOf(grounds);
      return `${applicability}${decision === true ? " (decision)" : ""} ${JSON.stringify(meant)}`;
    });
    return [JSON.stringify(value), "=>", isOfType ? "good" : found.join(" or ") || "nothing"];
  });
  await expectTable(import.meta.url, `./${type}.txt`, rows);
});

test("names of types", () => {
  expect(["string", "url", "text", "constructor"].map(isValueType)).toEqual([true, true, false, false]);
});

test("e-mail addresses have at most 254 characters", () => {
  const address = (length: number) =>
    `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(length - 193)}`;
  expect([253, 254, 255].map((length) => VALUE_TYPES.email.test(address(length), 0))).toEqual([
    true,
    true,
    false,
  ]);
});

test.each<[number, number, boolean]>([
  [6, 3, true],
  [7, 3, false],
  [0, 3, true],
  [0, 1e21, true],
  [-6, 3, true],
  [0.3, 0.1, true],
  [0.35, 0.1, false],
  [1.1, 0.01, true],
  [4.35, 0.01, true],
  [1, 0.5, true],
  [0.5, 1, false],
  [3, 1.5, true],
  [4, 1.5, false],
  [1e300, 7, false],
  [1e300, 1e10, true],
  [1e21, 1e20, true],
  [1.5e21, 1e21, false],
  [1e-7, 1e-8, true],
  [1e-8, 1e-7, false],
  [2.5e-7, 1e-7, false],
  [5e-324, 5e-324, true],
  [1.5, 0.3, true],
  [120, 0.25, true],
])("%d is a multiple of %d: %s", (value, step, expected) => {
  expect(isMultipleOf(value, step)).toBe(expected);
});

test("long texts are no misspelled values, except URLs and JSON", () => {
  const counted = (type: ValueType, text: string) => readingsOf(type, text, new Meter()).length;
  const url = (length: number) => `a.example/${"x".repeat(length - 10)}`;
  expect([url(300), url(301), url(2_048), url(2_049)].map((text) => counted("url", text))).toEqual([
    1, 1, 1, 0,
  ]);
  expect([299, 300, 301].map((length) => counted("integer", " 5".padStart(length)))).toEqual([1, 1, 0]);
  const json = (length: number) => `[${"1".padStart(length - 2)}]`;
  expect([65_536, 65_537].map((length) => counted("array", json(length)))).toEqual([1, 1]);
  const list = (length: number) => `${"a".repeat(length - 3)}, b`;
  const items = (length: number) =>
    (readingsOf("array", list(length), new Meter())[0]!.value as string[]).length;
  expect([300, 301].map(items)).toEqual([2, 1]);
});

test("why a date or time does not exist", async () => {
  const texts = [...DATES, ...TIMES, ...DATE_TIMES];
  const rows = texts.map((text) => [JSON.stringify(text), "=>", whyImpossible(text) ?? "-"]);
  await expectTable(import.meta.url, "./impossible.txt", rows);
});

test.each(["", "2026-07-01T"])(
  "times behind %j are compared to the nanosecond, whatever their offsets",
  (date) => {
    const compare = (a: string, b: string) => compareMoments(date + a, date + b);
    for (let digits = 7_919; digits < 1e9; digits += 7_654_321) {
      const nanoseconds = String(digits).padStart(9, "0");
      const [earlier, same] = [`01:00:00.${nanoseconds}Z`, `13:30:00.${nanoseconds}+12:30`];
      expect(compare(earlier, same) === 0).toBe(true);
      const later = `13:30:00.${String(digits + 1).padStart(9, "0")}+12:30`;
      expect(compare(earlier, later)).toBeLessThan(0);
      expect(compare(later, earlier)).toBeGreaterThan(0);
    }
    expect(compare("01:00:00.1234567899Z", "01:00:00.123456789Z") === 0).toBe(true);
    expect(compare("01:00:00.1234567899Z", "01:00:00.1234567900Z")).toBeLessThan(0);
  },
);

test("addresses", async () => {
  const texts =
    `1.2.3.4 0.0.0.0 255.255.255.255 256.0.0.0 1.2.3 1.2.3.4.5 01.2.3.4 1.2.3.x 1.2..4 :: ::1 1:: 1::2 1:2:3:4:5:6:7:8
    1:2:3:4:5:6:7:8:9 1:2:3:4:5:6:7 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1::3:4:5:6:7:8 1:2:3:4::5:6:7:8 ::1::2 ::1.2.3.4 1.2.3.4:: ::1.2.3.4:5
    1:2:3:4:5:6:1.2.3.4 1:2:3:4:5:6:7:1.2.3.4 abcd::ABCD 12345:: g:: : ::: ::1.2.3.256 1:2:3::4:5:6::7:8`.split(
      /\s+/,
    );
  const rows = texts.map((text) => [text, "IPv4", isIPv4(text), "IPv6", isIPv6(text)]);
  await expectTable(import.meta.url, "./addresses.txt", rows);
});
