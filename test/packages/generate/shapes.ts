/** Random shapes of candidates: a JSON Schema of allowed keywords, with values that pass it. */

import { isPlainObject, setOwn } from "../../../src/core/json/values.ts";
import { createRoll, pick, type Roll, several } from "../../core/schema/random-schemas.ts";
import { type Scalar, scalarShape, textShape, wordsShape } from "./scalars.ts";

export { createRoll, isPlainObject, pick, type Roll, setOwn, several };

export type JsonObject = Record<string, unknown>;

export type Kind = Scalar | "object" | "map" | "list" | "tuple" | "union" | "any";

export interface Shape {
  readonly kind: Kind;
  readonly schema: JsonObject;
  /** A value that passes the schema, unless an aside of an object gets in the way. `full`: with all that may be there. */
  make(roll: Roll, full: boolean): unknown;
  /** The places below it, by their token in path patterns. */
  readonly parts: readonly (readonly [string, Shape])[];
  /** Of an object: the members that have to be there. */
  readonly required?: readonly string[];
  /** Of a text: the words that it may be, if the schema lists them. */
  readonly words?: readonly string[];
}

export const MEMBERS = [
  "kind",
  "label",
  "title",
  "tags",
  "count",
  "0",
  "since",
  "owner",
  "a/b",
  "constructor",
  "items",
];
const KEYS = ["en", "de", "fr", "1", "x-y"];
const MAX_DEPTH = 3;

export const chance = (roll: Roll, of: number) => roll(of) === 0;

export function objectShape(roll: Roll, depth: number, given: Record<string, Shape> = {}): Shape {
  const members = new Map(Object.entries(given));
  for (const name of several(roll, 1, depth === 0 ? 5 : 3, () => pick(MEMBERS, roll)))
    if (!members.has(name)) members.set(name, anyShape(roll, depth + 1));
  const names = [...members.keys()];
  const required = names.filter(() => roll(5) < 2);
  const optional = names.filter((name) => !required.includes(name));
  const properties: JsonObject = {};
  for (const [name, shape] of members) {
    const withDefault = optional.includes(name) && chance(roll, 6);
    setOwn(
      properties,
      name,
      withDefault ? { ...shape.schema, default: shape.make(roll, false) } : shape.schema,
    );
  }
  const others = roll(10);
  const schema: JsonObject = {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    ...(others < 7 && { additionalProperties: false }),
    ...(others === 7 && { patternProperties: { "^x-": { type: "string", maxLength: 40 } } }),
    ...(chance(roll, 8) && optional.length > 1 && { dependentRequired: { [optional[0]!]: [optional[1]!] } }),
    ...(chance(roll, 10) && { minProperties: Math.max(1, required.length) }),
    ...(chance(roll, 10) && { maxProperties: names.length + 1 }),
    ...(chance(roll, 12) && { propertyNames: { maxLength: 20 } }),
    ...aside(roll, members, required, optional),
  };
  return {
    kind: "object",
    schema,
    required,
    parts: [...members],
    make(roll, full) {
      const value: JsonObject = {};
      for (const [name, shape] of members)
        if (full || required.includes(name) || roll(3) > 0) setOwn(value, name, shape.make(roll, full));
      return value;
    },
  };
}

/** What stands beside the members of an object: conditions, exclusions and the like. */
function aside(
  roll: Roll,
  members: ReadonlyMap<string, Shape>,
  required: readonly string[],
  optional: readonly string[],
): JsonObject {
  const names = [...members.keys()];
  const scalars = names.filter((name) =>
    ["text", "words", "number", "boolean"].includes(members.get(name)!.kind),
  );
  const name = scalars.length > 0 ? pick(scalars, roll) : undefined;
  if (name === undefined || !chance(roll, 4)) return {};
  const shape = members.get(name)!;
  const test = () => ({ properties: { [name]: testOf(shape, roll) }, required: [name] });
  const missing = optional.filter((other) => other !== name);
  const then =
    missing.length > 0
      ? { required: [pick(missing, roll)] }
      : { properties: { [name]: testOf(shape, roll) } };
  switch (roll(6)) {
    case 0:
      return { not: test() };
    case 1:
      return { if: test(), then };
    case 2:
      return { if: test(), else: then };
    case 3:
      return { allOf: [{ if: test(), then }, { not: test() }] };
    case 4:
      return required.includes(name) ? {} : { dependentSchemas: { [name]: then } };
    default:
      return missing.length > 1 ? { anyOf: missing.slice(0, 2).map((other) => ({ required: [other] })) } : {};
  }
}

/** A test that some values of a shape pass. */
function testOf(shape: Shape, roll: Roll): JsonObject {
  const value = shape.make(roll, false);
  if (typeof value !== "string" || shape.words !== undefined || chance(roll, 2)) return { const: value };
  return pick<JsonObject>(
    [
      { maxLength: Math.max(1, value.length - 1) },
      { pattern: "^\\S", maxLength: 200 },
      { minLength: value.length + 1 },
      { enum: [value] },
    ],
    roll,
  );
}

function mapShape(roll: Roll, depth: number): Shape {
  const entry = chance(roll, 2) ? textShape(roll) : anyShape(roll, depth + 1);
  const declared = chance(roll, 2) ? KEYS[0]! : undefined;
  const required = declared !== undefined && chance(roll, 2) ? [declared] : [];
  return {
    kind: "map",
    required,
    schema: {
      type: "object",
      ...(declared !== undefined && { properties: { [declared]: entry.schema } }),
      ...(required.length > 0 && { required }),
      additionalProperties: entry.schema,
      ...(chance(roll, 3) && { propertyNames: { maxLength: 5 } }),
      ...(chance(roll, 4) && { minProperties: 1 }),
      ...(chance(roll, 4) && { maxProperties: 6 }),
    },
    parts: [["*", entry], ...(declared === undefined ? [] : [[declared, entry] as const])],
    make(roll, full) {
      const value: JsonObject = {};
      const keys = full ? KEYS.slice(0, 3) : KEYS.filter(() => chance(roll, 2));
      for (const key of new Set([...(declared === undefined && keys.length > 0 ? [] : [KEYS[0]!]), ...keys]))
        setOwn(value, key, entry.make(roll, full));
      return value;
    },
  };
}

function listShape(roll: Roll, depth: number): Shape {
  const item =
    roll(3) > 0 ? (chance(roll, 2) ? wordsShape(roll) : textShape(roll)) : anyShape(roll, depth + 1);
  const min = roll(3);
  const unique = chance(roll, 4);
  return {
    kind: "list",
    schema: {
      type: "array",
      items: item.schema,
      ...(min > 0 && { minItems: min }),
      ...(chance(roll, 3) && { maxItems: min + 2 + roll(4) }),
      ...(unique && { uniqueItems: true }),
      ...(chance(roll, 8) && { contains: item.schema, ...(chance(roll, 2) && { maxContains: 6 }) }),
    },
    parts: [["*", item]],
    make(roll, full) {
      const items = several(roll, Math.max(min, full ? 2 : 0), min + 2, () => item.make(roll, full));
      return unique ? withoutRepeats(items) : items;
    },
  };
}

function tupleShape(roll: Roll, depth: number): Shape {
  const prefix = several(roll, 1, 2, () => (roll(3) > 0 ? scalarShape(roll) : anyShape(roll, depth + 1)));
  const rest = chance(roll, 2) ? undefined : scalarShape(roll);
  return {
    kind: "tuple",
    schema: {
      type: "array",
      prefixItems: prefix.map(({ schema }) => schema),
      ...(rest === undefined ? { items: false } : { items: rest.schema }),
      ...(chance(roll, 2) && { minItems: prefix.length }),
    },
    parts: [
      ...prefix.map((item, index) => [String(index), item] as const),
      ...(rest === undefined ? [] : [["*", rest] as const]),
    ],
    make: (roll, full) => [
      ...prefix.map((item) => item.make(roll, full)),
      ...(rest === undefined ? [] : several(roll, full ? 1 : 0, 2, () => rest.make(roll, full))),
    ],
  };
}

/** Alternatives that are told apart by a constant member, or by their types. */
function unionShape(roll: Roll, depth: number): Shape {
  const keyword = pick(["oneOf", "anyOf"], roll);
  const alternatives =
    chance(roll, 2) && depth < MAX_DEPTH
      ? ["disk", "network"].map((word) => discriminated(roll, depth, word))
      : [textShape(roll), pick([() => numberOnly(roll), () => listShape(roll, MAX_DEPTH)], roll)()];
  return {
    kind: "union",
    schema: { [keyword]: alternatives.map(({ schema }) => schema) },
    parts: [],
    make: (roll, full) => pick(alternatives, roll).make(roll, full),
  };
}

function numberOnly(roll: Roll): Shape {
  return { kind: "number", schema: { type: "integer", minimum: 0 }, parts: [], make: () => roll(5) };
}

function discriminated(roll: Roll, depth: number, word: string): Shape {
  const kind: Shape = { kind: "words", schema: { const: word }, parts: [], words: [word], make: () => word };
  const members: [string, Shape][] = [
    ["kind", kind],
    [pick(["label", "title"], roll), textShape(roll)],
    ["count", anyShape(roll, depth + 2)],
  ];
  return {
    kind: "object",
    schema: {
      type: "object",
      properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
      required: ["kind", ...(chance(roll, 2) ? [members[1]![0]] : [])],
      additionalProperties: false,
    },
    parts: members,
    make: (roll, full) => Object.fromEntries(members.map(([name, shape]) => [name, shape.make(roll, full)])),
  };
}

export function anyShape(roll: Roll, depth: number): Shape {
  if (depth >= MAX_DEPTH) return scalarShape(roll);
  switch (roll(12)) {
    case 0:
    case 1:
      return objectShape(roll, depth);
    case 2:
    case 3:
      return listShape(roll, depth);
    case 4:
      return mapShape(roll, depth);
    case 5:
      return tupleShape(roll, depth);
    case 6:
      return unionShape(roll, depth);
    case 7:
      return chance(roll, 3)
        ? { kind: "any", schema: {}, parts: [], make: () => pick([1, "alpha", null, []], roll) }
        : textShape(roll);
    default:
      return scalarShape(roll);
  }
}

function withoutRepeats(items: readonly unknown[]): unknown[] {
  const seen = new Map(items.map((item) => [JSON.stringify(item), item]));
  return [...seen.values()];
}

/** A place of the schema, by its path pattern. */
export interface ShapePlace {
  readonly pattern: string;
  readonly shape: Shape;
}

/** Whether a pattern stands for the items behind a tuple, and so for the places of the tuple as well. */
export function isOneOfSeveral(pattern: string, places: readonly ShapePlace[]): boolean {
  return pattern.endsWith("/*") && places.some((other) => other.pattern === `${pattern.slice(0, -1)}0`);
}

export function placesOf(shape: Shape, pattern = ""): ShapePlace[] {
  return [
    { pattern, shape },
    ...shape.parts.flatMap(([token, part]) =>
      placesOf(
        part,
        `${pattern}/${token === "*" ? token : token.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      ),
    ),
  ];
}
