/** Texts that hold more than one value: what they say is kept, digit by digit, or they are not read. */
import { describe, expect, test } from "vitest";
import { repairCandidate } from "../../../src/core/index.ts";
import { readKnownJson } from "../../../src/core/reader/read-json.ts";
import { EMPTY_REGISTRY } from "../../../src/core/registry/entries.ts";
import * as datagen from "../datagen.ts";

const text = { type: "string", maxLength: 200 };

function repaired(properties: Record<string, unknown>, candidate: unknown) {
  const spec = datagen.load({
    format: "preflight-spec-package/1",
    targetProduct: "shop",
    domainId: "item",
    version: "1.0.0",
    title: "Item",
    schema: { type: "object", properties, additionalProperties: false },
    rules: [],
    docs: {},
    examples: {
      valid: [{ title: "Empty", candidate: {} }],
      invalid: [{ title: "A list", candidate: [], expect: [{ code: "type-mismatch", pointer: "" }] }],
    },
  });
  const { repaired, diagnostics } = repairCandidate(
    spec,
    candidate,
    { registry: EMPTY_REGISTRY, now: 0 },
    "suggested",
  );
  return { ...repaired!, diagnostics };
}

describe("lines of names and values", () => {
  const members = { name: text, size: { type: "integer" } };
  test.each([
    ["name: Loyalty card\nsize: 1", "Loyalty card"],
    ['name: "Loyalty card"\nsize: 1', "Loyalty card"],
    ["name: 'Loyalty card'\nsize: 1", "Loyalty card"],
    ['name: "5"\nsize: 1', "5"],
    ["name: O'Brien's \"best\"\nsize: 1", "O'Brien's \"best\""],
  ])("%j are read", (candidate, name) => {
    expect(repaired(members, candidate)).toMatchObject({ valid: true, candidate: { name, size: 1 } });
    expect(repaired({ inner: { type: "object", properties: members } }, { inner: candidate })).toMatchObject({
      valid: true,
      candidate: { inner: { name, size: 1 } },
    });
  });

  test.each([
    ...["null", "~", "x # draft", "# x", "!!str 5", "&a x", "*a", "[x]", "{a: b}", "|", ">-", "- x", ".nan"],
    ...['"a" and "b"', "'it''s'", '"a\\tb"', '"a'],
  ])("with %s in them are left to whoever reads YAML", (value) => {
    const candidate = `name: ${value}\nsize: 1`;
    expect(repaired(members, candidate)).toMatchObject({ valid: false, candidate });
  });
});

describe("numbers in JSON that was sent as text", () => {
  const versions = { type: "object", additionalProperties: text };
  const list = { type: "array", items: text };
  test.each([
    [{ v: versions }, { v: '{"python":3.0}' }, { v: { python: "3.0" } }],
    [{ v: list }, { v: "[2.00, -0, 1e3]" }, { v: ["2.00", "-0", "1e3"] }],
    [{ v: text }, '{"v":3.0}', { v: "3.0" }],
    [{ v: text }, '```json\n{"v":3.0}\n```', { v: "3.0" }],
    [{ version: text }, '```json\n{"Version":3.0}\n```', { version: "3.0" }],
    [
      { v: { type: "object", properties: { version: text }, additionalProperties: false } },
      { v: '{"Version":1.10}' },
      { v: { version: "1.10" } },
    ],
    [{ v: text }, readKnownJson('{"v": -0 }'), { v: "-0" }],
    [{ v: text }, readKnownJson('{"v":3.0}'), { v: "3.0" }],
  ])("%j: %j keep their digits", (properties, candidate, expected) => {
    expect(repaired(properties, candidate)).toMatchObject({ valid: true, candidate: expected });
  });

  test("are never read where JSON cannot hold them, and named", () => {
    const { candidate, patch, diagnostics, valid } = repaired(
      { v: { type: "object" } },
      { v: '{"a":[1e400]}' },
    );
    expect({ candidate, patch, valid }).toEqual({
      candidate: { v: '{"a":[1e400]}' },
      patch: [],
      valid: false,
    });
    expect(diagnostics[0]!.message).toContain("in which 1e400 is more than a JSON number holds");
  });
});

test("a map becomes a list by itself only where its order is known", () => {
  const item = { type: "object", properties: { id: text, size: { type: "integer" } }, required: ["id"] };
  const list = { v: { type: "array", items: item } };
  expect(repaired(list, { v: { b: { size: 1 }, a: { size: 2 } } }).candidate).toEqual({
    v: [
      { id: "b", size: 1 },
      { id: "a", size: 2 },
    ],
  });
  const candidate = { v: { b: { size: 1 }, 10: { size: 2 } } };
  const { candidate: left, diagnostics } = repaired(list, candidate);
  expect(left).toEqual(candidate);
  expect(diagnostics[0]!.fixes![0]).toMatchObject({ decision: true });
});
