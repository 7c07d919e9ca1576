/** A rule that stands at several places asks about each of them, in both passes. */
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../../src/core/checks/catalogue.ts";
import { checkCandidate, createRegistry } from "../../../src/core/index.ts";
import { isClean } from "../../../src/core/proposal/check.ts";
import { codesOf, load, objectOf, type Schema } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 20 };
const list = (items: Schema) => ({ type: "array", maxItems: 9, items });
const registry = createRegistry([{ id: "invoice-number", name: "Invoice number" }], "2026-01-01T00:00:00Z");

/** What stands at a place, what the rule accepts there, what it refuses, and what it needs besides. */
interface Case {
  schema: Schema;
  good: unknown;
  bad: unknown;
  params?: Schema;
  more?: Schema;
}

const CASES: Record<string, Case> = {
  holds: {
    schema: text,
    good: "a",
    bad: "b",
    params: { expression: "this == 'a'" },
    more: { message: "No." },
  },
  "no-unsafe-characters": {
    schema: text,
    good: "a",
    bad: "a\u202eb",
    params: { classes: ["bidi"] },
  },
  "no-edge-whitespace": { schema: text, good: "a", bad: " a" },
  "in-list": { schema: text, good: "red", bad: "green", params: { list: "colours" } },
  "not-in-registry": { schema: text, good: "free-id", bad: "invoice-number" },
  "in-registry": { schema: text, good: "invoice-number", bad: "free-id" },
  "unlike-registered-ids": { schema: text, good: "other", bad: "invoice-numbers" },
  "unlike-registered-names": { schema: text, good: "Other", bad: "Invoice numbers" },
  "value-type": { schema: text, good: "2026-01-01", bad: "soon", params: { type: "date" } },
  "enough-text": { schema: text, good: "long enough", bad: "short", params: { min: 8 } },
  matches: { schema: text, good: "a", bad: "b", params: { pattern: "^a$", form: "the letter a" } },
  "does-not-match": { schema: text, good: "b", bad: "a", params: { pattern: "^a$", form: "not a" } },
  unique: { schema: list(text), good: ["a", "b"], bad: ["a", "a"] },
  sorted: { schema: list(text), good: ["a", "b"], bad: ["b", "a"] },
  compare: { schema: text, good: "a", bad: "b", params: { is: "equal", to: "/word" } },
  "one-of-members": {
    schema: objectOf({ x: text, y: text }),
    good: { x: "a" },
    bad: { x: "a", y: "b" },
    params: { members: ["x", "y"], count: "exactly-one" },
  },
  "required-when": {
    schema: text,
    good: "a",
    bad: undefined,
    more: { when: { at: "/word", equals: "a" } },
  },
  "forbidden-when": {
    schema: text,
    good: undefined,
    bad: "a",
    more: { when: { at: "/word", equals: "a" } },
  },
};

/** Records are compared with one list of fields. */
const ONE_PLACE = ["records-match-fields"];

test("every check is among them", () => {
  expect([...Object.keys(CASES), ...ONE_PLACE].sort()).toEqual(CHECKS.map(({ name }) => name).sort());
});

describe.each(Object.entries(CASES))("%s", (check, { schema, good, bad, params = {}, more = {} }) => {
  const valid = { first: good, second: good, word: "a", one: ["a"] };
  const spec = load(
    objectOf({ first: schema, second: schema, word: text, one: list(text) }),
    JSON.parse(JSON.stringify(valid)),
    {
      lists: { colours: { values: ["red"] } },
      rules: [{ code: "wrong", check, at: ["/first", "/second"], severity: "error", params, ...more }],
      docs: { wrong: { summary: "It is wrong.", fix: "Change it." } },
      examples: {
        valid: [{ title: "One", candidate: JSON.parse(JSON.stringify(valid)) }],
        invalid: [{ title: "None", candidate: 5, expect: [{ code: "type-mismatch", pointer: "" }] }],
        registry: [{ id: "invoice-number", name: "Invoice number" }],
      },
    },
  );

  test.each<[string, Schema, string[]]>([
    ["neither", {}, []],
    ["the first", { first: bad }, ["/first"]],
    ["the second", { second: bad }, ["/second"]],
    ["both", { first: bad, second: bad }, ["/first", "/second"]],
  ])("%s", (_name, changes, places) => {
    const candidate = JSON.parse(JSON.stringify({ ...valid, ...changes }));
    expect(isClean(spec, candidate, { registry, now: 0 })).toBe(places.length === 0);
    const { diagnostics } = checkCandidate(spec, candidate, { registry, now: 0 });
    const found = [...new Set(diagnostics.map(({ pointer }) => `/${pointer.split("/")[1]}`))];
    expect(found.sort()).toEqual(places);
  });
});

test("a list has no member called length", () => {
  const sizes = { type: ["object", "array"], maxItems: 9, items: text, properties: { length: list(text) } };
  const params = { is: "contained-in", to: "/sizes/length/*" };
  const spec = load(objectOf({ word: text, sizes }), undefined, {
    rules: [{ code: "wrong", check: "compare", at: ["/word"], severity: "error", params }],
    docs: { wrong: { summary: "It is wrong.", fix: "Change it." } },
  });
  const pointersOf = (candidate: unknown) => {
    const { diagnostics } = checkCandidate(spec, candidate, { registry, now: 0 });
    expect(isClean(spec, candidate, { registry, now: 0 })).toBe(diagnostics.length === 0);
    return diagnostics.map(({ pointer }) => pointer);
  };
  expect(pointersOf({ word: "a", sizes: ["b"] })).toEqual([]);
  expect(pointersOf({ word: "a", sizes: { length: ["b"] } })).toEqual(["/word"]);
  expect(pointersOf({ word: "a", sizes: { length: ["a"] } })).toEqual([]);
});

test("of a list whose items have several formats, those that are moments are compared", () => {
  const since = {
    ...{ type: "array", minItems: 1, maxItems: 9 },
    prefixItems: [{ type: "string", format: "uuid" }],
    items: { type: "string", format: "date-time" },
  };
  const id = "7f9c24e8-3b12-4c5a-9d0e-1f2a3b4c5d6e";
  const params = { is: "not-after", value: "2026-01-01" };
  const spec = load(
    objectOf({ since }),
    { since: [id] },
    {
      rules: [{ code: "wrong", check: "compare", at: ["/since/*"], severity: "error", params }],
      docs: { wrong: { summary: "It is wrong.", fix: "Change it." } },
    },
  );
  expect(codesOf(spec, { since: [id, "2025-01-01T00:00:00Z", "2027-01-01T00:00:00Z"] })).toEqual([
    "wrong at /since/2",
  ]);
});
