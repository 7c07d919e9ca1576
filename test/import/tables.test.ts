// biome-ignore-all lint/suspicious/noThenProperty: JSON Schema has a keyword of that name.
/**
 * What an import makes of small schemas, whole: the schema of the package, the report and both examples. After a change
 * that is meant, run this file with `-u` and read the difference.
 */
import { describe, expect, test } from "vitest";
import { sampleText, schemaAt, synthesize } from "../../src/authoring/importing/examples.ts";
import { type ImportOptions, importJsonSchema } from "../../src/authoring/importing/import-schema.ts";
import { compilePattern } from "../../src/core/pattern/linear-pattern.ts";
import { expectTable, showInvisible } from "../core/table.ts";

type Schema = Record<string, unknown>;

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const REFUSED = "(?=a)b";
const text = { type: "string" };
const word = { type: "string", maxLength: 9 };
const of = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const deepObject = (depth: number): Schema =>
  depth === 0 ? text : of({ a: deepObject(depth - 1), b: text });
const deep = (depth: number): Schema => (depth === 0 ? text : { type: "array", items: deep(depth - 1) });

const GROUPS: Record<string, Schema[]> = {
  roots: [
    {},
    { title: "  A\u202e\n title ", description: "Two\n\nlines", type: "object" },
    { title: 7, description: "\u0007", type: ["object", "null"] },
    { type: ["string", "number"] },
    { type: "string" },
    { format: "preflight-spec-package/1" },
    { $ref: "#/$defs/a", $defs: { a: of({ b: text }) } },
    { $ref: "#/$defs/a", required: ["b"], $defs: { a: of({ b: word }) } },
    { $schema: DRAFT_07, $ref: "#/definitions/a", required: ["b"], definitions: { a: of({ b: text }) } },
    { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
    { $ref: "#" },
    of(
      { a: text },
      { $id: "https://x.example/s#", $anchor: "top", $vocabulary: {}, "x-note": 1, strange: 1 },
    ),
  ],
  references: [
    of({ a: { $ref: "#/$defs/word" }, b: { $ref: "#/$defs/word", title: "B" } }, { $defs: { word } }),
    of({ a: { $ref: "#/properties/b" }, b: word }),
    of(
      { a: { $ref: "#/$defs/x~1y" }, b: { $ref: "#/$defs/x%20y" }, c: { $ref: "#/$defs/z/items" } },
      { $defs: { "x/y": word, "x y": word, z: { items: word } } },
    ),
    of({ a: { $ref: "https://x.example/s#/$defs/word" } }, { $id: "https://x.example/s", $defs: { word } }),
    of(
      { a: { $ref: "#spot" }, b: { $ref: "#other" }, c: { $ref: "#gone" } },
      { $defs: { word: { ...word, $anchor: "spot" }, old: { ...word, $id: "#other" } } },
    ),
    of({ a: { $ref: "#/$defs/gone" }, b: { $ref: "other.json" }, c: { $ref: "#/%zz" } }),
    of(
      { a: { $dynamicRef: "#spot" }, b: { $recursiveRef: "#/$defs/word" } },
      { $defs: { word: { ...word, $dynamicAnchor: "spot" } } },
    ),
    of(
      { a: { $dynamicRef: "#spot" }, b: { $ref: "#/$defs/words" } },
      {
        $defs: {
          word: { ...word, $dynamicAnchor: "spot" },
          words: {
            $id: "words",
            items: { $dynamicRef: "#spot" },
            $defs: { any: { $dynamicAnchor: "spot" } },
          },
        },
      },
    ),
    of({ a: { $ref: "#/properties/a" } }),
    of({ a: { $ref: 5 }, b: { $dynamicRef: {}, ...word } }),
    of({ a: { $ref: "#/$defs/word", $dynamicRef: "#/$defs/text" } }, { $defs: { word, text } }),
    of({ a: word, self: { $ref: "#" } }),
    of(
      { a: { $ref: "#/$defs/a/items" }, b: { $ref: "#/$defs/b/items" }, c: { $ref: "#/$defs/c/items" } },
      { $defs: { a: { items: word }, b: { items: text }, c: { items: { type: "integer" } } } },
    ),
    of({ a: { $ref: "#/$defs/" } }, { $defs: { "": word } }),
    of({ a: { $ref: "#/$defs/w", maxLength: 1 } }, { $defs: { w: word }, definitions: {} }),
    of({ a: { $ref: "#/properties/b", maxLength: 1 }, b: word }),
    of({ a: { $ref: "#/definitions/a", maxLength: 1, title: "A" } }, { definitions: { a: text } }),
    of(
      { tree: { $ref: "#/$defs/tree" } },
      {
        $defs: {
          tree: of({
            name: word,
            left: { $ref: "#/$defs/tree" },
            right: { $ref: "#/$defs/tree", description: "the other" },
          }),
        },
      },
    ),
    of(
      { a: { $ref: "#/$defs/a" } },
      { $defs: { a: { anyOf: [word, { type: "array", maxItems: 2, items: { $ref: "#/$defs/a" } }] } } },
    ),
    of({ a: { not: { $ref: "#/$defs/a" } } }, { $defs: { a: of({ b: { $ref: "#/$defs/a" } }) } }),
  ],
  "older drafts": [
    { $schema: DRAFT_07, ...of({ a: { items: [text, { type: "number" }], additionalItems: false } }) },
    of({ a: { items: [text] }, b: { items: text, additionalItems: false }, c: { additionalItems: text } }),
    of(
      { a: text, b: text, c: text },
      { dependencies: { a: ["b"], b: { required: ["c"] } }, dependentRequired: { c: ["a"] } },
    ),
    of({ a: {} }, { dependencies: [] }),
    of({ a: text, b: text }, { dependencies: { a: { strange: 1, required: ["b"] } } }),
    of({
      a: { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      b: { type: "number", exclusiveMaximum: 3, minimum: 1 },
      c: { type: "number", minimum: 1, exclusiveMinimum: false, maximum: 9, exclusiveMaximum: true },
    }),
    of({ a: { type: "number", exclusiveMinimum: true }, b: { type: "number", exclusiveMaximum: false } }),
    of({
      a: { type: "string", nullable: true },
      b: { enum: ["x"], nullable: true },
      c: { nullable: true },
      d: { enum: [null], nullable: true },
      e: { type: ["string"], nullable: true },
      f: { type: "null", nullable: true },
    }),
    of({ a: { ...text, example: "x" }, b: { ...text, example: "x", examples: ["y"] } }),
  ],
  "texts and numbers": [
    of({
      a: { ...text, pattern: "^[a-z]+$" },
      b: { ...word, pattern: "^[a-z]+$" },
      c: { ...text, pattern: REFUSED },
      d: { ...text, pattern: 7 },
    }),
    of({
      a: { ...text, maxLength: 100_000, pattern: "^(?:a|aa)+$|^[A-Za-z0-9._-]+$" },
      b: { ...text, maxLength: -1, pattern: "a" },
      c: { ...text, maxLength: 1.5, pattern: "a" },
      d: { ...text, maxLength: 0, pattern: "^a?$" },
    }),
    of(
      {
        a: { type: "integer", minimum: 2, multipleOf: 3 },
        b: { type: "number", exclusiveMinimum: 4 },
        c: { maximum: -2 },
        d: { type: "number", exclusiveMaximum: 0.5 },
      },
      { required: ["a", "b", "c", "d"] },
    ),
    of(
      {
        a: { ...text, minLength: 20 },
        b: { ...text, maxLength: 3 },
        c: { ...text, format: "date" },
        d: { ...text, format: "uuid", maxLength: 3 },
      },
      { required: ["a", "b", "c", "d"] },
    ),
    of(
      {
        a: { const: 7 },
        b: { enum: ["x", "y"] },
        c: { ...text, examples: ["given"] },
        d: { ...text, default: "usual" },
        e: { type: "boolean" },
        f: { type: "null" },
      },
      { required: ["a", "b", "c", "d", "e", "f"] },
    ),
  ],
  objects: [
    of({ a: text, b: text }, { required: ["a"] }),
    of({ a: text, b: text, c: text, d: text, e: text, f: text }),
    of({}, { required: ["undeclared"], additionalProperties: { type: "integer" } }),
    of({ a: text }, { minProperties: 3, additionalProperties: { type: "integer" } }),
    {
      type: "object",
      minProperties: 2,
      patternProperties: { "^x-[a-z]+$": word },
      additionalProperties: false,
    },
    { type: "object", patternProperties: { [REFUSED]: word, "^y": word }, additionalProperties: false },
    { type: "object", patternProperties: { [REFUSED]: word }, additionalProperties: false },
    of({ a: text }, { propertyNames: { pattern: "^[a-z]$" } }),
    of({ a: {}, b: {} }, { dependentSchemas: { a: { required: ["b"] } }, dependentRequired: { b: ["a"] } }),
    of({ a: true, b: false, c: 7 }, { required: ["a"] }),
    of(
      {
        list: { type: "array", minItems: 2, uniqueItems: true, items: { enum: ["x", "y", "z"] } },
        other: { type: "array", contains: { const: 7 } },
        pair: { prefixItems: [text, { type: "integer" }], minItems: 2 },
      },
      { required: ["list", "other", "pair"] },
    ),
    of({ a: deep(30) }),
  ],
  "unevaluated members": [
    {
      type: "object",
      allOf: [of({ a: text }), { patternProperties: { "^x": text } }],
      properties: { b: text },
      unevaluatedProperties: false,
    },
    { type: "object", allOf: [{ additionalProperties: text }], unevaluatedProperties: false },
    {
      type: "object",
      anyOf: [{ unevaluatedProperties: true }, of({ a: text })],
      unevaluatedProperties: false,
    },
    {
      type: "object",
      $ref: "#/$defs/a",
      unevaluatedProperties: false,
      $defs: { a: of({ a: text }, { if: of({ c: text }), then: of({ d: text }), else: of({ e: text }) }) },
    },
    of({ a: text }, { unevaluatedProperties: text, unevaluatedItems: false }),
    { type: "object", unevaluatedProperties: false },
    { type: "object", allOf: [{ $ref: "https://x.example/base.json" }], unevaluatedProperties: false },
    {
      type: "object",
      patternProperties: { "^x": word },
      allOf: [
        { patternProperties: { "^x": text, "^y": text } },
        of({ b: text }, { additionalProperties: false }),
      ],
      unevaluatedProperties: false,
    },
    of({ a: { not: of({ b: text }, { unevaluatedProperties: false }) } }),
    of({ a: of({ b: text }, { prefixItems: [of({ c: text })], unevaluatedProperties: false }) }),
    of(
      { a: { $ref: "#/$defs/any", type: "object", unevaluatedProperties: false } },
      { $defs: { any: { additionalProperties: text } } },
    ),
  ],
  "unions and conditions": [
    of({ a: { oneOf: [{ ...text, pattern: REFUSED }, { type: "null" }] } }),
    of({ a: { oneOf: [{ ...text, pattern: REFUSED }, { type: "null" }], anyOf: [text, { type: "null" }] } }),
    of({ a: { oneOf: [{ ...text, pattern: REFUSED }, { type: "null" }], anyOf: [word, { type: "null" }] } }),
    of({ a: { ...text, not: { pattern: REFUSED } }, b: { ...text, not: { const: "x" } } }),
    of({
      a: { type: "array", contains: { ...text, pattern: REFUSED } },
      b: { type: "array", contains: text, maxContains: 1 },
    }),
    of(
      { a: text, b: text },
      {
        if: { properties: { a: { pattern: REFUSED } } },
        then: { required: ["b"] },
        else: { required: ["a"] },
      },
    ),
    of(
      { kind: { enum: ["x", "y"] }, a: text },
      { required: ["kind"], if: { properties: { kind: { const: "x" } } }, then: { required: ["a"] } },
    ),
    of({ a: { type: "array", contains: { ...text, pattern: REFUSED }, maxContains: 1, minContains: 1 } }),
    {
      type: "object",
      oneOf: [of({ a: { const: 1 } }, { required: ["a"] }), of({ b: text }, { required: ["b"] })],
    },
    { type: "object", allOf: [of({ a: text }, { required: ["a"] }), of({ a: { maxLength: 5 } })] },
    of({
      a: {
        anyOf: [
          { type: "string", contentSchema: {} },
          { type: "integer", const: 5, maximum: 3 },
        ],
      },
    }),
    of({ a: { enum: ["x", 7, "long"], type: "string", maxLength: 2 } }),
    of({ a: { type: "string", enum: [1, 2] } }),
    of({
      a: { ...text, description: "bad\u202e", title: "\u0007" },
      "b\u0007": text,
      c: { const: "x\u0007" },
    }),
  ],
  "what spec packages refuse": [
    of({ a: { type: "string", enum: [7, "x", 8, "y"] }, b: { enum: [] }, c: { const: 1, enum: [1, 2] } }),
    of({ a: text }, { required: ["b", "__proto__"] }),
    of({ a: text, c: word }, { dependentRequired: { a: ["b", "c"] } }),
    of({ "a/b~c": { format: "none" }, d: { $ref: "#/$defs/d" } }, { $defs: { d: { ...text, format: 7 } } }),
    of({
      a: { anyOf: [text, word] },
      b: { oneOf: [{ type: ["string", "null"] }, word] },
      c: { anyOf: [text, { maxLength: 3 }] },
      d: { anyOf: [] },
      e: { type: "string", anyOf: [{ type: ["string", "null"] }, { type: ["string", "integer"] }] },
      f: { anyOf: [text, true, word] },
    }),
    of({ a: { anyOf: [of({ b: { format: "none" } }), text] }, b: { items: { format: "none" } } }),
    of({ a: { if: text, title: "A" }, b: { then: text }, c: { not: of({ d: text }) } }),
    of({
      a: { default: { "x\u0007": "y", z: 1 } },
      b: { "x-note\u0007": 1, examples: ["a\u0007b", ["\u202e"]] },
      c: { const: { "k\u0007": 1 } },
    }),
    of({ a: text }, { dependentSchemas: { "b\u0007": { required: ["a"] }, c: { required: ["a"] } } }),
    of({ a: { ...text, not: { const: "x\u0007" } } }),
    of({ a: { type: "string", enum: ["x", "y\u0007"] } }),
    of({ a: of({ "b\u0007": text, c: { description: "two\nlines" } }) }),
    of({
      a: of({}, { default: { properties: { "x\u0007": 1, y: "z\u0007" } }, additionalProperties: false }),
    }),
    of({ properties: { const: "x\u0007" }, a: text }),
    of({ a: deepObject(18) }),
  ],
  examples: [
    { ...of({ a: word }, { required: ["a"] }), examples: [{ a: 7 }, { a: "mine" }] },
    { ...of({ a: word }, { required: ["a"] }), default: { a: "default" } },
    { ...of({ a: word, b: { ...word, default: "x" } }), dependentRequired: { b: ["a"] } },
    of({ a: { ...text, pattern: "^(?:[^\\x00-\\x7f]{3})$" } }, { required: ["a"] }),
    of({ a: { ...text, pattern: "a^" } }, { required: ["a"] }),
    of(
      {
        a: { const: { default: 1 } },
        default: text,
        b: { $ref: "#/definitions/b" },
        c: { ...text, default: "c" },
      },
      { required: ["a", "default"], maxProperties: 2, definitions: { b: { ...text, default: "b" } } },
    ),
    of({ a: text, b: text }, { if: {}, then: of({ a: { pattern: "^[a-z]+$" } }, { required: ["a"] }) }),
    of(
      { a: of({ kind: { const: "x" }, b: word }, { required: ["kind"], if: {}, then: { required: ["b"] } }) },
      { required: ["a"] },
    ),
    of({ a: text, b: text }, { required: ["a"], if: {}, then: { required: ["__proto__"] } }),
    ...[{ maxProperties: 1 }, { not: { required: ["a", "b"] } }].map((bound) =>
      of(
        { kind: { const: "x" }, a: of({ a: text, b: text }, bound) },
        { required: ["kind"], if: {}, then: { required: ["a"] } },
      ),
    ),
    of(
      { kind: { enum: ["x", "y"] }, a: of({}) },
      {
        required: ["kind"],
        allOf: ["x", "y"].map((kind, index) => ({
          if: { properties: { kind: { const: kind } } },
          then: {
            required: ["a"],
            properties: {
              a: of({ [kind]: { const: index } }, { required: [kind], additionalProperties: false }),
            },
          },
        })),
      },
    ),
    of({ size: { type: "integer" } }, { required: ["size"] }),
    of({}, { additionalProperties: false }),
  ],
};

function show(schema: Schema, more: Partial<ImportOptions> = {}): string[] {
  const result = importJsonSchema(structuredClone(schema), {
    targetProduct: "shop",
    domainId: "item",
    ...more,
  });
  const { kept, translated, leftOut } = result.report;
  const notes = (name: string, list: typeof translated) =>
    list.map(
      ({ keyword, message, pointers }) => `  ${name} ${keyword} at ${pointers.join(" and ")}: ${message}`,
    );
  const made = result.ok
    ? [
        `  title ${JSON.stringify(result.document.title)} ${result.document.version} ${JSON.stringify(result.document.description ?? null)}`,
        `  schema ${JSON.stringify(result.document.schema)}`,
        ...[...result.document.examples.valid, ...result.document.examples.invalid].map(
          (example) => `  example ${JSON.stringify(example)}`,
        ),
      ]
    : result.reasons.map(
        ({ code, pointer, message }) => `  refused ${code} at ${JSON.stringify(pointer)}: ${message}`,
      );
  return [
    JSON.stringify(schema),
    ...made,
    `  kept ${JSON.stringify(kept)}`,
    ...notes("translated", translated),
    ...notes("left out", leftOut),
    "",
  ];
}

describe("what becomes of", () => {
  test.each(Object.keys(GROUPS))("%s", async (group) => {
    const rows = GROUPS[group]!.flatMap((schema) => show(schema));
    await expect(`${showInvisible(rows.join("\n"))}\n`).toMatchFileSnapshot(
      `expected/${group.replaceAll(" ", "-")}.txt`,
    );
  });

  test("definitions that multiply", async () => {
    const definitions: Schema = { leaf: { ...of({ a: word, b: word }), title: "Leaf" } };
    for (let level = 1; level <= 6; level++)
      definitions[`level${level}`] = of(
        Object.fromEntries(
          Array.from({ length: 6 }, (_, at) => [
            `m${at}`,
            { $ref: `#/$defs/${level === 1 ? "leaf" : `level${level - 1}`}` },
          ]),
        ),
      );
    const [, ...rows] = show(of({ a: { $ref: "#/$defs/level6" } }, { $defs: definitions }));
    await expect(`${rows.filter((row) => !row.startsWith("  schema")).join("\n")}\n`).toMatchFileSnapshot(
      "expected/multiplied.txt",
    );
  });

  test("a schema for which no example can be made: the problems of the alternative that has the fewest, at most five", () => {
    const never = { ...text, pattern: "a^" };
    const alternative = (kind: number, names: string[]) =>
      of(
        { kind: { const: kind }, ...Object.fromEntries(names.map((name) => [name, never])) },
        { required: ["kind", ...names] },
      );
    const refusals = (...alternatives: string[][]) =>
      show({ type: "object", oneOf: alternatives.map((names, kind) => alternative(kind, names)) })
        .filter((row) => row.startsWith("  refused"))
        .map((row) => /at "([^"]+)"/.exec(row)?.[1]);
    expect(refusals(["a", "b"], ["c"], ["d", "e", "f"])).toEqual(["/c"]);
    expect(refusals([..."abcdef"], [..."ghijklm"])).toEqual(["/a", "/b", "/c", "/d", "/e"]);
  });

  test("a member with a very long name: the title of the example is cut", () => {
    const name = "n".repeat(300);
    const rows = show(of({ [name]: word }, { required: [name] })).filter((row) => row.includes("Without"));
    expect(rows.map((row) => JSON.parse(row.slice("  example ".length)).title)).toEqual([
      `Without "${"n".repeat(191)}`,
    ]);
  });

  test("a member without which more is wrong than one answer says: another example is shown", () => {
    const names = Array.from({ length: 120 }, (_, index) => `m${index}`);
    const schema = of(
      { a: word, ...Object.fromEntries(names.map((name) => [name, word])) },
      { if: { required: ["a"] }, else: { required: names } },
    );
    const rows = show(schema, { examples: [{ a: "x" }] });
    expect(rows.filter((row) => row.startsWith("  example "))[1]).toMatch(
      /"title":"\\"a\\" of another type"/,
    );
  });

  test("a definition that is small, but used very often", () => {
    const members = Array.from({ length: 600 }, (_, index) => [`m${index}`, { $ref: "#/$defs/leaf" }]);
    const schema = of(Object.fromEntries(members), { $defs: { leaf: of({ a: word, b: word }) } });
    expect(show(schema).filter((row) => row.startsWith("  left out"))).toEqual([
      '  left out schema at /$defs/leaf: "leaf" is used in 600 places, and with all of them the schema has more than 1,599 parts; anything of its type passes.',
    ]);
  });

  test("options, and candidates that are given", () => {
    const schema = of({ a: word }, { required: ["a"], title: "Its own" });
    const [, title, , example] = show(schema, {
      title: "Another",
      version: "2.0.0",
      examples: [{ a: 7 }, { a: "given" }, { a: "later" }],
    });
    expect(title).toBe('  title "Another" 2.0.0 null');
    expect(example).toBe('  example {"title":"An example that was given","candidate":{"a":"given"}}');
    expect(show(of({}, { title: "x".repeat(200) }))[1]).toBe(`  title "${"x".repeat(117)}..." 1.0.0 null`);
  });

  test.each([[null], [[]], ["schema"], [true]])("%j, which is no schema", (value) => {
    const result = importJsonSchema(value, { targetProduct: "shop", domainId: "item" });
    expect(result).toEqual({
      ok: false,
      reasons: [{ pointer: "", code: "not-a-schema", message: "A JSON Schema is a JSON object." }],
      report: { kept: {}, translated: [], leftOut: [] },
    });
  });
});

test("texts for patterns", async () => {
  const patterns = [
    "^[a-z]+$",
    "^\\d{3}-\\d{2,}$",
    "a|b",
    "^(?:x|y)z$",
    "^(?<n>ab)+$",
    "^(?P<n>c)$",
    "^[^a]$",
    "^[^a-z0-9]$",
    "^[\\w.-]*$",
    "^\\u0041\\x42\\u{43}$",
    "^\\p{L}\\pL$",
    "^a?b*c{2}d{0,1}$",
    "\\bword\\b",
    "^[]a]$",
    "^[a-]$",
    "^\\s\\S\\D\\W\\t\\n\\r$",
    "^.$",
    "^\\.$",
    REFUSED,
    "",
    "^a+?$",
    "^[é-ü]$",
    "^(ab){2,3}$",
    "^x{2,}y$",
    "^[-a]$",
    "^[!-/]$",
    "(",
    "[",
    "^\\",
  ];
  const rows = patterns.flatMap((pattern) =>
    [0, 5].map((length) => {
      const sample = sampleText(pattern, length);
      const compiled = compilePattern(pattern);
      const fits =
        "refusal" in compiled
          ? "?"
          : sample === undefined
            ? "-"
            : compiled.test(sample)
              ? "fits"
              : "does not fit";
      return [pattern, length, "=>", sample === undefined ? "undefined" : JSON.stringify(sample), fits];
    }),
  );
  await expectTable(import.meta.url, "./expected/samples.txt", rows);
});

test("candidates for schemas", async () => {
  const $defs = {
    word,
    loop: { type: "object", properties: { next: { $ref: "#/$defs/loop" } }, required: ["next"] },
  };
  const schemas: (Schema | boolean)[] = [
    true,
    {},
    { $ref: "#/$defs/word" },
    { properties: { a: word, b: { type: "integer" } }, required: ["b"] },
    { required: ["x"], additionalProperties: { const: 1 } },
    { patternProperties: { "^k\\d$": { type: "boolean" } }, minProperties: 3 },
    { minProperties: 2, type: "object" },
    { items: { type: "integer" }, minItems: 3, uniqueItems: true },
    { items: { type: "integer" }, minItems: 2 },
    { type: "array", prefixItems: [word, { type: "null" }], minItems: 3, items: { type: "boolean" } },
    { type: "array", contains: { const: "x" } },
    { type: "array", contains: { const: "x" }, items: { enum: ["x", "y"] }, minItems: 2, uniqueItems: true },
    { type: "array", minItems: 80 },
    { type: ["null", "integer"] },
    { type: ["null"] },
    { minimum: 3.2 },
    { maximum: 10 },
    { maximum: 0 },
    { exclusiveMaximum: -3, multipleOf: 2 },
    { type: "array", minItems: 4, uniqueItems: true, items: { type: "integer", maximum: 0 } },
    { exclusiveMinimum: 4, multipleOf: 4 },
    { minimum: 3, exclusiveMinimum: 5 },
    { minimum: 0.5, maximum: 0.75 },
    { minimum: 0.5, exclusiveMaximum: 1 },
    { exclusiveMinimum: 0, maximum: 1, exclusiveMaximum: 0.5 },
    { minimum: 0.25, multipleOf: 0.1 },
    { minimum: 2.5, maximum: 3 },
    { exclusiveMinimum: 6, multipleOf: 3 },
    { minimum: 1, maximum: 3, multipleOf: 5 },
    { anyOf: [{ const: "a" }, { const: "b" }], oneOf: [{ title: "x" }] },
    {
      allOf: [
        { properties: { a: { enum: [1, 2] } }, required: ["a"] },
        { properties: { a: { enum: [2, 3] } }, required: ["a", "b"] },
      ],
    },
    { enum: ["x", "y"], allOf: [{ enum: ["z"] }] },
    { type: "string", format: "email" },
    { type: "string", format: "email", minLength: 30 },
    { type: "string", format: "unknown", minLength: 30 },
    { type: "string", pattern: "^[a-z]{3}$" },
    { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$", format: "semver" },
    { type: "string", pattern: "^https:" },
    { type: "string", pattern: "@" },
    { type: "string", pattern: REFUSED },
    { type: "string", maxLength: 2 },
    { type: "string", maxLength: 0 },
    { type: "string", examples: ["one"], default: "two" },
    { properties: { a: { examples: ["one"] }, b: { default: "two" } } },
    { $ref: "#/$defs/loop" },
    { not: {} },
  ];
  const rows = schemas.flatMap((schema) => [
    [JSON.stringify(schema)],
    ...[{ branch: 0 }, { branch: 1, members: 5 }].map((how) => [
      ` ${JSON.stringify(how)}`,
      "=>",
      JSON.stringify(synthesize({ $defs }, schema, how.branch, how.members)).slice(0, 300),
    ]),
  ]);
  await expectTable(import.meta.url, "./expected/candidates.txt", rows);
});

test("the schema at a place", () => {
  const schema = {
    $defs: { d: { properties: { x: { title: "x of d" } } } },
    properties: {
      a: { items: { title: "an item" }, prefixItems: [{ title: "the first" }] },
      r: { $ref: "#/$defs/d" },
    },
    additionalProperties: { title: "any other" },
    allOf: [{ properties: { b: { title: "b of allOf" } } }],
  };
  const open = {
    anyOf: [{ properties: { c: { const: 1 } } }],
    oneOf: [{ properties: { d: { const: 2 } } }],
    then: { properties: { e: { const: 3 } } },
    else: { properties: { f: { const: 4 } } },
    if: { properties: { g: { const: 5 } } },
  };
  const at = (...path: string[]) => schemaAt(schema, path);
  expect(at()).toBe(schema);
  expect([at("a", "0"), at("a", "1"), at("a", "x"), at("r", "x"), at("other"), at("a", "0", "y")]).toEqual([
    { title: "the first" },
    { title: "an item" },
    undefined,
    { title: "x of d" },
    { title: "any other" },
    undefined,
  ]);
  expect(["c", "d", "e", "f", "g", "h"].map((name) => schemaAt(open, [name]))).toEqual([
    ...[{ const: 1 }, { const: 2 }, { const: 3 }, { const: 4 }, { const: 5 }],
    undefined,
  ]);
  const loop = { $ref: "#/$defs/l", $defs: { l: { $ref: "#/$defs/l" } } };
  expect(schemaAt(loop, ["a"])).toBeUndefined();
});
