// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema has a keyword of that name.
/** How far a repair goes, and when it leaves a candidate as it is. */
import { describe, expect, test } from "vitest";
import { type RepairedCandidate, repairCandidate, type ValidationResult } from "../../../src/core/index.ts";
import { sizeOf } from "../../../src/core/json/values.ts";
import { applyPatches } from "../../../src/core/proposal/repair.ts";
import { EMPTY_REGISTRY } from "../../../src/core/registry/entries.ts";
import * as datagen from "../datagen.ts";

function checked(schema: Record<string, unknown>, candidate: unknown, more: object = {}): ValidationResult {
  const spec = datagen.load({
    format: "preflight-spec-package/1",
    targetProduct: "shop",
    domainId: "item",
    version: "1.0.0",
    title: "Item",
    schema: { type: "object", ...schema },
    rules: [],
    docs: {},
    examples: {
      valid: [{ title: "Empty", candidate: {} }],
      invalid: [{ title: "A list", candidate: [], expect: [{ code: "type-mismatch", pointer: "" }] }],
    },
    ...more,
  });
  return repairCandidate(spec, candidate, { registry: EMPTY_REGISTRY, now: 0 }, "suggested");
}

const repaired = (schema: Record<string, unknown>, candidate: unknown): RepairedCandidate =>
  checked(schema, candidate).repaired!;

const word = { enum: ["yes", "no"] };
const flag = { type: "boolean" };
const when = (name: string, then: unknown) => ({
  if: { properties: { [name]: { const: true } }, required: [name] },
  then,
});

test("nothing is repaired where nothing is reported, although the quick look had doubts", () => {
  const field = { properties: { name: {}, type: {} } };
  const params = { fields: "/fields", name: "name", type: "type", types: "types" };
  const kinds = ["missing", "unknown", "mismatch"].map((kind) => `record-${kind}`);
  const result = checked(
    { properties: { fields: { items: field }, records: { default: [] } } },
    { fields: [{}] },
    {
      lists: { types: { values: ["integer"] } },
      rules: [{ code: "record", check: "records-match-fields", at: ["/records"], severity: "error", params }],
      docs: Object.fromEntries(kinds.map((kind) => [kind, { summary: "Wrong.", fix: "Change it." }])),
    },
  );
  expect(result).toMatchObject({ valid: true, diagnostics: [] });
  expect(result).not.toHaveProperty("repaired");
});

describe("a fix that brings another rule into play", () => {
  test("is applied if no more problems are left than before", () => {
    const { candidate, diagnostics } = repaired(
      { properties: { gift: flag, to: {} }, ...when("gift", { required: ["to"] }) },
      { gift: "yes" },
    );
    expect(candidate).toEqual({ gift: true });
    expect(diagnostics.map(({ pointer }) => pointer)).toEqual(["/to"]);
  });

  test("is applied beside the others if more are left, since they were there before", () => {
    const { candidate, diagnostics } = repaired(
      {
        properties: { gift: flag, to: {}, from: {}, on: {}, seats: { type: "integer" } },
        ...when("gift", { required: ["to", "from", "on"] }),
      },
      { gift: "yes", seats: "4" },
    );
    expect(candidate).toEqual({ gift: true, seats: 4 });
    expect(diagnostics.map(({ pointer }) => pointer)).toEqual(["/to", "/from", "/on"]);
  });

  test("is followed by what fixes that, twice", () => {
    const { candidate } = repaired(
      {
        properties: { a: flag, b: {}, c: {}, d: {} },
        allOf: ["ab", "bc", "cd"].map(([from, to]) => when(from!, { properties: { [to!]: flag } })),
      },
      { a: "yes", b: "yes", c: "yes", d: "yes" },
    );
    expect(candidate).toEqual({ a: true, b: true, c: true, d: "yes" });
  });
});

describe("a candidate with very many problems", () => {
  test.each([
    [1_000, 0, "is repaired until nothing is left"],
    [1_001, 501, "is repaired once"],
    [2_000, 1_500, "is repaired once"],
    [2_001, 2_001, "is left as it is"],
  ])("%i, of which %i are left, %s", (problems, left) => {
    const { candidate } = repaired(
      { properties: { numbers: { type: "array", items: { type: "integer" } } } },
      { numbers: Array.from({ length: problems }, () => "7") },
    );
    const { numbers } = candidate as { numbers: unknown[] };
    expect(numbers.filter((value) => value === "7").length).toBe(left);
  });
});

describe("a patch", () => {
  const schema = { properties: { words: { type: "array", items: { type: "string" } } } };
  const lengthOfPatch = (words: string[]) => sizeOf([{ op: "replace", path: "/words", value: words }]);

  test.each([
    [30_000, "/words"],
    [131_072, "/words"],
    [131_073, ""],
  ])("of %i bytes replaces what is at %j", (bytes, path) => {
    const words = ["x".repeat(bytes - lengthOfPatch([""]))];
    const sent = { words: JSON.stringify(words) };
    const { candidate, patch } = repaired(schema, sent);
    expect(candidate).toEqual({ words });
    expect(patch.map((operation) => operation.path)).toEqual([path]);
    expect(applyPatches(sent, [patch]).document).toEqual(candidate);
  });
});

test("a member that is around the proposal and inside it is reported where it is inside", () => {
  const schema = { properties: { a: word, b: word }, additionalProperties: false };
  const sent = { domainId: "item", proposal: { a: "yes", b: "no", domainId: "item" } };
  const { diagnostics, repaired } = checked(schema, sent);
  expect(diagnostics.map(({ pointer }) => pointer)).toEqual(["/proposal", "/proposal/domainId"]);
  expect(repaired?.candidate).toEqual({ a: "yes", b: "no", domainId: "item" });
});

test("what JSON cannot say is not sent back, even beside the proposal", () => {
  const schema = { properties: { a: word, b: word }, additionalProperties: false };
  expect(repaired(schema, { proposal: { a: "YES", b: "no" } }).candidate).toEqual({ a: "yes", b: "no" });
  expect(repaired(schema, { proposal: { a: "YES", b: "no" }, repair: Number.NaN }).candidate).toBeNull();
});

test.each([
  ["a condition", when("a", { required: ["b"] }), { a: true, b: null }, ["member-missing /b"]],
  ["another member", { dependentRequired: { a: ["b"] } }, { a: true, b: null }, ["member-missing /b"]],
  ["nothing", {}, { a: true, b: null }, []],
])(
  "a null where %s asks for the member: the first answer says all that is left, and a repair invents nothing",
  (_, schema, sent, left) => {
    const properties = { a: flag, b: { type: "integer" } };
    const { diagnostics, repaired } = checked({ properties, additionalProperties: false, ...schema }, sent);
    const said = ({ code, pointer }: { code: string; pointer: string }) => `${code} ${pointer}`;
    if (left.length > 0) expect(diagnostics.map(said)).toEqual(left);
    const after = (repaired?.diagnostics ?? []).map(said);
    expect(left).toEqual(expect.arrayContaining(after));
    expect(repaired?.valid).toBe(left.length === 0);
  },
);

test.each([
  ["columns in place of rows", { rows: { a: [true, false], b: [1, 2] } }],
  ["lists of which one has a single item", { groups: [["x", "y"], ["z"]] }],
  ["the parts of an entry in place of an object", { one: [{ key: "a", value: true }] }],
])("%s are no single item and no object in a list", (_, sent) => {
  const row = {
    type: "object",
    properties: { a: flag, b: { type: "integer" } },
    required: ["a"],
    additionalProperties: false,
  };
  const properties = {
    rows: { type: "array", items: row },
    groups: { type: "array", items: { type: "string" } },
    one: row,
  };
  const { diagnostics, repaired } = checked({ properties, additionalProperties: false }, sent);
  expect(repaired?.candidate).toEqual(sent);
  const fixes = diagnostics.flatMap((diagnostic) => diagnostic.fixes ?? []);
  expect(fixes.filter(({ decision }) => decision !== true)).toEqual([]);
});

describe("members of the proposal one level too low, under a name that nobody knows,", () => {
  const row = {
    type: "object",
    properties: { at: { type: "string" }, ok: flag },
    required: ["at"],
    additionalProperties: false,
  };
  const schema = {
    properties: {
      key: { type: "string" },
      rate: { type: "integer" },
      rows: { type: "array", items: row },
      about: { type: "string" },
      labels: { type: "object", additionalProperties: row },
    },
    required: ["key", "rate", "rows"],
    additionalProperties: false,
  };
  const more = {
    examples: {
      valid: [{ title: "None", candidate: { key: "a", rate: 1, rows: [] } }],
      invalid: [{ title: "A list", candidate: [], expect: [{ code: "type-mismatch", pointer: "" }] }],
    },
  };
  const rows = [{ at: "x" }];

  test.each([
    ["around an item", { key: "a", rate: 1, rows: [{ row: { at: "x" } }] }, { key: "a", rate: 1, rows }],
    ["around everything", { head: { RATE: 1 } }, { rate: 1 }],
  ])("%s are moved out", (_, sent, meant) => {
    const { diagnostics, repaired } = checked(schema, sent, more);
    expect(diagnostics.filter(({ fixes = [] }) => fixes[0]?.decision === true)).toEqual([]);
    expect(repaired?.candidate).toEqual(meant);
  });

  test.each([
    ["with a fault", { head: { key: "a", rate: "1" }, rows }, "/head", 'Use what is in "head"'],
    ["misspelled", { head: { Key: "a", RATE: 1 }, rows }, "/head", 'Use what is in "head"'],
    ["beside others", { head: { rate: 1, odd: 5 }, key: "a", rows }, "/head/rate", 'Move it out of "head"'],
    [
      "in a map",
      { key: "a", labels: { b: { at: "x" }, rate: 1 }, rows },
      "/labels/rate",
      'Move it out of "labels"',
    ],
    [
      "in a part",
      { key: "a", rate: 1, rows: [], labels: { b: { former: { at: "x" } } } },
      "/labels/b/former",
      'Use what is in "former"',
    ],
  ])("%s beside what is known are for their author to move", (_, sent, pointer, title) => {
    const { diagnostics, repaired } = checked(schema, sent, more);
    expect(diagnostics.filter(({ code }) => code === "member-missing")).toEqual([]);
    const found = diagnostics.find((diagnostic) => diagnostic.pointer === pointer);
    expect(found?.fixes?.[0]).toMatchObject({ title, decision: true });
    expect(repaired?.valid).toBe(false);
  });

  test.each([
    ["that tells items apart", { key: "a", rate: 1, rows: [{ late: { at: "x" } }] }],
    ["twice", { old: { key: "a" }, now: { key: "b" }, rate: 1, rows }],
    ["where nothing is required", { note: { about: "x" }, key: "a", rate: 1, rows }],
    ["that stand here as well", { old: { key: "a" }, key: "b", rate: 1, rows }],
  ])("%s stay where they are", (_, sent) => {
    expect(checked(schema, sent, more).repaired?.candidate).toEqual(sent);
  });
});
