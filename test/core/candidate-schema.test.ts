/** The plain JSON Schema of candidates says what the package says, as far as JSON Schema can. */
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  candidateSchema,
  checkCandidate,
  repairCandidate,
  type SpecPackage,
  strictCandidateSchema,
} from "../../src/core/index.ts";
import { spoil } from "../../src/core/publishing/advice.ts";
import { exampleContext } from "../../src/core/publishing/examples.ts";
import { sixDomains } from "../operations/six-domains.ts";
import { draws } from "../support/random.ts";
import { load as loadSmall, objectOf } from "./schema/small-package.ts";

/** One for all, because it compiles each schema once, and that of schemas too. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const specs = sixDomains.list().flatMap((state) => (state.status === "ready" ? [state.spec] : []));

const SAYABLE =
  /^(?:type-mismatch|member-(?:missing|unknown|forbidden|name)|value-(?:not-allowed|refused)|alternative|text-(?:too|pattern)|list-|item-|number-(?:too|not))/;

/** What JSON Schema cannot say, or other readers of it say otherwise: formats, and texts that are trimmed, blank or no text. */
function isBeyond(candidate: unknown, codes: readonly string[]): boolean {
  if (codes.some((code) => /format|surrogate|placeholder|nested|range|unevaluated|unsafe/.test(code)))
    return true;
  const texts = [...JSON.stringify(candidate).matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) =>
    JSON.parse(text),
  );
  return texts.some((text) => text !== text.trim() || text === "" || text === "TODO");
}

function placesOf(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [pointer];
  return [
    pointer,
    ...Object.entries(value).flatMap(([name, inner]) =>
      placesOf(inner, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    ),
  ];
}

describe.each(specs.map((spec) => [spec.domainId, spec] as const))("%s", (_, spec: SpecPackage) => {
  const listCodes = new Set(
    spec.document.rules
      .filter(({ check, severity }) => check === "in-list" && severity === "error")
      .map(({ code }) => code),
  );
  const { valid, invalid } = spec.document.examples;
  const context = exampleContext(spec);

  test("schema and package agree", () => {
    const accepts = ajv.compile(candidateSchema(spec));
    let compared = 0;
    const compare = (candidate: unknown) => {
      const { valid: isValid, diagnostics } = checkCandidate(spec, candidate, context);
      const codes = diagnostics.map(({ code }) => code);
      if (isBeyond(candidate, codes)) return;
      compared++;
      // A rule of the package may speak in place of what the schema says, so a refusal needs no certain code.
      const fits = !codes.some((code) => SAYABLE.test(code) || listCodes.has(code));
      const isAccepted = accepts(candidate);
      const said = `${JSON.stringify(candidate)} ${codes} ${ajv.errorsText(accepts.errors)}`;
      expect(isAccepted ? fits : !isValid, said).toBe(true);
    };
    for (const { candidate } of [...valid, ...invalid]) compare(candidate);
    const drawn = draws(2_000);
    fc.assert(
      fc.property(
        fc.constantFrom(...valid.map(({ candidate }) => candidate)),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }),
        (good, changes) => {
          let candidate: unknown = good;
          for (const [place, way] of changes) {
            const places = placesOf(candidate);
            const ways = [...spoil(candidate, places[place % places.length]!, [])];
            candidate = ways[way % ways.length]?.candidate ?? candidate;
          }
          compare(candidate);
        },
      ),
      { numRuns: drawn },
    );
    expect(compared).toBeGreaterThan(drawn / 3);
  });

  test("what the strict form allows is a safe repair away from a candidate", () => {
    const schema = strictCandidateSchema(spec);
    const accepts = ajv.compile(schema);
    expect(JSON.stringify(schema)).not.toMatch(/"(?:allOf|oneOf|\$ref|if|not|patternProperties)":/);
    for (const { candidate } of valid) {
      const filled = fill(candidate, schema);
      expect(accepts(filled), ajv.errorsText(accepts.errors)).toBe(true);
      const { diagnostics, repaired } = repairCandidate(spec, filled, context, "safe");
      expect(diagnostics.length === 0 || repaired?.valid, JSON.stringify(repaired?.diagnostics)).toBe(true);
    }
  });
});

const word = { type: "string", maxLength: 9 };

const ALTERNATIVES = {
  d: objectOf({ a: { $ref: "#/$defs/inner" }, kind: { const: "d" } }, { required: ["kind"] }),
  e: objectOf({ a: { type: "integer" }, kind: { const: "e" } }, { required: ["kind"] }),
  f: objectOf({ b: word, kind: { const: "f" } }, { required: ["kind"] }),
  inner: { anyOf: [word, { type: "null" }] },
};

/** What stands at the member `x`, with definitions, and the places that a rule confines to the words x and y. */
const SMALL: [x: unknown, defs?: Schema, at?: string[], when?: Schema][] = [
  [{ type: "string", title: "T", description: "D", pattern: "^a", maxLength: 9, format: "date" }],
  [{ type: "string", format: "uri", maxLength: 9, form: "trim" }],
  [{ type: "integer", minimum: 1, maximum: 9, multipleOf: 2 }],
  [{ type: "number", exclusiveMinimum: 1, exclusiveMaximum: 9 }],
  [{ const: "a" }],
  [{ enum: ["a", null, 1] }],
  [{ type: ["string", "null"], enum: ["a", null] }],
  [{ type: "string", enum: ["a", "b"] }],
  [{ type: ["string", "integer"], maxLength: 9 }],
  [{ type: ["object", "string"], properties: { a: true }, additionalProperties: false, maxLength: 9 }],
  [{ type: ["array", "null"], items: { type: "boolean" }, maxItems: 3 }],
  [{ type: "array", maxItems: 3, minItems: 1 }],
  [{ type: "array", prefixItems: [{ type: "integer" }, { type: "boolean" }], items: false }],
  [{ type: "array", prefixItems: [{ type: "integer" }], items: { type: "null" }, maxItems: 3 }],
  [{ type: "array", prefixItems: [{ type: "integer" }], items: false }],
  [{ type: "object", additionalProperties: { type: "integer" }, maxProperties: 3 }],
  [objectOf({ a: { type: "integer" }, b: false, c: { type: "null" } }, { required: ["a"] })],
  [
    objectOf({
      a: objectOf({ b: { type: "integer" } }),
      c: { anyOf: [{ type: "integer" }, { type: "null" }] },
    }),
  ],
  [{ anyOf: [{ type: "integer" }, { type: "boolean" }], title: "T" }],
  [{ oneOf: [{ type: "integer" }, { type: "boolean" }], type: ["integer", "boolean"] }],
  [{ type: "object", properties: { a: true }, anyOf: [{ required: ["a"] }, { minProperties: 1 }] }],
  [{ allOf: [{ type: "string", maxLength: 9 }, { enum: ["a", "b", "c"] }, { enum: ["b", "c", "d"] }] }],
  [
    {
      allOf: [
        { type: "object", properties: { a: { type: "integer" }, b: true }, required: ["b"] },
        { properties: { a: { maximum: 9 }, ["__proto__"]: { type: "null" } }, required: ["a"] },
        true,
      ],
    },
  ],
  [{ $ref: "#/$defs/d" }, { d: { type: "integer", maximum: 9 } }],
  [
    { $ref: "#/$defs/d", allOf: [{ maximum: 9 }], title: "T" },
    { d: { type: "integer", title: "D", minimum: 1 } },
  ],
  [{ $ref: "#/$defs/d", "x-order": 1 }, { d: true }],
  [{ allOf: [{ minLength: 1 }, { maxLength: 9 }, { "x-order": 1 }] }],
  [{ title: "T", "x-order": 1, anyOf: [{ type: "integer" }, { type: "boolean" }] }],
  [
    {
      type: "object",
      title: "T",
      properties: { a: { enum: ["m"] } },
      anyOf: [{ required: ["a"] }, { maxProperties: 1 }],
    },
  ],
  [{}],
  [true],
  [{ minLength: 3, maxLength: 9 }],
  [{ minItems: 1, maxItems: 9 }],
  [{ minimum: 1 }],
  [{ properties: { a: { type: "integer" } } }],
  [{ type: "integer", deprecated: { message: "Use y." } }],
  [{ type: "integer", deprecated: false }],
  [word, {}, ["/x"]],
  [word, {}, ["/x"], { at: "/y", present: true }],
  [{ type: "string", enum: ["w", "x"] }, {}, ["/x"]],
  [{ enum: ["w", "x", 5, null] }, {}, ["/x"]],
  [{ enum: ["v", "w"] }, {}, ["/x"]],
  [{ const: "w" }, {}, ["/x"]],
  [{ type: ["string", "null"], maxLength: 9 }, {}, ["/x"]],
  [{ type: ["string", "integer"], maxLength: 9 }, {}, ["/x"]],
  [
    {
      type: ["string", "integer"],
      maxLength: 9,
      anyOf: [{ type: "string", minLength: 1 }, { type: "integer" }],
    },
    {},
    ["/x"],
  ],
  [{ allOf: [word, { minLength: 1 }] }, {}, ["/x"]],
  [{ $ref: "#/$defs/d" }, { d: word }, ["/x"]],
  [{ $ref: "#/$defs/d", title: "T" }, { d: word }, ["/x"]],
  [{ $ref: "#/$defs/d" }, { d: objectOf({ a: word, b: word }) }, ["/x/a"]],
  [{ $ref: "#/$defs/d", allOf: [true], title: "T" }, { d: objectOf({ a: word }) }, ["/x/a"]],
  [{ $ref: "#/$defs/d", title: "T" }, { d: objectOf({ a: word }) }, ["/x/a"]],
  [{ anyOf: ["d", "e", "f"].map((name) => ({ $ref: `#/$defs/${name}` })) }, ALTERNATIVES, ["/x/a"]],
  [{ type: "array", items: { $ref: "#/$defs/d" }, maxItems: 3 }, { d: word }, ["/x/*"]],
  [{ type: "array", prefixItems: [{ type: "integer" }, word], items: false }, {}, ["/x/1"]],
  [objectOf({ a: word }, { allOf: [{ properties: { a: { minLength: 1 } } }] }), {}, ["/x/a"]],
  [
    { anyOf: [objectOf({ a: word }, { required: ["a"] }), objectOf({ b: word }, { required: ["b"] })] },
    {},
    ["/x/a"],
  ],
  [
    { oneOf: [objectOf({ a: word }, { required: ["a"] }), objectOf({ b: word }, { required: ["b"] })] },
    {},
    ["/x/a"],
  ],
  [
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
    { ...objectOf({ a: word }), if: { required: ["a"] }, then: { properties: { a: { minLength: 1 } } } },
    {},
    ["/x/a"],
  ],
  [
    { ...objectOf({ a: word }), if: { maxProperties: 0 }, else: { properties: { a: { minLength: 1 } } } },
    {},
    ["/x/a"],
  ],
  [
    {
      type: "object",
      properties: { a: word },
      patternProperties: { "^b": word },
      additionalProperties: word,
      maxProperties: 3,
    },
    {},
    ["/x/*"],
  ],
];

test("small schemas, plain and strict, word for word", async () => {
  const lines = SMALL.flatMap(([x, defs = {}, at, when]) => {
    const rule = {
      code: "not-listed",
      check: "in-list",
      at,
      severity: "error",
      params: { list: "few" },
      when,
    };
    const more = {
      rules: at === undefined ? [] : [JSON.parse(JSON.stringify(rule))],
      docs: at === undefined ? {} : { "not-listed": { summary: "No.", fix: "Another." } },
      lists: { few: { values: ["x", "y"] } },
    };
    const spec = loadSmall({ ...objectOf({ x, y: { type: "integer" } }), $defs: defs }, {}, more);
    const shown = ({ properties }: Schema) => JSON.stringify((properties as Schema).x);
    return [
      `# ${JSON.stringify(x)}${at === undefined ? "" : ` with a list at ${at}`}${when === undefined ? "" : " at times"}`,
      `  plain: ${shown(candidateSchema(spec))}`,
      `  strict: ${shown(strictCandidateSchema(spec))}`,
    ];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("candidate-schemas.txt");
});

describe("a list is an enum wherever its rule stands", () => {
  const schema = objectOf({
    pair: { type: "array", prefixItems: [word, { type: "integer" }], items: false },
    names: { type: "object", properties: { en: word }, additionalProperties: word, maxProperties: 5 },
    maybe: { type: ["string", "null"], maxLength: 9 },
    either: { anyOf: [word, { type: "integer" }] },
    open: {},
  });
  const at = ["/pair/0", "/names/*", "/maybe", "/either", "/open"];
  const listed = (list: string) => ({ check: "in-list", severity: "error", params: { list } });
  const told = { summary: "No.", fix: "Another." };
  const lists = { few: { values: ["x", "y"] }, others: { values: ["z"] } };
  const load = (...rules: { code: string }[]) => {
    const docs = Object.fromEntries(rules.map(({ code }) => [code, told]));
    return loadSmall(schema, {}, { rules, docs, lists });
  };
  const few = { code: "not-listed", at, ...listed("few") };

  test.each<[unknown]>([
    [{ pair: ["x", 1] }],
    [{ pair: ["q", 1] }],
    [{ names: { en: "q" } }],
    [{ names: { en: "x", fr: "y" } }],
    [{ names: { fr: "q" } }],
    [{ maybe: null }],
    [{ maybe: "q" }],
    [{ either: 5 }],
    [{ either: "q" }],
    [{ open: [5] }],
    [{ open: "q" }],
  ])("%j", (candidate) => {
    const spec = load(few);
    const { valid } = checkCandidate(spec, candidate, exampleContext(spec));
    const accepts = new Ajv2020({ strict: false }).compile(candidateSchema(spec));
    expect(accepts(candidate)).toBe(valid);
  });

  test("two lists without a word in common leave a schema that validators take", () => {
    const spec = load(few, { code: "not-told", at: ["/names/*"], ...listed("others") } as { code: string });
    expect(() => new Ajv2020({ strict: false }).compile(candidateSchema(spec))).not.toThrow();
  });
});

type Schema = Record<string, unknown>;

/** A candidate as a model would write it in the strict form. */
function fill(value: unknown, schema: Schema): unknown {
  const {
    anyOf,
    type,
    properties = {},
    items,
  } = schema as { anyOf?: Schema[]; type?: string; properties?: Record<string, Schema>; items?: Schema };
  if (anyOf !== undefined) {
    const tries = anyOf.map((branch) => [fill(value, branch), branch] as const);
    return (tries.find(([filled, branch]) => ajv.validate(branch, filled)) ?? tries[0]!)[0];
  }
  if (type === "array" && Array.isArray(value)) return value.map((item) => fill(item, items ?? {}));
  if (type === "object" && typeof value === "object" && value !== null)
    return Object.fromEntries([
      ...Object.entries(value).map(([name, inner]) => [
        name,
        name in properties ? fill(inner, properties[name]!) : inner,
      ]),
      ...Object.keys(properties)
        .filter((name) => !(name in value))
        .map((name) => [name, null]),
    ]);
  return [type].flat().includes("string") && typeof value === "object" && value !== null
    ? JSON.stringify(value)
    : value;
}
