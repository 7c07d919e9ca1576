/** What listDomains says about alternatives, maps and values of several types. */
import { expect, test } from "vitest";
import { describeMembers } from "../../../src/core/index.ts";
import { load, objectOf, type Schema } from "../schema/small-package.ts";
import { expectTable } from "../table.ts";

const text = { type: "string", maxLength: 50 };

test("members of alternatives are described by what tells the alternatives apart", () => {
  const spec = load(
    objectOf({
      note: { type: ["string", "null"], maxLength: 9 },
      source: {
        oneOf: [
          { type: "string", format: "uri" },
          objectOf({ type: { const: "git" }, url: text }, { required: ["type", "url"] }),
          objectOf({ type: { const: "file" }, path: text }, { required: ["type", "path"] }),
        ],
      },
      chains: { type: "object", additionalProperties: objectOf({ name: text }, { required: ["name"] }) },
    }),
  );
  expect(
    describeMembers(spec).map(({ pointer, in: where, required, type, rule }) => [
      ...[pointer, required, type, rule],
      ...(where === undefined ? [] : [where]),
    ]),
  ).toEqual([
    ["/note", false, "string or null", "At most 9 characters."],
    [
      "/source",
      false,
      "string or object",
      'A string of a URI such as https://example.org/, an object with "type" "git" or an object with "type" "file".',
    ],
    ["/chains", false, "object", "An object with members of any name."],
    ["/source/type", true, "string", 'One of "git" or "file".'],
    ["/source/url", true, "string", "At most 50 characters.", "type = git"],
    ["/source/path", true, "string", "At most 50 characters.", "type = file"],
    ["/chains/*/name", true, "string", "At most 50 characters."],
  ]);
});

/** Schemas of every kind; the table shows what an agent reads before it writes a candidate. */
const KINDS: Record<string, unknown>[] = [
  {
    a: {},
    b: { type: ["integer", "null"] },
    c: { type: ["null", "boolean", "array"] },
    d: { enum: ["x", 1] },
  },
  {
    a: text,
    b: { ...text, minLength: 2, pattern: "^[a-z]+$", description: "small letters" },
    c: { type: "integer", minimum: 1 },
  },
  {
    a: { type: "array", maxItems: 3, items: text },
    b: { type: "array", items: { type: "array", items: text } },
    c: { type: "array" },
  },
  { a: { type: "array", items: objectOf({ "x/y": text, z: text }, { required: ["z"] }) }, b: objectOf({}) },
  { a: objectOf({ b: objectOf({ c: text }, { required: ["c"] }) }, { required: ["b"] }) },
  { a: { oneOf: [{ type: "string", maxLength: 3 }, { type: "integer", minimum: 2 }, { type: "boolean" }] } },
  {
    a: {
      anyOf: [
        objectOf({ b: text }, { required: ["b"] }),
        objectOf({ c: text, d: text }, { required: ["c", "d"] }),
        objectOf({ e: text }),
      ],
    },
  },
  { a: { type: "array", items: { oneOf: [text, objectOf({ b: text })] } } },
  { a: { type: "object", additionalProperties: text, properties: { known: text } }, never: false },
  {
    a: { const: "only" },
    b: { type: "string", enum: ["x", "y"] },
    c: { type: "number", exclusiveMaximum: 3, multipleOf: 0.5 },
  },
  {
    a: { type: "array", items: false },
    b: { type: "array", items: {} },
    c: { type: "array", items: { type: ["string", "null"], maxLength: 9 } },
    d: { type: "array", items: { type: "array", items: objectOf({ e: text }) } },
  },
  {
    a: {
      type: "array",
      prefixItems: [text, objectOf({ b: text }, { required: ["b"] })],
      minItems: 1,
      items: false,
    },
    c: { type: "array", prefixItems: [text], items: { type: "integer" } },
    d: { ...objectOf({ e: text }), allOf: [{ properties: { e: { pattern: "^x" } }, required: ["e"] }] },
    f: { type: "string", format: "date", maxLength: 10 },
    g: {
      oneOf: [
        objectOf({ kind: { const: "x" }, size: text }, { required: ["kind", "size"] }),
        objectOf({ kind: { const: "y" }, size: { type: "integer" } }, { required: ["kind"] }),
      ],
    },
  },
];

test.each(KINDS.map((properties, at) => [at, properties] as const))(
  "kinds of members %i",
  async (at, properties) => {
    const rows = describeMembers(load(objectOf(properties))).map(
      ({ pointer, in: where, required, type, rule }) => [
        where === undefined ? pointer : `${pointer} (in ${where})`,
        required ? "required" : "optional",
        `${type}:`,
        rule,
      ],
    );
    await expectTable(import.meta.url, `./members/${at}.txt`, rows);
  },
);

test("rules are told with their condition, errors only, and the text is cut where it grows too long", async () => {
  const rule = (code: string, more: Record<string, unknown>) => ({
    code,
    check: "matches",
    at: ["/a"],
    severity: "error",
    params: { pattern: "^x", form: "an x first" },
    ...more,
  });
  const rules = [
    rule("one", {}),
    rule("two", { severity: "warning" }),
    rule("three", { check: "required-when", params: {}, when: { at: "/kind", equals: "x" } }),
    rule("four", { check: "no-edge-whitespace", params: {} }),
    rule("six", { at: ["/list/*"], params: { pattern: "^x", form: "x".repeat(199) } }),
    rule("seven", { at: ["/list/*"], params: { pattern: "^y", form: "y".repeat(199) } }),
    rule("eight", { at: ["/word"] }),
    rule("nine", { at: ["/word"], when: { at: "/kind", equals: "x" } }),
  ];
  const docs = Object.fromEntries(rules.map(({ code }) => [code, { summary: "Wrong.", fix: "Change it." }]));
  const spec = load(
    objectOf({ a: text, kind: text, list: { type: "array", items: text }, word: { enum: ["x", "y"] } }),
    {},
    { rules, docs },
  );
  await expectTable(
    import.meta.url,
    "./members/rules.txt",
    describeMembers(spec).map(({ pointer, rule }) => [pointer, rule]),
  );
});

test("a description is left out where the rule says it, in whatever case", () => {
  const described = (description: string) =>
    describeMembers(load(objectOf({ a: { ...text, pattern: "^[a-z]+$", description } })))[0];
  expect(described("Small Letters")).not.toHaveProperty("description");
  expect(described("Small Letters")!.rule).toContain("Small Letters");
});

test("all members are described, those of the candidate before those inside them", () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`member${at}`, text]));
  const pointers = describeMembers(load(objectOf({ first: objectOf({ inner: text }), ...many }))).map(
    ({ pointer }) => pointer,
  );
  expect(pointers).toHaveLength(252);
  expect(pointers.at(-1)).toBe("/first/inner");
});

test.each<[Schema, string]>([
  [{ pattern: "^US", maxLength: 9 }, '"country" is a string of at most 9 characters; ^US'],
  [{ minimum: 5 }, '"country" is a number of at least 5'],
  [{}, '"country" is there'],
])("a condition %j that leaves out the type is told whole", (condition, told) => {
  const tested = { if: { properties: { country: condition }, required: ["country"] } };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  const spec = load({ ...objectOf({ country: {}, zip: text }), ...tested, then: { required: ["zip"] } });
  const zip = describeMembers(spec).find(({ pointer }) => pointer === "/zip")!;
  expect(zip.rule).toContain(`When ${told}: required.`);
});

test("what the schema says about names and under conditions is told", async () => {
  const spec = load(
    {
      ...objectOf({
        kind: { enum: ["small", "large"] },
        unit: { type: "string", maxLength: 9 },
        extra: text,
        note: text,
        map: {
          type: "object",
          propertyNames: { pattern: "^[a-z]+$", maxLength: 5 },
          additionalProperties: text,
        },
      }),
      required: ["kind"],
      if: { properties: { kind: { const: "small" } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { unit: { enum: ["g", "kg"] } }, required: ["unit"] },
      else: { properties: { extra: false } },
      dependentRequired: { extra: ["note"] },
    },
    { kind: "small", unit: "g" },
  );
  await expectTable(
    import.meta.url,
    "./members/conditions.txt",
    describeMembers(spec).map(({ pointer, rule }) => [pointer, rule]),
  );
});
