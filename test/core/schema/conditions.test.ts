/** Conditions, exclusions, maps, lists and notes of a schema, as authors of candidates meet them. */
import { describe, expect, test } from "vitest";
import { buildProposal } from "../../../src/core/index.ts";
import { codesOf, context, diagnosticsOf, load, objectOf, reasonsOf, type Schema } from "./small-package.ts";

const text = { type: "string", maxLength: 50 };
const at = (schema: unknown): Schema => objectOf({ x: schema });
const when = (condition: Schema, result: Schema, otherwise?: Schema): Schema => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
  then: result,
  ...(otherwise && { else: otherwise }),
});

describe("if, then and else", () => {
  const isOff = { properties: { mode: { const: "off" } }, required: ["mode"] };
  const spec = load({
    ...objectOf({ mode: { enum: ["on", "off"] }, reason: text, level: { type: "integer" } }),
    ...when(
      isOff,
      { required: ["reason"], properties: { level: false } },
      { properties: { level: { minimum: 1 } } },
    ),
  });

  test.each<[unknown, string[]]>([
    [{ mode: "off", reason: "Repair" }, []],
    [{ mode: "off" }, ["member-missing at /reason"]],
    [{ mode: "off", reason: 5 }, ["type-mismatch at /reason"]],
    [{ mode: "off", reason: "Repair", level: 2 }, ["member-forbidden at /level"]],
    [{ mode: "on", level: 0 }, ["number-too-small at /level"]],
    [{ mode: "on", level: "high" }, ["type-mismatch at /level"]],
    [{ level: 3 }, []],
    [{ mode: "of" }, ["value-not-allowed at /mode"]],
  ])("%j", (candidate, expected) => {
    expect(codesOf(spec, candidate)).toEqual(expected);
  });

  test("what is missing has the shape that the schema around it gives", () => {
    const [found] = diagnosticsOf(spec, { mode: "off" });
    expect(found!.fixes![0]).toMatchObject({
      applicability: "placeholder",
      patch: [{ op: "add", path: "/reason", value: "TODO" }],
    });
  });

  test("several conditions, each with what it asks for, and nothing twice", () => {
    const both = load({
      ...objectOf({ a: text, b: text, c: text }),
      allOf: [when({ required: ["a"] }, { required: ["c"] }), when({ required: ["b"] }, { required: ["c"] })],
    });
    expect(codesOf(both, { a: "x", b: "y" })).toEqual(["member-missing at /c"]);
    expect(codesOf(both, { c: "z" })).toEqual([]);
  });

  /** Each condition holds for the text, and not for what the text is read as. */
  test.each<[string, Schema, string]>([
    ["list", when({ items: { type: "integer" } }, { type: "array" }), "a"],
    ["object", when({ properties: { kind: { const: "a" } } }, { type: "object" }), '{"kind":"b"}'],
  ])("a text in place of the %s that a condition asks for is reported", (_, schema, sent) => {
    const member = load(at(schema));
    expect(codesOf(member, { x: sent })).toEqual(["type-mismatch at /x"]);
    expect(buildProposal(member, { x: sent }, { ...context, submissionUrl: "" }).valid).toBe(false);
    const around = when({ properties: { x: schema.if } }, { properties: { x: schema.then } });
    expect(codesOf(load({ ...objectOf({ x: true }), ...around }), { x: sent })).toEqual([
      "type-mismatch at /x",
    ]);
  });

  test("rules stand inside conditions too", () => {
    const ruled = load(
      {
        type: "object",
        properties: { kind: { enum: ["a", "b"] } },
        ...when({ properties: { kind: { const: "a" } } }, { properties: { code: text } }),
      },
      { kind: "b" },
      {
        rules: [{ code: "code-padded", check: "no-edge-whitespace", at: ["/code"], severity: "error" }],
        docs: { "code-padded": { summary: "s", fix: "f" } },
      },
    );
    expect(codesOf(ruled, { kind: "a", code: " x" })).toEqual(["code-padded at /code"]);
    expect(codesOf(ruled, { kind: "b", code: " x" })).toEqual([]);
  });

  test("the length that the schema around a condition allows is enough for a pattern", () => {
    const ruled = load(
      {
        ...objectOf({ kind: { enum: ["a", "b"] }, code: text }),
        ...when({ properties: { kind: { const: "a" } } }, { properties: { code: { minLength: 3 } } }),
      },
      {},
      {
        rules: [
          {
            code: "code-odd",
            check: "matches",
            at: ["/code"],
            severity: "error",
            params: { pattern: "^x", form: "an x first" },
          },
        ],
        docs: { "code-odd": { summary: "s", fix: "f" } },
      },
    );
    expect(codesOf(ruled, { kind: "a", code: "xyz" })).toEqual([]);
    expect(codesOf(ruled, { kind: "a", code: "yyy" })).toEqual(["code-odd at /code"]);
  });
});

test("members that belong together", () => {
  const spec = load({
    ...objectOf({ card: text, address: text, zip: text }),
    dependentRequired: { card: ["address"] },
    dependentSchemas: { address: { required: ["zip"] } },
  });
  expect(codesOf(spec, { card: "1" })).toEqual(["member-missing at /address"]);
  expect(diagnosticsOf(spec, { card: "1" })[0]!.message).toContain('beside "card"');
  expect(codesOf(spec, { card: "1", address: "x" })).toEqual(["member-missing at /zip"]);
  expect(codesOf(spec, { zip: "1" })).toEqual([]);
});

describe("not", () => {
  test.each<[string, Schema, unknown, string[]]>([
    ["a value", at({ ...text, not: { const: "none" } }), { x: "none" }, ["value-refused at /x"]],
    [
      "a pattern",
      at({ ...text, not: { pattern: "^http:", maxLength: 50 } }),
      { x: "http://a" },
      ["value-refused at /x"],
    ],
    ["a type", at({ not: { type: ["array", "object"] } }), { x: [] }, ["value-refused at /x"]],
    [
      "a member",
      { ...objectOf({ a: text, b: text }), not: { required: ["b"] } },
      { b: "1" },
      ["member-forbidden at /b"],
    ],
    [
      "members together",
      { ...objectOf({ a: text, b: text }), not: { required: ["a", "b"] } },
      { a: "1", b: "2" },
      ["value-refused at "],
    ],
    [
      "a value of a member",
      { ...objectOf({ a: text }), not: { properties: { a: { const: "x" } }, required: ["a"] } },
      { a: "x" },
      ["value-refused at /a"],
    ],
  ])("%s", (_, schema, candidate, expected) => {
    expect(codesOf(load(schema), candidate)).toEqual(expected);
    expect(codesOf(load(schema), {})).toEqual([]);
  });
});

describe("maps", () => {
  const chain = objectOf({ name: text, id: { type: "integer" } }, { required: ["name"] });
  const spec = load(
    objectOf({
      chains: {
        type: "object",
        patternProperties: { "^test-": { ...chain, required: ["name", "id"] } },
        additionalProperties: chain,
        propertyNames: { maxLength: 12, pattern: "^[a-z-]+$" },
        maxProperties: 3,
      },
    }),
    {},
    {
      rules: [
        { code: "name-padded", check: "no-edge-whitespace", at: ["/chains/*/name"], severity: "error" },
      ],
      docs: { "name-padded": { summary: "s", fix: "f" } },
    },
  );

  test.each<[unknown, string[]]>([
    [{ main: { name: "Main" }, "test-a": { name: "Test", id: 1 } }, []],
    [{ main: { name: " Main" } }, ["name-padded at /chains/main/name"]],
    [
      { "test-a": { name: "Test " } },
      ["name-padded at /chains/test-a/name", "member-missing at /chains/test-a/id"],
    ],
    [{ Main: { name: "Main" } }, ["member-name at /chains/Main"]],
    [{ main: { Name: "Main" } }, ["member-unknown at /chains/main/Name"]],
    [
      { a: { name: "A" }, b: { name: "B" }, c: { name: "C" }, d: { name: "D" } },
      ["list-too-long at /chains"],
    ],
  ])("%j", (chains, expected) => {
    expect(codesOf(spec, { chains })).toEqual(expected);
  });
});

describe("lists", () => {
  test.each<[string, Schema, unknown, string[]]>([
    [
      "repeats",
      { type: "array", uniqueItems: true },
      ["a", 1, "a", { b: 1 }, { b: 1 }],
      ["item-repeated at /x/2", "item-repeated at /x/4"],
    ],
    [
      "positions",
      { type: "array", prefixItems: [text, { type: "integer" }], items: false },
      ["a", "b", "c"],
      ["list-too-long at /x", "type-mismatch at /x/1"],
    ],
    ["what must be there", { type: "array", contains: { const: "en" } }, ["de"], ["list-lacks-item at /x"]],
    [
      "how often",
      { type: "array", contains: { const: "en" }, maxContains: 1 },
      ["en", "en"],
      ["list-too-long at /x"],
    ],
  ])("%s", (_, schema, value, expected) => {
    expect(codesOf(load(at(schema)), { x: value })).toEqual(expected);
  });

  test("a repeat is left to the author, since its position may mean something", () => {
    const [found] = diagnosticsOf(load(at({ type: "array", uniqueItems: true })), { x: ["a", "a"] });
    expect(found!.fixes).toMatchObject([
      {
        applicability: "suggested",
        decision: true,
        patch: [{ op: "test" }, { op: "remove", path: "/x/1" }],
      },
    ]);
  });
});

describe("values", () => {
  test.each<[Schema, unknown, string[]]>([
    [{ type: ["string", "null"], maxLength: 3 }, null, []],
    [{ type: ["string", "null"], maxLength: 3 }, "long", ["text-too-long at /x"]],
    [{ type: ["string", "null"], maxLength: 3 }, 5, ["type-mismatch at /x"]],
    [{ type: ["integer", "boolean"] }, "yes", ["type-mismatch at /x"]],
    [{ minLength: 3 }, "ab", ["text-too-short at /x"]],
    [{ minLength: 3 }, 5, []],
    [{ type: "number", multipleOf: 0.01 }, 0.07, []],
    [{ type: "number", multipleOf: 0.01 }, 0.075, ["number-not-multiple at /x"]],
    [{ enum: [1, "a", null, { b: [1] }] }, { b: [1] }, []],
    [{ enum: [1, "a", null, { b: [1] }] }, { b: [2] }, ["value-not-allowed at /x"]],
    [{ $ref: "#/$defs/short", minLength: 2 }, "a", ["text-too-short at /x"]],
    [{ $ref: "#/definitions/short", minLength: 2 }, "abcd", ["text-too-long at /x"]],
  ])("%j of %j", (schema, value, expected) => {
    const short = { type: "string", maxLength: 3 };
    expect(codesOf(load({ ...at(schema), $defs: { short }, definitions: { short } }), { x: value })).toEqual(
      expected,
    );
  });

  test("a number that was written as text is offered where a union has numbers", () => {
    const [found] = diagnosticsOf(load(at({ type: ["integer", "null"] })), { x: "5" });
    expect(found!.fixes).toMatchObject([{ applicability: "safe", title: "Use 5" }]);
  });

  test("examples and titles explain what belongs there", () => {
    const spec = load(
      objectOf(
        { code: { ...text, pattern: "^[A-Z]+$", title: "Code", examples: ["ABC"] } },
        { required: ["code"] },
      ),
      { code: "X" },
    );
    expect(diagnosticsOf(spec, {})[0]!.message).toBe(
      '"code" is required but missing; add a string: Code, such as "ABC".',
    );
    expect(diagnosticsOf(spec, { code: "!" })[0]!.message).toBe(
      '"!" does not have the right form: Code, such as "ABC".',
    );
  });
});

describe("defaults", () => {
  test("of the alternative that was meant are added", () => {
    const shape = (kind: string, size: number) =>
      objectOf({ kind: { const: kind }, size: { type: "integer", default: size } }, { required: ["kind"] });
    const spec = load(at({ oneOf: [shape("a", 1), shape("b", 2)] }));
    const built = buildProposal(
      spec,
      { x: { kind: "b" } },
      { ...context, submissionUrl: "https://example.org/" },
    );
    expect(built.proposalPackage!.candidate).toEqual({ x: { kind: "b", size: 2 } });
  });

  test.each<[string, Schema]>([
    [
      "of a condition",
      {
        ...objectOf({ a: { ...text, default: "x" }, b: text }),
        ...when({ properties: { a: { const: "x" } }, required: ["a"] }, { required: ["b"] }),
      },
    ],
    [
      "of an alternative",
      {
        ...objectOf({ a: { ...text, default: "x" }, b: text }),
        oneOf: [{ required: ["a"] }, { required: ["b"] }],
      },
    ],
    [
      "of another member",
      { ...objectOf({ a: { ...text, default: "x" }, b: text }), dependentRequired: { a: ["b"] } },
    ],
    [
      "that an alternative refuses",
      {
        ...objectOf({ kind: { enum: ["a", "b"] }, n: { type: "integer", default: 1 } }),
        oneOf: [
          { properties: { kind: { const: "a" } }, required: ["kind"] },
          { properties: { kind: { const: "b" }, n: { minimum: 5 } }, required: ["kind"] },
        ],
      },
    ],
  ])("that would change the outcome %s are refused", (_, schema) => {
    expect(reasonsOf(schema, { b: "1" })).toContainEqual(expect.stringMatching(/^default-conditional at /));
  });
});

describe("a text with a rule obeys what stands beside its schema too", () => {
  const rules = [{ code: "padded", check: "no-edge-whitespace", at: ["/x"], severity: "error" }];
  const docs = {
    padded: { summary: "No white space at the ends.", fix: "Trim it." },
  };

  test.each<[string, Schema]>([
    ["not", { ...text, not: { const: "forbidden" } }],
    ["if", { ...text, ...when({ const: "forbidden" }, { minLength: 20 }) }],
    ["allOf", { ...text, allOf: [{ not: { const: "forbidden" } }] }],
  ])("%s", (_, schema) => {
    const spec = load(at(schema), {}, { rules, docs });
    expect(codesOf(spec, { x: "good words" })).toEqual([]);
    expect(codesOf(spec, { x: "forbidden" })).not.toEqual([]);
  });
});
