/**
 * Random schemas of all keywords beside Ajv: alternatives, conditions, maps, tuples and references in any combination.
 * Compiled bare, so that overlapping alternatives and contradictions are judged by their standard meaning too.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Sink } from "../../../src/core/findings/finding.ts";
import { createReading } from "../../../src/core/findings/reading.ts";
import { isSafeJson } from "../../../src/core/json/safety.ts";
import { EMPTY_REGISTRY } from "../../../src/core/registry/empty.ts";
import { compileSchema } from "../../../src/core/schema/compile.ts";
import { SCHEMA_ALONE } from "../../../src/core/schema/nodes/node.ts";

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: true });
(addFormats as unknown as typeof addFormats.default)(ajv);

type Schema = Record<string, unknown> | boolean;
type Roll = (below: number) => number;

const NAMES = ["a", "b", "c", "constructor", "a/b"];
const VALUES: unknown[] = [
  "a",
  "b",
  "2024-02-29",
  "::1",
  0,
  1,
  2.5,
  6,
  -1,
  true,
  false,
  null,
  [],
  [1],
  [1, 1],
  {},
  { a: 1 },
];
// Formats whose grammar in ajv-formats is the same as ours on these values.
const FORMATS = ["date", "ipv6", "uuid", "json-pointer"];
const PATTERNS = ["^[a-z]$", "b", "^\\d", "\\s"];
const TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"];

const pick = <T>(list: readonly T[], roll: Roll): T => list[roll(list.length)]!;

function createRoll(seed: number): Roll {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    state ^= state >>> 12;
    return (state >>> 0) % below;
  };
}

const several = <T>(roll: Roll, least: number, most: number, make: () => T): T[] =>
  Array.from({ length: least + roll(most - least + 1) }, make);

/** Each gives one keyword, or a few that belong together. */
const KEYWORDS: ((roll: Roll, inner: () => Schema) => Record<string, unknown>)[] = [
  (roll) => ({
    type: roll(2) === 0 ? pick(TYPES, roll) : [...new Set(several(roll, 1, 3, () => pick(TYPES, roll)))],
  }),
  (roll) => ({ enum: several(roll, 1, 4, () => pick(VALUES, roll)) }),
  (roll) => ({ const: pick(VALUES, roll) }),
  (roll) => ({ minLength: roll(3), maxLength: 1 + roll(9) }),
  (roll) => ({ pattern: pick(PATTERNS, roll) }),
  (roll) => ({ format: pick(FORMATS, roll) }),
  (roll) => ({ minimum: roll(4) - 2, maximum: roll(8) }),
  (roll) => ({ exclusiveMinimum: roll(3) - 2, exclusiveMaximum: 1 + roll(6) }),
  (roll) => ({ multipleOf: pick([1, 2, 3, 0.5], roll) }),
  (roll) => ({ minItems: roll(2), maxItems: roll(4) }),
  () => ({ uniqueItems: true }),
  (_, inner) => ({ items: inner() }),
  (roll, inner) => ({ prefixItems: several(roll, 1, 2, inner), ...(roll(2) === 0 && { items: inner() }) }),
  (roll, inner) => ({
    contains: inner(),
    ...(roll(2) === 0 && { minContains: roll(3) }),
    ...(roll(3) === 0 && { maxContains: roll(3) }),
  }),
  (roll, inner) => ({
    properties: Object.fromEntries(several(roll, 1, 3, () => [pick(NAMES, roll), inner()])),
    ...(roll(2) === 0 && { additionalProperties: pick<Schema>([false, true, inner()], roll) }),
  }),
  (roll) => ({ required: [...new Set(several(roll, 1, 2, () => pick(NAMES, roll)))] }),
  (roll, inner) => ({
    patternProperties: { [pick(PATTERNS, roll)]: inner() },
    ...(roll(2) === 0 && { additionalProperties: inner() }),
  }),
  (roll) => ({
    propertyNames: pick<Schema>([{ maxLength: 1 }, { pattern: "^[a-c]" }, { enum: NAMES.slice(0, 3) }], roll),
  }),
  (roll) => ({ minProperties: roll(2), maxProperties: roll(4) }),
  (roll) => ({ dependentRequired: { [pick(NAMES, roll)]: [pick(NAMES, roll)] } }),
  (roll, inner) => ({ dependentSchemas: { [pick(NAMES, roll)]: inner() } }),
  (roll, inner) => ({ oneOf: several(roll, 1, 3, inner) }),
  (roll, inner) => ({ anyOf: several(roll, 1, 3, inner) }),
  (roll, inner) => ({ allOf: several(roll, 1, 2, inner) }),
  (_, inner) => ({ not: inner() }),
  (roll, inner) => ({
    if: inner(),
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
    ...(roll(4) > 0 && { then: inner() }),
    ...(roll(2) === 0 && { else: inner() }),
  }),
  (roll) => ({ $ref: pick(["#/$defs/small", "#/$defs/open"], roll) }),
];

function randomSchema(roll: Roll, depth: number): Schema {
  if (roll(12) === 0) return roll(2) === 0;
  const inner = () => (depth >= 2 ? randomLeaf(roll) : randomSchema(roll, depth + 1));
  return Object.assign({}, ...several(roll, 1, 3, () => pick(KEYWORDS, roll)(roll, inner)));
}

function randomLeaf(roll: Roll): Schema {
  const leaf = pick(KEYWORDS.slice(0, 9), roll);
  return leaf(roll, () => true) as Schema;
}

function randomValue(roll: Roll, depth: number): unknown {
  const kind = roll(depth > 1 ? 3 : 6);
  if (kind < 3) return pick(VALUES, roll);
  if (kind === 3) return several(roll, 0, 3, () => randomValue(roll, depth + 1));
  return Object.fromEntries(several(roll, 0, 3, () => [pick(NAMES, roll), randomValue(roll, depth + 1)]));
}

test("random schemas of all keywords are judged as Ajv judges them", () => {
  const seen = { good: 0, bad: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const roll = createRoll(seed);
      const made = randomSchema(roll, 0);
      const schema =
        typeof made === "boolean"
          ? made
          : {
              ...made,
              $defs: {
                small: { type: ["integer", "string"], maxLength: 3, maximum: 5 },
                open: { properties: { a: { type: "integer" } }, additionalProperties: { type: "string" } },
              },
            };
      // Ajv 8 accepts an empty list where "contains" stands beside "prefixItems" or in the items of such a list.
      const text = JSON.stringify(schema);
      fc.pre(!text.includes('"contains"') || !/"prefixItems"|"contains".*"contains"/.test(text));
      const compiled = compileSchema(schema, {
        prose: new Set(),
        rulesAt: new Map(),
        aliases: new Map(),
        pointer: "",
        isBare: true,
      });
      if ("reasons" in compiled) throw new Error(JSON.stringify([schema, compiled.reasons]));
      const validate = ajv.compile(schema);
      for (let round = 0; round < 12; round++) {
        const value = randomValue(roll, 0);
        if (!isSafeJson(value, 0)) continue;
        const expected = validate(value) === true;
        const told = JSON.stringify({ schema, value });
        expect(compiled.root.ok(value, SCHEMA_ALONE), told).toBe(expected);
        const sink = new Sink({
          registry: EMPTY_REGISTRY,
          registries: new Map(),
          now: 0,
          reading: createReading(value),
          accepts: () => true,
          propose: () => undefined,
          placeholderAt: () => undefined,
        });
        compiled.root.report(value, sink);
        for (const finding of sink.findings) finding.detail([]);
        expect(sink.findings.length === 0, `the thorough pass: ${told}`).toBe(expected);
        // Nothing is said twice.
        const places = sink.findings.map(({ code, path }) => [code, ...path].join("/"));
        expect(new Set(places).size, `${places.join(", ")}: ${told}`).toBe(places.length);
        seen[expected ? "good" : "bad"]++;
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 1_000) },
  );
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan((seen.good + seen.bad) / 8);
});
