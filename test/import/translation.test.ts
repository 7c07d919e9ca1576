/** What older drafts and dialects say is said in another way, and means the same. */
import { describe, expect, test } from "vitest";
import { importJsonSchema } from "../../src/authoring/importing/import-schema.ts";
import { describeMembers } from "../../src/core/index.ts";
import { checkCandidate } from "../../src/core/proposal/check.ts";
import { readKnownJson } from "../../src/core/reader/read-json.ts";
import { createRegistry } from "../../src/core/registry/registry.ts";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const context = { registry: createRegistry([], "2026-11-01T00:00:00Z"), now: 0 };

function imported(schema: object) {
  const result = importJsonSchema({ type: "object", ...schema }, { targetProduct: "shop", domainId: "item" });
  if (!result.ok) throw new Error(JSON.stringify(result.reasons));
  return {
    ...result,
    accepts: (candidate: unknown) => checkCandidate(result.spec, candidate, context).valid,
  };
}

interface Case {
  schema: object;
  valid: unknown[];
  invalid: unknown[];
  note: string;
}

const CASES: Record<string, Case> = {
  "a list of items, and what comes after it": {
    schema: {
      properties: { a: { type: "array", items: [{ type: "string" }], additionalItems: { type: "number" } } },
    },
    valid: [{ a: ["x", 1, 2] }, { a: [] }],
    invalid: [{ a: [1] }, { a: ["x", "y"] }],
    note: "items",
  },
  "dependencies of names": {
    schema: { properties: { a: {}, b: {} }, dependencies: { a: ["b"] } },
    valid: [{}, { b: 1 }, { a: 1, b: 1 }],
    invalid: [{ a: 1 }],
    note: "dependencies",
  },
  "dependencies of schemas": {
    schema: { properties: { a: {}, b: {} }, dependencies: { a: { properties: { b: { type: "string" } } } } },
    valid: [{ b: 1 }, { a: 1, b: "x" }],
    invalid: [{ a: 1, b: 1 }],
    note: "dependencies",
  },
  "bounds that are excluded by true": {
    schema: { properties: { a: { type: "number", minimum: 1, exclusiveMinimum: true } } },
    valid: [{ a: 1.5 }],
    invalid: [{ a: 1 }],
    note: "exclusiveMinimum",
  },
  "nullable of OpenAPI": {
    schema: { properties: { a: { type: "string", nullable: true } } },
    valid: [{ a: null }, { a: "x" }],
    invalid: [{ a: 1 }],
    note: "nullable",
  },
  definitions: {
    schema: {
      properties: { a: { $ref: "#/definitions/word" } },
      definitions: { word: { type: "string", maxLength: 3 } },
    },
    valid: [{ a: "abc" }],
    invalid: [{ a: "abcd" }],
    note: "$ref",
  },
  "members that no part names": {
    schema: { allOf: [{ properties: { a: { type: "string" } } }], unevaluatedProperties: false },
    valid: [{ a: "x" }],
    invalid: [{ b: 1 }],
    note: "unevaluatedProperties",
  },
  "members that only a dependency names": {
    schema: {
      properties: { a: { type: "string" } },
      dependentSchemas: { a: { properties: { b: { type: "string" } } } },
      unevaluatedProperties: false,
    },
    valid: [{ a: "x", b: "y" }],
    invalid: [{ a: "x", c: 1 }],
    note: "unevaluatedProperties",
  },
};

test.each(Object.entries(CASES))("%s", (_, { schema, valid, invalid, note }) => {
  const { accepts, report } = imported({
    $schema: note === "unevaluatedProperties" ? undefined : DRAFT_07,
    ...schema,
  });
  expect(valid.map(accepts)).toEqual(valid.map(() => true));
  expect(invalid.map(accepts)).toEqual(invalid.map(() => false));
  expect(report.translated.map(({ keyword }) => keyword)).toContain(note);
  expect(report.leftOut).toEqual([]);
});

test("draft-07 ignores what stands beside a reference, and so does its package", () => {
  const { accepts, report } = imported({
    $schema: DRAFT_07,
    properties: { a: { $ref: "#/definitions/word", maxLength: 1 } },
    definitions: { word: { type: "string" } },
  });
  expect(accepts({ a: "long" })).toBe(true);
  expect(report.leftOut.map(({ keyword, pointers }) => [keyword, ...pointers])).toEqual([
    ["maxLength", "/properties/a/maxLength"],
  ]);
});

test("a member that another one requires need not be declared", () => {
  const { accepts } = imported({ properties: { a: {} }, dependentRequired: { a: ["b"] } });
  expect([{ a: 1 }, { b: 1 }, { a: 1, b: 1 }].map(accepts)).toEqual([false, true, true]);
});

test("notes of one's own are kept", () => {
  const { document } = imported({ properties: { a: { type: "string", "x-order": 1, deprecated: true } } });
  expect(document.schema).toMatchObject({ properties: { a: { "x-order": 1, deprecated: true } } });
});

describe("what is left out never makes the rest stricter", () => {
  const REFUSED = "(?=a)b";

  test("inside not", () => {
    const { accepts, report } = imported({
      properties: { a: { type: "string", not: { pattern: REFUSED } } },
    });
    expect(accepts({ a: "anything" })).toBe(true);
    expect(report.leftOut.map(({ keyword }) => keyword)).toEqual(["pattern", "not"]);
  });

  test("inside if", () => {
    const condition = JSON.parse(
      '{"if":{"properties":{"a":{"$ref":"https://example.org/other.json"}},"required":["a"]},"then":{"required":["b"]}}',
    );
    const { accepts } = imported({ properties: { a: {}, b: {} }, ...condition });
    expect(accepts({ a: 1 })).toBe(true);
  });

  test("inside oneOf", () => {
    const { accepts } = imported({
      properties: {
        a: {
          oneOf: [
            { type: "string", pattern: REFUSED },
            { type: ["string", "null"], maxLength: 3 },
          ],
        },
      },
    });
    expect(accepts({ a: "abc" })).toBe(true);
    expect(accepts({ a: null })).toBe(true);
  });

  test("in a list of values, of which the others stay", () => {
    const { accepts } = imported({ properties: { a: { type: "string", enum: [7, "x", 8, "y"] } } });
    expect(["x", "y", "z"].filter((a) => accepts({ a }))).toEqual(["x", "y"]);
  });

  test("in a list of items that is too long", () => {
    const { accepts } = imported({
      properties: { a: { prefixItems: Array(1_000).fill({ type: "string" }) } },
    });
    expect(accepts({ a: [1] })).toBe(true);
  });

  test("inside a value that is the only one", () => {
    const { accepts } = imported({ properties: { a: { const: { "k\u0007": 1 } } } });
    expect(accepts({ a: { "k\u0007": 1 } })).toBe(true);
  });

  test("beside a branch that accepts members of any name", () => {
    const { accepts } = imported({
      anyOf: [
        { properties: { kind: { const: "open" } }, required: ["kind"], unevaluatedProperties: true },
        { properties: { kind: { const: "shut" } }, required: ["kind"] },
      ],
      unevaluatedProperties: false,
    });
    expect(accepts({ kind: "open", anything: 1 })).toBe(true);
  });

  test("in one of several patterns for names, of which the others stay", () => {
    const { accepts, report } = imported({
      patternProperties: { [REFUSED]: { type: "string" }, "^n-": { type: "number" } },
      additionalProperties: false,
    });
    expect([accepts({ anything: 1 }), accepts({ "n-1": 1 }), accepts({ "n-1": "x" })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(report.leftOut.map(({ pointers }) => pointers)).toEqual([[`/patternProperties/${REFUSED}`]]);
  });

  test("in the name of one member, which nobody could read, of which the others stay", () => {
    const { accepts, report } = imported({
      properties: { "a\u202eb": { type: "string" }, c: { type: "number" } },
      additionalProperties: false,
    });
    expect([accepts({ "a\u202eb": "x" }), accepts({ c: 1 }), accepts({ c: "x" })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(report.leftOut.map(({ keyword }) => keyword)).toEqual(["properties"]);
  });

  test("in the names of members", () => {
    const { accepts } = imported({
      patternProperties: { [REFUSED]: { type: "string" } },
      additionalProperties: false,
    });
    expect(accepts({ anything: 1 })).toBe(true);
  });
});

test("a description is documentation, and the message of a form names the form", () => {
  const id = { type: "string", pattern: "^[a-z]+$", maxLength: 9 };
  const { spec } = imported({
    properties: {
      id: { ...id, description: "The package unique identifier." },
      other: { $ref: "#/$defs/other", description: "Another one." },
    },
    $defs: { other: { ...id, examples: ["abc"] } },
  });
  const { diagnostics } = checkCandidate(spec, { id: "A b", other: "?" }, context);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '"A b" does not have the right form: a text that matches ^[a-z]+$.',
    '"?" does not have the right form: a text that matches ^[a-z]+$, such as "abc".',
  ]);
  expect(describeMembers(spec).map(({ description }) => description)).toEqual([
    "The package unique identifier.",
    "Another one.",
  ]);
});

test("what is required and forbidden is for the authors of the schema to settle", () => {
  const schema = { type: "object", properties: { a: {} }, required: ["b"], additionalProperties: false };
  expect(importJsonSchema(schema, { targetProduct: "shop", domainId: "item" })).toMatchObject({
    ok: false,
    reasons: [{ pointer: "/schema/required/0", code: "required-undeclared" }],
  });
  // Where other members are allowed, it was only not described.
  expect(imported({ properties: { a: {} }, required: ["b"] }).accepts({ b: 1 })).toBe(true);
});

test("a number with more digits than one keeps is said to have lost them", () => {
  const text = `{"properties": {
    "exact": {"maximum": 9007199254740991},
    "bound": {"maximum": 18446744073709551615},
    "words": {"enum": ["a", 12345678901234567891]}
  }}`;
  const { report } = imported(readKnownJson(text) as unknown as Record<string, unknown>);
  expect(report.translated).toEqual([
    {
      keyword: "maximum",
      message: "18446744073709551615 is 18446744073709552000 now: a number keeps no more digits.",
      pointers: ["/properties/bound/maximum"],
    },
    {
      keyword: "enum",
      message: "12345678901234567891 is 12345678901234567000 now: a number keeps no more digits.",
      pointers: ["/properties/words/enum"],
    },
  ]);
});

test("nullable beside a reference, which has no effect, is named", () => {
  const { accepts, report } = imported({
    properties: { a: { $ref: "#/$defs/text", nullable: true }, b: { nullable: true } },
    $defs: { text: { type: "string" } },
  });
  expect([accepts({ a: null }), accepts({ b: null })]).toEqual([false, true]);
  expect(report.leftOut.map(({ keyword, pointers }) => [keyword, ...pointers])).toEqual([
    ["nullable", "/properties/a/nullable"],
  ]);
});

test.each([
  [{ not: { pattern: "<b>" } }],
  [{ type: "string", not: { anyOf: [{ pattern: "<b>" }, { const: "x" }] } }],
  [{ type: ["string", "integer"], not: { type: "string", pattern: "<b>" } }],
])("a text that must not match is not free of it for being long: %j", (a) => {
  const { accepts } = imported({ properties: { a } });
  const long = "y".repeat(990);
  expect([long, `${long}<b>`, `${long}${long}<b>`].map((text) => accepts({ a: text }))).toEqual([
    true,
    false,
    false,
  ]);
});

test("where what must not match cannot be kept, no length is", () => {
  const { accepts } = imported({ properties: { a: { not: { pattern: "<b>", minLength: 3 } } } });
  expect(accepts({ a: "y".repeat(2_000) })).toBe(true);
});

test("a length that a schema gives beside such a pattern is no other one's", () => {
  const { accepts } = imported({
    properties: {
      a: { not: { pattern: "<b>", maxLength: 5 } },
      b: { maxLength: 2_000, not: { pattern: "<b>" } },
    },
  });
  expect(accepts({ a: "longer <b>", b: "y".repeat(2_000) })).toBe(true);
  expect(accepts({ a: "<b>" })).toBe(false);
});

test.each(["allOf", "not"])("a pattern in %s is bound by the length beside it", (keyword) => {
  const pattern = keyword === "not" ? { pattern: "<b>" } : [{ pattern: "^y*$" }];
  const { accepts } = imported({
    properties: { a: { type: "string", maxLength: 2_000, [keyword]: pattern } },
  });
  const long = "y".repeat(1_990);
  expect([long, `${long}<b>`].map((text) => accepts({ a: text }))).toEqual([true, false]);
});
