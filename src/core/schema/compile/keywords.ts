/** The part of JSON Schema 2020-12 that spec packages may use. */
import { isPlainObject } from "../../json/pointer.ts";
import { KIND, type KindName, type Kinds } from "../kinds.ts";

/**
 * The keywords by what they say something about. `note` is for readers and other tools, and decides nothing; `name` is for
 * references.
 */
const KEYWORDS_ABOUT = {
  note: [
    ...[
      "title",
      "description",
      "form",
      "$comment",
      "examples",
      "default",
      "deprecated",
      "readOnly",
      "writeOnly",
      "fill",
    ],
    ...["contentEncoding", "contentMediaType", "contentSchema"],
  ],
  root: ["$schema"],
  name: ["$id", "$anchor", "$defs", "definitions"],
  value: ["$ref", "type", "enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  object: [
    ...["properties", "required", "additionalProperties", "patternProperties", "propertyNames"],
    ...["minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties"],
  ],
  array: [
    ...["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
    ...["contains", "minContains", "maxContains"],
  ],
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
} as const;

type About = keyof typeof KEYWORDS_ABOUT;

/** What each keyword is about. */
export const KEYWORDS: ReadonlyMap<string, About> = new Map(
  Object.entries(KEYWORDS_ABOUT).flatMap(([about, keywords]) =>
    keywords.map((keyword) => [keyword, about as About] as const),
  ),
);

/** The kind of value about which a keyword says something; undefined if it is about any value or none. */
export function kindOfKeyword(keyword: string): Kinds | undefined {
  const about = KEYWORDS.get(keyword);
  return about !== undefined && about in KIND ? KIND[about as KindName] : undefined;
}

/** Whether a schema says something about one kind of value. */
export function hasKeywordFor(schema: Readonly<Record<string, unknown>>, kind: Kinds): boolean {
  for (const keyword in schema) if (kindOfKeyword(keyword) === kind) return true;
  return false;
}

/** Which keywords hold schemas, also of those that are refused: one schema, a list or a map of them. */
export const SCHEMA_HOLDERS: Record<"one" | "list" | "map", readonly string[]> = {
  one: [
    ...["items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"],
    ...["unevaluatedItems", "unevaluatedProperties", "additionalItems"],
  ],
  list: ["allOf", "anyOf", "oneOf", "prefixItems"],
  map: ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
};

/** Visits every schema directly inside a schema; `path` leads there from the outer one. */
export function eachSubschema(
  schema: Readonly<Record<string, unknown>>,
  visit: (inner: unknown, path: readonly string[]) => void,
): void {
  const { one, list, map } = SCHEMA_HOLDERS;
  for (const keyword of one) if (schema[keyword] !== undefined) visit(schema[keyword], [keyword]);
  for (const keyword of list) {
    const items = schema[keyword];
    if (Array.isArray(items))
      for (const [index, item] of items.entries()) visit(item, [keyword, String(index)]);
  }
  for (const keyword of map) {
    const members = schema[keyword];
    if (!isPlainObject(members)) continue;
    for (const [name, item] of Object.entries(members)) visit(item, [keyword, name]);
  }
}
