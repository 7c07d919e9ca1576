/** `isUrl` and `url` of expressions against the URL parser of Node, which follows the standard that browsers follow. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readUrl } from "../../../src/core/values/url-parts.ts";
import { draws } from "../../support/random.ts";

/** Nothing is percent-encoded, so such paths are passed over. An IPv6 address keeps its form. */
function expectAsInBrowsers(text: string): boolean {
  const url = readUrl(text);
  if (url === undefined) return false;
  const { protocol, hostname, port, pathname } = new URL(text);
  const isEncoded = /["<>^`{|}%]/.test(url.path);
  expect({ ...url, path: isEncoded ? "" : url.path }).toMatchObject({
    scheme: protocol.slice(0, -1),
    host: hostname.startsWith("[") ? url.host : hostname,
    port: Number(port || (protocol === "https:" ? 443 : 80)),
    path: isEncoded ? "" : pathname,
  });
  return true;
}

test.each([
  ["https://example.org/", true],
  ["HTTP://Example.ORG:080", true],
  ["http://a:/", true],
  ["http://[::1]:80/", true],
  ["http://a-b.c/d/../%2E/e\\..\\f?g/../h#i/../j", true],
  ["https://xn--mnchen-3ya.de/", true],
  ["https:example.org", false],
  ["https:\\\\example.org\\a", false],
  ["  https://example.org/", false],
  ["http://user:pass@host/", false],
  ["http://a_b/", false],
  ["http://a.org./", false],
  ["http://a%41/", false],
  ["http://1/", false],
  ["http://0x7f.1/", false],
  ["http://a.0x/", false],
  ["http://4294967295/", false],
  ["http://[::1", false],
  ["http://a:65536", false],
  ["https://münchen.de/", false],
  ["ftp://a.org/", false],
  ["example.org", false],
])("%j is a URL: %j", (text, isUrl) => {
  expect(expectAsInBrowsers(text)).toBe(isUrl);
});

const PIECES = [
  ...[
    "http",
    "https",
    "HtTp",
    ":",
    "://",
    "//",
    "\\",
    "/",
    "?",
    "#",
    "@",
    "[",
    "]",
    "::",
    ".",
    "..",
    "-",
    "_",
  ],
  ...["a", "B", "org", "1", "0", "09", "0x", "0xF", "255", "256", "65535", "65536", "%", "%2e", "%41", "%20"],
  ...[
    " ",
    "\t",
    "\n",
    "<",
    "|",
    "^",
    '"',
    "`",
    "{",
    "}",
    "~",
    "!",
    "$",
    "&",
    "'",
    "(",
    "*",
    "+",
    ",",
    ";",
    "=",
  ],
  ...["\0", "\x7f"],
];

test("of random texts, those that are read are read as Node reads them", () => {
  const text = fc
    .tuple(
      fc.constantFrom("", "http://", "http://", "https://a.b"),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }),
    )
    .map(([start, pieces]) => start + pieces.join(""));
  let read = 0;
  fc.assert(
    fc.property(text, (drawn) => {
      if (expectAsInBrowsers(drawn)) read++;
    }),
    { numRuns: draws(200_000) },
  );
  expect(read).toBeGreaterThan(50);
});
