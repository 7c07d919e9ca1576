/** Messages that once misled people who write proposals: each says what is wrong now. */
import { describe, expect, test } from "vitest";
import { checkCandidate, repairCandidate } from "../../../src/core/index.ts";
import { context, load, objectOf, type Schema } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 50 };

interface Given {
  properties: Schema;
  rule?: object;
}

function specOf({ properties, rule }: Given) {
  return load(
    objectOf(properties),
    {},
    {
      rules: rule === undefined ? [] : [{ code: "told", severity: "error", ...rule }],
      docs: rule === undefined ? {} : { told: { summary: "It is wrong.", fix: "Put it right." } },
    },
  );
}

function says(given: Given, candidate: unknown): string[] {
  return checkCandidate(specOf(given), candidate, context).diagnostics.map(
    ({ code, severity, pointer, message, fixes = [] }) =>
      [
        `${severity} ${code} ${pointer}: ${message}`,
        ...fixes.map(
          ({ title, applicability, decision }) => `${title} (${decision ? "decision" : applicability})`,
        ),
      ].join(" | "),
  );
}

test("a form is described by `form`, and a description beside it is not repeated", () => {
  const given = { ...text, pattern: "^[a-z]+$", description: "The identifier.", form: "small letters" };
  expect(says({ properties: { a: given } }, { a: "A B" })[0]).toContain(
    '"A B" does not have the right form: small letters.',
  );
});

describe("contains says what is lacking", () => {
  const lists = (contains: Schema) => ({ properties: { a: { type: "array", items: {}, contains } } });

  test.each([
    [{ ...text, pattern: "^en" }, "a string of at most 50 characters; ^en"],
    [
      { ...text, pattern: "^en", title: "an English word" },
      "a string of at most 50 characters; an English word",
    ],
    [{ type: "integer", minimum: 5, title: "Large" }, "a whole number of at least 5 (Large)"],
    [objectOf({ kind: { const: "main" } }, { required: ["kind"] }), 'an object with "kind" "main"'],
  ])("%j", (contains, what) => {
    expect(says(lists(contains), { a: [] })).toEqual([
      `error list-lacks-item /a: 0 items of the list are ${what}; at least 1 must be.`,
    ]);
  });
});

test("a condition names another place of the same name by its pointer", () => {
  const given = (when: object) => ({
    properties: {
      type: text,
      kind: text,
      items: { type: "array", items: objectOf({ type: text, kind: text }) },
    },
    rule: { check: "required-when", at: ["/items/*/type"], when },
  });
  const message = (when: object) => says(given(when), { items: [{ kind: "x" }] })[0]!.replace(/ \|.*/, "");
  expect(message({ at: "/type", present: false })).toBe(
    'error told /items/0/type: "type" is required when "/type" is absent, but missing.',
  );
  expect(
    message({
      all: [
        { at: "3/type", present: false },
        { at: "1/kind", equals: "x" },
      ],
    }),
  ).toContain('when "/type" is absent and "kind" is "x"');
});

describe("a tight length hides no better message", () => {
  test("of a format that says how long a text is", () => {
    const day = { properties: { a: { type: "string", maxLength: 10, format: "date" } } };
    expect(says(day, { a: "next Monday" })).toEqual([
      'error text-format /a: "next Monday" is not a calendar date such as 2026-02-28.',
    ]);
    expect(says(day, { a: "18 May 2024" })).toEqual([
      expect.stringContaining('Use "2024-05-18" (suggested)'),
    ]);
  });

  test("of a rule that can tell what was meant", () => {
    const day = {
      properties: { a: { type: "string", maxLength: 10 } },
      rule: { check: "value-type", at: ["/a"], params: { type: "date" } },
    };
    expect(says(day, { a: "18 May 2024" })).toEqual([
      'error told /a: Expected a calendar date such as 2026-02-28, found "18 May 2024". | Use "2024-05-18" (suggested)',
    ]);
    expect(says(day, { a: "some day in May" })).toEqual([expect.stringContaining("Shorten it by 5")]);
  });
});

test("a repeat is reported beside another fault of the same item", () => {
  const given = {
    properties: { a: { type: "array", items: objectOf({ x: text, y: text, z: { type: "integer" } }) } },
    rule: { check: "unique", at: ["/a"], params: { member: "x" } },
  };
  const item = { x: "1", y: "2" };
  const candidate = { a: [item, { ...item, z: "q" }] };
  expect(says(given, candidate).map((line) => line.split(":")[0])).toEqual([
    "error told /a/1/x",
    "error type-mismatch /a/1/z",
  ]);
});

test.each([5, {}, [], ["a"], null])(
  "a slip in a name is offered also where the value %j does not fit",
  (value) => {
    expect(
      says({ properties: { description: { ...text, enum: ["one", "two"] } } }, { descripton: value }),
    ).toEqual([
      'error member-unknown /descripton: There is no member "descripton" here. Did you mean "description"? | Rename it to "description" (decision) | Remove "descripton" (removal)',
    ]);
  },
);

describe("the name of a map's member in another case", () => {
  const map = (more: Schema) => ({
    properties: { label: { type: "object", additionalProperties: text, ...more } },
  });
  const names = { propertyNames: { pattern: "^[a-z]{2}$", maxLength: 2 } };
  const RENAMED = 'Rename it to "en" (suggested)';

  test.each([
    ["a required one", map({ ...names, properties: { en: text }, required: ["en"] })],
    ["a pattern of names", map(names)],
    ["a list of names", map({ propertyNames: { enum: ["en", "de"] } })],
    ["members by pattern", map({ patternProperties: { "^[a-z]{2}$": text }, additionalProperties: false })],
  ])("%s", (_, given) => {
    const [line, ...more] = says(given, { label: { EN: "x" } });
    expect(more).toEqual([]);
    expect(line).toContain(RENAMED);
    expect(line).not.toContain("placeholder");
    const { repaired } = repairCandidate(specOf(given), { label: { EN: "x" } }, context, "suggested");
    expect(repaired).toMatchObject({ valid: true, candidate: { label: { en: "x" } } });
  });

  test("is not taken from another member", () => {
    expect(says(map(names), { label: { EN: "x", en: "y" } })[0]).not.toContain("Rename");
  });
});

test("a placeholder never passes, also where a list is not enforced yet", () => {
  const spec = (rule: object) =>
    load(
      objectOf({ a: text }),
      {},
      {
        lists: { words: { values: ["x", "y"] } },
        rules: [{ code: "told", check: "in-list", at: ["/a"], params: { list: "words" }, ...rule }],
        docs: { told: { summary: "It is wrong.", fix: "Put it right." } },
      },
    );
  const codes = (rule: object) =>
    checkCandidate(spec(rule), { a: "TODO" }, context).diagnostics.map(({ code }) => code);
  expect(codes({ severity: "error" })).toEqual(["told"]);
  expect(codes({ severity: "error", effectiveAt: "2030-01-01T00:00:00Z" })).toEqual(["placeholder-left"]);
  expect(codes({ severity: "warning" })).toEqual(["placeholder-left"]);
});
