/** Alternatives are reported for the one that was meant, and refused where nobody could tell which that is. */
import { describe, expect, test } from "vitest";
import { checkCandidate, repairCandidate } from "../../../src/core/index.ts";
import { codesOf, context, diagnosticsOf, load, objectOf, reasonsOf, type Schema } from "./small-package.ts";

const text = { type: "string", maxLength: 50 };
const at = (schema: unknown): Schema => objectOf({ x: schema });

const byType = { oneOf: [text, objectOf({ a: { type: "integer" } }, { required: ["a"] }), { type: "null" }] };
const shape = (kind: string, members: Schema): Schema =>
  objectOf({ kind: { const: kind }, ...members }, { required: ["kind", ...Object.keys(members)] });
const byMember = {
  oneOf: [
    shape("circle", { radius: { type: "number", exclusiveMinimum: 0 } }),
    shape("square", { side: { type: "number" } }),
    shape("label", { text: { type: "string", minLength: 1, maxLength: 9 } }),
  ],
};
const byPresence = {
  anyOf: [
    objectOf({ name: text, email: { type: "string", format: "email" } }, { required: ["name"] }),
    objectOf({ given: text, family: text }, { required: ["given", "family"] }),
  ],
};
const byValue = {
  anyOf: [{ enum: ["MIT", "ISC"] }, { type: "string", maxLength: 30, pattern: "^LicenseRef-" }],
};
const nested = {
  oneOf: [
    objectOf({ kind: { const: "one" }, shape: byMember }, { required: ["kind", "shape"] }),
    objectOf({ kind: { const: "many" }, shapes: { type: "array", items: byMember } }, { required: ["kind"] }),
  ],
};

test.each<[string, unknown, unknown, string[]]>([
  ["by type, all right", byType, { a: 1 }, []],
  ["by type, null", byType, null, []],
  ["by type, the object was meant", byType, { a: "x" }, ["type-mismatch at /x/a"]],
  ["by type, the text was meant", byType, "y".repeat(60), ["text-too-long at /x"]],
  ["by type, none", byType, [1], ["type-mismatch at /x"]],
  ["by member, all right", byMember, { kind: "square", side: 2 }, []],
  [
    "by member, faults of the one that was meant",
    byMember,
    { kind: "circle", radius: 0 },
    ["number-too-small at /x/radius"],
  ],
  [
    "by member, a member of another one",
    byMember,
    { kind: "square", side: 1, radius: 1 },
    ["member-unknown at /x/radius"],
  ],
  ["by member, something is missing", byMember, { kind: "label" }, ["member-missing at /x/text"]],
  ["by member, an unknown one", byMember, { kind: "cirkle", radius: 1 }, ["value-not-allowed at /x/kind"]],
  ["by member, none named", byMember, { radius: 1 }, ["member-missing at /x/kind"]],
  [
    "by member, none named, but the members of one",
    byMember,
    { radius: 0, colour: "red" },
    ["number-too-small at /x/radius", "member-unknown at /x/colour", "member-missing at /x/kind"],
  ],
  [
    "by member, none named, and the members of two",
    byMember,
    { radius: 0, side: "x" },
    ["member-missing at /x/kind"],
  ],
  ["by member, another type", byMember, "circle", ["type-mismatch at /x"]],
  ["by presence, all right", byPresence, { name: "Ada" }, []],
  [
    "by presence, the first was meant",
    byPresence,
    { name: "Ada", email: "ada" },
    ["text-format at /x/email"],
  ],
  ["by presence, the second was meant", byPresence, { given: "Ada" }, ["member-missing at /x/family"]],
  ["by presence, nothing to tell", byPresence, {}, ["alternative-missing at /x"]],
  ["by value, one of a few", byValue, "MIT", []],
  ["by value, the open one", byValue, "LicenseRef-mine", []],
  ["by value, the open one was meant", byValue, "WTFPL", ["text-pattern at /x"]],
  [
    "nested, the inner one",
    nested,
    { kind: "one", shape: { kind: "label", text: "" } },
    ["text-too-short at /x/shape/text"],
  ],
  [
    "nested, each item by itself",
    nested,
    { kind: "many", shapes: [{ kind: "circle", radius: 1 }, { kind: "square" }, { kind: "oval" }] },
    ["member-missing at /x/shapes/1/side", "value-not-allowed at /x/shapes/2/kind"],
  ],
])("%s", (_, schema, value, expected) => {
  expect(codesOf(load(at(schema)), { x: value })).toEqual(expected);
});

test("a misspelled member is found in the alternative that was meant", () => {
  const [found] = diagnosticsOf(load(at(byMember)), { x: { kind: "circle", raduis: 2 } });
  expect(found).toMatchObject({ code: "member-unknown", pointer: "/x/raduis", expected: "radius" });
  expect(found!.fixes![0]!.patch).toEqual([{ op: "move", from: "/x/raduis", path: "/x/radius" }]);
});

test("the name of an alternative is guessed", () => {
  const [found] = diagnosticsOf(load(at(byMember)), { x: { kind: "Circle", radius: 2 } });
  expect(found!.fixes).toMatchObject([{ applicability: "safe", title: 'Use "circle"' }]);
});

test("alternatives beside the members they share", () => {
  const spec = load(
    {
      type: "object",
      properties: { kind: { enum: ["a", "b"] }, size: { type: "integer" }, note: text },
      required: ["kind"],
      oneOf: [
        { properties: { kind: { const: "a" } }, required: ["size"] },
        { properties: { kind: { const: "b" }, size: { minimum: 5 } } },
      ],
    },
    { kind: "b" },
  );
  expect(codesOf(spec, { kind: "a" })).toEqual(["member-missing at /size"]);
  expect(codesOf(spec, { kind: "b", size: 1 })).toEqual(["number-too-small at /size"]);
  expect(codesOf(spec, { kind: "b", size: "x" })).toEqual(["type-mismatch at /size"]);
  expect(codesOf(spec, { kind: "c" })).toEqual(["value-not-allowed at /kind"]);
  expect(codesOf(spec, {})).toEqual(["member-missing at /kind"]);
  expect(diagnosticsOf(spec, { kind: "a" })[0]!.message).toContain("a whole number");
});

test("exactly one of several members", () => {
  const spec = load(
    { ...objectOf({ id: text, url: text }), oneOf: [{ required: ["id"] }, { required: ["url"] }] },
    { id: "a" },
  );
  expect(codesOf(spec, {})).toEqual(["alternative-missing at "]);
  expect(codesOf(spec, { id: "a", url: "b" })).toEqual(["alternatives-mixed at "]);
  expect(codesOf(spec, { url: "b" })).toEqual([]);
});

describe("rules inside alternatives", () => {
  const rules = [
    { code: "code-odd", check: "no-edge-whitespace", at: ["/x/code"], severity: "error" },
    { code: "note-short", check: "enough-text", at: ["/x/note"], severity: "warning", params: { min: 5 } },
  ];
  const docs = { "code-odd": { summary: "s", fix: "f" }, "note-short": { summary: "s", fix: "f" } };
  const spec = load(
    at({
      oneOf: [
        objectOf({ kind: { const: "a" }, code: text, note: text }, { required: ["kind"] }),
        objectOf({ kind: { const: "b" }, note: text }, { required: ["kind"] }),
      ],
    }),
    {},
    { rules, docs },
  );

  test.each<[unknown, string[]]>([
    [{ kind: "a", code: " x", note: "abc" }, ["code-odd at /x/code", "note-short at /x/note"]],
    [{ kind: "b", note: "abc" }, ["note-short at /x/note"]],
    [{ kind: "b", note: "abcdef" }, []],
    [{ kind: "c", note: "abc" }, ["value-not-allowed at /x/kind"]],
  ])("%j", (x, expected) => {
    expect(codesOf(spec, { x })).toEqual(expected);
  });
});

describe("what cannot be told apart is refused", () => {
  test.each<[string, unknown]>([
    ["objects", { oneOf: [objectOf({ a: text }), objectOf({ b: text })] }],
    ["objects with the same mark", { oneOf: [shape("a", {}), shape("a", {})] }],
    [
      "texts",
      {
        anyOf: [
          { type: "string", maxLength: 3 },
          { type: "string", minLength: 9 },
        ],
      },
    ],
    ["numbers", { anyOf: [{ type: "integer" }, { type: "number" }] }],
    [
      "lists",
      {
        oneOf: [
          { type: "array", items: text },
          { type: "array", items: { type: "integer" } },
        ],
      },
    ],
    ["anything", { anyOf: [{}, { minLength: 2 }] }],
    ["a value that two of oneOf have", { oneOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }],
    ["a value that the open one has too", { oneOf: [{ const: "a" }, { type: "string", maxLength: 2 }] }],
  ])("%s", (_, schema) => {
    expect(reasonsOf(at(schema))).toEqual([
      `union-ambiguous at /schema/properties/x/${Object.keys(schema as object)[0]}`,
    ]);
  });
});

test("of more than 64 unknown members, none is read as another", () => {
  const spec = load(at(objectOf({ title: text })));
  const unknown = (count: number) => {
    const others = Array.from({ length: count - 1 }, (_, index) => [`q${index}`, 1]);
    const messages = diagnosticsOf(spec, { x: Object.fromEntries([["titel", "Ada"], ...others]) });
    return messages.filter(({ message }) => message.includes("did you mean")).length;
  };
  expect([unknown(64), unknown(65)]).toEqual([1, 0]);
});

test("a single alternative with few values has no words to compare a text with", () => {
  const one = { oneOf: [{ const: 0 }] };
  const spec = load(objectOf({ list: { type: "array", items: one, maxItems: 4 } }));
  expect(codesOf(spec, { list: "zero, none" })).toEqual(["type-mismatch at /list"]);
});

test.each([
  [{ kind: "oval", radius: "x" }, ["/x"]],
  [{ radius: 0, side: "x" }, ["/x"]],
  [{ radius: 0 }, undefined],
  [{ kind: "Circle", radius: "x" }, undefined],
])("nothing tells which was meant: %j is unchecked at %j", (x, unchecked) => {
  expect(checkCandidate(load(at(byMember)), { x }, context).unchecked).toEqual(unchecked);
});

test("a rule can object to a word of any alternative", () => {
  const words = { rules: { values: ["circle"] } };
  const rule = {
    code: "odd",
    check: "in-list",
    at: ["/x/kind"],
    severity: "error",
    params: { list: "rules" },
  };
  const docs = { odd: { summary: "It is odd.", fix: "Use another." } };
  const spec = load(at(byMember), {}, { lists: words, rules: [rule], docs });
  expect(codesOf(spec, { x: { kind: "square", side: 1 } })).toEqual(["odd at /x/kind"]);
});

describe("a text that is like none of the words is judged by the other alternatives", () => {
  const fares = {
    anyOf: [{ type: "number" }, { type: "array", items: { type: "integer" } }, { const: "free" }],
  };
  const spec = load(at(fares));
  const found = (x: unknown) => diagnosticsOf(spec, { x })[0];

  test.each([
    ["2.50", 'Expected a number, found "2.50".', "Use 2.5"],
    ["[1,2]", 'Expected an array, found "[1,2]".', "Use [1,2]"],
    ["FREE", '"FREE" is not allowed here; use "free". Also allowed: a number or an array.', 'Use "free"'],
    ["none", '"none" is not allowed here; use "free". Also allowed: a number or an array.', undefined],
  ])("%j", (x, message, title) => {
    expect(found(x)?.message).toBe(message);
    expect(found(x)?.fixes?.[0]?.title).toBe(title);
  });
});

describe("what belongs to another alternative", () => {
  const spec = load(at(byMember), {});
  const fixesAt = (x: unknown, pointer: string) =>
    diagnosticsOf(spec, { x })
      .filter((diagnostic) => diagnostic.pointer === pointer)
      .flatMap(({ fixes = [] }) => fixes)
      .map(({ title, applicability, decision }) => [title, decision === true ? "decision" : applicability]);

  test("offers to name that one, as a decision, before it is removed", () => {
    expect(fixesAt({ kind: "circle", side: 5 }, "/x/side")).toEqual([
      ['Use "square" as "kind"', "decision"],
      ['Remove "side"', "removal"],
    ]);
  });

  test.each([
    ["something of a third one is there too", { kind: "circle", side: 5, text: "x" }],
    ["something of the named one is there too", { kind: "circle", radius: 1, side: 5 }],
    ["nobody has a member of that name", { kind: "circle", radius: 1, edge: 5 }],
  ])("does not, where %s", (_, x) => {
    const titles = diagnosticsOf(spec, { x }).flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));
    expect(titles.filter((title) => title.startsWith("Use"))).toEqual([]);
  });

  test("is left out if it is null, which says nothing", () => {
    expect(fixesAt({ kind: "circle", radius: 1, side: null }, "/x/side")).toEqual([["Leave it out", "safe"]]);
    expect(fixesAt({ kind: "circle", radius: 1, edge: null }, "/x/edge")).toEqual([
      ['Remove "edge"', "removal"],
    ]);
  });
});

test.each([
  ["a text", text, ["y"], "y"],
  ["a number", { type: "number" }, [5], 5],
  ["a word", { enum: ["one", "two"] }, ["two"], "two"],
  ["a word in capitals", { enum: ["one", "two"] }, ["TWO"], "two"],
  ["an object", objectOf({ a: text }, { required: ["a"] }), [{ a: "y" }], { a: "y" }],
  ["an object with a fault", objectOf({ a: text }, { required: ["a"] }), [{ a: 5 }], { a: "5" }],
])("a list of one around %s is unwrapped", (_, schema, sent, meant) => {
  const { repaired } = repairCandidate(load(at(schema), {}), { x: sent }, context, "suggested");
  expect(repaired).toMatchObject({ candidate: { x: meant }, valid: true });
  expect(repaired?.patch).toContainEqual({ op: "move", from: "/x/0", path: "/x" });
});

test.each([
  ["a text", { type: "string", maxLength: 3 }, "long", ["/x", "/x/0"]],
  ["a word", { enum: ["one", "two"] }, "three", ["/x", "/x/0"]],
  ["an object", objectOf({ a: text, b: text }), { a: 5, c: 1 }, ["/x", "/x/0/a", "/x/0/c"]],
  [
    "an object in another",
    objectOf({ a: objectOf({ b: text }) }),
    { a: [{ b: 5 }] },
    ["/x", "/x/0/a", "/x/0/a/0/b"],
  ],
])("what is wrong with %s in a list of one is said in the same answer", (_, schema, item, expected) => {
  const found = diagnosticsOf(load(at(schema), {}), { x: [item] });
  expect(found.map(({ pointer }) => pointer)).toEqual(expected);
});

test("whether a list of one around what may be an entry of a map is unwrapped is a decision", () => {
  const item = { name: "a", value: "y" };
  const schema = at({ type: "object", additionalProperties: text });
  const { diagnostics, repaired } = repairCandidate(load(schema, {}), { x: [item] }, context, "suggested");
  expect(diagnostics[0]?.fixes).toMatchObject([{ title: "Take it out of the list", decision: true }]);
  expect(repaired).toMatchObject({ candidate: { x: [item] }, patch: [] });
});

test.each([
  ["a list of two", text, ["y", "z"]],
  ["a list of one of another type", { type: "number" }, ["y"]],
  ["an empty list", text, []],
  ["an object with other names in a list of one", objectOf({ a: text }), [{ name: "a" }]],
])("%s is left as it is, and nothing is suggested", (_, schema, sent) => {
  const { diagnostics, repaired } = repairCandidate(load(at(schema), {}), { x: sent }, context, "suggested");
  expect(repaired).toMatchObject({ candidate: { x: sent }, valid: false });
  const fixes = diagnostics.flatMap((diagnostic) => diagnostic.fixes ?? []);
  expect(fixes.filter(({ applicability }) => applicability !== "placeholder")).toEqual([]);
});

const HUNDRED = Array.from({ length: 100 }, (_, index) => index);
const marks = Object.fromEntries(HUNDRED.map((index) => [`m${index}`, "x"]));
const crowd = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x${index}`, 1]));
const ofKind = (index: number) =>
  objectOf({ kind: { const: `k${index}` }, at: { type: "string" } }, { required: ["kind"] });
const marked = (index: number) =>
  objectOf({ [`m${index}`]: { type: "string" } }, { required: [`m${index}`] });

test.each([
  ["without what tells them apart", ofKind, crowd],
  ["as the only item of a list", ofKind, [crowd]],
  ["with what each of them requires", marked, { ...marks, ...crowd }],
])(
  "to list thousands of members takes long, and alternatives share the list: %s",
  (_, alternative, thing) => {
    const things = load(objectOf({ thing: { anyOf: HUNDRED.map(alternative) } }));
    let listed = 0;
    const counted = (value: object): unknown =>
      Array.isArray(value)
        ? value.map(counted)
        : new Proxy(value, {
            ownKeys(target) {
              listed++;
              return Reflect.ownKeys(target);
            },
          });
    expect(checkCandidate(things, { thing: counted(thing) }, context).valid).toBe(false);
    expect(listed).toBeLessThan(40);
  },
);
