/** Patterns mean what `new RegExp(pattern, "u")` means, or are refused by name. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compilePattern,
  type LinearPattern,
  parsePattern,
  tooCostly,
} from "../../../src/core/pattern/linear-pattern.ts";
import { draws } from "../../support/random.ts";
import { expectTable } from "../table.ts";

const isRegExp = (source: string): boolean => {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
};

const texts = [
  ...["", "a", "b", "ab", "aab", "A", "a b", " a", "a\n", "\na", "a\r\nb", "a\u2028b", "_", "a-b", "1", "a1"],
  ...[
    "é",
    "e\u0301",
    "🦉",
    "🦉🦉",
    "\u00a0",
    "\u3000",
    "\ufeff",
    "\u180e",
    "\u200b",
    "٣",
    "ſ",
    "K",
    "]",
    "^",
    "-",
    "\\",
    "{",
    "\0",
  ],
];

let compiledSoFar = 0;

function expectSame(original: string): void {
  // A pattern that was compiled before is not compiled again.
  const source = `(?:${original})|never${compiledSoFar++}`;
  const ours = compilePattern(source);
  if ("refusal" in ours) throw new Error(`${source}: ${ours.refusal}`);
  const theirs = new RegExp(source, "u");
  for (const text of texts)
    expect(ours.test(text), `${source} on ${JSON.stringify(text)}`).toBe(theirs.test(text));
}

test.each([
  ...[
    "^a",
    "a$",
    "^$",
    "^.$",
    "^.*$",
    ".",
    "\\s",
    "\\S",
    "^\\s$",
    "[\\s]",
    "[^\\s]",
    "[\\S]",
    "^[\\W]$",
    "\\w",
    "\\W",
  ],
  ...[
    "\\d",
    "^\\D$",
    "\\b",
    "a\\b",
    "\\B",
    "^[^]$",
    "[]",
    "[^\\n]",
    "\\n",
    "\\u2028",
    "\\u{1F989}",
    "\\uD83E\\uDD89",
  ],
  ...[
    "^🦉$",
    "^[🦉]$",
    "[🦉-🦊]",
    "\\x41",
    "\\cJ",
    "\\0",
    "[\\b]",
    "[\\-a]",
    "[a\\-z]",
    "[-a]",
    "[a-]",
    "\\/",
    "\\-a".slice(2),
  ],
  ...[
    "a{2}",
    "a{1,2}b",
    "a{2,}",
    "a*?b",
    "a+?",
    "(a|b)+",
    "(?:ab)?",
    "(?<word>a)b",
    "\\p{L}",
    "\\p{Lu}",
    "^\\P{L}$",
  ],
  ...[
    "\\p{Letter}",
    "\\p{gc=Lu}",
    "\\p{General_Category=Nd}",
    "\\p{Script=Latin}",
    "\\p{Any}",
    "\\P{Any}",
    "[\\P{Any}]",
    "[^\\P{Any}]",
    "a|\\P{Any}b",
    "\\p{ASCII}",
    "[^\\P{ASCII}]",
  ],
  ...["\\^", "\\$", "[\\]]", "[\\^]", "\\{", "\\}", "a|", "|", "", "()", "(|a)"],
])("%s", (source) => {
  expectSame(source);
});

test("random patterns", () => {
  const character = fc.constantFrom(
    ...[
      "a",
      "b",
      "é",
      "🦉",
      ".",
      "\\d",
      "\\s",
      "\\w",
      "\\S",
      "\\W",
      "\\n",
      "\\u0041",
      "\\p{L}",
      "\\P{Lu}",
      "\\-".slice(1),
    ],
  );
  const item = fc.constantFrom("a", "b-z", "\\d", "\\s", "\\S", "^", "-", "🦉", "\\]", "\\W", "é");
  const set = fc
    .tuple(fc.boolean(), fc.array(item, { maxLength: 3 }))
    .map(([not, items]) => `[${not ? "^" : ""}${items.join("")}]`);
  const pattern = fc.letrec<{ atom: string; term: string; all: string }>((tie) => ({
    atom: fc.oneof(
      { weight: 4, arbitrary: character },
      set,
      tie("all").map((inner) => `(?:${inner})`),
    ),
    term: fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .tuple(tie("atom"), fc.constantFrom("", "", "?", "*", "+", "{2}", "{0,1}", "+?"))
          .map((parts) => parts.join("")),
      },
      fc.constantFrom("^", "$", "\\b", "\\B"),
    ),
    all: fc
      .array(fc.array(tie("term"), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
      .map((alternatives) => alternatives.map((terms) => terms.join("")).join("|")),
  })).all;
  let compared = 0;
  fc.assert(
    fc.property(pattern, (source) => {
      fc.pre(isRegExp(source));
      const ours = compilePattern(source);
      // Only for their cost: what these patterns are made of can all be run.
      if ("refusal" in ours) {
        expect(ours.refusal).toMatch(/^(?:repeats a group|compiles to more)/);
        return;
      }
      compared++;
      expectSame(source);
    }),
    { numRuns: draws(400) },
  );
  expect(compared).toBeGreaterThan(draws(200));
});

test("whatever is no regular expression is refused, and nothing else is called wrong", () => {
  const piece = fc.constantFrom(
    ..."ab(){}[]*+?|^$.\\-,:=!<>1d".split(""),
    ...["(?:", "(?=", "(?<!", "\\k<a>", "\\1", "(?<a>", "{1,2}", "\\u", "\\x4", "\\p{L}", "[^", "\\q", "\\/"],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const source = pieces.join("");
      // The runtime knows flags inside patterns and repeated names or not, depending on its age.
      fc.pre(!/\(\?[a-z-]*:|\(\?<a>.*\(\?<a>|\(\?[a-z]+\)/.test(source) || /\(\?:/.test(source));
      expect(!("refusal" in parsePattern(source)), source).toBe(isRegExp(source));
    }),
    { numRuns: draws(1_500) },
  );
});

test("properties are those of Unicode 15.0", async () => {
  const parts = {
    "General_Category/Letter": ["\\p{L}", "\\p{Letter}", "\\p{gc=L}"],
    "General_Category/Uppercase_Letter": ["\\p{Lu}", "\\p{General_Category=Uppercase_Letter}"],
    "General_Category/Decimal_Number": ["\\p{digit}"],
    "General_Category/Punctuation": ["\\p{P}"],
    "Script/Han": ["\\p{Script=Han}"],
    "Script/Latin": ["\\p{sc=Latin}"],
  };
  for (const [file, sources] of Object.entries(parts)) {
    const { default: ranges } = await import(`@unicode/unicode-15.0.0/${file}/ranges.mjs`);
    for (const source of sources) {
      const pattern = compilePattern(source) as LinearPattern;
      const expectMatch = (point: number, matches: boolean) =>
        expect(pattern.test(String.fromCodePoint(point)), `${source} on ${point.toString(16)}`).toBe(matches);
      for (const { begin, end } of ranges) {
        expectMatch(begin, true);
        expectMatch(end - 1, true);
        expectMatch(end, false);
        if (begin > 0) expectMatch(begin - 1, false);
      }
      // Assigned by Unicode 15.1 and 16.0.
      for (const point of [0x2ebf0, 0x1c89, 0xa7cb, 0x10d40]) expectMatch(point, false);
    }
  }
});

describe("refused by name", () => {
  test.each([
    ["(?<a>x)(?<a>y)", /Duplicate capture group name/],
    ["\\p{Script=Garay}", /Script=Garay/],
    ["\\p{Script=Grek}", /full name/],
    ["^(?=a)", /looks ahead/],
    ["(?<!a)b", /looks ahead or behind/],
    ["(a)\\1", /refers back/],
    ["(?<x>a)\\k<x>", /refers back/],
    ["(?i:a)", /flags/],
    ["(?i)a", /flags/],
    ["\\p{Emoji}", /Emoji/],
    ["\\p{Script_Extensions=Greek}", /Script_Extensions/],
    ["\\p{Cn}", /version of Unicode/],
    ["\\ud800", /surrogate/],
    ["\\A", /\\A/],
    ["[[:alpha:]]", /Lone quantifier brackets/],
    ["a**", /Nothing to repeat/],
    ["a{2,1}", /numbers out of order/],
    ["a{1001}", /RE2/],
    [`${"(".repeat(60)}${")".repeat(60)}`, /levels deep/],
  ])("%s", (source, message) => {
    const compiled = compilePattern(source);
    expect("refusal" in compiled ? compiled.refusal : "accepted").toMatch(message);
  });
});

test("why patterns are refused", async () => {
  const sources = [
    ...[
      "a)",
      "(a",
      "[a",
      "[",
      "[a-",
      "[^",
      "a\\",
      "\\q",
      "\\u{110000}",
      "\\u{10ffff}",
      "\\udfff",
      "\\ud800",
      "[\\ud800]",
      "\\x4",
    ],
    ...[
      "(?a)",
      "(?<a",
      "(?<1>a)",
      "(?>a)",
      "(?-i:a)",
      "(?s)",
      "(?=a)(",
      "(?=a)",
      "(?!a)b",
      "(?<=a)b",
      "(?<!a)b",
      "a(?=b",
    ],
    ...["\\1", "(a)\\1", "(a)\\2", "\\k<a>", "(?<a>b)\\k<a>", "(?<a>b)\\k<b>", "\\k", "(a)(b)\\2"],
    ...[
      "[z-a]",
      "[a-z]",
      "[\\d-z]",
      "[a-\\d]",
      "[\\w-\\d]",
      "[a-a]",
      "[--a]",
      "[a-\\-]",
      "[\\b-\\n]",
      "[]a]",
    ],
    ...[
      "*",
      "+a",
      "?",
      "a|*",
      "{",
      "}",
      "]",
      "a{",
      "a{1",
      "a{,2}",
      "a{2,1}",
      "a{2,2}",
      "a{2,}",
      "a{2}{3}",
      "a***",
    ],
    ...[
      "\\p{L}",
      "\\P{L}",
      "\\p{Any}",
      "\\P{Any}",
      "\\p{ASCII}",
      "\\P{ASCII}",
      "\\p{Emoji}",
      "\\p{Cn}",
      "\\p{gc=Foo}",
    ],
    ...[
      "\\p{sc=Greek}",
      "\\p{Script=Greek}",
      "\\p{Script=Nothing}",
      "\\p{scx=Greek}",
      "\\p{L",
      "\\p",
      "\\pL",
      "\\P{gc=Lu}",
    ],
    ...["(a+)+", "(?:a*)*", "([a-z]+)+", "(a+){2,}", "(a+b)+", "(\\d+?)*", "(a|b+)+", "((a+))+"],
    ...[
      "a".repeat(500),
      "a".repeat(501),
      "(?:a{1,100}){1,20}",
      "(?:a{1,500}){1,3}",
      "a{1000}",
      "a{1001}",
      "a{990}b{990}",
      "a{900}b{900}c{900}",
      "(?i:a)",
    ],
    ...[
      `${"(".repeat(50)}a${")".repeat(50)}`,
      `${"(".repeat(51)}a${")".repeat(51)}`,
      "(?=(?=a))",
      "\\c1",
      "\\01",
      "\\0",
      "\\-",
    ],
    ...[
      "(?<a>x)(?<a>y)",
      "\\k<a>",
      "(?<a>x)\\k<a>",
      "(?<1>x)",
      "(?<a",
      "[\\d-z]",
      "[a-\\d]",
      "(?i-i:a)",
      "(?-:a)",
      "(?i-s:a)",
      "\\u{110000}",
      "\\x1",
      "[\\u{1F600}-\\u{1F64F}]",
    ],
  ];
  const rows = sources.map((source) => {
    const compiled = compilePattern(source);
    const shown = source.length > 60 ? `${source.slice(0, 60)}… (${source.length})` : source;
    return [shown, "=>", "refusal" in compiled ? compiled.refusal : "accepted"];
  });
  await expectTable(import.meta.url, "./refused-patterns.txt", rows);
});

test.each<[string, inside: string, outside: string]>([
  ["\\p{sc=Greek}", "αΩ", "aж1"],
  ["\\p{Script=Latin}", "aÉß", "αж1"],
  ["\\P{Script=Latin}", "αж1", "aÉß"],
  ["\\p{Lowercase_Letter}", "aßж", "AÉ1"],
  ["\\p{gc=Uppercase_Letter}", "AÉЖ", "aß1"],
  ["\\p{General_Category=Lu}", "AÉЖ", "aß1"],
  ["\\p{Letter}", "aжα", "1 _"],
  ["\\p{L}", "aжα", "1 _"],
  ["\\p{Decimal_Number}", "5٣", "aⅣ"],
  ["\\p{Nd}", "5٣", "aⅣ"],
])("%s matches %s and none of %s", (source, inside, outside) => {
  const pattern = compilePattern(`^${source}$`) as LinearPattern;
  expect([...inside].filter((character) => !pattern.test(character))).toEqual([]);
  expect([...outside].filter((character) => pattern.test(character))).toEqual([]);
});

test("a pattern has half a million steps for one text", () => {
  const pattern = compilePattern("^(?:a|b){1,40}$") as LinearPattern;
  const longest = Math.floor(500_000 / pattern.size);
  expect(tooCostly(pattern, longest)).toBeUndefined();
  expect(tooCostly(pattern, longest + 1)).toBe(
    `is too costly for texts of up to ${longest + 1} characters; make it simpler, or "maxLength" at most ${longest}`,
  );
});

test("answers that are kept do not change, however many there are", () => {
  const pattern = compilePattern("^(?:a|kept)+$") as LinearPattern;
  const asked = ["a", "b", "", "a".repeat(128), "a".repeat(129), "b".repeat(129)];
  const answers = asked.map((text) => /^(?:a|kept)+$/.test(text));
  for (let round = 0; round < 3; round++) {
    expect(asked.map((text) => pattern.test(text))).toEqual(answers);
    for (let index = 0; index < 600; index++) expect(pattern.test(`${index}`)).toBe(false);
  }
});
