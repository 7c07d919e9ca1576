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

describe("a list is an enum wherever its rule stands", () => {
  const word = { type: "string", maxLength: 9 };
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
