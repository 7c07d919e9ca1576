/** Where JSON Schema keeps schemas inside schemas, and which keywords the importer knows. */

export type Schema = Record<string, unknown>;

/** Keywords whose value is a schema. */
export const SCHEMA_IN: readonly string[] = [
  "items",
  "additionalProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
];
/** Keywords whose value is a list of schemas. */
export const SCHEMAS_IN_LIST: readonly string[] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/** Keywords whose value is an object of schemas. */
export const SCHEMAS_IN_OBJECT: readonly string[] = ["properties", "patternProperties", "dependentSchemas"];

/** Keywords that are kept with their value as it is. */
export const PLAIN_KEYWORDS: readonly string[] = [
  "title",
  "description",
  "$comment",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
  "type",
  "enum",
  "const",
  "required",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minContains",
  "maxContains",
  "minLength",
  "maxLength",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
];

export const ANNOTATIONS: readonly string[] = ["title", "description", "$comment", "default", "examples"];

/** Visits the schemas directly inside a schema that the importer has written. */
export function eachPart(schema: Schema, visit: (part: unknown, ...path: string[]) => void): void {
  for (const keyword of SCHEMA_IN) if (schema[keyword] !== undefined) visit(schema[keyword], keyword);
  for (const keyword of SCHEMAS_IN_LIST) {
    const list = schema[keyword];
    if (Array.isArray(list))
      list.forEach((part, index) => {
        visit(part, keyword, String(index));
      });
  }
  for (const keyword of SCHEMAS_IN_OBJECT) {
    const members = schema[keyword];
    if (typeof members === "object" && members !== null)
      for (const [name, part] of Object.entries(members)) visit(part, keyword, name);
  }
}
