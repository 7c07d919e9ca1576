/** The form that is made from a spec package, and drafts made from records. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSchema, NO_CONTEXT } from "../../src/core/schema/compile-schema.ts";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { renameMember, setAt, valueAt } from "../../web/json/edit.ts";
import { type FieldModel, formModel } from "../../web/model/model.ts";
import { humanize, singular, withArticle } from "../../web/model/names.ts";
import { inFormOrder, labelOf, placeOf, recordsIn } from "../../web/model/places.ts";
import { parseNumber, parseScalar } from "../../web/model/scalar-text.ts";
import { blankDraft, branchOf, converted } from "../../web/model/values.ts";
import { readText } from "../../web/start/read-text.ts";
import { draftFrom } from "../../web/start/targets.ts";
import { createHistory } from "../../web/state/history.ts";
import { problemsOf } from "../../web/state/problems.ts";
import { embedded } from "../support/envelopes.ts";
import { formOf } from "../support/form-of.ts";

const berthRequest = JSON.parse(
  readFileSync(new URL("../domains/berth-request.json", import.meta.url), "utf8"),
);
const model = formOf(embedded);

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
  expect(kinds(formOf(berthRequest))).toEqual({
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

const form = (properties: Record<string, unknown>, more: object = {}) =>
  formModel(compileSchema({ type: "object", properties, ...more }, NO_CONTEXT).schema!.root, {
    title: "Form",
    rules: [],
  });

test.each([
  [{ oneOf: [{ type: "string" }, { type: "number" }] }, "union"],
  [{ type: ["string", "null"] }, "union"],
  [{ anyOf: [{ enum: ["a"] }, { type: "string" }] }, "text"],
  [
    {
      anyOf: [
        { type: "string", pattern: "^a" },
        { type: "string", pattern: "^b" },
      ],
    },
    "text",
  ],
  [{ oneOf: [{ const: "a", title: "First" }, { const: "b" }] }, "choice"],
  [{}, "union"],
  [true, "union"],
  [{ type: "array", items: { type: "array", items: { type: "string" } } }, "list"],
  [{ type: "array", prefixItems: [{ type: "number" }, { type: "number" }], items: false }, "tuple"],
  [{ type: "object" }, "map"],
  [{ type: "object", additionalProperties: { type: "array", items: { type: "number" } } }, "map"],
  [{ type: "object", patternProperties: { "^x": { type: "string" } }, additionalProperties: false }, "group"],
  [{ allOf: [{ type: "object", properties: { a: { type: "string" } } }] }, "group"],
  [
    { type: "object", properties: { a: {} }, anyOf: [{ required: ["a"] }, { not: { required: ["a"] } }] },
    "group",
  ],
])("the schema %j has the input %s", (schema, kind) => {
  expect(kinds(form({ one: schema }))).toEqual({ one: kind });
});

describe("a place for several kinds", () => {
  const person = { type: "object", properties: { given: { type: "string" }, mail: { type: "string" } } };
  const group = {
    type: "object",
    title: "Organisation",
    properties: { name: { type: "string" } },
    required: ["name"],
  };
  const { members } = form(
    {
      owner: { anyOf: [{ $ref: "#/$defs/person" }, group] },
      way: {
        oneOf: ["letter", "call"].map((kind) => ({
          type: "object",
          properties: { kind: { const: kind }, [kind === "call" ? "number" : "street"]: { type: "string" } },
          required: ["kind"],
        })),
      },
      words: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    },
    { $defs: { person } },
  );
  const unions = members.map((member) => {
    if (member.kind !== "union") throw new Error(member.kind);
    return member;
  });
  const [owner, way, words] = unions as [(typeof unions)[0], (typeof unions)[0], (typeof unions)[0]];

  test("names its kinds by title, by definition or by what tells them apart", () => {
    expect(unions.map(({ branches }) => branches.map(({ label }) => label))).toEqual([
      ["Person", "Organisation"],
      ["Letter", "Call"],
      ["Text", "Several"],
    ]);
  });

  test.each([
    [owner, { given: "Ada" }, undefined, 0],
    [owner, { name: "Harbour" }, undefined, 1],
    [owner, { name: "Harbour" }, 0, 1],
    [owner, undefined, undefined, -1],
    [owner, {}, 1, 1],
    [way, { kind: "call" }, undefined, 1],
    [way, { kind: "call", street: "x" }, 0, 1],
    [words, "a", undefined, 0],
    [words, ["a"], 0, 1],
    [words, undefined, undefined, 0],
  ])("%#: knows the kind of a value", (model, value, chosen, expected) => {
    expect(branchOf(model, value, chosen)).toBe(expected);
  });

  test("keeps what both kinds have, and sets what tells them apart", () => {
    expect(converted({ kind: "letter", street: "x" }, way.branches[1]!)).toEqual({ kind: "call" });
    expect(converted("a", words.branches[1]!)).toEqual(["a"]);
    expect(converted(["a"], words.branches[0]!)).toBe("a");
  });
});

test.each([
  ["1.2", 1.2],
  ["1.10", 1.1],
  ["1e3", 1_000],
  ["-0", 0],
  ["1.2.0", undefined],
  ["9007199254740993", undefined],
  ["0.1234567890123456789", undefined],
  ["1e400", undefined],
  ["MIT", undefined],
])("%s is a number only if that is what it says", (text, number) => {
  expect(parseNumber(text)).toEqual(number === 0 ? -0 : number);
  if (number === undefined) expect(parseScalar("number", text, true)).toBe(text);
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
  expect(["MCP server", "Owner", "Unit", "Place"].map(withArticle)).toEqual([
    "an MCP server",
    "an owner",
    "a unit",
    "a place",
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
    history.record("", "/name", "Name", 0);
    history.record("a", "/name", "Name", 100);
    history.record("ab", "/id", "ID", 200);
    expect(history.next()).toEqual({ undo: "ID", redo: undefined });
    expect(history.undo("abc")).toEqual({ text: "ab", about: "ID" });
    expect(history.undo("ab")).toEqual({ text: "", about: "Name" });
    expect(history.undo("")).toBeUndefined();
    expect(history.redo("")).toEqual({ text: "ab", about: "Name" });
    const other = createHistory();
    other.restore(history.save(3));
    expect(other.next()).toEqual({ undo: "Name", redo: "ID" });
  });
});

describe("a text from outside", () => {
  const target = recordsIn(model)[0]!;
  const rows = async (text: string) => {
    const read = await readText(text);
    return read.kind === "rows" ? read.rows : read;
  };

  test("records give fields with their types", async () => {
    const records = await rows("id,score,ok,day\n1,2.5,true,2026-01-02\n2,3,false,2026-01-03\n");
    if (!Array.isArray(records)) throw new Error(JSON.stringify(records));
    const types = ["string", "integer", "number", "boolean", "date"];
    expect(valueAt(draftFrom(blankDraft(model), target, records, types), "/outputFields")).toEqual([
      { name: "id", type: "integer" },
      { name: "score", type: "number" },
      { name: "ok", type: "boolean" },
      { name: "day", type: "date" },
    ]);
  });

  test.each([
    ...["", "just a line", "[1, 2]", '{"a": ', "\u0000"],
    // A column without a name of its own would be lost.
    ...["a,,b\n1,2,3", "a,a\n1,2", "a, a,b\n1,2,3", `a,b\n${"1,2\n".repeat(8)}1,2,3`],
  ])("%j is nothing", async (text) => {
    expect(await readText(text)).toMatchObject({ kind: "nothing" });
  });

  test.each([
    ['a;b\n"x;""y""\nz";2', [{ a: 'x;"y"\nz', b: 2 }]],
    ["a\tb\n007\t1.10", [{ a: "007", b: "1.10" }]],
    ['{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ["- a: 1\n- a: 2", [{ a: 1 }, { a: 2 }]],
  ])("%j is rows", async (text, expected) => {
    expect(await rows(text)).toEqual(expected);
  });

  test.each([
    ['{"a": 1}', "JSON", { a: 1 }],
    [
      "{'a': 'x', /* why */ 'b': [1,],}",
      expect.stringContaining("a comment at line 1, column 12"),
      { a: "x", b: [1] },
    ],
    ["// why\n{a: 1}", expect.stringContaining("JSON, past text at line 1"), { a: 1 }],
    [
      "version: 1.10\ndate: 2026-01-02\nzip: 007",
      "YAML",
      { version: "1.10", date: "2026-01-02", zip: "007" },
    ],
    ["# a comment\ntitle: a, b\n", "YAML", { title: "a, b" }],
    [
      'Here it is:\n\n```json\n{"a": 1}\n```\nBye',
      "JSON, past text at line 1, column 1; a fence at line 3, column 1; text at line 6, column 1",
      { a: 1 },
    ],
    ["~~~\na: 1\n~~~", "YAML, past a fence at line 1, column 1", { a: 1 }],
    ['{"targetProduct": "p", "domainId": "d", "candidate": {"a": 1}}', "JSON", { a: 1 }],
  ])("%j is an object in %s", async (text, notation, value) => {
    expect(await readText(text)).toMatchObject({ kind: "object", notation, value });
  });
});

test("words and members have the labels, descriptions and deprecations of the package, and keys their registry", () => {
  const { members } = formOf({
    ...embedded,
    lists: {
      modes: {
        values: [
          "plain",
          { value: "dark", title: "Dark rooms", description: "night shifts" },
          { value: "black", deprecated: { message: "It was renamed.", use: "dark" } },
        ],
      },
    },
    registries: { icons: { member: "icons" } },
    schema: {
      type: "object",
      properties: {
        mode: { type: "string", maxLength: 9, title: "Mode of the room" },
        icon: { type: "string", maxLength: 9 },
        spacing: { type: "string", maxLength: 9, deprecated: { use: "mode" } },
      },
    },
    rules: [
      { code: "a", check: "in-list", at: ["/mode"], severity: "error", params: { list: "modes" } },
      {
        code: "b",
        check: "in-registry",
        at: ["/icon"],
        severity: "error",
        params: { registry: "icons", prefix: "i-" },
      },
    ],
  } as SpecPackageDocument);
  expect(members).toMatchObject([
    {
      label: "Mode of the room",
      kind: "choice",
      options: [
        { value: "plain", title: "plain" },
        { value: "dark", title: "Dark rooms", hint: "night shifts", deprecated: undefined },
        { value: "black", title: "black", deprecated: "no longer used: It was renamed; use dark" },
      ],
    },
    { registry: { name: "icons", prefix: "i-" } },
    { deprecated: "no longer used; use mode" },
  ]);
});

test("a time of JSON Schema is shown with its offset, and what is missing is asked for by the hint", () => {
  const times = formOf({
    ...embedded,
    rules: [],
    schema: { type: "object", properties: { opens: { type: "string", format: "time", maxLength: 20 } } },
  } as SpecPackageDocument);
  expect(times.members).toMatchObject([
    { type: "time-with-offset", hint: "A time with offset such as 14:30:00Z" },
  ]);
  const missing = {
    code: "member-missing",
    pointer: "/opens",
    severity: "error",
    message: '"opens" is required but missing; add a string.',
    docs: "rules",
  } as const;
  expect(problemsOf(times, {}, [missing], [])).toMatchObject([
    { label: "Opens", message: "This is still to be filled in. A time with offset such as 14:30:00Z." },
  ]);
});

test("what a repair changes is listed as the form reads", () => {
  const changes = ["/outputFields/10/name", "/outputFields/9/name", "/generatorId", "/owner/id"];
  const listed = inFormOrder(
    model,
    {},
    changes.map((pointer) => ({ pointer })),
  );
  expect(listed.map(({ pointer }) => pointer)).toEqual(changes.toReversed());
});
