/** Expressions with a name: what they say when rules call them, and why they are refused. */
import { describe, expect, test } from "vitest";
import { checkCandidate, checkSpecPackage, diffSpecPackages } from "../../../src/core/index.ts";
import { load } from "../datagen.ts";
import { context, objectOf, packageOf, type Schema } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 20 };
const part = objectOf({ id: text, qty: { type: "integer" } }, { required: ["id", "qty"] });
const schema = objectOf({
  id: text,
  since: { type: "string", format: "date", maxLength: 10 },
  until: { type: "string", format: "date", maxLength: 10 },
  parts: { type: "array", maxItems: 9, items: part },
  spares: { type: "array", maxItems: 9, items: part },
});
type Definitions = Record<string, { params: string[]; expression: string }>;
const isSlug = { params: ["s"], expression: "s.matches('^[a-z]+(-[a-z]+)*$')" };

function packageWith(definitions: Definitions, at: string, expression: string, more: Schema = {}): Schema {
  const rule = {
    code: "own",
    check: "holds",
    at: [at],
    severity: "error",
    message: "No.",
    params: { expression },
  };
  const { examples, ...rest } = packageOf(schema) as { examples: Schema };
  return {
    ...rest,
    definitions,
    examples: { ...examples, now: "2026-01-01T00:00:00Z" },
    rules: [rule],
    docs: { own: { summary: "s", fix: "f" } },
    ...more,
  };
}

const reported = (document: Schema, candidate: unknown) =>
  checkCandidate(load(document), candidate, context).diagnostics.map(
    ({ code, pointer }) => `${code} ${pointer}`,
  );

const reasons = (document: Schema) =>
  checkSpecPackage(document).findings.map(({ pointer, code, message }) => `${code} ${pointer}: ${message}`);

describe("a definition", () => {
  test("is called as a function, by other definitions too", () => {
    const ids = { params: ["parts"], expression: "parts.all(p, isSlug(p.id))" };
    const document = packageWith({ isSlug, ids }, "/parts", "ids(this)");
    expect(reported(document, { parts: [{ id: "a-b", qty: 1 }] })).toEqual([]);
    // A loop in it says at which item it failed.
    expect(
      reported(document, {
        parts: [
          { id: "a", qty: 1 },
          { id: "A", qty: 1 },
        ],
      }),
    ).toEqual(["own /parts/1"]);
  });

  test("may ask for null, though only some of its calls can give it", () => {
    const namesOf = { params: ["s"], expression: "s == null ? [] : s.split(',')" };
    const nullable = { ...text, type: ["string", "null"] };
    const changed = { schema: objectOf({ id: text, other: nullable }) };
    const expression = "!has(this.id) || !has(this.other) || namesOf(this.id) != namesOf(this.other)";
    const document = packageWith({ namesOf }, "", expression, changed);
    expect(reported(document, { id: "a", other: null })).toEqual([]);
    expect(reported(document, { id: "a,b", other: "a,b" })).toEqual(["own "]);
    expect(reasons(packageWith({}, "/id", "this != null"))).toEqual([
      "expression-invalid /rules/0/params/expression: This cannot be used: a text is never null here.",
    ]);
  });

  test("has its own names, whatever those around the call mean", () => {
    const above = { params: ["p"], expression: "[1, 2].all(x, x < p)" };
    const document = packageWith({ above }, "/parts", "this.all(x, above(x.qty))");
    expect(reported(document, { parts: [{ id: "a", qty: 3 }] })).toEqual([]);
    expect(reported(document, { parts: [{ id: "a", qty: 2 }] })).toEqual(["own /parts/0"]);
  });

  test("knows what is known at the call, and takes a pattern", () => {
    const late = { params: ["x", "form"], expression: "x.since.matches(form)" };
    const document = packageWith({ late }, "", "!has(this.since) || late(this, '^202')");
    expect(reported(document, { since: "2027-01-01" })).toEqual([]);
    expect(reported(document, { since: "1999-01-01" })).toEqual(["own "]);
  });

  test("may stand in a condition, a message and a fix", () => {
    const upper = { params: ["s"], expression: "s.upperAscii()" };
    const document = packageWith({ isSlug, upper }, "/id", "this == upper(this)", {
      rules: [
        {
          ...{ code: "own", check: "holds", at: ["/id"], severity: "error", when: "isSlug(this)" },
          ...{ message: "Write {upper(this)}.", params: { expression: "this == upper(this)" } },
          fix: { title: "Use {upper(this)}", set: { "/id": "upper(this)" } },
        },
      ],
    });
    const [diagnostic] = checkCandidate(load(document), { id: "ab" }, context).diagnostics;
    expect([diagnostic?.message, diagnostic?.fixes?.[0]?.title]).toEqual(["Write AB.", "Use AB"]);
    expect(reported(document, { id: "a b" })).toEqual([]);
  });
});

test.each([
  [
    "/parts",
    "atMost(this, 1)",
    {
      parts: [
        { id: "a", qty: 1 },
        { id: "b", qty: 1 },
      ],
    },
  ],
  ["/parts", "sameLength(this, root.?spares.orValue([]))", { parts: [{ id: "a", qty: 1 }] }],
  [
    "/parts",
    "allDifferent(this.map(p, p.id))",
    {
      parts: [
        { id: "a", qty: 1 },
        { id: "a", qty: 2 },
      ],
    },
  ],
  ["/parts/*/qty", "between(this, 2, 4)", { parts: [{ id: "a", qty: 5 }] }],
  ["/since", "date(this) <= date('2026-01-01') + days(14)", { since: "2026-01-16" }],
  ["/id", "!isBlank(this)", { id: " " }],
])("every package has %s %s", (at, expression, candidate) => {
  const document = packageWith({}, at, expression);
  expect(reported(document, {})).toEqual([]);
  expect(reported(document, candidate)).toHaveLength(1);
});

test("a package may give a name of the prelude another meaning", () => {
  const isBlank = { params: ["s"], expression: "s == '-'" };
  expect(reported(packageWith({ isBlank }, "/id", "!isBlank(this)"), { id: " " })).toEqual([]);
});

describe("refused", () => {
  const f = (expression: string, ...params: string[]): Definitions => ({ f: { params, expression } });
  test.each<[string, Definitions, string, string[]]>([
    [
      "a call with too few values",
      { isSlug },
      "isSlug()",
      ['expression-invalid /rules/0/params/expression: This cannot be used: "isSlug" takes 1 value: (s).'],
    ],
    [
      "a misspelt name",
      { isSlug },
      "isSlgu(this)",
      [
        'expression-invalid /rules/0/params/expression: This cannot be used: there is no function "isSlgu"; did you mean "isSlug"?.',
      ],
    ],
    [
      "a call behind a dot",
      { isSlug },
      "this.isSlug()",
      ["expression-invalid /rules/0/params/expression: This cannot be used: write it as `isSlug(x)`."],
    ],
    [
      "a type that does not suit",
      { isSlug },
      "isSlug(root.?parts.orValue([]).size()) && this == 'x'",
      [
        'expression-invalid /rules/0/params/expression: This cannot be used: "matches" takes a text and a pattern, in "s.matches(\'^[a-z]+(-[a-z]+)*$\')" of the definition "isSlug", in "isSlug(root.?parts.orValue([]).size())".',
        'expression-invalid /definitions/isSlug/expression: As /rules/0/params/expression calls it, this cannot be used: "matches" takes a text and a pattern, in "s.matches(\'^[a-z]+(-[a-z]+)*$\')" of the definition "isSlug", in "isSlug(root.?parts.orValue([]).size())".',
      ],
    ],
    [
      "a name from outside",
      f("this == s", "s"),
      "f(this)",
      [
        'expression-invalid /rules/0/params/expression: This cannot be used: there is no "this"; the names are s, now, today, in "this" of the definition "f".',
        'expression-invalid /definitions/f/expression: As /rules/0/params/expression calls it, this cannot be used: there is no "this"; the names are s, now, today, in "this" of the definition "f".',
      ],
    ],
    [
      "what cannot be read",
      f("s ==", "s"),
      "this != 'x'",
      ["expression-invalid /definitions/f/expression: This cannot be used: it ends too early."],
    ],
    [
      "the name of a function",
      { size: { params: ["s"], expression: "s" } },
      "this != 'x'",
      [
        'expression-invalid /definitions/size: This cannot be used: there is a function "size" already; choose another name.',
      ],
    ],
    [
      "a word of the language",
      { if: { params: [], expression: "1" }, "a-b": { params: [], expression: "1" } },
      "this != 'x'",
      [
        'expression-invalid /definitions/if: This cannot be used: "if" cannot be the name of a function.',
        'expression-invalid /definitions/a-b: This cannot be used: "a-b" cannot be the name of a function.',
      ],
    ],
    [
      "parameters of one name",
      f("s", "s", "s", "1"),
      "this != 'x'",
      [
        'expression-invalid /definitions/f/params/1: This cannot be used: there are two "s".',
        'expression-invalid /definitions/f/params/2: This cannot be used: "1" cannot be a name here.',
      ],
    ],
    [
      "recursion",
      { f: { params: [], expression: "g()" }, g: { params: [], expression: "[1].all(x, f())" } },
      "f()",
      [
        'expression-invalid /rules/0/params/expression: This cannot be used: f → g → f leads too far, in "f()" of the definition "g".',
        'expression-invalid /definitions/g/expression: As /rules/0/params/expression calls it, this cannot be used: f → g → f leads too far, in "f()" of the definition "g".',
      ],
    ],
  ])("%s", (_what, definitions, expression, expected) => {
    expect(reasons(packageWith(definitions, "/id", expression))).toEqual(expected);
  });

  test("a call that would grow without end", () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 8 }, (_, index): [string, Definitions[string]] => [
        `f${index}`,
        {
          params: ["s"],
          expression:
            index === 0 ? "s + s + s + s" : `f${index - 1}(s) + f${index - 1}(s) + f${index - 1}(s)`,
        },
      ]),
    );
    expect(reasons(packageWith(doubling, "/id", "f7(this) == ''"))[0]).toContain("more than 2000 parts");
    expect(
      reasons(
        packageWith({ ...doubling, f8: { params: ["s"], expression: "f7(s)" } }, "/id", "f8(this) == ''"),
      )[0],
    ).toMatch(/leads too far|more than 2000 parts/);
  });

  test("a definition costs what it would cost written out", () => {
    const pairs = {
      params: ["x"],
      expression:
        "x.all(a, x.all(b, x.all(c, x.all(d, x.all(e, x.all(f, a.id + b.id + c.id + d.id + e.id + f.id != ''))))))",
    };
    expect(reasons(packageWith({ pairs }, "/parts", "pairs(this)"))[0]).toContain("1,000,000 is the most");
  });
});

test("a definition or list that nothing uses is advice; one that an expression uses is none", () => {
  const lists = { words: { values: ["a"] }, others: { values: ["b"] } };
  const document = packageWith(
    { isSlug, isWord: { params: ["s"], expression: "s in lists.words" } },
    "/id",
    "isWord(this)",
    { lists },
  );
  expect(reasons(document).filter((line) => line.includes("unused"))).toEqual([
    'list-unused /lists/others: Nothing refers to the list "others".',
    'definition-unused /definitions/isSlug: No rule calls the definition "isSlug".',
  ]);
});

describe("between two versions", () => {
  const lists = { words: { values: ["a"] } };
  const known = { params: ["s"], expression: "s in lists.words" };
  const before = packageWith({ known, isSlug }, "/id", "known(this)", { lists });
  const effects = (after: Schema) => {
    const { changes, canBreak } = diffSpecPackages(load(before), load({ ...after, version: "1.1.0" }));
    return [canBreak, ...changes.map(({ pointer, effect, message }) => `${effect} ${pointer}: ${message}`)];
  };

  test.each<[string, Schema, unknown[]]>([
    [
      "another definition",
      { ...before, definitions: { known: { ...known, expression: "!(s in lists.words)" }, isSlug } },
      [true, 'either /definitions/known: The definition "known" says something else.'],
    ],
    [
      "one that nothing calls",
      { ...before, definitions: { known } },
      [false, 'none /definitions/isSlug: The definition "isSlug" is gone.'],
    ],
    [
      "more words of a list that a definition uses",
      { ...before, lists: { words: { values: ["a", "b"] } } },
      [true, 'either /lists/words/values: "words" now has b.'],
    ],
    [
      "one for a name of the prelude that nothing calls",
      { ...before, definitions: { known, isSlug, days: isSlug } },
      [false, 'none /definitions/days: The definition "days" is new.'],
    ],
  ])("%s", (_what, after, expected) => {
    expect(effects(after)).toEqual(expected);
  });

  test("a default that only a definition looks at", () => {
    const few = { params: ["x"], expression: "x.?spares.orValue([]).size() < 3" };
    const document = packageWith({ few }, "/id", "few(root)", { rules: [] });
    const withRule = packageWith({ few }, "/id", "few(root)");
    const withDefault = (given: Schema) => {
      const changed = structuredClone(given) as { schema: { properties: Record<string, Schema> } };
      changed.schema.properties.spares!.default = [];
      return { ...changed, version: "1.1.0" };
    };
    const canBreak = (given: Schema) => diffSpecPackages(load(given), load(withDefault(given))).canBreak;
    expect([canBreak({ ...document, docs: {} }), canBreak(withRule)]).toEqual([false, true]);
  });
});
