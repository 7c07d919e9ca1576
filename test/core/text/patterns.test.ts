/** Patterns mean what `new RegExp(pattern, "u")` means, or are refused by name. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePattern } from "../../../src/core/text/linear-pattern.ts";
import { isPatternSyntax } from "../../../src/core/text/pattern-syntax.ts";

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

function expectSame(source: string): void {
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
    { numRuns: 400 },
  );
  expect(compared).toBeGreaterThan(200);
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
      expect(isPatternSyntax(source), source).toBe(isRegExp(source));
    }),
    { numRuns: 1_500 },
  );
});

describe("refused by name", () => {
  test.each([
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
    ["[[:alpha:]]", /lone "]"/],
    ["a**", /nothing to repeat/],
    ["a{2,1}", /wrong way round/],
    ["a{1001}", /RE2/],
    [`${"(".repeat(60)}${")".repeat(60)}`, /levels deep/],
  ])("%s", (source, message) => {
    const compiled = compilePattern(source);
    expect("refusal" in compiled ? compiled.refusal : "accepted").toMatch(message);
  });
});
