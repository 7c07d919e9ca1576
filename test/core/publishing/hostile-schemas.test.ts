/** Schemas that are large, deep, overlapping or contradictory: refused with every reason, or compiled and checked in bounded time. */
import { describe, expect, test } from "vitest";
import { checkCandidate, loadSpecPackage } from "../../../src/core/index.ts";
import {
  codesOf,
  context,
  load,
  objectOf,
  packageOf,
  reasonsOf,
  type Schema,
} from "../schema/small-package.ts";

const text = { type: "string", maxLength: 20 };
const at = (schema: unknown): Schema => objectOf({ x: schema });
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe("nothing can pass", () => {
  test.each<[string, unknown, string]>([
    ["lengths", { type: "string", minLength: 5, maxLength: 3 }, "minLength"],
    ["numbers", { type: "number", minimum: 5, exclusiveMaximum: 5 }, "minimum"],
    ["items", { type: "array", minItems: 3, maxItems: 2 }, "minItems"],
    [
      "items that may not be there",
      { type: "array", prefixItems: [text], items: false, minItems: 2 },
      "minItems",
    ],
    ["what a list contains", { type: "array", contains: text, minContains: 3, maxItems: 2 }, "minContains"],
    ["how often it does", { type: "array", contains: text, minContains: 3, maxContains: 2 }, "minContains"],
    ["types", { type: "string", allOf: [{ type: "integer" }] }, "allOf/0/type"],
    [
      "bounds of two schemas",
      { type: "string", minLength: 5, allOf: [{ maxLength: 3 }] },
      "allOf/0/maxLength",
    ],
    ["values of another type", { type: "string", enum: [1, 2] }, "enum/0"],
    ["two lists of values", { enum: ["a"], allOf: [{ enum: ["b"] }] }, "allOf/0/enum"],
    [
      "a required member that is forbidden",
      { type: "object", properties: { a: false }, required: ["a"] },
      "required/0",
    ],
    [
      "more required members than allowed",
      { ...objectOf({ a: text, b: text }), required: ["a", "b"], maxProperties: 1 },
      "maxProperties",
    ],
    [
      "alternatives of another type",
      { type: "string", anyOf: [{ type: "integer" }, { type: "null" }] },
      "anyOf",
    ],
    ["not of everything", { not: {} }, "not"],
  ])("%s", (_, schema, keyword) => {
    const reasons = reasonsOf(at(schema));
    expect(
      reasons.some((reason) => reason.startsWith(`schema-contradiction at /schema/properties/x/${keyword}`)),
      reasons.join(),
    ).toBe(true);
  });
});

describe("what is left out is named with what to write instead, everything at once", () => {
  test("also below a refused part, and in definitions that nothing refers to", () => {
    const reasons = reasonsOf({
      type: "object",
      properties: { a: { $ref: "https://example.org/a.json" }, b: { $ref: "#/$defs/tree" } },
      unevaluatedItems: { type: "text" },
      oneOf: [{ properties: { c: { nullable: true } } }, { properties: { d: { maxLength: -1 } } }],
      $defs: {
        tree: {
          type: "object",
          properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } },
        },
        spare: { not: { contains: {} }, if: {} },
      },
    });
    expect(reasons.sort()).toEqual(
      [
        "ref-not-local at /schema/properties/a/$ref",
        "ref-cyclic at /schema/$defs/tree/properties/children/items/$ref",
        "keyword-not-allowed at /schema/unevaluatedItems",
        "keyword-value at /schema/unevaluatedItems/type",
        "keyword-not-allowed at /schema/oneOf/0/properties/c/nullable",
        "keyword-value at /schema/oneOf/1/properties/d/maxLength",
        "union-ambiguous at /schema/oneOf",
        "not-too-complex at /schema/$defs/spare/not/contains",
        "keyword-not-allowed at /schema/$defs/spare/if",
      ].sort(),
    );
  });

  test.each<[string, unknown, RegExp]>([
    ["unevaluatedItems", false, /prefixItems/],
    ["dependencies", {}, /dependentRequired/],
    ["additionalItems", false, /prefixItems/],
    ["$dynamicRef", "#x", /\$defs/],
    ["discriminator", { propertyName: "kind" }, /const/],
    ["example", 1, /examples/],
  ])("%s", (keyword, value, instead) => {
    const loaded = loadSpecPackage(packageOf(at({ [keyword]: value })));
    expect(loaded.ok ? [] : loaded.reasons.map(({ message }) => message)).toEqual([
      expect.stringMatching(instead),
    ]);
  });
});

describe("large schemas", () => {
  test("an enum of 200,000 words is refused, and one of the greatest length is cheap", () => {
    expect(reasonsOf(at({ enum: many(200_000, (index) => `w${index}`) }))).toEqual(["package-too-large at "]);
    expect(reasonsOf(at({ enum: many(10_001, (index) => `w${index}`) }))).toEqual([
      "keyword-value at /schema/properties/x/enum",
    ]);
    const spec = load(at({ enum: many(10_000, (index) => `word${index}`) }));
    expect(codesOf(spec, { x: "word9999" })).toEqual([]);
    expect(codesOf(spec, { x: "word10000" })).toEqual(["value-not-allowed at /x"]);
  });

  test("alternatives that multiply are refused", () => {
    const $defs = Object.fromEntries(
      many(12, (index) => [
        `d${index}`,
        {
          oneOf: many(3, (one) =>
            objectOf(
              { kind: { const: one }, next: { $ref: `#/$defs/d${index + 1}` } },
              { required: ["kind"] },
            ),
          ),
        },
      ]),
    );
    const schema = { ...objectOf({ x: { $ref: "#/$defs/d0" } }), $defs: { ...$defs, d12: text } };
    expect(reasonsOf(schema)).toContain("schema-too-large at /schema");
  });

  test("alternatives inside alternatives are checked once on each level", () => {
    let inner: unknown = text;
    for (let level = 0; level < 14; level++)
      inner = {
        oneOf: [
          objectOf({ kind: { const: "deeper" }, next: inner }, { required: ["kind", "next"] }),
          objectOf({ kind: { const: "end" } }, { required: ["kind"] }),
        ],
      };
    const spec = load(at(inner));
    let value: unknown = "y".repeat(30);
    for (let level = 0; level < 14; level++) value = { kind: "deeper", next: value };
    expect(codesOf(spec, { x: value })).toEqual([`text-too-long at /x${"/next".repeat(14)}`]);
  });

  test("overlapping alternatives, told apart by what they require, over a long list", () => {
    const shape = (name: string) => objectOf({ [name]: text, id: text, note: text }, { required: [name] });
    const item = { anyOf: many(20, (index) => shape(`m${index}`)) };
    const spec = load(at({ type: "array", items: item }));
    const value = many(2_000, (index) => ({ [`m${index % 20}`]: "a", id: index % 500 === 7 ? 5 : "b" }));
    expect(checkCandidate(spec, { x: value }, context).diagnostics.map(({ pointer }) => pointer)).toEqual(
      [7, 507, 1007, 1507].map((index) => `/x/${index}/id`),
    );
  });

  test("definitions that refer to each other through conditions are refused", () => {
    const when = (name: string) => ({ not: { properties: { y: { $ref: `#/$defs/${name}` } } } });
    const $defs = { a: { if: when("b"), else: text }, b: { if: when("a"), else: text } };
    expect(reasonsOf({ ...objectOf({ x: { $ref: "#/$defs/a" } }), $defs })).toContainEqual(
      expect.stringMatching(/^ref-cyclic/),
    );
  });
});

test("a schema with more patterns than anybody can wait for is refused", () => {
  const patterned = (index: number) => ({ type: "string", maxLength: 9, pattern: `^a{1,${index}}$` });
  const members = (count: number) =>
    objectOf(
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, patterned(index + 1)])),
    );
  expect(reasonsOf(members(250))).toEqual([]);
  expect(reasonsOf(members(251))).toEqual(["schema-too-large at /schema"]);
  const names = (count: number) => ({
    type: "object",
    patternProperties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`^a${index}`, {}])),
  });
  expect(reasonsOf(names(30))).toEqual([]);
  expect(reasonsOf(names(31))).toEqual(["keyword-value at /schema/patternProperties"]);
});
