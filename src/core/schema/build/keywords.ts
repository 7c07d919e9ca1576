/** The part of JSON Schema 2020-12 that spec packages may use, and what to write instead of the rest. */

import { closest } from "../../similar/similar.ts";
import { quote } from "../../unicode/describe.ts";
import { KIND, type Kinds } from "../nodes/kinds.ts";

/** Notes for readers and other tools. They decide nothing. */
const NOTES = [
  ...["title", "description", "$comment", "examples", "default", "deprecated", "readOnly", "writeOnly"],
  ...["contentEncoding", "contentMediaType", "contentSchema"],
];
const ROOT_ONLY = ["$schema"];
/** Keywords that say something about one kind of value and nothing about others. */
const BY_KIND: Record<string, readonly string[]> = {
  object: [
    ...["properties", "required", "additionalProperties", "patternProperties", "propertyNames"],
    ...["minProperties", "maxProperties", "dependentRequired", "dependentSchemas"],
  ],
  array: [
    ...["items", "prefixItems", "minItems", "maxItems", "uniqueItems"],
    ...["contains", "minContains", "maxContains"],
  ],
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};
const KIND_OF_KEYWORD = new Map(
  Object.entries(BY_KIND).flatMap(([kind, keywords]) =>
    keywords.map((keyword) => [keyword, KIND[kind as keyof typeof KIND]] as const),
  ),
);
const ANY_KIND = [
  ...["$ref", "$id", "$anchor", "$defs", "definitions", "type", "enum", "const"],
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
];

export const KEYWORDS: readonly string[] = [...NOTES, ...ROOT_ONLY, ...ANY_KIND, ...KIND_OF_KEYWORD.keys()];

/** Keywords of other drafts and dialects, and of 2020-12 where we leave them out: what to write instead. */
const INSTEAD: Record<string, string> = {
  unevaluatedProperties: 'list every member under one "properties" and use "additionalProperties": false',
  unevaluatedItems: 'describe every item with "prefixItems" and "items"',
  $dynamicRef: 'use "$ref" to a definition under "$defs"',
  $dynamicAnchor: 'use "$ref" to a definition under "$defs"',
  $recursiveRef: 'use "$ref" to a definition under "$defs", and write out as many levels as you need',
  $recursiveAnchor: 'use "$ref" to a definition under "$defs", and write out as many levels as you need',
  $vocabulary: "leave it out",
  additionalItems: 'use "prefixItems" for the first items and "items" for the others',
  dependencies: 'use "dependentRequired" or "dependentSchemas"',
  id: 'use "$id"',
  divisibleBy: 'use "multipleOf"',
  extends: 'use "allOf"',
  disallow: 'use "not"',
  nullable: 'use "type" with a list, such as ["string", "null"]',
  discriminator: 'give each alternative of "oneOf" a required member with its own "const"',
  example: 'use "examples" with a list',
};

/** Why a keyword may not stand where it does; undefined where it may. `kinds` are those that the type allows. */
export function keywordFault(keyword: string, kinds: Kinds, isRoot: boolean): string | undefined {
  const kind = KIND_OF_KEYWORD.get(keyword);
  if (kind !== undefined)
    return (kinds & kind) === 0 ? `"${keyword}" has no effect on this "type".` : undefined;
  if (ROOT_ONLY.includes(keyword))
    return isRoot ? undefined : `"${keyword}" is allowed at the root of the schema only.`;
  if (KEYWORDS.includes(keyword) || keyword.startsWith("x-")) return undefined;
  const instead = Object.hasOwn(INSTEAD, keyword) ? INSTEAD[keyword] : undefined;
  if (instead !== undefined) return `Spec packages may not use "${keyword}": ${instead}.`;
  const meant = closest(keyword, KEYWORDS);
  return `${quote(keyword)} is not a keyword that spec packages may use${meant ? `; did you mean "${meant}"?` : '. Notes of your own start with "x-".'}`;
}

/** Whether a schema says something about one kind of value. */
export function hasKeywordFor(schema: Readonly<Record<string, unknown>>, kind: Kinds): boolean {
  for (const keyword in schema) if (KIND_OF_KEYWORD.get(keyword) === kind) return true;
  return false;
}

/** Where schemas stand inside a schema, for finding all of them: the value itself, its items or its members. */
export const SCHEMA_HOLDERS: Record<"one" | "list" | "map", readonly string[]> = {
  one: [
    ...["items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"],
    ...["unevaluatedItems", "unevaluatedProperties", "additionalItems"],
  ],
  list: ["allOf", "anyOf", "oneOf", "prefixItems"],
  map: ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
};
