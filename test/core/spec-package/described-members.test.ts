/** What listDomains says about alternatives, maps and values of several types. */
import { expect, test } from "vitest";
import { describeMembers } from "../../../src/core/index.ts";
import { load, objectOf } from "../schema/small-package.ts";
import { expectTable } from "../table.ts";

const text = { type: "string", maxLength: 50 };

test("members of alternatives and maps are described, each once", () => {
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
    describeMembers(spec).map(({ pointer, required, type, rule }) => [pointer, required, type, rule]),
  ).toEqual([
    ["/note", false, "string or null", "At most 9 characters."],
    [
      "/source",
      false,
      "string or object",
      'A string of a URI such as https://example.org/, an object with "type" "git" or an object with "type" "file".',
    ],
    ["/source/type", false, "string", 'One of "git".'],
    ["/source/url", false, "string", "At most 50 characters."],
    ["/source/path", false, "string", "At most 50 characters."],
    ["/chains", false, "object", expect.any(String)],
    ["/chains/*", false, "object", 'An object with "name".'],
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
];

test.each(KINDS.map((properties, at) => [at, properties] as const))(
  "kinds of members %i",
  async (at, properties) => {
    const rows = describeMembers(load(objectOf(properties))).map(({ pointer, required, type, rule }) => [
      pointer,
      required ? "required" : "optional",
      `${type}:`,
      rule,
    ]);
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
    rule("five", { check: "severity", params: { codes: ["text-too-long"] } }),
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

test("at most 200 members are described", () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`member${at}`, text]));
  expect(describeMembers(load(objectOf(many)))).toHaveLength(200);
});
