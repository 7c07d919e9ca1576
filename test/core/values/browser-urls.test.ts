/** `isUrl` and `url` of expressions against the URL parser of Node, which follows the standard that browsers follow. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readUrl } from "../../../src/core/values/browser-url.ts";
import { draws } from "../../support/random.ts";

/** Hosts beyond ASCII are refused here, and Punycode is not decoded. Nothing is percent-encoded, so such paths are passed over. */
const described = (scheme: string, host: string, port: string | number, path: string) =>
  `${scheme} ${host} ${port} ${/[^!-~]|["<>^`{|}%]/.test(path) ? "…" : path}`;

function oracle(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") return undefined;
  return described(protocol, hostname, port || (protocol === "https:" ? 443 : 80), pathname);
}

function ours(text: string): string | undefined {
  const url = readUrl(text);
  return url && described(`${url.scheme}:`, url.host, url.port, url.path);
}

const isJudged = (text: string) => !/xn--/i.test(text) && !/[^\0-\x7f]|%[89a-f][0-9a-f]/i.test(text);

test.each([
  "https://example.org/",
  "HTTP://Example.ORG:080",
  "https:example.org",
  "https:\\\\example.org\\a",
  "  https://example.org/ä ",
  "ht\ntps://exa\tmple.org",
  "http://user:pass@host/",
  "http://user@@host:1/",
  "http://@/",
  "http://:80/",
  "http:///a",
  "http://a_b/",
  "http://a..b./",
  "http://a b/",
  "http://a%41/",
  "http://a%2fb/",
  "http://a%zz/",
  "http://1/",
  "http://1.2.3/",
  "http://0x7f.1/",
  "http://0300.0xa8.1.1",
  "http://256.1.1.1/",
  "http://1.2.3.4.5/",
  "http://1.2.3.09/",
  "http://a.0x/",
  "http://4294967296/",
  "http://4294967295./",
  "http://[::1]:80/",
  "http://[::1",
  "http://[1:2:3:4:5:6:7::]/",
  "http://[::1.2.3.04]/",
  "http://a:65535",
  "http://a:65536",
  "http://a:8x",
  "http://a:/",
  "http:",
  "ftp://a.org/",
  "mailto:a@b.org",
  "example.org",
  "//example.org",
  "",
])("%j", (text) => {
  expect(ours(text)).toBe(oracle(text));
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

test("random texts are read as Node reads them", () => {
  const text = fc
    .tuple(
      fc.constantFrom("", "http://", "http://", "https:"),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }),
    )
    .map(([start, pieces]) => start + pieces.join(""));
  fc.assert(
    fc.property(text, (drawn) => {
      fc.pre(isJudged(drawn));
      expect(ours(drawn)).toBe(oracle(drawn));
    }),
    { numRuns: draws(200_000) },
  );
});

test("a name beyond ASCII is refused, and says nothing about the runtime", () => {
  expect([ours("https://münchen.de/"), ours("https://m%C3%BCnchen.de/")]).toEqual([undefined, undefined]);
  expect(ours("https://xn--mnchen-3ya.de/")).toBe("https: xn--mnchen-3ya.de 443 /");
});
