/** The part of JSON Schema 2020-12 that spec packages may use, and where each keyword has a meaning. */
import { quote } from "../text/describe.ts";
import { closest } from "../text/similar.ts";

const ANNOTATIONS = ["title", "description", "$comment", "examples", "default"];
const BY_TYPE: Record<string, readonly string[]> = {
  object: ["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
  array: ["items", "minItems", "maxItems"],
  string: ["minLength", "maxLength", "pattern"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  boolean: [],
  null: [],
};
const ROOT_ONLY = ["$schema", "$id", "$defs"];
export const TYPES = Object.keys(BY_TYPE);
const ALL_KEYWORDS = [
  ...ANNOTATIONS,
  ...ROOT_ONLY,
  "$ref",
  "type",
  "enum",
  "const",
  ...Object.values(BY_TYPE).flat(),
];

/** Why a keyword may not stand where it does; undefined where it may. `depth` is 0 at the root of the schema. */
export function keywordFault(
  part: Readonly<Record<string, unknown>>,
  keyword: string,
  depth: number,
): string | undefined {
  if (!ALL_KEYWORDS.includes(keyword)) {
    const meant = closest(keyword, ALL_KEYWORDS);
    return `${quote(keyword)} is not a keyword that spec packages may use${meant ? `; did you mean "${meant}"?` : "."}`;
  }
  if (ROOT_ONLY.includes(keyword)) {
    return depth > 0 ? `"${keyword}" is allowed at the root of the schema only.` : undefined;
  }
  if (ANNOTATIONS.includes(keyword) || keyword === "$ref") return undefined;
  if (part.$ref !== undefined) return `"${keyword}" has no effect beside "$ref"; put it into the definition.`;
  const type = typeof part.type === "string" && Object.hasOwn(BY_TYPE, part.type) ? part.type : undefined;
  if (["type", "enum", "const"].includes(keyword)) return undefined;
  if (type !== undefined) {
    return BY_TYPE[type]!.includes(keyword) ? undefined : `"${keyword}" has no effect on type "${type}".`;
  }
  return part.type === undefined ? `"${keyword}" needs a "type" beside it.` : undefined;
}
