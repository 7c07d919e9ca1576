/**
 * Random spec packages whose rules stand beside random schemas: a candidate is valid if Ajv accepts it and each rule, said in
 * one line of plain code, holds. Shortcuts that let a text pass early must not skip what stands beside its rules.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkCandidate, type SpecPackage } from "../../../src/core/index.ts";
import { compileSpecPackage } from "../../../src/core/publishing/load.ts";
import { compileRules, placeRules, surroundingsOf } from "../../../src/core/spec-package/compile-rules.ts";
import { declarationsOf, readRule } from "../../../src/core/spec-package/rules.ts";
import { draws } from "../../support/random.ts";
import { compileAny } from "./compile-any.ts";
import { createRoll, pick, type Roll, randomSchema, type Schema, several } from "./random-schemas.ts";
import { context, objectOf, packageOf } from "./small-package.ts";

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: true });
(addFormats as unknown as typeof addFormats.default)(ajv);

/** Some are lines of plain characters, some are not, and each rule below refuses a few. */
const TEXTS = ["", "a", "b", "ab", "a b", " a", "b ", "a\nb", "é", "A", "2024-02-29", "7", "x".repeat(12)];

const WORDS = ["a", "ab", "A"];

interface Rule {
  readonly check: string;
  readonly params: Schema;
  readonly holds: (text: string) => boolean;
}

const RULES: readonly Rule[] = [
  {
    check: "matches",
    params: { pattern: "^[a-b]", form: "a or b first" },
    holds: (text) => /^[a-b]/.test(text),
  },
  { check: "does-not-match", params: { pattern: "b", form: "a b" }, holds: (text) => !text.includes("b") },
  { check: "enough-text", params: { min: 2 }, holds: (text) => text.trim().length >= 2 },
  { check: "in-list", params: { list: "words" }, holds: (text) => WORDS.includes(text) },
  { check: "no-edge-whitespace", params: {}, holds: (text) => text.trim() === text },
  { check: "no-unsafe-characters", params: { classes: ["control"] }, holds: (text) => !text.includes("\n") },
];

interface Candidate {
  a?: string;
  b?: string;
  list?: string[];
  part?: { a?: string };
}

/** Where rules can stand, and the texts of a candidate there. */
const PLACES: Record<string, (candidate: Candidate) => (string | undefined)[]> = {
  "/a": ({ a }) => [a],
  "/b": ({ b }) => [b],
  "/list/*": ({ list }) => list ?? [],
  "/part/a": ({ part }) => [part?.a],
};

/** A text with one or two keywords beside its type, of any kind. */
function randomTextSchema(roll: Roll): Schema {
  const beside = roll(4) === 0 ? {} : randomSchema(roll, 1);
  return {
    ...(beside as object),
    type: roll(5) === 0 ? ["string", "null"] : "string",
    maxLength: 1 + roll(14),
  };
}

function randomCandidate(roll: Roll): Candidate {
  const text = () => pick(TEXTS, roll);
  return {
    ...(roll(4) > 0 && { a: text() }),
    ...(roll(3) > 0 && { b: text() }),
    ...(roll(2) > 0 && { list: several(roll, 0, 3, text) }),
    ...(roll(2) > 0 && { part: roll(4) === 0 ? {} : { a: text() } }),
  };
}

/** The rules are read from a package with a plain schema, and compiled with the random one, which a package could not have. */
function compile(schema: Schema, rules: readonly (Rule & { code: string; at: string[] })[]): SpecPackage {
  const text = { type: "string", maxLength: 20 };
  const plain = objectOf({
    a: text,
    b: text,
    list: { type: "array", items: text },
    part: objectOf({ a: text }),
  });
  const document = packageOf(
    plain,
    {},
    {
      lists: { words: { values: WORDS } },
      rules: rules.map(({ code, check, params, at }) => ({ code, check, params, at, severity: "error" })),
      docs: Object.fromEntries(rules.map(({ code }) => [code, { summary: "Why.", fix: "How." }])),
    },
  );
  const loaded = compileSpecPackage(document);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
  const { spec } = loaded;
  const surroundings = surroundingsOf(spec.document, spec.lists);
  const read = spec.document.rules.flatMap((rule) => readRule(rule, "", surroundings, () => {}) ?? []);
  const placed = placeRules(read, surroundings);
  const compiled = compileAny(schema, {
    prose: new Set(spec.document.normalization?.prose),
    rulesAt: new Map([...placed].map(([at, { slot }]) => [at, slot])),
  });
  compileRules(read, placed, surroundings, declarationsOf(compiled.places), () => {});
  return { ...spec, schema: compiled };
}

test("rules beside random schemas are judged as Ajv and a line of plain code judge them", () => {
  const seen = { good: 0, bad: 0, ruled: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const roll = createRoll(seed);
      const definition = randomTextSchema(roll);
      const text = () => (roll(3) === 0 ? { $ref: "#/$defs/text" } : randomTextSchema(roll));
      const schema = {
        type: "object",
        properties: {
          a: text(),
          b: text(),
          list: { type: "array", items: text(), maxItems: 4 },
          part: { type: "object", properties: { a: text() } },
        },
        $defs: {
          text: definition,
          small: { type: ["integer", "string"], maxLength: 3, maximum: 5 },
          open: { properties: { a: { type: "integer" } } },
        },
      };
      const rules = several(roll, 1, 4, () => ({
        ...pick(RULES, roll),
        at: [...new Set(several(roll, 1, 3, () => pick(Object.keys(PLACES), roll)))],
      })).map((rule, index) => ({ ...rule, code: `rule-${index}` }));
      const spec = compile(schema, rules);
      const validate = ajv.compile(schema);
      for (let round = 0; round < 20; round++) {
        const candidate = randomCandidate(roll);
        const bySchema = validate(candidate) === true;
        const byRules = rules.every(({ at, holds }) =>
          at.every((place) =>
            PLACES[place]!(candidate).every((value) => value === undefined || holds(value)),
          ),
        );
        const told = JSON.stringify({ schema, rules, candidate });
        const { valid, diagnostics } = checkCandidate(spec, candidate, context);
        expect(valid, told).toBe(bySchema && byRules);
        expect(diagnostics.length === 0, told).toBe(valid);
        seen[valid ? "good" : "bad"]++;
        if (bySchema && !byRules) seen.ruled++;
      }
    }),
    { numRuns: draws(150) },
  );
  expect(Math.min(seen.good, seen.bad, seen.ruled)).toBeGreaterThan((seen.good + seen.bad) / 20);
});
