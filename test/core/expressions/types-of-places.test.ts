/** What expressions know about the values at a place: see types-of-places.txt. */
import { test } from "vitest";
import type { Type } from "../../../src/core/expressions/types.ts";
import { createTypes } from "../../../src/core/schema/value-type-of.ts";
import { load, objectOf, type Schema } from "../schema/small-package.ts";
import { expectTable } from "../table.ts";

const text = { type: "string", maxLength: 9 };
const integer = { type: "integer" };

const SCHEMAS: Schema[] = [
  text,
  { type: "string" },
  { ...text, enum: ["a", "bbb"] },
  integer,
  { type: "number" },
  { type: "boolean" },
  { type: "null" },
  {},
  ...[
    ["string", "null"],
    ["string", "integer"],
    ["integer", "null"],
    ["string", "integer", "null"],
  ].map((type) => ({
    type,
    ...(type.includes("string") && { maxLength: 40 }),
  })),
  { type: ["string", "integer"], maxLength: 9 },
  { type: ["integer", "boolean"] },
  ...[
    ["a", "bbb"],
    ["a", null],
    [true],
    [true, null],
    [1, 2],
    [1, 2.5],
    [1, null],
    [null],
    [1, "a"],
    [{ a: 1 }],
  ].map((values) => ({
    enum: values,
  })),
  { const: 2 ** 53 },
  { type: "array" },
  { type: "array", items: text, maxItems: 3 },
  { type: "array", items: text, prefixItems: [integer] },
  { type: "array", items: false, prefixItems: [integer, { type: "number" }] },
  { type: "array", items: { type: "array", items: false, prefixItems: [text, integer] } },
  { type: ["array", "null"], items: integer },
  { type: "object" },
  { type: "object", maxProperties: 4 },
  { type: "object", additionalProperties: integer },
  { type: "object", additionalProperties: integer, properties: { a: text } },
  { type: "object", properties: { a: text }, required: ["a"] },
  objectOf({ a: text, b: objectOf({ c: integer }) }, { required: ["b"], maxProperties: 2 }),
  objectOf({}),
  objectOf({}, { patternProperties: { "^x": integer } }),
  { oneOf: [text, integer] },
  { oneOf: [text, { type: "null" }] },

  { ...text, anyOf: [{ enum: ["a"] }, { pattern: "^b", maxLength: 9 }] },
  {
    oneOf: [
      objectOf({ a: text }, { required: ["a"] }),
      objectOf({ a: integer, b: text }, { required: ["b"] }),
    ],
  },
  {
    oneOf: [
      objectOf({ a: text }, { required: ["a"] }),
      { type: "object", properties: { b: text }, required: ["b"] },
    ],
  },
  { anyOf: [{ enum: ["a"] }, { enum: ["b", null] }] },
];

/** Maps as objects, so that all of a type is shown. */
const plain = ({ members, item, ...type }: Type): unknown => ({
  ...type,
  ...(item && { item: plain(item) }),
  ...(members && {
    members: Object.fromEntries(
      [...members].map(([name, member]) => [
        name,
        member.isRequired ? { required: plain(member.type) } : plain(member.type),
      ]),
    ),
  }),
});

test("types of places", async () => {
  const { members } = load(objectOf({ ...SCHEMAS })).schema.root.shape.object!;
  const typeOf = createTypes();
  const rows = SCHEMAS.map((schema, index) => [schema, "=>", plain(typeOf(members.get(String(index))!))]);
  await expectTable(import.meta.url, "./types-of-places.txt", rows);
});
