/** The browser's patterns run on a re2js without the parts that nothing asks for. They must be the same programs. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { translatePattern } from "../../src/core/pattern/linear-pattern.ts";
import { slimRe2, slimRegexpp } from "../../web/slim-re2.ts";

type Regexpp = typeof import("@eslint-community/regexpp");

const PATTERNS = [
  "^[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)*$",
  "^\\p{L}[\\p{L}\\p{M}\\p{Nd} '’-]{0,79}$",
  "^\\P{Script=Greek}+$",
  "^[^\\p{Lu}\\s]+\\b.*$",
  "^([Kk]|[ſsS]|Å|[σΣς])+$",
  "^(foo|foobar|fox){1,3}[^a-z]?$",
  "^.{2,5}$",
  "[a-z]+",
  "foo",
];
const TEXTS = [
  "Ada",
  "k",
  "K",
  "ſ",
  "Ω",
  "ä b",
  "foofox",
  "foobar!",
  "😀😀",
  "a1.b-2",
  "É’s",
  "",
  "\n",
  "Kk\u212a",
  "σς",
];

test("the slim re2js compiles to programs of the same size that match the same texts", async () => {
  const full = readFileSync(
    createRequire(import.meta.url)
      .resolve("re2js")
      .replace(/index\.\w+$/, "index.js"),
    "utf8",
  );
  const code = slimRe2(full);
  expect(code.length).toBeLessThan(full.length - 50_000);
  const slim = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { RE2JS: typeof RE2JS };
  for (const pattern of PATTERNS) {
    const translated = translatePattern(pattern);
    if (!("re2" in translated)) throw new Error(translated.refusal);
    const [one, other] = [RE2JS, slim.RE2JS].map((engine) => engine.compile(translated.re2));
    expect(other!.programSize()).toBe(one!.programSize());
    expect(TEXTS.map((text) => other!.test(text))).toEqual(TEXTS.map((text) => one!.test(text)));
    const found = (engine: RE2JS, text: string) => {
      const matcher = engine.matcher(text);
      return matcher.find() ? [matcher.group(), matcher.end()] : [];
    };
    expect(TEXTS.map((text) => found(other!, text))).toEqual(TEXTS.map((text) => found(one!, text)));
  }
});

test("names of groups are letters of any script, with and without the parser's own tables", async () => {
  const path = createRequire(import.meta.url).resolve("@eslint-community/regexpp");
  const code = slimRegexpp(readFileSync(path.replace(/index\.\w+$/, "index.mjs"), "utf8"));
  const { RegExpParser } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Regexpp;
  const refused = ["größe", "日本", "a٣", "٣a", "a😀"].filter((name) => {
    try {
      new RegExpParser().parsePattern(`(?<${name}>a)`, 0, name.length + 6, { unicode: true });
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toEqual(["٣a", "a😀"]);
});
