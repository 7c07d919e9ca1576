/** Keywords that spec packages may not use, and those that have no effect where they are. */
import { escapeToken } from "../../json/pointer.ts";
import { closest } from "../../similar/similar.ts";
import { quote } from "../../unicode/describe.ts";
import type { Layer, Refuse } from "../compile/compiler.ts";
import { declaredKinds, KEYWORDS, kindOfKeyword } from "../compile/keywords.ts";
import type { Kinds } from "../kinds.ts";

/** Keywords of other drafts and dialects, and of 2020-12 where we leave them out: what to write instead. */
const INSTEAD: Record<string, string> = {
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

/** Why a keyword is not allowed; undefined where it is. `kinds` are those that the type allows. */
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
