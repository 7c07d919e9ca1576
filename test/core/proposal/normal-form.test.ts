/** What a build would make of a candidate is judged as well, wherever in the schema its texts are. */
import { expect, test } from "vitest";
import { buildProposal, createRegistry, type SpecPackage } from "../../../src/core/index.ts";
import { codesOf, load, objectOf, type Schema } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 20 };
const named = objectOf({ name: text });
const kinds = {
  oneOf: [
    { type: "object", properties: { kind: { const: "named" }, name: text }, required: ["kind"] },
    { type: "object", properties: { kind: { const: "other" } }, required: ["kind"] },
  ],
};

test.each<[string, Schema, string, (name: string) => unknown]>([
  ["a member", text, "/x", (name) => name],
  ["a member of an object", named, "/x/name", (name) => ({ name })],
  ["items of a list", { type: "array", items: text, maxItems: 3 }, "/x/*", (name) => ["a", name]],
  ["a text or null", { type: ["string", "null"], maxLength: 20 }, "/x", (name) => name],
  ["an alternative", kinds, "/x/name", (name) => ({ kind: "named", name })],
  ["an alternative beside the one that describes it", kinds, "/x/name", (name) => ({ kind: "other", name })],
  [
    "a condition that is not met",
    {
      type: "object",
      properties: { is: { type: "boolean" } },
      if: { properties: { is: { const: true } } },
      else: { properties: { name: text } },
    },
    "/x/name",
    (name) => ({ name }),
  ],
])("%s", (_where, schema, at, sent) => {
  const taken = { not: { const: { x: sent("taken") } } };
  const spec = load({ ...objectOf({ x: schema }), ...taken }, {}, { normalization: { prose: [at] } });
  expect(codesOf(spec, { x: sent("free ") })).toEqual([]);
  expect(codesOf(spec, { x: sent("taken") })).toHaveLength(1);
  expect(codesOf(spec, { x: sent("taken ") })).toEqual(codesOf(spec, { x: sent("taken") }));
});

const list = { type: "array", items: text, maxItems: 5 };
const number = { type: "integer" };
const longEnough = (at: string, when?: unknown) => ({
  rules: [
    {
      code: "brief",
      check: "enough-text",
      at: [at],
      severity: "error",
      params: { min: 6 },
      ...(when as Schema),
    },
  ],
  docs: { brief: { summary: "It is too brief.", fix: "Write more." } },
});

test.each<[string, Schema, Schema, Schema, Schema, string]>([
  [
    "a default that a rule refuses",
    objectOf({ x: number, y: { ...text, default: "short" } }),
    longEnough("/y"),
    { y: "long enough" },
    {},
    "brief at /y",
  ],
  [
    "a rule about what is inside a default",
    objectOf({ x: number, y: { ...list, default: ["short"] } }),
    longEnough("/y/*"),
    { y: ["long enough"] },
    {},
    "brief at /y/0",
  ],
  [
    "a condition that a default meets",
    objectOf({ x: number, y: { ...named, default: { name: "given" } }, z: text }),
    longEnough("/z", { when: { at: "/y/name", present: true } }),
    {},
    { z: "short" },
    "brief at /z",
  ],
  [
    "texts that are equal once they are trimmed",
    objectOf({ x: number, z: { ...list, uniqueItems: true } }),
    { normalization: { prose: ["/z/*"] } },
    {},
    { z: ["a", "a "] },
    "item-repeated at /z/1",
  ],
])("is reported beside another fault: %s", (_what, schema, more, example, sent, expected) => {
  const spec = load(schema, example, more);
  expect(codesOf(spec, { x: 1, ...sent })).toEqual([expected]);
  const both = codesOf(spec, { x: "no", ...sent });
  expect(both.toSorted()).toEqual([expected, "type-mismatch at /x"].toSorted());
});

function changesOf(spec: SpecPackage, candidate: unknown) {
  const registry = createRegistry([], "2027-01-01T00:00:00Z");
  return buildProposal(spec, candidate, { registry, now: 0, submissionUrl: "https://a.example/" }).changes;
}

test("a member whose name matches several patterns gets the defaults of all of them", () => {
  const withDefault = (name: string) => ({
    type: "object",
    properties: { [name]: { ...number, default: 1 } },
  });
  const named = objectOf({}, { patternProperties: { "^x-": withDefault("a"), "-y$": withDefault("b") } });
  expect(changesOf(load(named, {}), { "x-y": {}, "x-z": {} })).toEqual([
    { op: "add", path: "/x-y/a", value: 1 },
    { op: "add", path: "/x-y/b", value: 1 },
    { op: "add", path: "/x-z/a", value: 1 },
  ]);
});

test("a set can be in every item of a list, and what is the same in normal form is repeated", () => {
  const rows = { type: "array", maxItems: 5, items: objectOf({ tags: list }) };
  const setIn = (schema: Schema) =>
    load(
      objectOf({ rows: schema }),
      {},
      {
        lists: { words: { values: ["b", "a"] } },
        normalization: { sets: [{ at: "/rows/*/tags", list: "words" }] },
      },
    );
  const candidate = { rows: [{ tags: ["a", "b", "a"] }, {}, { tags: ["b", "a"] }] };
  expect(changesOf(setIn(rows), candidate)).toEqual([
    { op: "replace", path: "/rows/0/tags", value: ["b", "a"] },
  ]);
  expect(codesOf(setIn({ ...rows, uniqueItems: true }), candidate)).toEqual(["item-repeated at /rows/2"]);
});

test.each([
  ["this.map(name, name)[0]", "a"],
  ["this.filter(name, true)[0]", "a"],
  ["this.transformList(name, value, value)[0]", "2"],
])("%s does not depend on the order in which members were sent", (expression, first) => {
  const map = {
    type: "object",
    maxProperties: 9,
    propertyNames: { maxLength: 9 },
    additionalProperties: text,
  };
  const rule = { code: "first", check: "holds", at: ["/x"], severity: "error", message: "It is {this}." };
  const spec = load(
    objectOf({ x: map }),
    {},
    {
      rules: [{ ...rule, params: { expression: `this.size() == 0 || ${expression} == '${first}'` } }],
      docs: { first: { summary: "Another is first.", fix: "Change it." } },
    },
  );
  expect(codesOf(spec, { x: { b: "1", a: "2" } })).toEqual([]);
  expect(codesOf(spec, { x: { a: "2", b: "1" } })).toEqual([]);
});
