/** Values that can be read in two ways: a repair leaves them to their author. */
import { describe, expect, test } from "vitest";
import { repairCandidate } from "../../../src/core/index.ts";
import { EMPTY_REGISTRY } from "../../../src/core/registry/entries.ts";
import { objectOf, packageOf, type Schema } from "../../support/package-around.ts";
import * as datagen from "../datagen.ts";

const context = { registry: EMPTY_REGISTRY, now: 0 };

/** What a repair makes of a value, and what it offers to its author. */
function repair(schema: Schema, value: unknown) {
  const spec = datagen.load(packageOf(objectOf({ v: schema })));
  const { diagnostics, repaired } = repairCandidate(spec, { v: value }, context, "suggested");
  return {
    value: (repaired!.candidate as { v: unknown }).v,
    decisions: diagnostics.flatMap(({ fixes = [] }) =>
      fixes.filter(({ decision }) => decision).map(({ title }) => title),
    ),
  };
}

const integer = { type: "integer" };
const list = (items: Schema) => ({ type: "array", items });

describe("stays as it is", () => {
  test.each([
    ["two numbers on two lines", integer, "100\n200", []],
    ["two numbers with a tab", integer, "12\t345", []],
    ["a year and a number", integer, "2024 100", []],
    ["digits in uneven groups", integer, "1234_567", []],
    ["numbers with a space in a list", list(integer), "100 200", ["Use [100,200]", "Use [100200]"]],
    ["a fraction in a list of numbers", list({ type: "number" }), "3 / 4", ["Use [3,4]"]],
    ["a choice in a list of booleans", list({ type: "boolean" }), "yes/no", ["Use [true,false]"]],
    ["a unit that is neither of two", { enum: ["mW", "MW"] }, "Mw", ['Use "MW"']],
    ["one or true", { type: ["integer", "boolean"] }, "1", ["Use true", "Use 1"]],
    [
      "a number or a date",
      { anyOf: [integer, { type: "string", format: "date" }] },
      "20240304",
      ['Use "2024-03-04"', "Use 20240304"],
    ],
    [
      "a range of times",
      { type: "string", format: "date-time" },
      "2024-03-04 09:00-11:00",
      ['Use "2024-03-04T09:00:00-11:00"'],
    ],
    [
      "a map where items have no members of their own",
      list({ type: "object" }),
      { A: "x", B: "y" },
      ['Use [{"A":"x","B":"y"}]'],
    ],
    [
      "a map whose names are no names of items",
      list(objectOf({ kind: { type: "string" }, note: { type: "string" } }, { required: ["note"] })),
      { "0": { kind: "a" } },
      [],
    ],
  ] as const)("%s", (_, schema, value, decisions) => {
    expect(repair(schema, value)).toEqual({ value, decisions });
  });

  test("a table with a head", () => {
    const field = (name: string) => ({ name, type: "string", description: "A name." });
    const { examples } = datagen.datagenDocument() as { examples: { valid: [{ candidate: object }] } };
    const draft = {
      ...examples.valid[0].candidate,
      outputFields: [field("first"), field("last")],
      sampleRecords: [
        ["last", "first"],
        ["Lovelace", "Ada"],
      ],
    };
    const { repaired } = repairCandidate(datagen.spec, draft, context, "suggested");
    expect((repaired!.candidate as typeof draft).sampleRecords).toEqual(draft.sampleRecords);
  });

  test.each([
    ["another product", { targetProduct: "other", domainId: "else", candidate: { a: "x", b: "y" } }],
    ["a word that is no level", { repair: "brakes", order: { a: "x", b: "y" } }],
  ])("what stands beside a proposal and is no part of the request: %s", (_, draft) => {
    const text = { type: "string" };
    const spec = datagen.load(packageOf(objectOf({ a: text, b: text })));
    const { repaired, diagnostics } = repairCandidate(spec, draft, context, "suggested");
    expect(repaired?.candidate).toEqual(draft);
    expect(diagnostics[0]?.fixes?.[0]).toMatchObject({ decision: true });
  });
});

describe("has one reading", () => {
  test.each([
    ["a list of one in a list", list({ type: "string" }), [["a"], "b"], ["a", "b"]],
    ["groups of three digits", integer, "12 345", 12_345],
    ["a number where a list of numbers may stand", { anyOf: [integer, list(integer)] }, "5", 5],
    [
      "a time of day in a moment",
      { type: "string", format: "date-time" },
      "2024-03-04T09:00-05:00",
      "2024-03-04T09:00:00-05:00",
    ],
  ] as const)("%s", (_, schema, sent, value) => {
    expect(repair(schema, sent).value).toEqual(value);
  });

  test("JSON in a fence needs more than a safe repair", () => {
    const spec = datagen.load(packageOf(objectOf({ v: { type: "object" } })));
    const at = (level: "safe" | "suggested", v: string) =>
      (repairCandidate(spec, { v }, context, level).repaired!.candidate as { v: unknown }).v;
    const fenced = '```json\n{"a":1}\n```';
    expect([at("safe", '{"a":1}'), at("safe", fenced), at("suggested", fenced)]).toEqual([
      { a: 1 },
      fenced,
      { a: 1 },
    ]);
  });
});
