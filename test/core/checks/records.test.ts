/**
 * Records and the fields they are declared by: what is reported, what is offered, and what a fix of one does to the other.
 * After a change that is meant, run this file with `-u` and read the difference.
 */
import { describe, expect, test } from "vitest";
import {
  createTypeReader,
  fieldsFromRecords,
  recordsFit,
  typeOfValues,
} from "../../../src/core/checks/records.ts";
import { checkCandidate, repairCandidate } from "../../../src/core/index.ts";
import { Meter } from "../../../src/core/meter/meter.ts";
import { isClean } from "../../../src/core/proposal/check.ts";
import { createMatcher } from "../../../src/core/similar/matcher.ts";
import { createDescriber } from "../describe-diagnostic.ts";
import { diagnose } from "../diagnose.ts";
import { context, load, objectOf } from "../schema/small-package.ts";
import { showInvisible } from "../table.ts";

const TYPES = ["string", "integer", "number", "boolean", "date", "object", "array"];
const name = { type: "string", minLength: 1, maxLength: 20, pattern: "^[a-z][a-zA-Z]*$" };
const create = () =>
  load(
    objectOf(
      {
        fields: {
          type: "array",
          minItems: 1,
          maxItems: 99,
          items: objectOf({ name, type: { type: "string", maxLength: 20 } }, { required: ["name", "type"] }),
        },
        records: { type: "array", minItems: 1, maxItems: 999, items: { type: "object" } },
      },
      { required: ["fields", "records"] },
    ),
    { fields: [{ name: "a", type: "string" }], records: [{ a: "x" }] },
    {
      lists: { types: { values: TYPES, aliases: { text: "string", int: "integer" } } },
      rules: [
        {
          code: "type-unknown",
          check: "in-list",
          at: ["/fields/*/type"],
          severity: "error",
          params: { list: "types" },
        },
        {
          code: "name-repeated",
          check: "unique",
          at: ["/fields"],
          severity: "error",
          params: { member: "name" },
        },
        {
          code: "record",
          check: "records-match-fields",
          at: ["/records"],
          severity: "error",
          params: { fields: "/fields", name: "name", type: "type", types: "types" },
        },
      ],
      docs: Object.fromEntries(
        ["type-unknown", "name-repeated", "record-missing", "record-unknown", "record-mismatch"].map(
          (code) => [code, { summary: "Wrong.", fix: "Change it." }],
        ),
      ),
    },
  );

const field = (fieldName: unknown, type: unknown = "string") => ({ name: fieldName, type });
const two = [field("a"), field("points", "integer")];

const CANDIDATES: Record<string, Record<string, unknown>> = {
  "as declared": { fields: two, records: [{ a: "x", points: 1 }] },
  "a value too few": { fields: two, records: [{ a: "x" }, { points: 1 }] },
  "a value too many": {
    fields: two,
    records: [
      { a: "x", points: 1, colour: "red" },
      { a: "x", points: 1, colour: 7 },
    ],
  },
  "a value of another type": {
    fields: two,
    records: [
      { a: 7, points: "1" },
      { a: ["x"], points: 1.5 },
    ],
  },
  "a key nearly right": {
    fields: two,
    records: [
      { a: "x", pionts: 3 },
      { a: "x", Points: "4" },
    ],
  },
  "the same key nearly right in every record, so that the slip may be in the field": {
    fields: [field("a"), field("cardNumbr", "integer")],
    records: [
      { a: "x", cardNumber: 3 },
      { a: "y", cardNumber: 4 },
    ],
  },
  "the same key in another case in every record": {
    fields: [field("a"), field("points", "integer")],
    records: [
      { a: "x", Points: 3 },
      { a: "y", Points: 4 },
    ],
  },
  "a bad name that no record has": { fields: [field("Bad name"), field("b")], records: [{ b: "y" }] },
  "a key nearly right, for a field of two types": {
    fields: [field("points", "integer"), field("points", "boolean")],
    records: [{ pionts: true }, { pionts: "many" }],
  },
  "a key nearly right, for a field of an unknown type": {
    fields: [field("points", "zzz")],
    records: [{ pionts: true }],
  },
  "a key nearly right, with something that is not a number": {
    fields: two,
    records: [{ a: "x", pionts: true }],
  },
  "a day that does not exist": {
    fields: [field("day", "date")],
    records: [{ day: "2026-02-30" }, { day: "31.1.2026" }],
  },
  "two fields of one name": {
    fields: [field("a"), field("a", "integer")],
    records: [{ a: "x" }, { a: 1 }, { a: true }],
  },
  "two fields of one name, one of no type": {
    fields: [field("a"), field("a", "zzz")],
    records: [{ a: true }],
  },
  "a field without a name": {
    fields: [field("a"), { type: "integer" }],
    records: [
      { a: "x", b: 1 },
      { a: "y", b: 2 },
    ],
  },
  "a field without a name, and two strangers": {
    fields: [field("a"), { type: "integer" }],
    records: [
      { a: "x", b: 1, c: 1 },
      { a: "y", b: 2 },
    ],
  },
  "a field without a name, whose values do not fit": {
    fields: [field("a"), { type: "integer" }],
    records: [{ a: "x", b: "no" }],
  },
  "two fields without a name": { fields: [{ type: "integer" }, { type: "integer" }], records: [{ b: 1 }] },
  "a field without a type": {
    fields: [{ name: "a" }, { name: "b" }],
    records: [
      { a: 1, b: true },
      { a: 2.5, b: false },
    ],
  },
  "a field without a type or values": { fields: [{ name: "a" }], records: [{}] },
  "a field with a bad name": {
    fields: [field("Bad Name"), field("b")],
    records: [
      { "Bad Name": "x", b: "y" },
      { badName: "x", b: "y" },
    ],
  },
  "a field with a bad name that is taken": {
    fields: [field("B"), field("b")],
    records: [{ B: "x", b: "y" }],
  },
  "a field with a bad name that a record has already": {
    fields: [field("Bad name")],
    records: [{ "Bad name": "x", badName: "y" }],
  },
  "types in other words": {
    fields: [field("a", "String "), field("b", "int"), field("c", "bolean"), field("d", "txet")],
    records: [{ a: 1, b: "x", c: 1, d: 1 }],
  },
  "no fields": {
    records: [
      { a: "x", b: 1, c: "2026-01-31", d: null },
      { a: "y", b: 2.5 },
    ],
  },
  "no records": { fields: [field("a"), field("b")] },
  "no records and a nameless field": { fields: [{ type: "string" }] },
  "an empty list of fields": { fields: [], records: [{ a: 1 }] },
  "an empty list of records": { fields: [field("a")], records: [] },
  "a record that is none": { fields: [field("a")], records: [7, { a: "x" }, null] },
  "names of every object": {
    fields: [field("constructor"), field("toString", "integer")],
    records: [{ constructor: "x", toString: 1 }, {}],
  },
  "half a character": { fields: [field("a")], records: [{ a: "\ud800" }, { a: "x", "\ud800": 1 }] },
  "a bad name twice": { fields: [field("Bad name"), field("Bad name")], records: [{ "Bad name": "x" }] },
  "a bad name whose better one a record has": {
    fields: [field("Bad name")],
    records: [{ "Bad name": "x", badname: "y" }],
  },
  "a bad name without records": { fields: [field("Bad name")] },
  "a bad name and two strangers": {
    fields: [field("Bad name"), field("b")],
    records: [{ x: "1", y: "2", b: "y" }],
  },
  "two strangers everywhere": {
    fields: [field("a"), { type: "integer" }],
    records: [
      { a: "x", b: 1, c: 1 },
      { a: "y", b: 2, c: 2 },
    ],
  },
  "a stranger beside a record that is none": {
    fields: [field("a"), { type: "integer" }],
    records: [{ a: "x", b: 1 }, "record"],
  },
  "a stranger of several types": {
    fields: [field("a"), { type: "integer" }],
    records: [
      { a: "x", b: 1 },
      { a: "y", b: "z" },
    ],
  },
  "a stranger and a field of nothing": { fields: [field("a"), {}], records: [{ a: "x", b: 1 }] },
  "near keys told apart by their values": {
    fields: [field("pointa", "integer"), field("pointb", "boolean")],
    records: [{ pointc: true, pointd: 3 }, { pointc: true }, { pointd: "3" }],
  },
  "three fields of one name": {
    fields: [field("a"), field("a", "zzz"), field("a", "integer")],
    records: [{ a: true }],
  },
  "nothing for an object": {
    fields: [field("a", "object"), field("b", "array")],
    records: [{ a: null, b: null }],
  },
  "values inside values": {
    fields: [field("a", "object"), field("b", "array")],
    records: [
      { a: { x: [1] }, b: [{}] },
      { a: [], b: {} },
    ],
  },
};

describe("what is said about", () => {
  test.each(Object.keys(CANDIDATES))("%s", async (title) => {
    const spec = create();
    const candidate = CANDIDATES[title]!;
    const { diagnostics } = checkCandidate(spec, candidate, context);
    expect(isClean(spec, candidate, context)).toBe(
      diagnose(spec, candidate, context).diagnostics.length === 0,
    );
    const { repaired } = repairCandidate(spec, candidate, context, "suggested");
    const lines = [
      JSON.stringify(candidate),
      ...diagnostics.flatMap(createDescriber()),
      ...(repaired === undefined ? [] : [`repaired: ${JSON.stringify(repaired.candidate)}`]),
    ];
    await expect(`${showInvisible(lines.join("\n"))}\n`).toMatchFileSnapshot(
      `./records/${title.replaceAll(/[ ,]+/g, "-")}.txt`,
    );
  });
});

describe("rows", () => {
  const fields = ["firstName", "city"].map((name) => ({ name, type: "string" }));
  const repairedFrom = (...records: unknown[]) =>
    repairCandidate(create(), { fields, records }, context, "suggested").repaired?.candidate;

  test("are records whose values are in the order of the fields", () => {
    expect(repairedFrom(["Ada", "London"], ["Grace", "Arlington"])).toEqual({
      fields,
      records: [
        { firstName: "Ada", city: "London" },
        { firstName: "Grace", city: "Arlington" },
      ],
    });
  });

  test.each([
    ["firstName", "city"],
    ["First name", "City"],
    ["CITY", "first_name"],
    ["Given name", "city"],
  ])("under a head of %s and %s are left to the author", (...head) => {
    expect(repairedFrom(head, ["Ada", "London"])).toEqual({ fields, records: [head, ["Ada", "London"]] });
  });

  test("stay where their names would cost too much to read, and long cells are not read as names", () => {
    const ligatures = "\ufdfa".repeat(20_000);
    const named = { fields: [{ name: ligatures, type: "string" }], records: [["Ada"]] };
    expect(checkCandidate(create(), named, context).fixesOmitted).toBe(true);
    expect(repairedFrom([ligatures, "London"])).toEqual({
      fields,
      records: [{ firstName: ligatures, city: "London" }],
    });
  });

  test("hold values that cannot be made a text", () => {
    const value = { toString: 1, valueOf: 2 };
    const sent = { fields: [{ name: "a", type: "object" }], records: [[value]] };
    expect(repairCandidate(create(), sent, context, "suggested").repaired).toMatchObject({
      candidate: { ...sent, records: [{ a: value }] },
      valid: true,
    });
    const odd = { fields: [{ name: value, type: "object" }], records: { a: value } };
    expect(checkCandidate(create(), odd, context).valid).toBe(false);
  });
});

describe("what records show of their fields", () => {
  test.each([
    [[true, false], "boolean"],
    [[1, 2], "integer"],
    [[1, 2.5], "number"],
    [["2026-01-31"], "date"],
    [["2026-01-31", "x"], "string"],
    [["2026-01-31T12:00:00Z"], "datetime"],
    [["12:00:00Z"], "time"],
    [["123e4567-e89b-42d3-a456-426614174000"], "uuid"],
    [["ada@example.org"], "email"],
    [["https://example.org/"], "url"],
    [[[1]], "array"],
    [[{}], "object"],
    [[null], "string"],
    [[1, "x"], "string"],
    [[], "boolean"],
  ])("%j is of type %s", (values, type) => {
    expect(typeOfValues(values)).toBe(type);
  });

  test("are at most 64, in the order in which they first occur", () => {
    const record = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`f${at}`, at]));
    const fields = fieldsFromRecords([7, { last: true }, record, { f0: "x", last: false }]);
    expect(fields).toHaveLength(64);
    expect(fields.slice(0, 2)).toEqual([
      { name: "last", type: "boolean" },
      { name: "f0", type: "string" },
    ]);
  });
});

test.each([
  [200, 201],
  [201, 0],
])("of %i records that would have to be renamed with their field, %i operations do", (count, moves) => {
  const records = Array.from({ length: count }, () => ({ "Bad name": "x" }));
  const { diagnostics } = checkCandidate(create(), { fields: [field("Bad name")], records }, context);
  const patch = diagnostics[0]?.fixes?.[0]?.patch ?? [];
  expect(patch.filter(({ op }) => op !== "test")).toHaveLength(moves);
});

test("the type that was meant", () => {
  const readerOf = (values: string[], aliases = new Map<string, string>()) => {
    const matcher = createMatcher(values, aliases);
    const read = createTypeReader({
      values,
      aliases,
      matcher,
      repairsTypos: false,
      fills: false,
      labels: new Map(),
    });
    return (type: unknown) => read(type, new Meter());
  };
  const read = readerOf(TYPES, new Map([["whole number", "integer"]]));
  expect(readerOf(["arrayx", "arrayy"])("arrayz")).toBeUndefined();
  const words = [
    "string",
    "String",
    " STRING ",
    "Whole-Number",
    "strng",
    "strin",
    "dat",
    "dates",
    "boolen",
    "url",
    "",
    7,
    undefined,
  ];
  expect(words.map(read)).toEqual([
    "string",
    "string",
    "string",
    "integer",
    "string",
    "string",
    undefined,
    undefined,
    "boolean",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test.each<[boolean, unknown[], unknown[]]>([
  [true, two, [{ a: "x", points: 1 }]],
  [
    true,
    two,
    [
      { points: 1, a: "x" },
      { a: "", points: 0 },
    ],
  ],
  [true, [], [{}]],
  [false, [], [{ a: 1 }]],
  [false, two, [{ a: "x" }]],
  [false, two, [{ a: "x", points: 1, more: 1 }]],
  [false, two, [{ a: "x", points: "1" }]],
  [false, two, [{ a: "x", points: 1 }, 7]],
  [
    false,
    two,
    [
      { a: "x", points: 1 },
      { a: 7, points: 1 },
    ],
  ],
  [false, [field("a"), field("a")], [{ a: "x" }]],
  [false, [field("a"), field("a")], [{ a: "x", b: "y" }]],
  [false, [field(7)], [{ 7: "x" }]],
  [false, [field("a", "zzz")], [{ a: "x" }]],
  [false, [field("toString")], [{}]],
  [true, [field("__proto__")], [JSON.parse('{"__proto__":"x"}')]],
  [false, [field("__proto__", "object")], [{}]],
  [false, [field("__proto__", "object")], [{ b: 1 }]],
])("%s: fields %j and records %j", (fit, fields, records) => {
  expect(recordsFit(fields, records, { name: "name", type: "type" }, 0)).toBe(fit);
});
