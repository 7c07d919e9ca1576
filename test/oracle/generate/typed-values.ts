/** Sample values for each type of an output field: good ones, odd ones, and nearly good ones. */
import fc from "fast-check";
import { anyJson, containers, deepValues, numbers, oneOf, scalars } from "./json.ts";
import { pieces } from "./texts.ts";

const twoDigits = (n: number) => String(n).padStart(2, "0");

// biome-ignore format: one item a line would be pages long
const SLIPS = [
  "", " ", "\n", "\t", "\0", "0", "1", "9", "-", "+", ":", ".", ",", "/", "\\", "@", "T", "Z", "z", "a", "F", "g", "_", "%", "[", "]",
  "#", "?", "é", "٣", "３", "\u200b", "\ufeff", "\ud800", "🦉", "−", "。", '"', "'", "<", "|", "^", "`", "{", "}", "~", "!", "$", "&", "(", "*", ";", "=",
];

/** Now and then one character of a text is added, lost or replaced. */
function withSlips(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const slip = fc
    .tuple(texts, fc.noBias(fc.nat({ max: 999 })), oneOf(...SLIPS), fc.boolean())
    .map(([text, at, character, replace]) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + character + text.slice(index + (replace ? 1 : 0));
    });
  return fc.oneof({ weight: 3, arbitrary: texts }, { weight: 2, arbitrary: slip });
}

// Dates and times

const dates = fc
  .tuple(
    oneOf(
      "2000",
      "1900",
      "2024",
      "2100",
      "2023",
      "0000",
      "0001",
      "9999",
      "0004",
      "0100",
      "1582",
      "2400",
      "24",
      "12024",
    ),
    oneOf(0, 1, 2, 2, 2, 3, 4, 6, 9, 11, 12, 13),
    oneOf(0, 1, 9, 28, 29, 29, 30, 31, 32),
  )
  .map(([year, month, day]) => `${year}-${twoDigits(month)}-${twoDigits(day)}`);

// biome-ignore format: one item a line would be pages long
const OFFSETS = ["", "Z", "z", "+00:00", "-00:00", "+23:59", "-23:59", "+24:00", "+01:60", "+14:00", "-12:00", "+05:30", "-03:30", "+0530", "+05", " Z"];
const FRACTIONS = ["", "", "", ".0", ".5", ".000001", ".123456789012345678901234567890", ".", ",5", ".5a"];

const clockTimes = fc
  .tuple(
    oneOf(0, 1, 8, 12, 22, 23, 24),
    oneOf(0, 1, 30, 58, 59, 60),
    oneOf(0, 30, 59, 60, 61),
    oneOf(...FRACTIONS),
    oneOf(...OFFSETS),
  )
  .map(
    ([hour, minute, second, fraction, offset]) =>
      `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}${fraction}${offset}`,
  );

/** Leap seconds at or one minute off the end of a day in UTC, as clocks elsewhere show it. */
const leapSeconds = fc
  .tuple(
    fc.noBias(fc.integer({ min: -1439, max: 1439 })),
    oneOf(1439, 1439, 1438, 0, 719),
    oneOf(...FRACTIONS),
  )
  .map(([offset, minuteInUtc, fraction]) => {
    const local = (minuteInUtc + offset + 2 * 1440) % 1440;
    const sign = offset < 0 ? "-" : "+";
    const size = Math.abs(offset);
    const written = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
    return `${written(local)}:60${fraction}${sign}${written(size)}`;
  });

const times = fc.oneof({ weight: 3, arbitrary: clockTimes }, { weight: 1, arbitrary: leapSeconds });
// biome-ignore format: one item a line would be pages long
const TIMES_OF_OTHER_FORM = ["08:30", "8:30:00", "8:30 pm", "083000", "T08:30:00Z", "08:30:00 +01:00", "24:00:00", "08:30:00Z[UTC]"];
const datetimes = fc
  .tuple(dates, oneOf("T", "T", "T", "t", " ", "_", ""), times)
  .map(([date, separator, time]) => date + separator + time);
// biome-ignore format: one item a line would be pages long
const DATETIMES_OF_OTHER_FORM = ["2024-02-29T23:59:60Z", "2026-11-01", "1793520900", "2016-12-31T23:59:60Z", "2024-W05-1T00:00:00Z", "2024-060T00:00:00Z"];

// Identifiers

// biome-ignore format: one item a line would be pages long
const UUIDS = [
  "123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff", "{123e4567-e89b-12d3-a456-426614174000}", "urn:uuid:123e4567-e89b-12d3-a456-426614174000",
  "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400", "g23e4567-e89b-12d3-a456-426614174000",
  "123e4567-e89b-12d3-a4564-26614174000", "123e4567-e89b-92d3-0456-426614174000",
];

const LABEL_63 = "b".repeat(63);
/** Just 253 characters, the longest name that the DNS knows. */
const LONGEST_HOST = `${LABEL_63}.${LABEL_63}.${LABEL_63}.${"c".repeat(61)}`;

// biome-ignore format: one item a line would be pages long
const HOSTS = [
  "example.org", "EXAMPLE.org", "localhost", "a", "1a", "a1", "a.b.c.d.e", "xn--a", "xn--", "xn--bcher-kva.example", "a--b.org", "-a.org", "a-.org",
  "a.-b", "a.b-", "a..b", ".a", "a.", "a..", ".", "", "a_b.org", "_dmarc.example.org", "a b.org", "ex%41mple.org", "%41", "bücher.example", "пример.рф",
  "例え.jp", "e\u0301.org", "a。b", "ａ.org", `${LABEL_63}.org`, `${LABEL_63}b.org`, LONGEST_HOST, `${LONGEST_HOST}c`, `d.${LONGEST_HOST}`,
  "1.2.3.4", "0.0.0.0", "255.255.255.255", "256.1.1.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.04", "0x7f.1", "0x7f000001", "2130706433", "127.1",
  "1.2.3.4.", "1.2.3.0x4", "1.2.3.a", "a.1", "a.0x1", "a.09", "a.1a", "0", "1", "09", "0x", "a.0x", "a.-1", "１.2.3.4",
  "[::1]", "[::]", "[1::]", "[::1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7::]", "[1::2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4::5:6:7:8]",
  "[::1.2.3.4]", "[::ffff:1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:7:1.2.3.4]", "[1:2:3:4:5:1.2.3.4]", "[1.2.3.4::]", "[1.2.3.4]", "[::1.2.3.04]", "[::1.2.3]", "[::1.2.3.4:5]", "[1::1.2.3.4]", "[1:2:3:4:5:6::1.2.3.4]", "[1:2:3:4:5::1.2.3.4]",
  "[fe80::1%25eth0]", "[fe80::1%eth0]", "[v1.fe80::a+en1]", "[:::1]", "[1:::2]", "[::1::2]", "[12345::]", "[g::1]", "[ABCD:ef01::]", "[]", "[", "]", "[::1", "::1]", "[:1]", "[1:]", "[::1]a", "a[::1]", "[ ::1]", "[::1]]",
];
// biome-ignore format: one item a line would be pages long
const SCHEMES = ["https://", "https://", "https://", "http://", "HTTPS://", "HtTp://", "ftp://", "https:", "https:/", "https:///", "://", "//", "", "http:\\\\", "https ://", " https://", "mailto:", "javascript:", "httpss://", "ws://", "ｈttp://"];
// biome-ignore format: one item a line would be pages long
const USERS = ["", "", "", "", "", "", "", "u@", "u:p@", "@", ":@", ":p@", "u%40:p@", "u%zz@", "ü@", "a@b@", "u/@", "a.org:80@"];
// biome-ignore format: one item a line would be pages long
const PORTS = ["", "", "", "", ":0", ":1", ":80", ":443", ":8443", ":65535", ":65536", ":99999", ":00080", ":065535", ":065536", ":000000000000000000080", ":", ":-1", ":+1", ":8a", ": 80", ":80:80", ":８０", ":1e3", ":0x50"];
// biome-ignore format: one item a line would be pages long
const PATHS = [
  "", "", "/", "/a/b", "//a", "/a b", "/%20", "/%2", "/%", "/%zz", "/%C3%A9", "/é", "/🦉", "/a\\b", "\\a", "/a\tb", "/a\n", "/..", "/./a", "/;a=b,c", "/:@!$&'()*+,;=-._~",
  "/[a]", "/{a}", "/a|b", "/a^b", "/`a`", '/"a"', "/<a>", "/\u0000", "/\u007f", "/\u200b", "/\ud800", "/a\u0085", "/@user", "/:8080", "/a/", "/%ff%00", "/٣",
];
// biome-ignore format: one item a line would be pages long
const QUERIES = ["", "", "", "?", "?a=b", "?a=b&c=%20d", "?a=é", "?a=%zz", "?a[]=1", "?a|b", "?/?:@", "?a b", "?a\\b", "?'", '?"', "?<>", "?{}", "?^`", "?\t", "?🦉", "??", "?\ud800", "?%"];
// biome-ignore format: one item a line would be pages long
const FRAGMENTS = ["", "", "", "", "#", "#f", "#/?:@", "#a#b", "#é", "#%zz", "#a b", "#[a]", "#!a", "#\n", "#<", "#`", "#{", "#%41", "#\\"];

/** Mostly one odd part at a time, or no verdict would depend on any of them. */
const urls = fc.oneof(
  { weight: 3, arbitrary: oneOf(...HOSTS).map((host) => `https://${host}/a`) },
  {
    weight: 1,
    arbitrary: fc.tuple(oneOf(...HOSTS), oneOf(...PORTS)).map(([host, port]) => `https://${host}${port}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(oneOf(...SCHEMES), oneOf(...USERS), oneOf(...PORTS))
      .map(([scheme, user, port]) => `${scheme}${user}example.org${port}/`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(oneOf("", ":80"), oneOf(...PATHS), oneOf(...QUERIES), oneOf(...FRAGMENTS))
      .map(([port, path, query, fragment]) => `https://example.org${port}${path}${query}${fragment}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        oneOf(...SCHEMES),
        oneOf(...USERS),
        oneOf(...HOSTS),
        oneOf(...PORTS),
        oneOf(...PATHS),
        oneOf(...QUERIES),
        oneOf(...FRAGMENTS),
      )
      .map((parts) => parts.join("")),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(oneOf("0", "1", "ffff", ":", ":", "::", ".", "1.2.3.4", "12345", "a"), { maxLength: 17 })
      .map((groups) => `http://[${groups.join("")}]/`),
  },
  { weight: 1, arbitrary: pieces.map((piece) => `https://example.org/${piece}`) },
  { weight: 1, arbitrary: pieces.map((piece) => `https://exa${piece}mple.org/`) },
);

// biome-ignore format: one item a line would be pages long
const LOCAL_PARTS = [
  "ada", "ada.lovelace", "a+b", "!#$%&'*+-/=?^_`{|}~", ".a", "a.", "a..b", "", '"a b"', '"a"', "a b", "é", "a\u200b", "a".repeat(64), "a".repeat(65), "a".repeat(242), "a".repeat(243), "a@b",
  "a,b", "a;b", "a:b", "(c)a", "a\\b", "<a", "a[", "1", "-", "A",
];
// biome-ignore format: one item a line would be pages long
const EMAIL_HOSTS = [...HOSTS, "b.c", "mail.example.org", "[1.2.3.4]", "[IPv6:::1]", "b.org>", "b.org,c@d.org", "b@c.org"];
const emails = fc.oneof(
  oneOf(...LOCAL_PARTS).map((local) => `${local}@example.org`),
  oneOf(...EMAIL_HOSTS).map((host) => `ada@${host}`),
  fc
    .tuple(oneOf(...LOCAL_PARTS), oneOf("@", "@", "@", "@", "", "@@", "＠"), oneOf(...EMAIL_HOSTS))
    .map((parts) => parts.join("")),
  pieces.map((piece) => `ada${piece}@example.org`),
);

/** Good values of every type: what valid candidates are made of. */
export const GOOD_VALUES: Record<string, (() => unknown)[]> = {
  string: [() => "pump 4", () => "", () => " café\r\n", () => "e\u0301", () => "TODO", () => "a\u200bb"],
  integer: [() => 12, () => 0, () => -0, () => 9007199254740991, () => -9007199254740991, () => 1e3],
  number: [() => 0.5, () => -0, () => 1e308, () => 5e-324, () => 1e21, () => 1e-7, () => 3],
  boolean: [() => true, () => false],
  date: [() => "2024-02-29", () => "2000-02-29", () => "1999-12-31"],
  time: [() => "23:59:59Z", () => "08:30:00", () => "00:59:60+01:00", () => "08:30:00.125+05:30"],
  datetime: [() => "2026-11-01T08:15:00+01:00", () => "2026-11-01t08:15:00.5z", () => "2016-12-31T23:59:60Z"],
  uuid: [() => "123e4567-e89b-12d3-a456-426614174000", () => "00000000-0000-0000-0000-000000000000"],
  email: [() => "ada@example.org", () => "a+b.c@mail.example.org"],
  url: [() => "https://example.org/devices?id=4", () => "http://1.2.3.4:8080", () => "https://[::1]/#a"],
  object: [() => ({}), () => ({ unit: "bar", "2": [1], "10": null })],
  array: [() => [], () => [1, "two", null, { three: 3 }, [4]]],
};

export const TYPES = Object.keys(GOOD_VALUES);

const oddTexts = fc.oneof(
  pieces,
  fc.array(pieces, { maxLength: 3 }).map((parts) => parts.join("")),
);
// biome-ignore format: one item a line would be pages long
const NUMBERS_AS_TEXT = ["5", "-5", "5.5", " 5 ", "1,000", "0x10", "1e400", "Infinity", "NaN", "12345678901234567890", "٣"];

/** Odd values of a type: some are good, most are nearly. */
const ODD_VALUES: Record<string, fc.Arbitrary<unknown>> = {
  string: oddTexts,
  integer: fc.oneof(numbers, oneOf(...NUMBERS_AS_TEXT)),
  number: fc.oneof(numbers, oneOf(...NUMBERS_AS_TEXT)),
  boolean: scalars,
  date: withSlips(
    fc.oneof(
      { weight: 6, arbitrary: dates },
      { weight: 1, arbitrary: datetimes },
      {
        weight: 1,
        arbitrary: oneOf(
          "2024/02/29",
          "20240229",
          "2024-2-9",
          "01/05/2024",
          " 2024-01-05",
          "2024-01-05\n",
          "+002024-01-05",
          "-0001-01-01",
        ),
      },
    ),
  ),
  time: withSlips(
    fc.oneof({ weight: 6, arbitrary: times }, { weight: 1, arbitrary: oneOf(...TIMES_OF_OTHER_FORM) }),
  ),
  datetime: withSlips(
    fc.oneof(
      { weight: 6, arbitrary: datetimes },
      { weight: 2, arbitrary: times.map((time) => `2024-12-31T${time}`) },
      { weight: 1, arbitrary: oneOf(...DATETIMES_OF_OTHER_FORM) },
    ),
  ),
  uuid: withSlips(oneOf(...UUIDS)),
  email: withSlips(emails),
  url: withSlips(urls),
  object: fc.oneof(containers, deepValues),
  array: fc.oneof(containers, deepValues),
};

/** Types with the richest grammars come up most. */
const WEIGHTS: Record<string, number> = { url: 6, email: 3, datetime: 2, time: 2, date: 2, string: 2 };

/** A type and an odd value of it. */
export const typedValues: fc.Arbitrary<{ type: string; value: unknown }> = fc.oneof(
  ...TYPES.map((type) => ({
    weight: WEIGHTS[type] ?? 1,
    arbitrary: fc
      .oneof({ weight: 8, arbitrary: ODD_VALUES[type]! }, { weight: 1, arbitrary: anyJson })
      .map((value) => ({ type, value })),
  })),
);
