/** Whatever is imported, the answer is a package that loads or reasons why there is none. */
import { describe, expect, test } from "vitest";
import { sampleText } from "../../src/authoring/importing/examples.ts";
import { importJsonSchema } from "../../src/authoring/importing/import-schema.ts";
import { createReport } from "../../src/authoring/importing/translate.ts";
import { checkCandidate } from "../../src/core/proposal/check.ts";
import { loadSpecPackage } from "../../src/core/publishing/load.ts";
import { createRegistry } from "../../src/core/registry/registry.ts";

const OPTIONS = { targetProduct: "shop", domainId: "item" };
const context = { registry: createRegistry([], "2026-11-01T00:00:00Z"), now: 0 };

function imported(schema: unknown) {
  const result = importJsonSchema(schema, OPTIONS);
  if (!result.ok) throw new Error(JSON.stringify(result.reasons));
  expect(loadSpecPackage(result.document).ok).toBe(true);
  return {
    ...result,
    accepts: (candidate: unknown) => checkCandidate(result.spec, candidate, context).valid,
  };
}

const object = (properties: Record<string, unknown>, more: object = {}) => ({
  type: "object",
  properties,
  ...more,
});

describe("what is no schema of candidates", () => {
  test.each([
    ["null", null],
    ["a text", "schema"],
    ["a list", []],
    ["a schema of lists", { type: "array", items: { type: "string" } }],
    ["a schema of numbers or texts", { type: ["number", "string"] }],
    ["a spec package", { format: "preflight-spec-package/1" }],
    [
      "a schema that nothing passes",
      object({ id: { enum: [] } }, { required: ["id", "id2"], maxProperties: 0 }),
    ],
  ])("%s is refused with a reason", (_, schema) => {
    const result = importJsonSchema(schema, OPTIONS);
    expect(result.ok).toBe(false);
    expect(result.ok ? [] : result.reasons.map(({ message }) => message)).not.toEqual([]);
  });

  test("a bad name of the domain is a reason, not a crash", () => {
    const result = importJsonSchema(object({}), { targetProduct: "Not A Slug", domainId: "" });
    expect(result.ok ? [] : result.reasons.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(["/targetProduct", "/domainId"]),
    );
    expect(result.report.leftOut).toEqual([]);
  });
});

describe("recursion is cut open and reported", () => {
  test("of a tree", () => {
    const { report, accepts } = imported({
      $ref: "#/definitions/node",
      definitions: {
        node: object(
          { name: { type: "string" }, child: { $ref: "#/definitions/node" } },
          { required: ["name"] },
        ),
      },
    });
    expect(accepts({ name: "a", child: { name: "b", child: { name: "c" } } })).toBe(true);
    expect(accepts({ child: {} })).toBe(false);
    expect(report.leftOut).toContainEqual({
      keyword: "$ref",
      message: '"node" contains itself; from its second level on, anything of its type passes.',
      pointers: ["/definitions/node/properties/child/$ref"],
    });
  });

  test.each([
    ["the root", { type: "object", properties: { self: { $ref: "#" } } }],
    [
      "two definitions of each other",
      {
        $ref: "#/$defs/a",
        $defs: { a: object({ b: { $ref: "#/$defs/b" } }), b: object({ a: { $ref: "#/$defs/a" } }) },
      },
    ],
    [
      "a reference to itself",
      { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { $ref: "#/$defs/a" } } },
    ],
    ["a root that refers to itself", { $ref: "#", type: "object" }],
  ])("of %s", (_, schema) => {
    expect(imported(schema).report.leftOut.map(({ keyword }) => keyword)).toContain("$ref");
  });
});

describe("references", () => {
  test("to other documents are left out", () => {
    const { report, accepts } = imported(object({ a: { $ref: "https://example.org/other.json" } }));
    expect(report.leftOut[0]).toMatchObject({ keyword: "$ref", pointers: ["/properties/a/$ref"] });
    expect(accepts({ a: 1 })).toBe(true);
  });

  test("to nowhere are left out", () => {
    const { report } = imported(object({ a: { $ref: "#/definitions/none" } }));
    expect(report.leftOut[0]?.message).toContain("leads nowhere");
  });

  test.each(["#/properties/a", "#a", "https://example.org/s#/properties/a"])("to %s are followed", (ref) => {
    const { accepts } = imported({
      $id: "https://example.org/s",
      ...object({ a: { $anchor: "a", type: "string", maxLength: 3 }, b: { $ref: ref } }),
    });
    expect(accepts({ b: "abc" })).toBe(true);
    expect(accepts({ b: "abcd" })).toBe(false);
  });
});

describe("hostile schemas", () => {
  test("10,000 members", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, n) => [`m${n}`, { type: "string" }]),
    );
    const result = importJsonSchema(object(properties), OPTIONS);
    expect(result.ok ? [] : result.reasons.map(({ code }) => code)).toEqual(["schema-too-large"]);
  });

  test("the same remark about 40,000 places", () => {
    const report = createReport();
    for (let n = 0; n < 40_000; n++) report.translate("maxLength", `/properties/member${n}`, "Was added.");
    expect(report.finish().translated[0]?.pointers).toHaveLength(40_000);
  });

  test("5,000 members that refer to definitions of one name", () => {
    const names = Array.from({ length: 5_000 }, (_, n) => `m${n}`);
    const definitions = names.map((name) => [name, { items: { type: "string" } }]);
    const members = names.map((name) => [name, { $ref: `#/$defs/${name}/items` }]);
    const $defs = Object.fromEntries(definitions);
    const result = importJsonSchema(object(Object.fromEntries(members), { $defs }), OPTIONS);
    expect(result.ok ? [] : result.reasons.map(({ code }) => code)).toEqual(["schema-too-large"]);
  });

  test("a definition that doubles at every level", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `d${n}`,
        n === 39
          ? { type: "string" }
          : object({ a: { $ref: `#/$defs/d${n + 1}` }, b: { $ref: `#/$defs/d${n + 1}` } }),
      ]),
    );
    const { report } = imported({ $ref: "#/$defs/d0", $defs });
    expect(report.leftOut.length).toBeGreaterThan(0);
  });

  test("5,000 levels", () => {
    let schema: Record<string, unknown> = { type: "string" };
    for (let level = 0; level < 5_000; level++) schema = object({ a: schema });
    expect(imported(schema).report.leftOut.length).toBeGreaterThan(0);
  });

  test("a list of 100,000 words", () => {
    const words = Array.from({ length: 100_000 }, (_, n) => `word${n}`);
    const result = importJsonSchema(object({ a: { enum: words } }), OPTIONS);
    expect(result.report.leftOut.length + (result.ok ? 0 : result.reasons.length)).toBeGreaterThan(0);
  });

  test("names that objects inherit", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["__proto__"]}',
    );
    expect(imported(schema).accepts({})).toBe(false);
  });

  test.each([
    ["(a+)+$", "pattern"],
    ["(?=a)b", "pattern"],
    ["(a)\\1", "pattern"],
    ["a{1,1000}{1,1000}", "pattern"],
    ["[", "pattern"],
    ["x".repeat(501), "pattern"],
  ])("the pattern %s is left out, with a reason", (pattern, keyword) => {
    const { report } = imported(object({ a: { type: "string", pattern } }));
    expect(report.leftOut.map((note) => note.keyword)).toEqual([keyword]);
  });

  test("a pattern without a bound gets one", () => {
    const { document, report } = imported(object({ a: { type: "string", pattern: "^[a-z]+$" } }));
    expect(document.schema).toMatchObject({ properties: { a: { pattern: "^[a-z]+$", maxLength: 1_000 } } });
    expect(report.translated).toContainEqual({
      keyword: "maxLength",
      message: '"maxLength": 1000 was added, because every pattern needs one.',
      pointers: ["/properties/a/pattern"],
    });
  });

  test.each([
    7,
    "text",
    [],
    null,
    { properties: 3 },
    { type: 5 },
    { required: "a" },
    { enum: "a" },
    { minLength: -1 },
  ])("%j in place of a schema is left out", (part) => {
    const result = importJsonSchema(object({ a: part }), OPTIONS);
    expect(result.ok).toBe(true);
    expect(result.report.leftOut).not.toEqual([]);
  });
});

test.each([
  ["^[a-z]{3,5}$", 0],
  ["^(doi|url):[0-9a-f]{8}$", 0],
  ["^v?\\d+\\.\\d+(-\\w+)?$", 0],
  ["^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$", 0],
  ["^https?://[^\\s]+$", 30],
  ["^(?:[A-Z][a-z]+ )+[A-Z]$", 12],
])("a text for %s is made", (pattern, length) => {
  const text = sampleText(pattern, length)!;
  expect(text).toMatch(new RegExp(pattern, "u"));
  expect(text.length).toBeGreaterThanOrEqual(length);
});

test("a schema that asks for a hundred million values is refused, since nobody could write an example", () => {
  let list: object = { type: "string" };
  for (let depth = 0; depth < 8; depth++) list = { type: "array", minItems: 10, items: list };
  const result = importJsonSchema(object({ list }, { required: ["list"] }), OPTIONS);
  expect(result.ok ? [] : result.reasons.map(({ code }) => code)).toContain("example-needed");
});

describe("schemas that refer to each other without end", () => {
  const chain = (length: number, link: (next: object) => object) => {
    const names = Array.from({ length }, (_, at) => [`d${at}`, link({ $ref: `#/$defs/d${at + 1}` })]);
    const $defs = { ...Object.fromEntries(names), [`d${length}`]: { type: "string" } };
    return { ...object({ a: { $ref: "#/$defs/d0" } }), $defs };
  };

  test.each<[string, number, (next: object) => object]>([
    ["one after the other", 20_000, (next) => next],
    ["one inside the other", 5_000, (next) => object({ n: next })],
    ["each twice in one alternative", 40, (next) => ({ anyOf: [next, next] })],
    ["each twice in one", 40, (next) => ({ allOf: [next, next] })],
  ])("%s are imported or refused", (_, length, link) => {
    const result = importJsonSchema(chain(length, link), OPTIONS);
    expect(result.ok ? result.report.leftOut.length : result.reasons.length).toBeGreaterThan(0);
  });
});
