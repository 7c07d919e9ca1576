/** Small schemas by topic, each with values to try at the member `x` of a candidate, or as the candidate itself. */
import { objectOf, type Schema } from "./small-package.ts";

export interface AnswerCase {
  /** What stands at the member `x`. */
  x?: unknown;
  /** The schema of the candidate, in place of `x`. */
  whole?: Schema;
  defs?: Schema;
  /** Declared aliases and other parts of the package. */
  more?: Schema;
  /** A candidate that passes, if the empty object does not. */
  valid?: unknown;
  values: unknown[];
}

const text = { type: "string", maxLength: 20 };
const integer = { type: "integer" };
const person = objectOf({ name: text, age: integer }, { required: ["name"] });
const shape = (kind: string, members: Schema): Schema =>
  objectOf({ kind: { const: kind }, ...members }, { required: ["kind", ...Object.keys(members)] });
const when = (condition: Schema, result: Schema, otherwise?: Schema): Schema => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
  then: result,
  ...(otherwise && { else: otherwise }),
});
const rule = (code: string, check: string, at: string[], more: Schema = {}): Schema => ({
  rules: [{ code, check, at, severity: "error", ...more }],
  docs: { [code]: { summary: "s", fix: "f" } },
});

const SCALARS = [null, true, 0, "", "a", [], {}];
/** So long that no list of words is read from it. */
const LONG_LIST = Array.from({ length: 700 }, () => "a").join(", ");

const MEANT = [null, true, 5, 2, "5", "a", "A", "a, b", [], ["a"], ["a", 5], [5], {}, { a: 1 }, { b: 1 }].map(
  (tag) => ({ tag }),
);

const MANY_MEMBERS = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`m${index}`, text]));

export const ANSWERS: Record<string, AnswerCase[]> = {
  numbers: [
    {
      x: integer,
      values: [...SCALARS, 1.5, "5", "5.5", "1,234", 2 ** 53, [5], "TODO", Number.POSITIVE_INFINITY],
    },
    { x: { type: "number" }, values: [1.5, "1.5", "1,5", "12 kg", false, 1e308] },
    { x: { type: "integer", minimum: 2, maximum: 9 }, values: [1, 2, 9, 10, "1", "10", "5"] },
    { x: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, values: [0, 0.5, 1, -1, 2, "0.5"] },
    {
      x: { type: "number", minimum: 1, exclusiveMinimum: 2, maximum: 9, exclusiveMaximum: 8 },
      values: [0, 1, 2, 3, 7, 8, 9, 10],
    },
    { x: { type: "number", multipleOf: 0.01 }, values: [0.07, 0.075, 3, 1e22, 1.23e-5, "0.07"] },
    { x: { type: "integer", multipleOf: 4 }, values: [4, 6, 0, -8, 9007199254740991] },
    {
      x: { allOf: [{ type: "number", multipleOf: 3 }, { multipleOf: 2 }, { minimum: 6 }, { minimum: 4 }] },
      values: [3, 4, 6, 9, 12],
    },
    { x: { type: ["integer", "null"], minimum: 1 }, values: [null, 0, 1, "1", "one", {}] },
    { x: { type: ["integer", "number"] }, values: [1, 1.5, "1.5"] },
    { x: { type: "boolean" }, values: [...SCALARS, "yes", "true", 1, 2] },
    { x: { type: "null" }, values: SCALARS },
  ],
  texts: [
    {
      x: text,
      values: [
        ...SCALARS,
        1.5,
        "TODO",
        " TODO ",
        "\u200bTODO",
        "a".repeat(20),
        "a".repeat(21),
        `${"a".repeat(20)} `,
        ` ${"a".repeat(21)}`,
        "🦉".repeat(21),
      ],
    },
    {
      x: { type: "string", minLength: 2, maxLength: 4 },
      values: ["", " ", "a", "ab", "abcd", "abcde", "🦉🦉", "TODO", 12345, 12],
    },
    {
      x: { type: "string", minLength: 2, maxLength: 8, pattern: "^[a-z]+$" },
      values: ["", "a", "ab", "Ab", " ab ", "ab c", "Ärger", "ab\u00a0", "5", "a".repeat(9), "A".repeat(9)],
    },
    {
      x: { ...text, pattern: "^[A-Z]{2}[0-9]+$", description: "two capitals and a number, such as AB1" },
      values: ["ab1", "x", "TODO", "AB1"],
    },
    { x: { ...text, pattern: "^v", title: "A version" }, values: ["1", "v1", "TODO"] },
    { x: { ...text, pattern: "^v", title: "A version", examples: ["v2"] }, values: ["1"] },
    { x: { ...text, pattern: "^v", examples: ["v2"] }, values: ["1"] },
    { x: { ...text, pattern: "^v", title: "A version", examples: [`v${"2".repeat(60)}`] }, values: ["1"] },
    { x: { ...text, pattern: "^v", examples: [5] }, values: ["1"] },
    {
      x: { ...text, format: "date" },
      values: ["2026-02-28", "2026-02-30", "28.2.2026", " 2026-02-28", "soon", "", 20260228],
    },
    { x: { ...text, format: "date", description: "the day it starts" }, values: ["soon"] },
    { x: { ...text, format: "time" }, values: ["19:30:00", "19:30", "7 pm"] },
    { x: { ...text, format: "date-time", maxLength: 30 }, values: ["2026-02-28T19:30:00"] },
    {
      x: { ...text, format: "email" },
      values: ["a@b.example", "Ada <a@b.example>", "a", "mailto:a@b.example"],
    },
    { x: { ...text, format: "uri" }, values: ["a:b", "a b", "example.org", " a:b "] },
    {
      x: { allOf: [{ ...text, pattern: "^a" }, { pattern: "b$", maxLength: 9 }, { format: "hostname" }] },
      values: ["ab", "a", "b", "a_b", "a.b"],
    },
    {
      x: { type: ["string", "null"], minLength: 1, maxLength: 5 },
      values: [null, "", "abcdef", 5, [], "TODO"],
    },
    { x: { minLength: 2, maxLength: 5 }, values: [null, 5, "a", "TODO", "abcdef", []] },
    {
      x: { type: "string", minLength: 1, maxLength: 10 },
      more: rule("padded", "no-edge-whitespace", ["/x"]),
      values: [" a ", "  ", "abcdefghijk ", "a", "\ud800 ", " TODO"],
    },
    {
      x: { type: "string", minLength: 3, maxLength: 10 },
      more: { ...rule("bare", "no-edge-whitespace", ["/x"], { severity: "warning" }) },
      values: [" a ", "ab ", "abcdefghij ", "abc"],
    },
  ],
  choices: [
    {
      x: { enum: ["red", "green", "Blue"] },
      values: ["red", "RED", " green", "blu", "gren", "purple", "", null, 1, ["red"], {}, "TODO", "\ud800"],
    },
    { x: { const: "on" }, values: ["on", "On", "off", 1, null] },
    {
      x: { enum: [1, 2, "three", null, true, { a: 1 }, [1, 2]] },
      values: [1, 3, "three", "THREE", "thre", null, true, false, { a: 1 }, { a: 2 }, [1, 2], [2, 1]],
    },
    { x: { enum: Array.from({ length: 20 }, (_, index) => index) }, values: [5, 20, "5"] },
    { x: { enum: Array.from({ length: 12 }, (_, index) => index) }, values: [20] },
    { x: { enum: Array.from({ length: 13 }, (_, index) => `w${index}`) }, values: [5, "z", "w1x", "W12"] },
    { x: { enum: Array.from({ length: 20 }, (_, index) => `w${index}`) }, values: ["w5", "w20", "x"] },
    { x: { enum: [1, 2] }, values: [3, "1", "2.0", "+1", "1,0"] },
    { x: { const: true }, values: ["yes", "TRUE", 1, "no", false, 0] },
    { x: { enum: [true, "x", 5] }, values: ["true", " 5 ", "TRUE", "false"] },
    {
      x: { enum: [...Array.from({ length: 13 }, (_, index) => `w${index}`), "zebra", "5x"] },
      values: ["zoo", "zebr", 5, null],
    },
    { x: { const: null }, values: [null, "null", 0] },
    { x: { const: { a: [1] } }, values: [{ a: [1] }, { a: [2] }, "x"] },
    { x: { type: ["string", "null"], enum: ["a", "b", null] }, values: ["A", null, "c"] },
    { x: { enum: ["TODO", "done"] }, values: ["TODO", "todo", "doing"] },
    { x: { enum: ["TODO", null] }, values: ["x"] },
    {
      x: { allOf: [{ enum: ["a", "b", "c"] }, { enum: ["b", "c", "d"] }, { not: { const: "c" } }] },
      values: ["a", "b", "c", "d"],
    },
    { x: { type: "string", maxLength: 1, allOf: [{ enum: ["a", "bb"] }] }, values: ["a", "bb"] },
    { x: { enum: ["small", "large"] }, values: ["Small ", "larg"] },
  ],
  lists: [
    {
      x: { type: "array", prefixItems: [{ oneOf: [integer, { type: "boolean" }] }, integer], items: false },
      values: ["5, 6", "yes, 6", "5; x"],
    },
    {
      x: {
        type: "array",
        items: { type: "object", additionalProperties: integer, maxProperties: 3 },
        maxItems: 3,
      },
      values: [{ a: 1 }, { a: { b: 1 } }, {}, { a: "x" }],
    },
    {
      x: {
        type: "array",
        items: objectOf({ id: text, name: text, v: integer }, { required: ["id", "name"] }),
      },
      values: [{ a: { v: 1 } }, { a: { id: "x", v: 1 } }, { a: { id: "x" }, b: { name: "y" } }, { a: 1 }],
    },
    {
      x: { type: "array", prefixItems: [{ type: "array", items: text }], items: text },
      values: [["a, b"], [["a"], "b"], [5]],
    },
    { x: { type: "array" }, values: [[], ["a", 1], "a", null, {}, 5, '["a"]', "[1"] },
    {
      x: { type: "array", items: text },
      values: [
        ["a"],
        ["a", 5, null],
        "a, b",
        "a and b; c",
        "a/b",
        "",
        " ",
        "TODO",
        '["a", "b"]',
        '{"a":1}',
        5,
        true,
        null,
        ["a".repeat(21)],
        "a".repeat(30),
        LONG_LIST,
        {},
      ],
    },
    {
      x: { type: "array", items: { enum: ["red", "green"] } },
      values: [["red"], ["Red", "blue"], "red", "red, green", "red, blue", "purple", 5, [["red"]]],
    },
    {
      x: { type: "array", items: integer },
      values: [[1, "2", 2.5], 5, "5", "1, 2", "[1, 2]", "[1, 12345678901234567890]", 5.5],
    },
    {
      x: { type: "array", items: person },
      values: [
        [{ name: "Ada" }],
        { name: "Ada" },
        { nam: "Ada" },
        { colour: 1 },
        '{"name": "Ada"}',
        '{"colour": 1}',
        '[{"name": 5}]',
        [{ nam: "Ada" }],
        "Ada",
        [],
        [[]],
      ],
    },
    {
      x: { type: "array", items: text, minItems: 2, maxItems: 3 },
      values: [[], ["a"], ["a", "b"], ["a", "b", "c", "d"], ["a", 1, 2, 3], "a", "a, b", "a,b,c,d"],
    },
    { x: { type: "array", items: { const: "x" }, minItems: 1 }, values: [[], ["y"]] },
    { x: { type: "array", minItems: 1 }, values: [[], null] },
    { x: { type: "array", items: person, minItems: 5 }, values: [[], null] },
    {
      x: { type: "array", uniqueItems: true },
      values: [
        ["a", "b", "a"],
        [1, "1", 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [null, null],
        [[], [], []],
      ],
    },
    {
      x: { type: "array", items: text, uniqueItems: true, maxItems: 2 },
      values: [
        ["a", "a", "a"],
        [5, 5],
      ],
    },
    { x: { type: "array", contains: { type: "string", maxLength: 20 } }, values: [[], [1], ["a"], [1, "a"]] },
    {
      x: { type: "array", contains: integer, minContains: 2, maxContains: 3 },
      values: [[], [1], [1, 2], [1, 2, 3, 4], ["a", 1]],
    },
    {
      x: { type: "array", contains: { const: "a" }, minContains: 0, maxContains: 1, maxItems: 3 },
      values: [[], ["a", "a"], ["a", "a", "b", "c"], ["b"]],
    },
    {
      x: { type: "array", prefixItems: [text, integer], items: { type: "boolean" } },
      values: [[], ["a"], ["a", 1], ["a", 1, true, 5], [1, "a"], "a", '["a", "1"]'],
    },
    {
      x: { type: "array", prefixItems: [text, integer], items: false },
      values: [["a", 1], ["a", 1, 2, 3], [null]],
    },
    {
      x: { type: "array", prefixItems: [text, { const: 7 }], minItems: 2, items: false },
      values: [[], ["a"], null],
    },
    {
      x: { allOf: [{ type: "array", prefixItems: [text] }, { items: { maxLength: 3 } }] },
      values: [["abcd"], ["abc", "abcd"], ["abc", 5]],
    },
    {
      x: { type: ["array", "string"], maxLength: 5, items: text },
      values: ["a", "abcdef", ["a", 5], 5, null],
    },
    {
      x: { type: "array", items: { type: "array", items: integer } },
      values: [[[1], ["2"]], [1], [[[]]], "[[1]]"],
    },
    { x: { type: "array", items: { oneOf: [integer, text] } }, values: [[1, "a", null], "a", 5] },
    { x: { type: "array", items: false }, values: [[], [1], ["a", null]] },
    {
      x: { type: ["integer", "array"], items: integer },
      values: ["1, 2", "7", "x", true, {}, "[1]", ["1"]],
    },
    {
      x: { ...objectOf({ a: integer }), type: ["boolean", "object"] },
      values: ['{"a":1}', '{"A":1}', "yes", "x", 5, []],
    },
    {
      x: { ...objectOf({ a: integer }), type: ["object", "null"] },
      values: ['{"a":1}', '{"A":1}', "x"],
    },
    { x: { type: "array", prefixItems: [false] }, values: [[], [1]] },
  ],
  objects: [
    {
      x: person,
      values: [
        ...SCALARS,
        { name: "Ada", age: 36 },
        { Name: "Ada" },
        { nam: "Ada", ages: 5 },
        { name: "Ada", nam: "Bob" },
        { name: "Ada", colour: "red" },
        { name: "Ada", colour: { shade: "\ud800" } },
        { name: null, age: null },
        '{"name": "Ada"}',
        '{"nam": "Ada"}',
        '{"name": 5}',
        "Ada",
        { age: "36" },
        { agee: "x" },
        [{ name: "Ada" }],
      ],
    },
    {
      x: objectOf({ kind: { const: "human" }, id: text }, { required: ["kind", "id"] }),
      values: ["ada", "", "a".repeat(21), {}, { id: "ada" }, { kind: "robot", id: "ada" }, 5],
    },
    { x: objectOf({ a: text, b: text }, { required: ["a", "b"] }), values: ["ada", {}] },
    { x: { type: "object" }, values: [{ a: 1 }, { a: { b: "\ud800" } }, [], "x", null] },
    { x: { type: "object", properties: { a: integer } }, values: [{ a: "1" }, { b: 1 }, { A: 1 }, "{}"] },
    {
      x: { type: "object", additionalProperties: integer },
      values: [{ a: 1 }, { a: "1", b: null }, { "a/b~": "x" }, '{"a": "1"}', 5],
    },
    {
      x: { type: "object", additionalProperties: { type: "array", items: text } },
      values: [{ a: ["x"] }, { a: "x, y" }, { a: 5 }],
    },
  ],
  maps: [
    {
      x: { type: "object", propertyNames: { enum: ["bedRoom", "bath-room", "ab", "a-b"] } },
      values: [
        { "Bed Room": 1 },
        { bathroom: 1 },
        { BATH_ROOM: 1, "bath-room": 2 },
        { A_B: 1 },
        { hall: 1 },
        { "": 1 },
      ],
    },
    {
      x: {
        type: "object",
        propertyNames: { pattern: "^[A-Z]+[0-9]*$", maxLength: 9, description: "capitals" },
      },
      values: [{ abc: 1 }, { "a-b": 1 }, { Abc: 1, ABC: 2 }],
    },
    {
      x: { type: "object", properties: { a: text }, additionalProperties: { type: "array", items: text } },
      values: [{ a: "x, y", b: "x, y" }],
    },
    {
      x: objectOf({}, { patternProperties: { "^x-": {}, "-l$": { type: "array", items: text } } }),
      values: [
        { "x-l": "p, q", y: "p, q" },
        { "x-a": "p, q", "a-l": "p, q" },
      ],
    },
    {
      x: objectOf({}, { patternProperties: { "^x-": text, "-n$": integer } }),
      values: [{ "x-n": true }],
    },
    {
      x: objectOf({}, { patternProperties: { "^x-": { minimum: 5 }, "-n$": { multipleOf: 2 } } }),
      values: [{ "x-n": 3 }, { "x-n": 7 }, { "x-n": 4 }],
    },
    {
      x: { type: "object", propertyNames: { minLength: 2 }, allOf: [{ propertyNames: { maxLength: 3 } }] },
      values: [{ a: 1 }, { abcd: 1 }, { ab: 1 }],
    },
    {
      x: { type: "object", patternProperties: { "^x-": text, "-n$": integer }, additionalProperties: false },
      values: [{ "x-a": "1" }, { "x-a": 1 }, { "a-n": "1" }, { "x-n": "1" }, { y: 1 }, { X: 1 }],
    },
    {
      x: {
        type: "object",
        properties: { a: text },
        patternProperties: { "^x-": text },
        additionalProperties: false,
      },
      values: [{ a: "1", "x-a": "1" }, { quay: 1 }],
    },
    {
      x: {
        type: "object",
        properties: { a: text },
        patternProperties: { "^a": { minLength: 2, maxLength: 9 } },
      },
      values: [{ a: "1" }, { ab: "1" }, { b: "1" }, { a: 1 }],
    },
    {
      x: { type: "object", patternProperties: { "^n": integer }, additionalProperties: text },
      values: [{ n: "x" }, { m: 5 }, { m: "x" }],
    },
    {
      x: { type: "object", propertyNames: { pattern: "^[a-z]+$", maxLength: 5 } },
      values: [{ a: 1 }, { A: 1 }, { abcdef: 1, b: 2 }],
    },
    {
      x: { type: "object", propertyNames: { pattern: "^[A-Z]{3}$", maxLength: 5 } },
      values: [{ eur: 1 }, { eur: 1, Eur: 2 }, { eur: 1, EUR: 2 }],
    },
    { x: { type: "object", propertyNames: { enum: ["a", "b"] } }, values: [{ a: 1 }, { c: 1, A: 2 }] },
    { x: { type: "object", propertyNames: { minLength: 2 } }, values: [{ a: 1 }, { ab: 1 }] },
    {
      x: { type: "object", minProperties: 2, maxProperties: 3 },
      values: [{}, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2, c: 3, d: 4 }],
    },
    { x: { ...person, maxProperties: 1 }, values: [{ name: "Ada", age: 1 }, { name: "Ada" }] },
    {
      x: objectOf(
        { card: text, zip: text, city: { const: "Bonn" } },
        { dependentRequired: { card: ["zip", "city"] } },
      ),
      values: [{ card: "1" }, { zip: "1" }, { card: "1", zip: 5 }, { card: "1", zip: "1", city: "Bonn" }],
    },
  ],
  members: [
    { x: objectOf({ b: { anyOf: [{ type: "null" }, text] } }, { required: ["b"] }), values: [{}] },
    {
      x: objectOf({ inner: objectOf({ owner: person, note: text }) }),
      values: [
        { inner: { name: "Ada" } },
        { inner: { owner: { name: "Ada" }, ownr: { name: "Bob" } } },
        { inner: { ownr: { name: "Ada", zzz: 1 } } },
      ],
    },
    { x: objectOf({ kind: { const: "k" }, v: {} }, { required: ["kind", "v"] }), values: ["hello"] },
    {
      x: objectOf({ "x-b": text }, { patternProperties: { "^x-": text } }),
      values: [{ "x-bb": "a" }, { "X-b": "a" }],
    },
    {
      x: objectOf(
        {
          e: { enum: ["x", "y"], examples: ["x"] },
          f: { type: "string", maxLength: 60, examples: ["f".repeat(58)] },
        },
        { required: ["e", "f"] },
      ),
      values: [{}],
    },
    {
      x: objectOf({ owner: person, note: text }),
      values: [
        { name: "Ada" },
        { ownerName: "Ada" },
        { owner: { age: 5 }, name: "Ada" },
        { owner: "x", name: "Ada" },
        { name: "Ada", age: 5 },
        { name: 5 },
        { owner: { name: "Ada" }, name: "Bob" },
      ],
    },
    { x: objectOf({ a: person, b: person }), values: [{ name: "Ada" }, { "a name": "Ada", b_age: 3 }] },
    {
      x: objectOf({ constructor: text, toString: integer, __proto__x: text }, { required: ["constructor"] }),
      values: [{}, { constructor: "a" }, { constructor: "a", toString: "5" }],
    },
    { x: objectOf({ a: false, b: text }), values: [{ a: 1 }, { aa: 1 }, { c: 1 }] },
    {
      x: objectOf({ "*": integer, "~": integer, "a/b": integer, b: integer }),
      more: { aliases: { "/x/~*": ["star"], "/x/~0": ["tilde"], "/x/a~1b": ["slash"] } },
      values: [{ star: 1 }, { tilde: 1 }, { slash: 1 }, { "*": "x", "~": "x", "a/b": "x" }],
    },
    {
      x: objectOf(
        {
          a: { ...text, examples: ["abc"] },
          b: { ...integer, examples: [7] },
          c: { type: "array", items: text, examples: [["x".repeat(70)]] },
        },
        { required: ["a", "b", "c"] },
      ),
      values: [{}],
    },
    {
      x: objectOf(
        {
          a: { type: "boolean" },
          b: { type: ["string", "null"], maxLength: 9 },
          c: { type: "null" },
          d: {},
          e: { enum: ["x"] },
        },
        { required: ["a", "b", "c", "d", "e"] },
      ),
      values: [{}],
    },
    {
      x: objectOf({ title: text, colour: text }),
      more: { aliases: { "/x/colour": ["color", "hue"] } },
      values: [{ color: "red" }, { hue: "red" }, { colours: "red" }, { color: "red", hue: "blue" }],
    },
    { x: { type: ["object", "null"], properties: { a: integer } }, values: [null, { a: "1" }, 5, "{}"] },
    {
      x: { type: ["object", "string"], properties: { a: integer }, maxLength: 5 },
      values: [{ a: "1" }, "abcdef", 5, []],
    },
    { x: { properties: { a: integer }, items: text }, values: [{ a: "1" }, [1], 5, null] },
  ],
  alternatives: [
    {
      x: { oneOf: [text, person, { type: "null" }] },
      values: ["a", 5, { name: 5 }, { nam: "Ada" }, null, [], true, "a".repeat(21), ""],
    },
    {
      x: {
        oneOf: [
          shape("circle", { radius: { type: "number", exclusiveMinimum: 0 } }),
          shape("square", { side: { type: "number" } }),
        ],
      },
      values: [
        { kind: "circle", radius: 0 },
        { kind: "circl", radius: 1 },
        { radius: 1 },
        { kind: 5 },
        { kind: "square" },
        { kind: "square", side: 1, radius: 1 },
        {},
        "circle",
        null,
      ],
    },
    {
      x: {
        anyOf: [
          objectOf({ name: text, mail: { ...text, format: "email" } }, { required: ["name"] }),
          objectOf({ given: text, family: text }, { required: ["given", "family"] }),
        ],
      },
      values: [
        {},
        { name: 5 },
        { given: "A" },
        { given: "A", family: "B", name: "C" },
        { name: "A", given: "B" },
        { colour: 1 },
        [],
        "x",
      ],
    },
    {
      x: { anyOf: [{ enum: ["MIT", "ISC"] }, { type: "string", maxLength: 20, pattern: "^LicenseRef-" }] },
      values: ["MIT", "mit", "LicenseRef-x", "WTFPL", "", 5, null],
    },
    { x: { anyOf: [{ const: 1 }, { const: 2 }, { const: "three" }] }, values: [1, 2, 3, "3", "tree", null] },
    {
      x: { oneOf: [{ type: "array", items: text }, text] },
      values: ["a", ["a"], [5], 5, {}, "a".repeat(21)],
    },
    { x: { oneOf: [integer, { type: "null" }] }, values: ["5", null, 5.5, "x"] },
    {
      x: {
        anyOf: [
          { type: "object", required: ["a"], properties: { a: integer } },
          { type: "object", required: ["b"], properties: { b: integer } },
        ],
      },
      values: [{ a: 1 }, { a: "1" }, { b: "x" }, {}, { a: "x", b: 1 }, { a: 1, b: "x" }],
    },
    {
      whole: {
        ...objectOf({ a: text, b: text, c: text }),
        oneOf: [{ required: ["a"] }, { required: ["b"] }],
      },
      valid: { a: "x" },
      values: [{}, { a: "x" }, { a: "x", b: "y" }, { c: "z" }, { a: 5 }],
    },
    // Many alternatives, of which some have no shape to fill in.
    {
      whole: {
        ...objectOf({ any: true, fixed: { const: 1 }, ...MANY_MEMBERS }),
        oneOf: ["any", "fixed", ...Object.keys(MANY_MEMBERS)].map((name) => ({ required: [name] })),
      },
      valid: { m1: "x" },
      values: [{}, { m13: 5 }, { m1: "x", m13: "x" }, { m1: "x", m2: "x", m3: "x" }, null],
    },
    {
      whole: {
        ...objectOf({ a: text, b: text, c: { const: "x" } }),
        anyOf: [{ required: ["a"] }, { required: ["b", "c"] }],
      },
      valid: { a: "x" },
      values: [{}, { b: "x" }, { c: "x" }, { d: 1 }],
    },
    {
      x: { oneOf: [shape("a", { n: integer }), shape("b", { n: text }), objectOf({ free: text })] },
      values: [{ kind: "a", n: "x" }, { kind: "c" }, { free: 5 }, {}, { n: 1 }],
    },
    {
      x: {
        oneOf: [
          objectOf({ t: { enum: ["a", "b"] }, u: { const: 1 } }, { required: ["t", "u"] }),
          objectOf({ t: { enum: ["b", "c"] }, u: { const: 2 } }, { required: ["t", "u"] }),
        ],
      },
      values: [
        { t: "b", u: 2 },
        { t: "b" },
        { t: "b", u: 3 },
        { t: "a", u: 2 },
        { u: 1 },
        { t: "d", u: 1 },
        {},
      ],
    },
    {
      x: {
        type: "object",
        properties: { k: { type: "string", maxLength: 9 } },
        required: ["k"],
        oneOf: [
          { properties: { k: { const: "a" }, n: integer } },
          { properties: { k: { const: "b" }, m: integer } },
        ],
      },
      values: [{ k: "a", n: "1" }, { k: "b", n: "1" }, { k: "c" }, {}],
    },
    { x: { oneOf: [{ type: "string", maxLength: 3 }] }, values: ["abcd", 5] },
    {
      x: { type: "string", maxLength: 9, anyOf: [{ enum: ["a", "b"] }, { pattern: "^x", maxLength: 9 }] },
      values: ["a", "x1", "c", 5, "abcdefghijk"],
    },
    {
      x: {
        oneOf: [
          objectOf({ a: { type: "array", items: text } }, { required: ["a"] }),
          { type: "array", items: text },
        ],
      },
      values: [{ a: "x, y" }, "x, y", '{"a": ["x"]}', 5],
    },
    // Told apart by "mode" alone, although "kind" comes first and tells some of them apart.
    {
      x: {
        oneOf: [1, 2, 3].map((mode) =>
          objectOf(
            { kind: { const: mode === 3 ? "y" : "x" }, mode: { const: mode } },
            { required: ["kind", "mode"] },
          ),
        ),
      },
      values: [{ mode: 2 }, { kind: "x" }, { kind: "y", mode: 3 }],
    },
    {
      x: {
        oneOf: [1, 2].map((mode) =>
          objectOf({ kind: { const: `k${mode}` }, mode: { const: mode } }, { required: ["kind", "mode"] }),
        ),
      },
      values: [{}],
    },
    {
      x: {
        type: "object",
        properties: { a: {}, b: {} },
        required: ["a"],
        anyOf: [
          { properties: { a: integer }, required: ["a"] },
          { properties: { b: integer }, required: ["b"] },
        ],
      },
      values: [{ a: "x", b: "y" }, { a: "x" }],
    },
    { x: { anyOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }, values: ["b", "d"] },
    {
      x: {
        type: "object",
        required: ["k"],
        properties: { k: { enum: ["a", "b"] } },
        oneOf: [
          { properties: { k: { const: "a" }, list: { type: "array", items: integer } } },
          { properties: { k: { const: "b" } } },
        ],
      },
      values: [{ k: "a", list: '[1, "2"]' }],
    },
    // Told apart by "kind" first, and then by what they require.
    {
      x: {
        oneOf: [
          shape("x", { a: integer }),
          shape("x", { b: integer }),
          objectOf({ kind: { const: "y" } }, { required: ["kind"] }),
        ],
      },
      values: [{ kind: "x" }, { kind: "x", a: 1 }, { kind: "x", b: "1" }, { kind: "y" }, {}],
    },
    // What is said about the next member stands at its own place.
    {
      whole: objectOf({ x: { oneOf: [shape("a", {}), shape("b", {})] }, y: integer }),
      values: [{ x: { kind: "c" }, y: "1" }, { x: {}, y: "1" }, {}],
    },
    {
      x: {
        type: "object",
        oneOf: [
          { properties: { a: integer, b: false }, required: ["a"] },
          { properties: { b: integer, a: false }, required: ["b"] },
        ],
      },
      values: [{ a: "1" }, { b: "1" }, { a: 1, b: 1 }, {}],
    },
    {
      x: {
        anyOf: [
          objectOf({ a: integer, a2: integer }, { required: ["a", "a2"] }),
          objectOf({ b: integer, b2: integer }, { required: ["b", "b2"] }),
          objectOf({ c: integer }),
        ],
      },
      values: [{ a: "1", a2: 2 }, { b: "1" }, { c: "1" }, { a: 1, b: 1, b2: 1 }, {}],
    },
    {
      x: { oneOf: [{ const: [1] }, { const: [2, { b: 1, a: 2 }] }] },
      values: [[1], [2, { a: 2, b: 1 }], [3]],
    },
    {
      x: {
        oneOf: [
          objectOf({ kind: { const: null }, a: integer }, { required: ["kind"] }),
          objectOf({ kind: { const: { b: 1, a: 2 } }, b: integer }, { required: ["kind"] }),
          objectOf({ kind: { const: 5 } }, { required: ["kind"] }),
        ],
      },
      values: [{ kind: null, a: "1" }, { kind: { a: 2, b: 1 }, b: "1" }, { kind: 5, a: 1 }, { kind: 6 }],
    },
    {
      x: { anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] },
      more: rule("form", "matches", ["/x"], { params: { pattern: "^a", form: "an a" } }),
      values: ["a", "b", null],
    },
    {
      x: {
        oneOf: [
          { type: "object", properties: { a: integer, b: integer }, required: ["a", "b"] },
          { type: "object", properties: { c: integer } },
        ],
      },
      values: [{ a: 1, b: 1 }, { a: 1 }, { c: "1" }],
    },
  ],
  conditions: [
    {
      whole: { ...objectOf({ a: text }), ...when({ required: ["a"] }, false as never) },
      values: [{ a: "x" }, {}],
    },
    { x: { type: ["integer", "string"], maxLength: 9, not: { enum: [1, "a"] } }, values: [1, "a", 2] },
    { x: { type: "number", not: { type: "integer" } }, values: [1, 1.5] },
    {
      whole: {
        ...objectOf({ mode: { enum: ["on", "off"] }, reason: text, level: integer }),
        ...when(
          { properties: { mode: { const: "off" } }, required: ["mode"] },
          { required: ["reason"], properties: { level: false } },
          { properties: { level: { minimum: 1 } } },
        ),
      },
      values: [
        { mode: "off" },
        { mode: "off", reason: 5, level: 1 },
        { mode: "on", level: 0 },
        { level: "0" },
        {},
        { mode: "of" },
      ],
    },
    {
      whole: {
        ...objectOf({ a: text, b: text, c: integer }),
        dependentSchemas: { a: { required: ["b"], properties: { c: { maximum: 5 } } } },
      },
      values: [{ a: "x" }, { a: "x", b: "y", c: 6 }, { c: 6 }],
    },
    {
      whole: { ...objectOf({ a: text, b: text }), not: { required: ["a", "b"] } },
      values: [{ a: "x" }, { a: "x", b: "y" }],
    },
    {
      whole: { ...objectOf({ a: text, b: text }), not: { required: ["b"] } },
      values: [{ b: "x" }, { a: "x" }],
    },
    {
      whole: { ...objectOf({ a: text }), not: { properties: { a: { const: "x" } }, required: ["a"] } },
      values: [{ a: "x" }, { a: "y" }, {}],
    },
    { x: { ...text, not: { const: "none" } }, values: ["none", "None", 5] },
    { x: { ...text, not: { enum: ["a", "b"] } }, values: ["a", "c"] },
    { x: { ...text, not: { pattern: "^http:", maxLength: 50 } }, values: ["http://a", "a"] },
    { x: { ...text, not: { format: "uri" } }, values: ["a:b", "a"] },
    { x: { not: { type: ["array", "object"] } }, values: [[], {}, 5] },
    { x: { not: { type: "string" } }, values: ["a", 5] },
    { x: { ...text, not: { type: "string", maxLength: 3 } }, values: ["abc", "abcd"] },
    { x: { not: { type: ["string", "null"] } }, values: ["a", null, 5] },
    { x: { not: { type: "null" } }, values: [null, 5] },
    {
      whole: {
        ...objectOf({ a: text, b: text }),
        not: { required: ["a"], properties: { a: { type: "string" } } },
      },
      values: [{ a: "x" }, { b: "x" }],
    },
    {
      whole: {
        type: "object",
        properties: { k: text },
        oneOf: [
          { required: ["list"], properties: { list: { type: "array", items: text } } },
          { required: ["n"], properties: { n: integer } },
        ],
      },
      valid: { n: 1 },
      values: [{ list: "a, b" }, { n: "1" }, { list: 5 }],
    },
    {
      whole: {
        ...objectOf({ k: text, list: {} }),
        dependentSchemas: { k: { properties: { list: { type: "array", items: text } } } },
      },
      values: [{ k: "x", list: "a, b" }, { list: "a, b" }],
    },
    { x: { not: { anyOf: [{ const: 1 }, { const: 2 }] } }, values: [1, 2, 3] },
    { x: { type: "array", items: { ...text, not: { const: "x" } } }, values: [["x"], "x, y", ["y"]] },
    {
      x: { ...person, ...when({ required: ["age"] }, { properties: { age: { minimum: 18 } } }) },
      values: [{ name: "A", age: 5 }, { name: "A" }, { name: "A", age: "5" }, { age: 5 }],
    },
    {
      x: {
        type: ["string", "integer"],
        maxLength: 9,
        ...when({ type: "string" }, { pattern: "^a", maxLength: 9 }, { minimum: 3 }),
      },
      values: ["a", "b", 2, 3, null],
    },
    {
      whole: {
        ...objectOf({ list: { type: "array", items: text }, n: integer }),
        ...when(
          { required: ["n"] },
          { properties: { list: { type: "array", items: { minLength: 2, maxLength: 9 } } } },
        ),
      },
      values: [{ n: 1, list: ["a"] }, { n: 1, list: "ab, cd" }, { list: ["a"] }, { n: 1, list: "a" }],
    },
  ],
  meant: [
    // "tag" is taken for "tags" only if its value would do there.
    ...[
      integer,
      { type: "number", minimum: 3 },
      text,
      { type: "boolean" },
      { type: "null" },
      { enum: ["a", "b"] },
      { type: "array", items: text },
      { type: "array", items: integer, minItems: 1 },
      { type: "array", prefixItems: [integer], items: text },
      { type: "object", properties: { a: integer } },
      objectOf({ a: integer }),
      { type: ["string", "null"], maxLength: 20 },
      { type: ["integer", "array"], items: integer },
      { oneOf: [integer, objectOf({ a: integer })] },
      { oneOf: [{ type: "null" }, { type: "array", items: { enum: ["a"] } }] },
      {},
      false,
    ].map((tags) => ({ x: objectOf({ tags }), values: MEANT })),
  ],
  // Values in another arrangement than the schema has.
  arrangements: [
    {
      x: { type: "array", items: person },
      values: [
        { Ada: { age: 36 }, Bob: { age: 41 } },
        { Ada: { age: 36 }, Bob: { name: "Bob", age: 41 } },
        { Ada: { years: 36 } },
        { ["a".repeat(21)]: { age: 36 } },
        { Ada: 36 },
        {},
        { 0: { age: 36 } },
        { 1042: { age: 36 } },
        { item: { age: 36 } },
        { X: { age: 36 } },
      ],
    },
    {
      x: { type: "array", items: objectOf({ name: text, town: text }, { required: ["name", "town"] }) },
      values: [{ Ada: {} }, { Ada: { town: "Ystad" } }, { Ystad: { name: "Ada" } }],
    },
    {
      x: {
        type: "array",
        items: objectOf({ kind: { enum: ["a", "b"] }, n: integer }, { required: ["kind"] }),
      },
      values: [{ a: { n: 1 } }],
    },
    {
      whole: { type: "object", properties: { title: text, size: integer }, required: ["title"] },
      valid: { title: "a" },
      values: [{ mine: { kind: "a", note: "b", size: 1 } }, { mine: { kind: "a", title: "b", size: 1 } }],
    },
    {
      whole: objectOf({ title: text, size: objectOf({ width: integer, title: text, note: text }) }),
      valid: {},
      values: [{ Size: { width: 1, title: "a", note: "b" } }, { data: { width: 1, title: "a", note: "b" } }],
    },
    {
      whole: objectOf({ title: text, size: integer, records: { type: "array", items: { type: "object" } } }),
      valid: {},
      values: [{ record: { title: "a", size: 1 } }, { record: { name: "a", size: 1 } }],
    },
    {
      x: objectOf({ paint: text, size: objectOf({ width: integer }), place: objectOf({ town: text }) }),
      values: [
        { size: { width: 1, paint: "a" } },
        { size: { width: 1, Paint: "a" } },
        { paint: "b", size: { width: 1, paint: "a" } },
        { paitn: "b", size: { width: 1, paint: "a" } },
        { size: { width: 1, paint: 5 } },
        { size: { paint: "a" }, place: { paint: "b" } },
        { size: { size: { width: 1 } } },
        { width: 1 },
        { sizeWidth: 1, size: {} },
        { width: 1, size: { width: 2 } },
        { width: 1, size: 5 },
        { SIZE: {}, width: 1 },
        { SIZE: { width: 1 }, width: 2 },
        { SIZE: { width: 1, paint: "a" } },
        { width: 1, sizeWidth: 2 },
        '{"SIZE":{"width":1},"width":2}',
        '{"paitn":"a"}',
        '{"size":{"widht":1}}',
        '{"width":1}',
        '{"size":{"paint":"a"}}',
        '{"size":{"Paint":"a"}}',
        '{"sizeWidth":"1"}',
        '{"paint":"a","paint":"b"}',
        '{"paint":"a","pain\\u0074":"b"}',
        '{"size":{"width":1},"place":{},"size":{"width":2}}',
        '{"size":{"width":1,"width":2}}',
        '{"size":{"width":1},"place":{"width":2}}',
        '{"paint":"a:{,\\"paint\\":","place":{"town":"b"}}',
        "paint: a",
        "paint: a\nwidth: 3",
        "paint",
      ],
    },
    // What is in an owner may well be the owner's, and what is missing is not what an author is called.
    {
      whole: objectOf(
        { title: text, name: text, price: integer, owner: objectOf({ id: text }) },
        { required: ["title", "owner"] },
      ),
      valid: { title: "a", owner: {} },
      values: [
        { title: "a", owner: { id: "ada", name: "Ada" } },
        { owner: { id: "ada", title: "Dr" } },
        { owner: { id: "ada", title: "Tea", price: 5 } },
      ],
    },
    {
      whole: objectOf(
        { title: text, author: objectOf({ name: text, age: integer }) },
        { required: ["title"] },
      ),
      valid: { title: "a" },
      values: [
        { name: "Dune", author: { age: 65 } },
        { title: "Dune", name: "Frank", author: { age: 65 } },
      ],
    },
    {
      x: { type: "array", items: objectOf({ a: integer, b: { type: "array", items: integer } }) },
      values: ['[{"a":1},{"a":2}]', '[{"a":1,"b":[],"a":2}]', '[[],{"a":1}]', '{"b":[1,2],"a":3}'],
    },
  ],
  // Items of a list that were written as their name and a few words.
  // Lists, and objects, that were written as a text.
  "lists-in-texts": [
    {
      x: { type: "array", items: { enum: ["red", "green"] } },
      values: [
        ...["red; green", "red/green", "red + green", "red&green", "red and green", "red green", " red "],
        ...[
          "red, , green",
          "RED,green",
          "red blue",
          "red and blue",
          "redand green",
          "red\ngreen",
          "gren, red",
        ],
        ...["blue, blue", "red,", ",", "; ;", "{red", "```red```", "red ".repeat(501)],
      ],
    },
    {
      x: { type: "array", items: integer },
      values: [
        ...[
          "```json\n[1]\n```",
          "```\n[1]\n```",
          "  ```json  \n[1]\n  ```  ",
          "```json\n[1]```",
          "``` [1] ```",
        ],
        ...["```js x\n[1]\n```", "x```\n[1]\n```", "```\n[1]\n```x", "```2\n[1]\n```"],
        ...["[123456789012345]", "[1234567890123456]", "[-1234567890123456]", "[1, 1234567890123456]"],
        ...["1; 2", "1,5; 2", "a; 1", "1 2", "1.5", "1, 2.0", "1e3", "; ;"],
      ],
    },
    { x: { type: "array", items: { type: "number" } }, values: ["1.5; 2", "1,5", "1,5; 2", 1.5, "1.234"] },
    {
      x: { type: "array", items: { type: "boolean" } },
      values: ["true, false", "yes, no", true, "1, 0", "x"],
    },
    {
      x: { type: "array", prefixItems: [{ type: "number" }, integer, { enum: ["m", "km"] }], items: false },
      values: ["1.5, 2, M", "[1,2]", "1.5, 2", "1.5", "1.5, x", "1, 2, m, 3", "1.5,2", 5],
    },
    {
      x: { type: "array", items: { oneOf: [{ ...text, pattern: "^[a-z]+$" }, objectOf({ a: text })] } },
      values: ["ab, cd", "ab", "Ab, cd"],
    },
    { x: { type: "array", items: { type: ["string", "integer"], maxLength: 9 } }, values: ["1, 2"] },
    { x: { type: "array", items: { enum: [100, 200] } }, values: ["100, 200", "100", "100, x", "100,200"] },
    { x: { type: "array", items: { type: "null" } }, values: ["a, b", null] },
    { x: { type: "array", items: true }, values: ["a, b", 5, { a: 1 }] },
    {
      x: { type: "array", items: text },
      values: ['["1234567890123456"]', '["a", 1.2345678901234567]', '{"a":1}', "{a, b", "[a, b", " [a, b"],
    },
    {
      x: { type: "array", items: { ...text, pattern: "^[a-z, ]+$" } },
      values: ["a, b", "a, B", "A", "a,,b"],
    },
    {
      x: { type: "array", items: { anyOf: [integer, person] } },
      values: [5, { name: "Ada" }, "5", "x", true],
    },
    {
      x: { type: "array", items: person },
      values: [
        '{"name":"Ada","name":"Bob"}',
        '[{"name":"Ada","name":"Bob"}]',
        '{"nam":"Ada"}',
        "name: Ada",
        JSON.parse('{"__proto__":{"age":1}}'),
        JSON.parse('{"Ada":{"__proto__":1,"age":1}}'),
        { Ada: { age: 1 }, Bob: {} },
        { Ada: { age: 1 }, Bob: [] },
        { Ada: { age: "1" } },
        Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`n${index}`, { age: "x" }])),
      ],
    },
  ],
  // Objects that were written as lines of names and values.
  lines: [
    {
      x: objectOf({ title: text, width: integer, open: { type: "boolean" }, size: { type: "number" } }),
      values: [
        ...["title: a\nwidth: 3", "title: a, width: 3", "title: a; width: 3", "Title: a\nWIDTH: 3"],
        ...["title: a\ntitle: b", "title:a, width:3", "\ntitle: a\n\n width:  3 \n", "title: a, b, width: 3"],
        ...[
          "width: 3,5, title: a",
          "width: 3.5\ntitle: a",
          "open: yes\nwidth: 3",
          "open: true, width: 1,000",
        ],
        ...["open: TRUE\nsize: 1,5", "size: 8.2; open: false", "zzz: a\ntitle: b", "titel: a\nwidth: 3"],
        ...[": a\nwidth: 3", "title:\nwidth: 3", "title: a:b\nwidth: 3", "a title: b\nwidth: 3", "title: a"],
        ...[
          "title: a\nwidth: 'x'",
          'title: "a: b",  width: "3"',
          "title: a ,\twidth:  3",
          "width: 3;  ; title: b",
        ],
        ...["Open : true\nwidth: 3", "title : a\nwidth: 3", "http://a: b\nwidth: 3", "title: a\n: 5"],
        `title: a,${" ".repeat(1_984)}width: 3`,
        `title: a,${" ".repeat(1_983)}width: 3`,
        '{"title":"a","width":1234567890123456}',
      ],
    },
    {
      x: objectOf({ title: text, width: integer }),
      more: { aliases: { "/x/title": ["heading"] } },
      values: ["heading: a\nwidth: 3", "Heading: a, heading: b"],
    },
    {
      x: objectOf({ a: text, o: objectOf({ b: text, c: text }) }),
      values: [
        { o_b: "1", "o c": "2" },
        { o: null, b: "1" },
        { o: [], b: "1" },
        { b: 5 },
        { o: { o: { b: "1" } } },
        { o: { A: "1" } },
        { [`o${"_".repeat(70)}b`]: "1" },
      ],
    },
    {
      x: objectOf({ a: text, o: { type: "object", properties: { b: text } } }),
      values: [{ o: { a: "1" } }, { b: "1" }],
    },
    {
      x: objectOf({ a: text, o: objectOf({ b: text }), p: objectOf({ b: text, c: text }) }),
      values: [{ b: "1" }, { c: "1", pb: "2" }, { o: { a: "1" }, p: { a: "2" } }, { c: "1", C: "2" }],
    },
  ],
  words: [
    {
      x: { type: "array", items: text },
      more: {
        lists: { modes: { values: ["light", "dark"], aliases: { day: "light", night: "dark" } } },
        ...rule("mode-unknown", "in-list", ["/x/*"], { params: { list: "modes" } }),
      },
      values: [
        "light",
        "light dark",
        "light  dark",
        "day, night",
        "light and  dark",
        "light  or dark",
        "purple",
        "light purple",
        "day purple",
        "Light",
        ["day"],
        ["purple"],
        ["light", "dark"],
        "",
      ],
    },
    {
      x: { type: "array", items: text },
      values: [
        `${"a,".repeat(999)}a`,
        `${"a,".repeat(999)}aa`,
        `${"a,".repeat(999)}aaa`,
        "a & b",
        "a  and  b",
        ' ["a"] ',
        ' {"a": 1}',
      ],
    },
    {
      x: { type: "array", items: { type: "object", properties: { a: integer } } },
      values: ['{"a": 1}', ' {"a": 1}', '["a"]', "[", { a: "1" }, 5, [[1]]],
    },
    {
      x: objectOf({ a: integer }),
      values: [' {"a": 1} ', "[1]", "{", '{"a": 12345678901234567890}', "\u00a0{}"],
    },
  ],
  defaults: [
    {
      whole: objectOf(
        { k: { enum: ["a", "b"] }, o: { type: "object" }, n: { ...integer, default: 5 } },
        {
          required: ["k"],
          oneOf: [
            {
              properties: {
                k: { const: "a" },
                o: { type: "object", properties: { deep: { ...text, default: "d" } } },
              },
            },
            { properties: { k: { const: "b" } } },
          ],
        },
      ),
      valid: { k: "b" },
      values: [
        { k: "a", o: {} },
        { k: "b", o: {} },
      ],
    },
    {
      x: { type: "object", properties: { a: { ...text, default: "d" }, b: { ...integer, default: 5 } } },
      values: [{}, { a: "x" }, { c: 1 }],
    },
    {
      x: { type: "array", items: { type: "object", properties: { a: { ...text, default: "d" } } } },
      values: [[], [{}, { a: "x" }]],
    },
    {
      x: {
        type: "array",
        prefixItems: [{ type: "object", properties: { a: { ...text, default: "d" } } }],
        items: text,
      },
      values: [[{}], [{}, "x"]],
    },
    {
      x: {
        type: "object",
        additionalProperties: { type: "object", properties: { a: { ...text, default: "d" } } },
      },
      values: [{ one: {}, two: { a: "x" } }],
    },
    {
      x: { oneOf: [text, { type: "object", properties: { a: { ...text, default: "d" } } }] },
      values: ["x", {}],
    },
    { x: { type: ["object", "null"], properties: { a: { ...text, default: "d" } } }, values: [null, {}] },
    { x: { $ref: "#/$defs/n" }, defs: { n: { ...integer, default: 5 } }, values: [1] },
    {
      x: { type: "array", contains: { type: "object", properties: { a: { ...text, default: "d" } } } },
      values: [[{}], [1, {}]],
    },
    {
      whole: {
        type: "object",
        properties: { x: { type: "object", default: {}, properties: { a: { ...text, default: "d" } } } },
      },
      values: [{}, { x: {} }],
    },
    {
      whole: {
        ...objectOf({ k: { enum: ["a", "b"] }, o: { type: "object" } }),
        ...when(
          { properties: { k: { const: "a" } }, required: ["k"] },
          { properties: { o: { type: "object", properties: { deep: { ...text, default: "d" } } } } },
        ),
      },
      values: [
        { k: "a", o: {} },
        { k: "b", o: {} },
      ],
    },
  ],
  references: [
    { x: { $ref: "#/$defs/name" }, defs: { name: text }, values: ["a", 5, "a".repeat(21)] },
    { x: { $ref: "#/$defs/name", minLength: 3 }, defs: { name: text }, values: ["a", "abc", 5] },
    {
      x: { $ref: "#/$defs/list" },
      defs: { list: { type: "array", items: { $ref: "#/$defs/person" } }, person },
      values: [[{ name: 5 }], { name: "Ada" }, [{}]],
    },
    { x: { $ref: "#/$defs/a~1b%20c" }, defs: { "a/b c": text }, values: [5] },
    {
      x: { allOf: [{ $ref: "#/$defs/person" }, { properties: { age: { maximum: 99 } } }] },
      defs: { person: { type: "object", properties: { name: text, age: integer }, required: ["name"] } },
      values: [{ name: "A", age: 100 }, { age: "5" }, {}],
    },
    { x: {}, values: [5, null, [["a"]], { a: { b: 1 } }] },
    { x: true, values: [5, null] },
    { x: false, values: [5, null] },
  ],
};

const refused = (x: unknown): Schema => objectOf({ x });
const nested = (depth: number, inner: unknown): unknown =>
  Array.from({ length: depth }).reduce((schema) => ({ type: "array", items: schema }), inner);

/** Schemas that are refused, or that are accepted at a bound. */
export const REFUSALS: Record<string, unknown[]> = {
  bounds: [
    refused({ type: "array", prefixItems: Array.from({ length: 100 }, () => true) }),
    refused({ type: "array", prefixItems: Array.from({ length: 101 }, () => true) }),
    refused({ oneOf: Array.from({ length: 200 }, (_, index) => ({ const: index })) }),
    refused({ oneOf: Array.from({ length: 201 }, (_, index) => ({ const: index })) }),
    refused({ type: "string", maxLength: 60_000, pattern: "^(a|b|c|d){1,900}$" }),
    refused(nested(40, text)),
    objectOf(Object.fromEntries(Array.from({ length: 1_999 }, (_, index) => [`m${index}`, text]))),
    objectOf(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`m${index}`, text]))),
  ],
  values: [
    ...[[], "a", {}].map((prefixItems) => refused({ type: "array", prefixItems })),
    ...[[], "a", {}].map((oneOf) => refused({ oneOf })),
    ...[[], "a"].map((anyOf) => refused({ anyOf })),
    ...[null, 5, "x", []].map(refused),
    ...[5, "text", [], ["string", "string"], ["string", "text"], {}].map((type) => refused({ type })),
    ...[-1, 1.5, "1", null, 2 ** 54].map((minLength) => refused({ type: "string", minLength })),
    ...[-1, 0, "1"].map((maxItems) => refused({ type: "array", maxItems })),
    ...["1", null].map((minimum) => refused({ type: "number", minimum })),
    ...[0, -1, "1", 0.5].map((multipleOf) => refused({ type: "number", multipleOf })),
    ...[[], "a", {}, null].map((choices) => refused({ enum: choices })),
    refused({ enum: ["a"], const: "a" }),
    ...["yes", 1, null, false].map((uniqueItems) => refused({ type: "array", uniqueItems })),
    refused({ type: "array", items: [text] }),
    ...[[], "a", {}].map((allOf) => refused({ allOf })),
    ...[5, [], "a"].map((properties) => refused({ type: "object", properties })),
    ...[true, "a", [1], {}].map((required) => refused({ type: "object", required })),
    ...[5, { a: "b" }, { "a/b": [1] }].map((dependentRequired) =>
      refused({ type: "object", dependentRequired }),
    ),
    ...[5, { a: 5 }].map((dependentSchemas) => refused({ type: "object", dependentSchemas })),
    refused({ type: "object", patternProperties: { "(": text, "(?=a)": text } }),
    refused({ type: "object", patternProperties: 5 }),
    ...[5, "(", "(?=a)", "a{1000}{1000}", "\\p{L}"].map((pattern) => refused({ ...text, pattern })),
    refused({ type: "string", pattern: "^a" }),
    ...["dat", "nothing-like-it", 5, null].map((format) => refused({ ...text, format })),
    ...[
      ...[5, "x", null, [], { use: "" }, { use: 5 }, { other: 1 }, { repair: "yes" }, { message: "" }],
      ...[500, 501].map((length) => ({ message: "a".repeat(length) })),
      ...[200, 201].map((length) => ({ use: "a".repeat(length) })),
    ].map((deprecated) => refused({ ...text, deprecated })),
  ],
  keywords: [
    refused({ ...text, minimum: 1 }),
    refused({ ...integer, maxLength: 5, items: text }),
    refused({ ...text, $schema: "https://json-schema.org/draft/2020-12/schema" }),
    { ...refused(text), $schema: "https://json-schema.org/draft/2020-12/schema" },
    ...[
      ...["unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$dynamicAnchor", "$recursiveRef"],
      ...[
        "$recursiveAnchor",
        "$vocabulary",
        "additionalItems",
        "dependencies",
        "id",
        "divisibleBy",
        "extends",
      ],
      ...["disallow", "nullable", "discriminator", "example", "maxLenght", "colour", "x-note", "constructor"],
    ].map((keyword) => refused({ ...text, [keyword]: false })),
    refused({ type: "object", properties: { a: text }, unevaluatedProperties: { type: "integer" } }),
    refused({
      ...text,
      title: "T",
      description: "D",
      $comment: "C",
      examples: ["a"],
      deprecated: true,
      readOnly: true,
      writeOnly: false,
    }),
    refused({ ...text, contentEncoding: "base64", contentMediaType: "a/b", contentSchema: {} }),
  ],
  contradictions: [
    refused({ type: "string", minLength: 5, maxLength: 4 }),
    refused({ type: "array", minItems: 2, maxItems: 1 }),
    refused({ type: "object", minProperties: 2, maxProperties: 1 }),
    refused({ type: "object", properties: { a: text, b: text }, required: ["a", "b"], maxProperties: 1 }),
    refused({ type: "number", minimum: 2, maximum: 1 }),
    refused({ type: "number", minimum: 1, exclusiveMaximum: 1 }),
    refused({ type: "number", exclusiveMinimum: 1, maximum: 1 }),
    refused({ type: "number", minimum: 1, maximum: 1 }),
    refused({ allOf: [{ type: "number", minimum: 5 }, { maximum: 4 }] }),
    refused({ allOf: [{ type: "number", minimum: 5 }, { exclusiveMaximum: 4 }] }),
    refused({ allOf: [{ type: "number", maximum: 4 }, { exclusiveMinimum: 5 }] }),
    refused({ type: "string", const: 5 }),
    refused({ allOf: [{ const: 1 }, { const: 2 }] }),
    refused({ allOf: [{ type: "array", minItems: 2 }, { items: false }] }),
    refused({ type: "array", contains: text, minContains: 2, maxContains: 2, maxItems: 2 }),
    refused({
      allOf: [
        { type: "object", maxProperties: 0 },
        { properties: { a: text }, required: ["a"] },
      ],
    }),
    refused({ type: "object", properties: { a: text, b: text }, dependentRequired: { "a/b": ["c~d"] } }),
    refused({ allOf: [{ type: "string" }, { type: "number" }] }),
    refused({ allOf: [{ type: "string", minLength: 5 }, { maxLength: 4 }] }),
    refused({ type: "string", enum: [1, 2] }),
    refused({ type: "string", enum: ["a", 2] }),
    refused({ allOf: [{ enum: ["a"] }, { enum: ["b"] }] }),
    refused({ allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }),
    refused({ type: "array", items: false, minItems: 1 }),
    refused({ type: "array", prefixItems: [text], items: false, minItems: 2 }),
    refused({ type: "array", contains: text, minContains: 3, maxContains: 2 }),
    refused({ type: "array", contains: text, minContains: 3, maxItems: 2 }),
    refused({ type: "array", contains: text, maxItems: 0 }),
    refused({ type: "array", items: text, contains: { pattern: "^a" } }),
    refused({ type: "array", items: text, contains: { type: "string", pattern: "^a", not: { const: 1 } } }),
    refused({ type: "array", items: { type: "string" }, contains: { pattern: "^a" } }),
    refused({ type: "object", properties: { a: false }, required: ["a"] }),
    refused({ type: "object", properties: { a: text }, additionalProperties: false, required: ["b"] }),
    refused({ type: "object", properties: { a: text }, required: ["b"] }),
    refused({ type: "object", additionalProperties: text, required: ["b"] }),
    refused({ type: "object", properties: { a: text }, dependentRequired: { a: ["b"] } }),
    refused({ type: "object", properties: { a: text, b: false }, dependentRequired: { a: ["b"] } }),
    refused({ type: "string", oneOf: [{ type: "number" }] }),
  ],
  alternatives: [
    refused({ oneOf: [text, { type: "string", minLength: 30, maxLength: 40 }] }),
    refused({ oneOf: [integer, { type: "number", minimum: 5 }] }),
    refused({ anyOf: [{ type: "array" }, { type: "array", items: text }] }),
    refused({ anyOf: [{ type: "object" }, person] }),
    refused({ anyOf: [{ type: "boolean" }, { type: ["boolean", "null"] }] }),
    refused({ oneOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }),
    refused({ anyOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] }),
    refused({ oneOf: [{ enum: ["a", "b"] }, text] }),
    refused({ oneOf: [{ enum: [1, 2] }, text] }),
    refused({ oneOf: [shape("a", {}), shape("a", { n: integer })] }),
    refused({ oneOf: [shape("a", {}), shape("b", {}), { type: "object" }] }),
    refused({ oneOf: [shape("a", {}), shape("b", {}), objectOf({ n: integer })] }),
    refused({ oneOf: [objectOf({ a: text }), objectOf({ b: text })] }),
    refused({ oneOf: [objectOf({ a: text }, { required: ["a"] }), objectOf({ b: text })] }),
    refused({ not: person }),
    refused({ not: { minimum: 5 } }),
    refused({ not: { not: { type: "string" } } }),
    refused({ not: { required: ["a"], properties: { a: { minimum: 5 } } } }),
    refused({ not: true }),
    refused({ not: {} }),
    refused({ not: { title: "T", description: "D", $comment: "C", const: 1 } }),
    refused({ not: { anyOf: [{ minimum: 5 }, { const: 1 }] } }),
    refused({ not: { properties: { "a/b": { items: true } }, required: ["a/b"] } }),
    refused({ not: 5 }),
    refused({
      oneOf: [
        objectOf({ a: { enum: [1, 2] }, b: { const: 1 } }),
        objectOf({ a: { enum: [2, 3] }, b: { const: 1 } }),
      ],
    }),
    refused({
      oneOf: [shape("a", {}), objectOf({ kind: { const: "b" } }), objectOf({ kind: { const: "c" } })],
    }),
    refused({ oneOf: [{ enum: [{ a: 1 }] }, { enum: [{ a: 2 }] }] }),
    refused({ oneOf: [{ const: null }, { const: true }, { enum: [false, 1] }] }),
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
    refused({ type: "string", then: text }),
    refused({ type: "string", else: text }),
    refused({ type: "string", if: { const: "a" } }),
  ],
  references: [
    ...[
      "#/$defs/nothing",
      "#nothing",
      "other.json",
      "https://a.example/b",
      "#",
      "#/properties/x",
      "#/%",
      5,
      "",
      "#/$defs",
    ].map(($ref) => ({ ...refused({ $ref }), $defs: { known: text } })),
    { ...refused({ $ref: "#/$defs/a" }), $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
    {
      ...refused({ $ref: "#/$defs/a" }),
      $defs: { a: { type: "object", properties: { a: { $ref: "#/$defs/a" } } } },
    },
    { ...refused(text), $defs: { unused: { type: "string", minimum: 5 } } },
    { ...refused(text), $defs: { unused: { properties: { a: { items: 5 } }, anyOf: [{ colour: 1 }] } } },
    { ...refused({ $ref: "https://a.example/b" }), $defs: { b: { $id: "https://a.example/b", ...text } } },
    {
      ...refused({ $ref: "#short" }),
      $id: "https://a.example/",
      $defs: { b: { $anchor: "short", ...text } },
    },
    { ...refused({ $ref: "#/definitions/nothing" }), definitions: { known: text } },
    { ...refused({ $ref: "#/definitions/known/deep" }), definitions: { known: text } },
    refused(nested(13, text)),
    refused(nested(16, text)),
  ],
  defaults: [
    refused({ ...text, default: 5 }),
    refused({ ...text, default: "a" }),
    { ...refused({ $ref: "#/$defs/n" }), $defs: { n: { ...integer, default: 1.5 } } },
    {
      ...objectOf({ a: { ...text, default: "x" }, b: text }),
      ...when({ required: ["a"] }, { required: ["b"] }),
    },
    {
      ...objectOf({ a: { ...text, default: "x" }, b: text }),
      ...when({ properties: { a: { const: "x" } } }, { required: ["b"] }),
    },
    { ...objectOf({ a: { ...text, default: "x" }, b: text }), dependentRequired: { a: ["b"] } },
    { ...objectOf({ a: { ...text, default: "x" }, b: text, c: text }), dependentRequired: { b: ["c"] } },
    {
      ...objectOf({ a: { ...text, default: "x" } }),
      allOf: [{ properties: { a: { minLength: 2, maxLength: 9 } } }],
    },
  ],
};
