/** The part of JSON Schema 2020-12 that spec packages may use: what each keyword is about, and what its value must be. */
import { isPlainObject } from "../../json/values.ts";
import { didYouMean } from "../../similar/matcher.ts";
import { quote } from "../../unicode/unicode.ts";
import { EVERY_KIND, KIND, type KindName, type Kinds, NO_KIND } from "../place.ts";

export const TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"];
const MAX_CHOICES = 10_000;
const MAX_ALTERNATIVES = 200;
const MAX_PREFIX = 100;
/** Each name of a candidate is compared with all of them. */
const MAX_NAME_PATTERNS = 30;

/** `schema`: what the value must be. The schemas inside it are read as such. */
const value = (
  holds: "none" | "one" | "list" | "map",
  schema: Readonly<Record<string, unknown>>,
  must: string,
) => ({ holds, schema, must });
type KeywordValue = Readonly<ReturnType<typeof value>>;

export interface Keyword extends KeywordValue {
  /** `note` is for readers and other tools, and decides nothing; `name` is for references. */
  readonly about: "note" | "root" | "name" | "value" | "object" | "array" | "string" | "number";
}

const plain = (schema: KeywordValue["schema"], must: string) => value("none", schema, must);
const WORDS = { type: "string", minLength: 1 };
const NAMES = { type: "array", uniqueItems: true, items: { type: "string" } };

const ANY = plain({}, "");
const TEXT = plain({ type: "string" }, "must be a text");
const FLAG = plain({ type: "boolean" }, "must be true or false");
const COUNT = plain({ type: "integer", minimum: 0 }, "must be a whole number of at least 0");
const NUMBER = plain({ type: "number" }, "must be a number");
const SCHEMA = value("one", {}, "");
const MAP = value("map", { type: "object" }, "must be an object");
const schemas = (maxItems: number) =>
  value("list", { type: "array", minItems: 1, maxItems }, `must be a list of 1 to ${maxItems} schemas`);

export const DEPRECATED = {
  type: ["boolean", "object"],
  description: "whether it should no longer be used, or why and what to use instead",
  properties: {
    message: { ...WORDS, maxLength: 500, description: "why, in a sentence" },
    use: {
      ...WORDS,
      maxLength: 200,
      description: "the word, or the member of the same object, to use instead",
    },
    repair: { type: "boolean", description: "whether the replacement may be made without asking" },
  },
  additionalProperties: false,
};

const KEYWORDS_ABOUT: Readonly<Record<Keyword["about"], Readonly<Record<string, KeywordValue>>>> = {
  note: {
    ...{ title: TEXT, description: TEXT, form: TEXT, $comment: TEXT },
    examples: plain({ type: "array" }, "must be a list of values"),
    default: ANY,
    deprecated: plain(DEPRECATED, 'is true or false, or an object with "message", "use" and "repair"'),
    ...{ readOnly: FLAG, writeOnly: FLAG },
    fill: plain(
      { type: "boolean" },
      'is true or false, and stands beside a "const" or an "enum" of one value',
    ),
    ...{ contentEncoding: TEXT, contentMediaType: TEXT, contentSchema: ANY },
  },
  root: { $schema: TEXT, $id: TEXT },
  name: { $defs: MAP, definitions: MAP },
  value: {
    $ref: TEXT,
    type: plain(
      {
        anyOf: [{ enum: TYPES }, { type: "array", minItems: 1, uniqueItems: true, items: { enum: TYPES } }],
      },
      `must be one of ${TYPES.join(", ")}, or a list of them without repeats`,
    ),
    enum: plain(
      { type: "array", minItems: 1, maxItems: MAX_CHOICES },
      `must be a list of 1 to ${MAX_CHOICES} values; longer lists belong into "lists"`,
    ),
    const: ANY,
    allOf: value("list", { type: "array", minItems: 1 }, "must be a list of at least 1 schema"),
    ...{ anyOf: schemas(MAX_ALTERNATIVES), oneOf: schemas(MAX_ALTERNATIVES) },
    ...Object.fromEntries(["not", "if", "then", "else"].map((name) => [name, SCHEMA])),
  },
  object: {
    properties: MAP,
    required: plain(
      NAMES,
      "must be a list of member names without repeats, in the object that has the members",
    ),
    additionalProperties: SCHEMA,
    patternProperties: value(
      "map",
      { type: "object", maxProperties: MAX_NAME_PATTERNS },
      `must be an object with at most ${MAX_NAME_PATTERNS} patterns`,
    ),
    propertyNames: SCHEMA,
    ...{ minProperties: COUNT, maxProperties: COUNT },
    dependentRequired: plain(
      { type: "object", additionalProperties: NAMES },
      "must give a list of member names for each name",
    ),
    dependentSchemas: MAP,
  },
  array: {
    items: value(
      "one",
      { not: { type: "array" } },
      'is one schema for all items; use "prefixItems" for a list of schemas',
    ),
    prefixItems: schemas(MAX_PREFIX),
    ...{ minItems: COUNT, maxItems: COUNT, uniqueItems: FLAG },
    ...{ contains: SCHEMA, minContains: COUNT, maxContains: COUNT },
  },
  string: { minLength: COUNT, maxLength: COUNT, pattern: TEXT, format: TEXT },
  number: {
    ...{ minimum: NUMBER, maximum: NUMBER, exclusiveMinimum: NUMBER, exclusiveMaximum: NUMBER },
    multipleOf: plain({ type: "number", exclusiveMinimum: 0 }, "must be a number above 0"),
  },
};

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  Object.entries(KEYWORDS_ABOUT).flatMap(([about, keywords]) =>
    Object.entries(keywords).map(([name, value]): [string, Keyword] => [
      name,
      { about: about as Keyword["about"], ...value },
    ]),
  ),
);

function kindOfKeyword(keyword: string): Kinds | undefined {
  const about = KEYWORDS.get(keyword)?.about;
  return about !== undefined && about in KIND ? KIND[about as KindName] : undefined;
}

export const hasKeywordFor = (schema: Readonly<Record<string, unknown>>, kind: Kinds): boolean =>
  Object.keys(schema).some((keyword) => kindOfKeyword(keyword) === kind);

/** Those that hold a schema in JSON Schema alone. */
const FOREIGN_HOLDERS = ["unevaluatedProperties", "unevaluatedItems", "additionalItems"];

export function eachSubschema(
  schema: object,
  visit: (inner: unknown, path: readonly string[]) => void,
): void {
  for (const [keyword, value] of Object.entries(schema))
    mapHeld(keyword, value, (inner, ...path) => visit(inner, path));
}

/** The value of a keyword with other schemas in place of those that it holds. */
export function mapHeld(
  keyword: string,
  value: unknown,
  change: (inner: unknown, ...path: string[]) => unknown,
): unknown {
  const holds = FOREIGN_HOLDERS.includes(keyword) ? "one" : KEYWORDS.get(keyword)?.holds;
  if (holds === "one") return change(value, keyword);
  if (holds === "list" && Array.isArray(value))
    return value.map((item, index) => change(item, keyword, String(index)));
  if (holds !== "map" || !isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, keyword, name)]));
}

export function declaredKinds(type: unknown): Kinds {
  if (type === undefined) return EVERY_KIND;
  let kinds: Kinds = NO_KIND;
  for (const name of [type as KindName | "integer"].flat())
    kinds |= KIND[name === "integer" ? "number" : name];
  return kinds;
}

export function isWhole(type: unknown): boolean {
  const names = [type].flat();
  return names.includes("integer") && !names.includes("number");
}

const USE_REF = 'use "$ref" to a definition under "$defs"';
const USE_LEVELS = `${USE_REF}, and write out as many levels as you need`;
/** Keywords of other drafts and dialects, and of 2020-12 where we leave them out: what to write instead. */
const INSTEAD: Record<string, string> = {
  unevaluatedProperties: 'list every member under one "properties" and use "additionalProperties": false',
  unevaluatedItems: 'describe every item with "prefixItems" and "items"',
  ...{ $dynamicRef: USE_REF, $dynamicAnchor: USE_REF, $anchor: USE_REF },
  ...{ $recursiveRef: USE_LEVELS, $recursiveAnchor: USE_LEVELS },
  ...{ $vocabulary: "leave it out", id: "leave it out" },
  additionalItems: 'use "prefixItems" for the first items and "items" for the others',
  dependencies: 'use "dependentRequired" or "dependentSchemas"',
  divisibleBy: 'use "multipleOf"',
  extends: 'use "allOf"',
  disallow: 'use "not"',
  nullable: 'use "type" with a list, such as ["string", "null"]',
  discriminator: 'give each alternative of "oneOf" a required member with its own "const"',
  example: 'use "examples" with a list',
};

/** Why a schema may not have a keyword, which may be known elsewhere and have no meaning here. */
export function whyNotAllowed(keyword: string, kinds: Kinds, isRoot: boolean): string | undefined {
  const kind = kindOfKeyword(keyword);
  if (kind !== undefined)
    return (kinds & kind) === 0 ? `"${keyword}" has no effect on this "type".` : undefined;
  if (KEYWORDS.get(keyword)?.about === "root")
    return isRoot ? undefined : `"${keyword}" is allowed at the root of the schema only.`;
  if (KEYWORDS.has(keyword) || keyword.startsWith("x-")) return undefined;
  if (Object.hasOwn(INSTEAD, keyword)) return `Spec packages may not use "${keyword}": ${INSTEAD[keyword]}.`;
  const meant = didYouMean(keyword, KEYWORDS.keys(), '. Notes of your own start with "x-".');
  return `${quote(keyword)} is not a keyword that spec packages may use${meant}`;
}
