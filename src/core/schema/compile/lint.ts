/** What has a meaning in JSON Schema and is refused in spec packages: keywords, and schemas that nothing could pass or fail. */
import { escapeToken, isPlainObject } from "../../json/values.ts";
import { closest } from "../../similar/matcher.ts";
import { quote } from "../../unicode/unicode.ts";
import type { Kinds } from "../place.ts";
import type { Layer, Refuse, Subschema } from "./compiler.ts";
import { declaredKinds, KEYWORDS, kindOfKeyword } from "./keywords.ts";

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
  $anchor: 'use "$ref" to a definition under "$defs"',
  id: "leave it out",
  divisibleBy: 'use "multipleOf"',
  extends: 'use "allOf"',
  disallow: 'use "not"',
  nullable: 'use "type" with a list, such as ["string", "null"]',
  discriminator: 'give each alternative of "oneOf" a required member with its own "const"',
  example: 'use "examples" with a list',
};

export function lintKeywords(
  schema: Readonly<Record<string, unknown>>,
  pointer: string,
  isRoot: boolean,
  disallow: Refuse,
): void {
  const kinds = declaredKinds(schema.type);
  for (const keyword of Object.keys(schema)) {
    const fault = faultOf(keyword, kinds, isRoot);
    if (fault !== undefined) disallow(`${pointer}/${escapeToken(keyword)}`, "keyword-not-allowed", fault);
  }
}

function faultOf(keyword: string, kinds: Kinds, isRoot: boolean): string | undefined {
  const kind = kindOfKeyword(keyword);
  if (kind !== undefined)
    return (kinds & kind) === 0 ? `"${keyword}" has no effect on this "type".` : undefined;
  if (KEYWORDS.get(keyword)?.about === "root")
    return isRoot ? undefined : `"${keyword}" is allowed at the root of the schema only.`;
  if (KEYWORDS.has(keyword) || keyword.startsWith("x-")) return undefined;
  const instead = Object.hasOwn(INSTEAD, keyword) ? INSTEAD[keyword] : undefined;
  if (instead !== undefined) return `Spec packages may not use "${keyword}": ${instead}.`;
  const meant = closest(keyword, KEYWORDS.keys());
  return `${quote(keyword)} is not a keyword that spec packages may use${meant ? `; did you mean "${meant}"?` : '. Notes of your own start with "x-".'}`;
}

/** `if`, `then` and `else` have an effect together only. */
export function lintConditions({ schema, pointer }: Layer, disallow: Refuse): void {
  const hasBranch = schema.then !== undefined || schema.else !== undefined;
  if (schema.if !== undefined && !hasBranch)
    disallow(`${pointer}/if`, "keyword-not-allowed", `"if" has no effect without "then" or "else".`);
  if (schema.if !== undefined) return;
  for (const keyword of ["then", "else"])
    if (schema[keyword] !== undefined)
      disallow(`${pointer}/${keyword}`, "keyword-not-allowed", `"${keyword}" has no effect without "if".`);
}

const SIMPLE = new Set([
  ...["const", "enum", "type", "required", "pattern", "maxLength", "format", "properties", "anyOf"],
]);
const NOTES = new Set(["title", "description", "$comment"]);

export function lintNot({ schema, pointer }: Pick<Subschema, "schema" | "pointer">, disallow: Refuse): void {
  if (!isPlainObject(schema)) return;
  for (const keyword of Object.keys(schema)) {
    if (SIMPLE.has(keyword) || NOTES.has(keyword)) continue;
    disallow(
      `${pointer}/${escapeToken(keyword)}`,
      "not-too-complex",
      `"not" may only hold ${[...SIMPLE].join(", ")}; say what is allowed instead, or use "if" and "then".`,
    );
  }
  for (const keyword of ["properties", "anyOf"])
    for (const [key, inner] of Object.entries(schema[keyword] ?? {}))
      lintNot({ schema: inner, pointer: `${pointer}/${keyword}/${escapeToken(key)}` }, disallow);
}

/** Not recursive: schemas can be deeper than the stack. Equal patterns are compiled once. */
export function countPatterns(schema: unknown): number {
  const patterns = new Set<string>();
  const parts: unknown[] = [schema];
  while (parts.length > 0) {
    const part = parts.pop();
    if (typeof part !== "object" || part === null) continue;
    const { pattern, patternProperties } = part as Record<string, unknown>;
    if (typeof pattern === "string") patterns.add(pattern);
    if (isPlainObject(patternProperties))
      for (const source of Object.keys(patternProperties)) patterns.add(source);
    for (const inner of Object.values(part)) parts.push(inner);
  }
  return patterns.size;
}
