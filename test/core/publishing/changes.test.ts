// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema has a keyword of that name.
/**
 * What every kind of change between two versions means for candidates, as tables. `loosens`, `package` and `none` are
 * promises: no candidate that passed may fail. After a change that is meant, run this file with `-u` and read the
 * difference.
 */
import { describe, expect, test } from "vitest";
import { diffSpecPackages, type SpecPackageDocument } from "../../../src/core/index.ts";
import { diffSchemas, type Note, type SpecPackageChange } from "../../../src/core/publishing/diff.ts";
import { load, readJson } from "../datagen.ts";
import { altered } from "../scenario.ts";
import { showInvisible } from "../table.ts";

type Schema = Record<string, unknown>;
type Changes = { set?: Record<string, unknown>; remove?: string[] };

const text = { type: "string" };
const port = (schema: Schema): Schema => ({ $defs: { port: schema, spare: {} }, type: "object" });

/** Schemas before and after; each pair is compared in both directions. */
const SCHEMAS: [Schema, Schema][] = [
  ...["maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"].flatMap(
    (keyword): [Schema, Schema][] => [
      [{ [keyword]: 2 }, { [keyword]: 3 }],
      [{}, { [keyword]: 0 }],
    ],
  ),
  ...["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum"].flatMap((keyword): [Schema, Schema][] => [
    [{ [keyword]: -1.5 }, { [keyword]: 1.5 }],
    [{}, { [keyword]: 0 }],
  ]),
  [
    { minimum: 1, maximum: 9 },
    { minimum: 2, maximum: 8 },
  ],
  ...["title", "description", "$comment", "examples"].map((keyword): [Schema, Schema] => [
    { [keyword]: "a" },
    { [keyword]: "b" },
  ]),
  [{ deprecated: true }, { "x-order": 1, $id: "https://a.example/", readOnly: true }],
  [{ contentEncoding: "base64" }, { default: 1, writeOnly: true, $comment: "a" }],
  [{ const: "a" }, { const: "a", fill: true }],
  [{ type: "string" }, { type: "integer" }],
  [{ type: "integer" }, { type: "number" }],
  [{ type: "integer" }, { type: ["number", "string"] }],
  [{ type: "string" }, { type: ["string", "null"] }],
  [{ type: "string" }, {}],
  [{ type: "string" }, { title: "anything" }],
  [{ type: "string" }, { minLength: 1 }],
  [
    { type: "string", maxLength: 3 },
    { type: ["string", "null"], maxLength: 3 },
  ],
  [
    { type: "string", maxLength: 3 },
    { type: ["string", "null"], maxLength: 4 },
  ],
  [{ type: "string", maxLength: 3 }, { title: "anything" }],
  [
    { type: "string", maxLength: 3 },
    { title: "anything", minimum: 3 },
  ],
  [{ type: ["string", "integer"] }, { type: ["integer", "boolean"] }],
  [{ enum: ["a", "b"] }, { enum: ["b", "c", 1] }],
  [{ enum: ["a"] }, { const: "a" }],
  [{ const: "a" }, { const: { b: [1] } }],
  [
    { enum: ["a", "b"], const: "a" },
    { enum: ["b"], const: "a" },
  ],
  [{ enum: ["a", "b"], const: "a" }, { enum: ["a"] }],
  [{ enum: ["a"] }, {}],
  [{ const: "a" }, text],
  [{ enum: ["a"], type: "string" }, { enum: ["a"] }],
  [
    { enum: ["a"], title: "x" },
    { enum: ["a"], title: "y" },
  ],
  [{ pattern: "^a" }, { pattern: "^b" }],
  [{}, { pattern: "^b" }],
  [{}, { format: "date" }],
  [{ multipleOf: 2 }, { multipleOf: 3 }],
  [{}, { uniqueItems: true }],
  [{ allOf: [text] }, { allOf: [text, { maxLength: 3 }] }],
  [{}, { anyOf: [text] }],
  [{ oneOf: [{ title: "a", ...text }] }, { oneOf: [{ title: "b", ...text }] }],
  [{}, { not: { const: 1 } }],
  [{ dependentRequired: { a: ["b"] } }, { dependentRequired: { a: ["c"] } }],
  [{}, { dependentSchemas: { a: text } }],
  [{ propertyNames: { pattern: "^a" } }, { propertyNames: { pattern: "^b" } }],
  [
    { properties: { a: text }, required: ["a"] },
    { properties: { a: text }, required: ["b"] },
  ],
  [{ required: ["a", "b"] }, {}],
  [{ properties: { a: text } }, { properties: { "b/c": text } }],
  [
    { properties: { a: text }, additionalProperties: false },
    { properties: { "b/c": text }, additionalProperties: false },
  ],
  [{ additionalProperties: text }, { properties: { a: text }, additionalProperties: text }],
  [{ additionalProperties: true }, { properties: { a: text }, additionalProperties: false }],
  [{ properties: { a: { ...text, default: "x" } } }, { properties: { a: { ...text, default: "y" } } }],
  [{ properties: { a: text } }, { properties: { a: { ...text, default: "y" } } }],
  [{ properties: { a: { ...text, maxLength: 1 } } }, { properties: { a: { ...text, maxLength: 2 } } }],
  [{ properties: { a: true } }, { properties: { a: { ...text, default: 1 } } }],
  [{ properties: { toString: text } }, {}],
  [{ additionalProperties: true }, {}],
  [{ additionalProperties: false }, {}],
  [{ additionalProperties: false }, { additionalProperties: text }],
  [{ additionalProperties: text }, {}],
  [{ additionalProperties: text }, { additionalProperties: { type: "integer" } }],
  [text, { title: "anything" }],
  [text, { maxLength: 5 }],
  [{ type: ["string", "null"] }, text],
  [{ type: "integer" }, { type: ["number", "null"] }],
  [{ type: "number" }, { type: ["integer", "null"] }],
  [{ items: text }, {}],
  [{ items: { ...text, maxLength: 1 } }, { items: { ...text, maxLength: 2 } }],
  [{ items: { items: { minimum: 1 } } }, { items: { items: { minimum: 2 } } }],
  [
    { if: text, then: { maxLength: 1 } },
    { if: text, then: { maxLength: 2 } },
  ],
  [
    { if: text, then: { title: "a" } },
    { if: text, then: { title: "b" } },
  ],
  [{ contains: text }, {}],
  [{ prefixItems: [text] }, { prefixItems: [text, text] }],
  [{ prefixItems: [{ title: "a" }] }, { prefixItems: [{ title: "b" }] }],
  [{ patternProperties: { "^a": { title: "a" } } }, { patternProperties: { "^a": { title: "b" } } }],
  [{ patternProperties: { "^a": text } }, { patternProperties: { "^b": text } }],
  [{ allOf: [{ properties: { a: { default: 1 } } }] }, { allOf: [{ properties: { a: { default: 2 } } }] }],
  [
    { patternProperties: { "^x": text }, properties: { a: { default: 1, title: "a" } } },
    { patternProperties: { "^x": text }, properties: { a: { default: 2, title: "b" } } },
  ],
  [
    { ...port({ ...text, default: "x" }), properties: { home: { $ref: "#/$defs/port" } } },
    { ...port({ ...text, default: "y" }), properties: { home: { $ref: "#/$defs/port" } } },
  ],
  [
    { ...port({ ...text, default: "x" }), properties: { home: { $ref: "#/$defs/port", default: "z" } } },
    { ...port({ ...text, default: "y" }), properties: { home: { $ref: "#/$defs/port", default: "z" } } },
  ],
  [
    { ...port({ const: null }), properties: { home: { $ref: "#/$defs/port" } } },
    { ...port({ const: null }), properties: { home: true } },
  ],
  [{ patternProperties: { "^a": true } }, { patternProperties: { "^a": false } }],
  // Values are no schemas: their members count under any name.
  [{ contains: { enum: [{ title: "a" }] } }, { contains: { enum: [{ title: "b" }] } }],
  [{ contains: { const: { a: { title: "a" } } } }, { contains: { const: { a: { title: "b" } } } }],
  // The same reference leads elsewhere, or another one to the same.
  [
    { ...port(text), properties: { home: { $ref: "#/$defs/port" } } },
    { ...port({ ...text, maxLength: 9 }), properties: { home: { $ref: "#/$defs/port" } } },
  ],
  [
    { ...port(text), properties: { home: { $ref: "#/$defs/port", title: "a" } } },
    { ...port(text), properties: { home: text } },
  ],
  [
    { ...port(text), properties: { home: { $ref: "#/$defs/port", maxLength: 3 } } },
    { ...port(text), properties: { home: { $ref: "#/$defs/port", maxLength: 4 } } },
  ],
  [
    { ...port(text), properties: { home: { $ref: "#/$defs/port", maxLength: 3 } } },
    { ...port({ type: "integer" }), properties: { home: { $ref: "#/$defs/port", maxLength: 3 } } },
  ],
  [
    { ...port(text), allOf: [{ $ref: "#/$defs/port" }] },
    { ...port({ type: "integer" }), allOf: [{ $ref: "#/$defs/port" }] },
  ],
  [
    { ...port(text), items: { $ref: "#/$defs/port" }, not: { properties: { a: { $ref: "#/$defs/port" } } } },
    { ...port({ ...text, title: "x" }), items: text, not: { properties: { a: { $ref: "#/$defs/port" } } } },
  ],
];

describe("the schema", () => {
  test("keyword by keyword", async () => {
    const rows = SCHEMAS.flatMap(([before, after]) => [
      ...describeChange(before, after),
      ...describeChange(after, before),
    ]);
    await expect(`${rows.join("\n")}\n`).toMatchFileSnapshot("changes/schema.txt");
    for (const [before, after] of SCHEMAS)
      for (const schema of [before, after]) expect(changesOf(schema, structuredClone(schema))).toEqual([]);
  });
});

function changesOf(before: Schema, after: Schema): SpecPackageChange[] {
  const changes: SpecPackageChange[] = [];
  const note: Note = (pointer, effect, message) => void changes.push({ pointer, effect, message });
  diffSchemas({ schema: before }, { schema: after, rules: [] }, note);
  return changes;
}

function describeChange(before: Schema, after: Schema): string[] {
  return [`${JSON.stringify(before)} → ${JSON.stringify(after)}`, ...changesOf(before, after).map(show), ""];
}

const fileName = (title: string) => title.replaceAll(/[ ,]+/g, "-");

function show({ pointer, effect, message }: SpecPackageChange): string {
  return showInvisible(`  ${effect} ${pointer}: ${message}`);
}

const rule = (code: string, more: Schema = {}) => ({
  code,
  check: "matches",
  at: ["/remarks"],
  severity: "error",
  params: { pattern: "^[a-z ]*$", form: "small letters" },
  ...more,
});
const cleaning = (more: Schema = {}) => ({
  code: "new-rule",
  check: "no-unsafe-characters",
  at: ["/remarks"],
  severity: "error",
  params: { classes: ["bidi"] },
  ...more,
});
const withRule = (given: { code: string }): Changes => ({
  set: {
    "/rules/-": given,
    ...(given.code === "new-rule" && {
      "/docs/new-rule": { summary: "It is wrong.", fix: "Change it." },
    }),
  },
});
const twoSets = {
  "/schema/properties/roles": { type: "array", items: { type: "string" } },
  "/normalization/sets/-": { at: "/roles", list: "roles" },
};
const rowsOf = (more: object) => ({
  "/schema/properties/rows": {
    ...{ type: "array", maxItems: 5, items: { type: "object", properties: { duties: { type: "array" } } } },
    ...more,
  },
});
const setInRows = { "/normalization/sets/-": { at: "/rows/*/duties", list: "roles" } };
const holds = (at: string, expression: string, more: Schema = {}) =>
  rule("new-rule", { check: "holds", at: [at], message: "No.", params: { expression }, ...more });
const REMARK = "/schema/properties/remarks/default";
const DUTIES = "/schema/properties/rows/items/properties/duties";
const OTHERS = "/schema/properties/fenders/additionalProperties";
const objectWith = (more: Schema): Schema => ({
  ...{ type: "object", properties: { colour: { type: "string", maxLength: 9, ...more } } },
  additionalProperties: false,
});
/** A default is set beside a rule. */
const filled = (
  title: string,
  given?: { code: string },
  set: Changes["set"] = { [REMARK]: "a" },
): [string, Changes, Changes] => {
  const { set: before = {} } = given === undefined ? {} : withRule(given);
  return [title, { set: before }, { set: { ...before, ...set } }];
};
const soon = { effectiveAt: "2027-01-01T00:00:00Z" };
const later = { effectiveAt: "2027-06-01T00:00:00Z" };
const leap = { effectiveAt: "2016-12-31T23:59:60Z" };

/** Changes of a real package: before, after, and what a reader calls it. Each is compared in both directions. */
const PACKAGES: Record<string, [string, Changes, Changes][]> = {
  words: [
    ["nothing", {}, {}],
    ["the version alone", {}, { set: { "/version": "2.1.1" } }],
    ["words", {}, { set: { "/title": "Berths", "/description": "Other words.", "/version": "2.2.0" } }],
    ["another domain", {}, { set: { "/domainId": "quay-request", "/targetProduct": "harbour" } }],
  ],
  rules: [
    ["a rule is new", {}, withRule(rule("new-rule"))],
    ["a rule is new, from a date on", {}, withRule(rule("new-rule", soon))],
    ["a warning is new", {}, withRule(rule("new-rule", { severity: "warning" }))],
    ["a rule that cleans text is new", {}, withRule(cleaning())],
    ["a warning that cleans text is new", {}, withRule(cleaning({ severity: "warning" }))],
    ["a rule that cleans text is new, from a date on", {}, withRule(cleaning(soon))],
    [
      "a rule that cleans text turns into one that does not",
      withRule(cleaning()),
      withRule(rule("new-rule")),
    ],
    [
      "another check that cleans text, at other places",
      withRule(cleaning()),
      withRule(cleaning({ at: ["/papers"], params: { classes: ["control"] } })),
    ],
    [
      "a warning turns into another check",
      withRule(rule("new-rule", { severity: "warning" })),
      withRule(rule("new-rule", { severity: "warning", check: "does-not-match" })),
    ],
    [
      "a rule turns into another check",
      withRule(rule("new-rule")),
      withRule(rule("new-rule", { check: "does-not-match" })),
    ],
    [
      "other parameters",
      withRule(rule("new-rule")),
      withRule(rule("new-rule", { params: { pattern: "^[A-Z]*$", form: "capitals" } })),
    ],
    [
      "one of two parameters",
      withRule(rule("new-rule")),
      withRule(rule("new-rule", { params: { pattern: "^[a-z ]*$", form: "lower case" } })),
    ],
    [
      "fewer words of a parameter",
      withRule(cleaning({ params: { classes: ["bidi", "control", "zero-width"] } })),
      withRule(cleaning({ params: { classes: ["control"] } })),
    ],
    [
      "the order of the words of a parameter",
      withRule(cleaning({ params: { classes: ["bidi", "control"] } })),
      withRule(cleaning({ params: { classes: ["control", "bidi"] } })),
    ],
    [
      "the second of two rules with one code",
      withRule(rule("hidden-characters")),
      withRule(rule("hidden-characters", { at: ["/papers"] })),
    ],
    [
      "another fix",
      withRule(holds("", "!has(this.papers)", { fix: { title: "Leave it out", remove: ["/papers"] } })),
      withRule(holds("", "!has(this.papers)", { fix: { title: "Omit it", remove: ["/papers"] } })),
    ],
    [
      "other parameters of a warning",
      withRule(rule("new-rule", { severity: "warning" })),
      withRule(rule("new-rule", { severity: "warning", params: { pattern: "^[A-Z]*$", form: "capitals" } })),
    ],
    [
      "other places",
      withRule(rule("new-rule", { at: ["/remarks", "/papers"] })),
      withRule(rule("new-rule", { at: ["/papers"] })),
    ],
    [
      "the same places in another order",
      withRule(rule("new-rule", { at: ["/remarks", "/papers"] })),
      withRule(rule("new-rule", { at: ["/papers", "/remarks"] })),
    ],
  ],
  "warnings and errors": [
    [
      "a warning becomes an error that looks elsewhere",
      withRule(rule("new-rule", { severity: "warning" })),
      withRule(rule("new-rule", { at: ["/papers"] })),
    ],
    [
      "a warning that cleans text, at other places",
      withRule(cleaning({ severity: "warning" })),
      withRule(cleaning({ severity: "warning", at: ["/papers"] })),
    ],
    [
      "a warning that cleans text turns into one that does not",
      withRule(cleaning({ severity: "warning" })),
      withRule(rule("new-rule", { severity: "warning" })),
    ],
    [
      "a rule with a limit of its own turns into another check",
      withRule(rule("new-rule")),
      withRule(rule("new-rule", { check: "enough-text", params: { min: 4 } })),
    ],
  ],
  "when rules apply": [
    [
      "a condition of a warning that cleans text",
      withRule(cleaning({ severity: "warning" })),
      withRule(cleaning({ severity: "warning", when: { at: "/berth", equals: "quay" } })),
    ],
    [
      "a condition of a rule that cleans text",
      withRule(cleaning()),
      withRule(cleaning({ when: { at: "/berth", equals: "quay" } })),
    ],
    [
      "a warning gets a date",
      withRule(rule("new-rule", { severity: "warning" })),
      withRule(rule("new-rule", { severity: "warning", ...soon })),
    ],
    [
      "the same moment in other words",
      withRule(rule("new-rule", soon)),
      withRule(rule("new-rule", { effectiveAt: "2027-01-01T00:00:00.000Z" })),
    ],
    [
      "a condition",
      withRule(rule("new-rule")),
      withRule(rule("new-rule", { when: { at: "/berth", equals: "quay" } })),
    ],
    [
      "a condition of a warning",
      withRule(rule("new-rule", { severity: "warning" })),
      withRule(rule("new-rule", { severity: "warning", when: { at: "/berth", equals: "quay" } })),
    ],
    [
      "a warning becomes an error",
      withRule(rule("new-rule", { severity: "warning" })),
      withRule(rule("new-rule")),
    ],
    [
      "a warning becomes an error from a date on",
      withRule(rule("new-rule", { severity: "warning" })),
      withRule(rule("new-rule", soon)),
    ],
    [
      "a warning becomes a note",
      withRule(rule("new-rule", { severity: "warning" })),
      withRule(rule("new-rule", { severity: "info" })),
    ],
    ["an error gets a date", withRule(rule("new-rule")), withRule(rule("new-rule", soon))],
    ["an error comes later", withRule(rule("new-rule", soon)), withRule(rule("new-rule", later))],
    [
      "an error since a leap second has another message",
      withRule(rule("new-rule", leap)),
      withRule(rule("new-rule", { ...leap, message: "No." })),
    ],
  ],
  defaults: [
    filled("that no error looks at", rule("new-rule", { severity: "warning" })),
    filled("that an error looks at beside others", rule("new-rule", { at: ["/remarks", "/papers"] })),
    filled(
      "whose name the condition of an error has",
      rule("new-rule", { at: ["/papers"], when: { at: "/remarks", equals: "a" } }),
    ),
    filled("whose name can be written in several ways", undefined, {
      "/schema/properties/re marks": { ...text, maxLength: 9, default: "a" },
    }),
    filled("inside of what an error looks at", undefined, {
      "/schema/properties/crew/items/properties/swims/default": false,
    }),
    filled("around what an error looks at", holds("/vessel/engine/kilowatts", "this > 1"), {
      "/schema/properties/vessel/properties/engine/default": { kilowatts: 5 },
    }),
    ...[{}, { uniqueItems: true }].flatMap((more): [string, Changes, Changes][] => {
      const of = more.uniqueItems ? "a list without repeats" : "a list";
      const duties = { type: "array", default: [] };
      return [
        [`in the items of ${of}`, { set: rowsOf(more) }, { set: { ...rowsOf(more), [DUTIES]: duties } }],
        [`beside ${of}`, { set: rowsOf(more) }, { set: { ...rowsOf(more), [REMARK]: "a" } }],
      ];
    }),
    [
      "of other members",
      { set: { [OTHERS]: objectWith({}) } },
      { set: { [OTHERS]: objectWith({ default: "a" }) } },
    ],
    [
      "of other members without any rule",
      { set: { [OTHERS]: objectWith({}), "/rules": [], "/docs": {} } },
      { set: { [OTHERS]: objectWith({ default: "a" }), "/rules": [], "/docs": {} } },
    ],
    filled("of a new member", undefined, {
      "/schema/properties/spare": { ...text, maxLength: 9, default: "a" },
    }),
    filled(
      "of a new member that an error looks at",
      holds("", "!has(this.papers) || this.papers != 'spare'"),
      {
        "/schema/properties/spare": { ...text, maxLength: 9, default: "a" },
      },
    ),
    filled(
      "of no new member, though an error looks at it",
      holds("", "!has(this.papers) || this.papers != 'spare'"),
      {
        "/schema/properties/spare": { ...text, maxLength: 9 },
      },
    ),
  ],
  lists: [
    ["a list is new", {}, { set: { "/lists/spare": { values: ["a"] } } }],
    [
      "a list is new whose name every object has, and one with a slash in it",
      {},
      { set: { "/lists/constructor": { values: ["a"] }, "/lists/a~1b": { values: ["a"] } } },
    ],
    [
      "words of a list that nobody uses",
      { set: { "/lists/spare": { values: ["a", "b", "c"] } } },
      { set: { "/lists/spare": { values: ["a", "d", "e"] } } },
    ],
    [
      "the order of a list in a package that normalizes nothing",
      { remove: ["/normalization"] },
      { set: { "/lists/roles/values": ["mate", "skipper", "guest"] }, remove: ["/normalization"] },
    ],
    [
      "the order of a list in a package without sets",
      { remove: ["/normalization/sets"] },
      { set: { "/lists/roles/values": ["mate", "skipper", "guest"] }, remove: ["/normalization/sets"] },
    ],
    [
      "the order of one of two lists that order something",
      { set: twoSets },
      { set: { ...twoSets, "/lists/services/values": ["shore-power", "water", "pump-out", "wifi"] } },
    ],
    [
      "words of a list",
      {},
      { set: { "/lists/services/values": ["shore-power", "water", "pump-out", "wifi", "ice"] } },
    ],
    [
      "words of a list that orders nothing",
      {},
      { set: { "/lists/roles/values": ["mate", "skipper", "guest", "cook"] } },
    ],
    [
      "labels of words",
      {},
      { set: { "/lists/roles/values": [{ value: "skipper", title: "Skipper" }, "mate", "guest"] } },
    ],
    [
      "other labels of words, of which one is gone",
      {
        set: {
          "/lists/roles/values": [
            "skipper",
            { value: "mate", title: "Mate" },
            { value: "guest", title: "Guest" },
          ],
        },
      },
      { set: { "/lists/roles/values": ["skipper", { value: "mate", title: "Mate" }] } },
    ],
    ["other aliases", {}, { set: { "/lists/roles/aliases": { boss: "skipper" } } }],
    ["slips that a repair corrects", {}, { set: { "/lists/roles/typos": "repair" } }],
    [
      "a list that only warns",
      warned(["skipper", "mate", "guest"]),
      warned(["skipper", "mate", "guest", "cook"]),
    ],
  ],
  "registries and normalization": [
    ["a registry is new", {}, { set: { "/registries": { ports: { member: "ports" } } } }],
    [
      "a registry is new whose name every object has",
      { set: { "/registries": {} } },
      { set: { "/registries": { constructor: { member: "ports" } } } },
    ],
    [
      "a registry is read in another way",
      { set: { "/registries": { ports: { member: "ports" } } } },
      { set: { "/registries": { ports: { member: "ports", case: "exact" } } } },
    ],
    ["prose", {}, { set: { "/normalization/prose": ["/papers"] } }],
    ["sets", {}, { remove: ["/normalization/sets"] }],
    ["sets in the items of a list", { set: rowsOf({}) }, { set: { ...rowsOf({}), ...setInRows } }],
    [
      "sets in the items of a list without repeats",
      { set: rowsOf({ uniqueItems: true }) },
      { set: { ...rowsOf({ uniqueItems: true }), ...setInRows } },
    ],
    ["no normalization at all", {}, { remove: ["/normalization"] }],
  ],
};

function warned(values: string[]): Changes {
  const document = readJson("../domains/berth-request.json") as SpecPackageDocument;
  const at = document.rules.findIndex(({ params }) => JSON.stringify(params ?? {}).includes('"roles"'));
  return { set: { [`/rules/${at}/severity`]: "warning", "/lists/roles/values": values } };
}

describe("a package", () => {
  const base = altered(readJson("../domains/berth-request.json"), {
    set: {
      "/examples/invalid": [
        { title: "nothing", candidate: [], expect: [{ code: "type-mismatch", pointer: "" }] },
      ],
    },
    remove: ["/schema/properties/remarks/default"],
  });
  const open = (changes: Changes) => load(altered(base, changes) as SpecPackageDocument);

  const cases = Object.entries(PACKAGES).flatMap(([group, list]) =>
    list.map(([title, before, after]) => ({ name: `${group}/${title}`, before, after })),
  );

  test.each(cases)("$name", async ({ name, before, after }) => {
    const [old, now] = [open(before), open(after)];
    const lines = [["", old, now] as const, ["The other way round: ", now, old] as const].flatMap(
      ([start, from, to]) => {
        const { changes, bump, canBreak, outdatesPackages } = diffSpecPackages(from, to);
        const verdict = `${bump}${canBreak ? ", may break" : ""}${outdatesPackages ? "" : ", same package"}`;
        return [`${start}${verdict}`, ...changes.map(show)];
      },
    );
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`changes/${fileName(name)}.txt`);
  });

  test("says which two versions it compares", () => {
    const [old, now] = [open({}), open({ set: { "/schema/properties/remarks/maxLength": 3 } })];
    const { from, to } = diffSpecPackages(old, now);
    expect([from, to]).toEqual([
      { version: old.version, digest: old.digest },
      { version: now.version, digest: now.digest },
    ]);
  });
});
