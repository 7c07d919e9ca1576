/** Our engine for JSON Schema beside Ajv: within the keywords that spec packages may use, both say the same. */
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeCandidate, SPEC_PACKAGE_SCHEMA } from "../../../src/core/index.ts";
import { isSafeJson, setOwn } from "../../../src/core/json/values.ts";
import { type CompiledSchema, checkData, createSchemaSink } from "../../../src/core/schema/compile-schema.ts";
import { SCHEMA_ALONE } from "../../../src/core/schema/place.ts";
import { draws } from "../../support/random.ts";
import { anyJson, validCandidate } from "../arbitraries.ts";
import { datagenDocument, spec } from "../datagen.ts";
import { compileAny } from "./compile-any.ts";

const ajv = new Ajv2020({ strict: false, ownProperties: true });

/** What both engines judge alike: no half characters, no numbers beyond the safe integers. */
function isComparable(value: unknown): boolean {
  let safe = isSafeJson(value, 0);
  JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === "number" && Number.isInteger(item) && !Number.isSafeInteger(item)) safe = false;
    return item;
  });
  return safe;
}

/** The quick pass, the thorough pass and Ajv must agree. */
function expectAgreement(
  { root }: CompiledSchema,
  validate: (value: unknown) => unknown,
  value: unknown,
): boolean {
  const expected = validate(value) === true;
  expect(root.ok(value, SCHEMA_ALONE), JSON.stringify(value)).toBe(expected);
  const sink = createSchemaSink(value);
  root.report(value, [], { sink, reason: "", isRepeat: false });
  expect(sink.findings.length === 0).toBe(expected);
  for (const fault of sink.findings) fault.detail([]);
  return expected;
}

interface Place {
  parent: Record<string, unknown> | unknown[];
  key: string;
}

function placesOf(root: unknown): Place[] {
  const places: Place[] = [];
  const walk = (parent: unknown): void => {
    if (typeof parent !== "object" || parent === null) return;
    for (const [key, value] of Object.entries(parent)) {
      places.push({ parent: parent as Record<string, unknown>, key });
      walk(value);
    }
  };
  walk(root);
  return places;
}

/** One place of a value set to something else, or taken away. */
function spoil(value: unknown, die: number, replacement: unknown): void {
  const places = placesOf(value);
  if (places.length === 0) return;
  const { parent, key } = places[die % places.length]!;
  if (Array.isArray(parent)) parent[Number(key)] = replacement;
  else if (die % 4 === 0) delete parent[key];
  else setOwn(parent, die % 4 === 1 ? `${key}x` : key, replacement);
}

describe("beside Ajv", () => {
  test("the schema of the datagen package", () => {
    const schema = datagenDocument().schema as object;
    const [compiled, validate] = [compileAny(schema), ajv.compile(schema)];
    const seen = { good: 0, bad: 0 };
    const spoiling = fc.tuple(
      fc.nat(),
      fc.oneof(anyJson, fc.constantFrom("", "ab", "x".repeat(65), "🦉".repeat(80))),
    );
    fc.assert(
      fc.property(validCandidate, fc.array(spoiling, { maxLength: 2 }), (candidate, spoilings) => {
        const value = structuredClone(normalizeCandidate(spec, candidate).candidate);
        for (const [die, replacement] of spoilings) spoil(value, die, structuredClone(replacement));
        fc.pre(isComparable(value));
        seen[expectAgreement(compiled, validate, value) ? "good" : "bad"]++;
      }),
      { numRuns: draws(300) },
    );
    expect(Math.min(seen.good, seen.bad)).toBeGreaterThan((seen.good + seen.bad) / 6);
  });

  test("the schema of spec packages, on spoiled packages", () => {
    const validate = ajv.compile(SPEC_PACKAGE_SCHEMA);
    const replacement = fc.oneof(anyJson, fc.constantFrom("error", "a-b", "1.2.3", "", "/a/b", "in-list"));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), replacement), { maxLength: 3 }), (spoilings) => {
        const document = datagenDocument();
        for (const [die, value] of spoilings) spoil(document, die, structuredClone(value));
        fc.pre(isComparable(document));
        expect(checkData(SPEC_PACKAGE_SCHEMA, document).length === 0).toBe(validate(document));
      }),
      { numRuns: draws(150) },
    );
  });

  test("small random schemas", () => {
    const seen = { good: 0, bad: 0 };
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(anyJson, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (seed, values, die) => {
          const roll = createRoll(seed);
          const schema = randomSchema(roll, 0);
          const [compiled, validate] = [compileAny(schema), ajv.compile(schema)];
          const made = Array.from({ length: 6 }, () => randomValue(schema, roll));
          const spoiled = structuredClone(made);
          for (const [index, value] of spoiled.entries())
            spoil(value, die + index, structuredClone(values[index % values.length]));
          for (const value of [...values, ...made, ...spoiled])
            if (isComparable(value)) seen[expectAgreement(compiled, validate, value) ? "good" : "bad"]++;
        },
      ),
      { numRuns: draws(250) },
    );
    expect(Math.min(seen.good, seen.bad)).toBeGreaterThan((seen.good + seen.bad) / 8);
  });
});

type Roll = (below: number) => number;
type Schema = Record<string, unknown>;

function createRoll(seed: number): Roll {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    state ^= state >>> 12;
    return (state >>> 0) % below;
  };
}

const pick = <T>(list: readonly T[], roll: Roll): T => list[roll(list.length)]!;
// Ajv leaves out members called __proto__, and does not miss a required member with an empty name.
const NAMES = ["a", "b", "name", "constructor", "toString", "a/b", "~"];
const PATTERNS = ["^[a-z]+$", "b", "^(x|y){2}$", "^[^\\s]*$", "🦉"];
const TEXTS = ["", "a", "ab", "xy", "xx", "🦉", "🦉🦉🦉", "é", "e\u0301", "a b", "zzzzzzzz"];
const NUMBERS = [0, 1, -1, 2, 5, 1.5, -2.5, 10, 1e15, 0.1];
const CHOICES: unknown[] = ["a", "ab", 1, 1.5, true, null, [1], { a: 1 }, {}, []];

/** Bounds that are sometimes there and in either order. */
function bounds(roll: Roll, least: string, most: string, values: readonly number[]): Schema {
  return {
    ...(roll(2) === 0 && { [least]: pick(values, roll) }),
    ...(roll(2) === 0 && { [most]: pick(values, roll) }),
  };
}

function randomSchema(roll: Roll, depth: number): Schema {
  switch (roll(depth > 2 ? 6 : 9)) {
    case 0:
      return {
        type: "string",
        ...bounds(roll, "minLength", "maxLength", [0, 1, 2, 3, 8]),
        ...(roll(3) === 0 && { pattern: pick(PATTERNS, roll), maxLength: 6 }),
      };
    case 1:
    case 2:
      return {
        type: pick(["integer", "number"], roll),
        ...bounds(roll, "minimum", "maximum", NUMBERS),
        ...bounds(roll, "exclusiveMinimum", "exclusiveMaximum", NUMBERS),
      };
    case 3:
      return { type: pick(["boolean", "null"], roll) };
    case 4:
      return roll(2) === 0
        ? { enum: [pick(CHOICES, roll), pick(CHOICES, roll), pick(CHOICES, roll)] }
        : { const: pick(CHOICES, roll) };
    case 5:
      return { description: "anything" };
    case 6:
      return {
        type: "array",
        ...bounds(roll, "minItems", "maxItems", [0, 1, 2, 3]),
        ...(roll(4) > 0 && { items: randomSchema(roll, depth + 1) }),
      };
    default: {
      const properties: Schema = {};
      for (let count = roll(4); count > 0; count--)
        setOwn(properties, pick(NAMES, roll), randomSchema(roll, depth + 1));
      return {
        type: "object",
        properties,
        required: Object.keys(properties).filter(() => roll(2) === 0),
        ...(roll(2) === 0 && {
          additionalProperties: pick([false, true, randomSchema(roll, depth + 1)], roll),
        }),
        ...bounds(roll, "minProperties", "maxProperties", [0, 1, 2, 4]),
      };
    }
  }
}

/** A value with a fair chance to pass. */
function randomValue(schema: Schema, roll: Roll): unknown {
  if (schema.enum !== undefined) return structuredClone(pick(schema.enum as unknown[], roll));
  if (schema.const !== undefined) return structuredClone(schema.const);
  switch (schema.type) {
    case "string":
      return pick(TEXTS, roll);
    case "integer":
    case "number":
      return pick(NUMBERS, roll) + roll(2);
    case "boolean":
      return roll(2) === 0;
    case "null":
      return null;
    case "array":
      return Array.from({ length: roll(4) }, () => randomValue((schema.items ?? {}) as Schema, roll));
    case "object": {
      const value: Schema = {};
      for (const [name, part] of Object.entries(schema.properties as Record<string, Schema>))
        if (roll(5) > 0) setOwn(value, name, randomValue(part, roll));
      if (roll(3) === 0) {
        const additional = schema.additionalProperties;
        setOwn(
          value,
          `extra${roll(3)}`,
          typeof additional === "object" ? randomValue(additional as Schema, roll) : 1,
        );
      }
      return value;
    }
    default:
      return pick(CHOICES, roll);
  }
}
