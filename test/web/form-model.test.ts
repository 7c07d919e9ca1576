/** The form that is made from a spec package, and drafts made from records. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { blankDraft, type FieldModel, formModel, humanize, singular } from "../../web/form/model.ts";
import { labelOf, placeOf } from "../../web/form/places.ts";
import { renameMember, setAt, valueAt } from "../../web/json/edit.ts";
import { draftFrom, findRecords, readRecords } from "../../web/start/derive.ts";
import { createHistory } from "../../web/state/history.ts";
import { embedded } from "../support/envelopes.ts";

const berthRequest = JSON.parse(
  readFileSync(new URL("../domains/berth-request.json", import.meta.url), "utf8"),
);
const model = formModel(embedded);

function kinds({ members }: { members: readonly FieldModel[] }): Record<string, string> {
  return Object.fromEntries(members.map(({ name, kind }) => [name, kind]));
}

test("each member gets the input that suits it", () => {
  expect(kinds(model)).toEqual({
    owner: "group",
    generatorId: "text",
    generatorName: "text",
    description: "text",
    outputFields: "rows",
    supportedStrategies: "set",
    sampleRecords: "records",
    rationaleNotes: "text",
  });
  expect(kinds(formModel(berthRequest))).toEqual({
    berth: "choice",
    callSign: "text",
    vessel: "group",
    stay: "group",
    home: "group",
    next: "group",
    crew: "rows",
    services: "set",
    fenders: "map",
    insurancePolicy: "text",
    papers: "text",
    terms: "constant",
    remarks: "text",
    flag: "choice",
  });
});

test("what has no input of its own becomes JSON", () => {
  const schema = {
    type: "object",
    properties: {
      either: { oneOf: [{ type: "string" }, { type: "number" }] },
      anything: {},
      nested: { type: "array", items: { type: "array", items: { type: "string" } } },
      loop: { $ref: "#/$defs/loop" },
    },
    $defs: { loop: { $ref: "#/$defs/loop" } },
  };
  const names = kinds(formModel({ ...embedded, schema, rules: [] }));
  expect(new Set(Object.values(names))).toEqual(new Set(["json"]));
});

test("an empty draft has what leaves no choice, and a row to write in", () => {
  expect(blankDraft(model)).toEqual({ owner: { kind: "human" }, outputFields: [{}], sampleRecords: [{}] });
});

test.each([
  ["/outputFields/0/type", "/outputFields/0/type", "“plate” › Type"],
  ["/outputFields/1/name", "/outputFields/1/name", "Output field 2 › Name"],
  ["/sampleRecords/0/plate", "/sampleRecords/0/plate", "Sample record 1 › plate"],
  ["/sampleRecords/0/plate/deep", "/sampleRecords/0/plate", "Sample record 1 › plate › deep"],
  ["/supportedStrategies/3", "/supportedStrategies", "Supported strategies › 4"],
  ["/owner/id", "/owner/id", "Owner › ID"],
  ["/unknown/inner", "/unknown", "unknown › inner"],
  ["/outputFields/7/name", "/outputFields", "Output field 8 › Name"],
  ["", "", "The proposal"],
])("a problem at %j is shown at %j as %s", (pointer, place, label) => {
  const candidate = { outputFields: [{ name: "plate" }, {}], sampleRecords: [{ plate: 1 }], unknown: {} };
  expect(placeOf(model, candidate, pointer)).toBe(place);
  expect(labelOf(model, candidate, pointer)).toBe(label);
});

test("a value of another shape is one place", () => {
  expect(placeOf(model, { owner: "ada" }, "/owner/id")).toBe("/owner");
  expect(placeOf(model, { outputFields: ["a"] }, "/outputFields/0/name")).toBe("/outputFields");
});

test("names for people", () => {
  expect(["generatorId", "supported_strategies", "URL", ""].map(humanize)).toEqual([
    "Generator ID",
    "Supported strategies",
    "URL",
    "(no name)",
  ]);
  expect(["Output fields", "Entries", "Address", "Crew"].map(singular)).toEqual([
    "Output field",
    "Entry",
    "Address",
    "Crew",
  ]);
});

describe("edits", () => {
  test("leave everything else as it was, and create what is missing", () => {
    const before = { a: { b: 1 }, list: [1, 2] };
    const after = setAt(before, "/c/d", 5) as typeof before;
    expect(after).toEqual({ ...before, c: { d: 5 } });
    expect(after.a).toBe(before.a);
    expect(setAt(before, "/list/0", undefined)).toEqual({ a: { b: 1 }, list: [2] });
    expect(setAt(before, "/a/b", undefined)).toEqual({ a: {}, list: [1, 2] });
    expect(before).toEqual({ a: { b: 1 }, list: [1, 2] });
  });

  test("treat names of objects' own machinery as names", () => {
    const value = setAt({}, "/__proto__/x", 1);
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(valueAt(value, "/__proto__/x")).toBe(1);
    expect(valueAt({}, "/constructor")).toBeUndefined();
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test("rename a member in its place, and never over another one", () => {
    expect(Object.keys(renameMember({ a: 1, b: 2, c: 3 }, "b", "x"))).toEqual(["a", "x", "c"]);
    expect(renameMember({ a: 1, b: 2 }, "a", "b")).toEqual({ a: 1, b: 2 });
  });

  test("of one place that follow each other are one step of the history", () => {
    const history = createHistory();
    history.record("", "/name", 0);
    history.record("a", "/name", 100);
    history.record("ab", "/id", 200);
    expect(history.undo("abc")).toBe("ab");
    expect(history.undo("ab")).toBe("");
    expect(history.undo("")).toBeUndefined();
    expect(history.redo("")).toBe("ab");
  });
});

describe("records", () => {
  const target = findRecords(model)!;

  test("give fields with their types", () => {
    const read = readRecords("id,score,ok,day\n1,2.5,true,2026-01-02\n2,3,false,2026-01-03\n");
    if (!read.ok) throw new Error(read.reason);
    const types = ["string", "integer", "number", "boolean", "date"];
    expect(valueAt(draftFrom(model, target, read.records, types), "/outputFields")).toEqual([
      { name: "id", type: "integer" },
      { name: "score", type: "number" },
      { name: "ok", type: "boolean" },
      { name: "day", type: "date" },
    ]);
  });

  test.each(["", "just a line", "[1, 2]", '{"a": ', "a,,b\n1,2,3"])("%j holds none", (text) => {
    expect(readRecords(text)).toMatchObject({ ok: false });
  });

  test("keep quoted separators, quotes and line breaks", () => {
    expect(readRecords('a;b\n"x;""y""\nz";2')).toEqual({ ok: true, records: [{ a: 'x;"y"\nz', b: 2 }] });
  });
});
