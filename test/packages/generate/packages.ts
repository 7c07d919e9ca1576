/** Random spec packages: a schema, lists, registries, normalization and rules of every check. */
import { type MadeRule, makeRule, type World } from "./rules.ts";
import { textShape, WORDS, wordsShape } from "./scalars.ts";
import {
  chance,
  createRoll,
  type JsonObject,
  objectShape,
  pick,
  placesOf,
  type Roll,
  type Shape,
  several,
} from "./shapes.ts";

/** A spec package without what follows from the rest, so that it can be made smaller part by part. */
export interface PackageParts {
  schema: JsonObject;
  rules: JsonObject[];
  lists: Record<string, { values: string[]; aliases?: Record<string, string> }>;
  registries: Record<string, { member: string; case?: string }>;
  normalization: { prose: string[]; sets: { at: string; list: string }[] };
  aliases: Record<string, string[]>;
  /** What is registered in every registry. */
  entries: { id: string; name: string }[];
  /** A candidate that passes. */
  valid?: unknown;
}

export interface MadePackage {
  parts: PackageParts;
  shape: Shape;
  /** The rules with what provokes them, by code. */
  rules: ReadonlyMap<string, MadeRule>;
}

const ENTRIES = ["bikes", "Trams", "night-bus", "ferry 7"].map((id) => ({ id, name: `The ${id}` }));
const FIELD_TYPES = ["string", "integer", "boolean", "date"];
const KINDS_OF_RECORDS = ["missing", "unknown", "mismatch"];

export function makePackage(seed: number): MadePackage {
  const roll = createRoll(seed);
  const withRecords = chance(roll, 6);
  const shape = objectShape(roll, 0, withRecords ? { fields: fieldsShape(roll), records: RECORDS } : {});
  const places = placesOf(shape);
  const lists: PackageParts["lists"] = { words: { values: WORDS.slice(0, 5) } };
  if (chance(roll, 2)) lists.speeds = { values: ["realistic", "fast"], aliases: { quick: "fast" } };
  if (withRecords) lists.types = { values: FIELD_TYPES, aliases: { int: "integer" } };
  const registries: PackageParts["registries"] = {};
  for (const name of several(roll, 0, 2, () => pick(["stops", "lines"], roll)))
    registries[name] = {
      member: name,
      ...(chance(roll, 2) && { case: pick(["exact", "ignore", "ignore-spaces"], roll) }),
    };
  const normalization: PackageParts["normalization"] = { prose: [], sets: [] };
  for (const { pattern, shape } of places) {
    if (shape.kind === "text" && shape.schema.type === "string" && chance(roll, 4))
      normalization.prose.push(pattern);
    const item = shape.parts[0]?.[1];
    const isOfWords =
      (shape.kind === "list" || shape.kind === "tuple") && (item?.kind === "words" || item?.kind === "text");
    if (isOfWords && !pattern.includes("*") && chance(roll, 3))
      normalization.sets.push({ at: pattern, list: "words" });
  }
  const world: World = { places, lists, registries, ids: ENTRIES.map(({ id }) => id) };
  const rules = new Map<string, MadeRule>();
  for (let index = 0; index < 6; index++) {
    const made = makeRule(world, roll, index);
    if (made !== undefined) rules.set(String(made.rule.code), made);
  }
  if (withRecords) rules.set("records", recordsRule());
  const aliases: PackageParts["aliases"] = {};
  for (const { pattern } of places) {
    const isMember = pattern !== "" && !pattern.endsWith("*") && !/\/\d+$/.test(pattern);
    if (isMember && chance(roll, 12)) aliases[pattern] = [pick(["caption", "sort", "heading"], roll)];
  }
  return {
    shape,
    rules,
    parts: {
      schema: chance(roll, 3) ? withReference(shape.schema, roll) : shape.schema,
      rules: [...rules.values()].map(({ rule }) => rule),
      lists,
      registries,
      normalization,
      aliases,
      entries: ENTRIES,
    },
  };
}

/** The same schema, with what a member must be among the definitions. */
function withReference(schema: JsonObject, roll: Roll): JsonObject {
  const properties = schema.properties as Record<string, JsonObject>;
  const names = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name]!, "default"));
  if (names.length === 0) return schema;
  const name = pick(names, roll);
  return {
    ...schema,
    properties: { ...properties, [name]: { $ref: "#/$defs/part" } },
    $defs: { part: properties[name]! },
  };
}

function fieldsShape(roll: Roll): Shape {
  const name = textShape(() => 2);
  const type: Shape = {
    ...wordsShape(roll),
    kind: "words",
    schema: { enum: FIELD_TYPES },
    words: FIELD_TYPES,
    make: (roll) => pick(FIELD_TYPES, roll),
  };
  const field: Shape = {
    kind: "object",
    required: ["name", "type"],
    schema: {
      type: "object",
      properties: { name: name.schema, type: type.schema },
      required: ["name", "type"],
      additionalProperties: false,
    },
    parts: [
      ["name", name],
      ["type", type],
    ],
    make: () => ({ name: "alpha", type: "string" }),
  };
  return {
    kind: "list",
    schema: { type: "array", items: field.schema, maxItems: 8 },
    parts: [["*", field]],
    make: () => [
      { name: "alpha", type: "string" },
      { name: "beta", type: "integer" },
    ],
  };
}

const RECORDS: Shape = {
  kind: "any",
  schema: { type: "array", items: { type: "object" }, maxItems: 8 },
  parts: [],
  make: () => [{ alpha: "x", beta: 1 }],
};

function recordsRule(): MadeRule {
  return {
    rule: {
      code: "records",
      check: "records-match-fields",
      at: ["/records"],
      severity: "error",
      params: { fields: "/fields", name: "name", type: "type", types: "types" },
    },
    provoke: (candidate) => ({
      ...(candidate as JsonObject),
      fields: [{ name: "alpha", type: "string" }],
      records: [{}],
    }),
  };
}

/** The whole spec package. */
export function documentOf(parts: PackageParts): JsonObject {
  const codes = parts.rules.flatMap(({ code, check }) =>
    check === "records-match-fields" ? KINDS_OF_RECORDS.map((kind) => `${code}-${kind}`) : [String(code)],
  );
  const entriesOf = Object.fromEntries(Object.keys(parts.registries).map((name) => [name, parts.entries]));
  return {
    format: "preflight-spec-package/1",
    targetProduct: "shop",
    domainId: "thing",
    version: "1.0.0",
    title: "Thing",
    lists: parts.lists,
    registries: parts.registries,
    aliases: parts.aliases,
    normalization: parts.normalization,
    schema: parts.schema,
    rules: parts.rules,
    docs: Object.fromEntries(
      codes.map((code) => [code, { summary: "It is wrong.", fix: "Write it otherwise." }]),
    ),
    examples: {
      now: "2026-01-01T00:00:00Z",
      registry: parts.entries,
      registries: entriesOf,
      valid: [{ title: "One", candidate: parts.valid ?? {} }],
      invalid: [{ title: "A number", candidate: 5, expect: [{ code: "type-mismatch", pointer: "" }] }],
    },
  };
}
