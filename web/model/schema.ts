/** Reads the schema of a spec package for the form: references resolved, parts that belong together put together. */
import { isPlainObject } from "../../src/core/json/pointer.ts";
import { findReference } from "../../src/core/schema/compile/compiler.ts";

export type Schema = Record<string, unknown>;

const MAX_STEPS = 16;
/** What says nothing about the shape of a value, only which combinations are allowed. */
const CONSTRAINTS = new Set([
  "required",
  "not",
  "title",
  "description",
  "$comment",
  "minProperties",
  "maxProperties",
]);

export function createSchemaReader(root: Schema) {
  function target(reference: string): Schema {
    const found = findReference(root, reference);
    if (typeof found !== "object" || !isPlainObject(found.schema)) return {};
    const name = found.pointer.slice(found.pointer.lastIndexOf("/") + 1);
    return { ...(name && { "x-name": name }), ...found.schema };
  }

  /** The schema with its references, `allOf` and conditional members in one object. */
  function flatten(given: unknown, steps = 0): Schema {
    let schema: Schema = isPlainObject(given) ? given : {};
    if (steps > MAX_STEPS) return {};
    if (typeof schema.$ref === "string") {
      const { $ref, ...beside } = schema;
      schema = merge(flatten(target(String($ref)), steps + 1), beside);
    }
    if (Array.isArray(schema.allOf)) {
      const { allOf, ...rest } = schema;
      schema = (allOf as unknown[]).reduce<Schema>((all, one) => merge(all, flatten(one, steps + 1)), rest);
    }
    // Members that only some proposals need are optional fields of the form.
    const { then, else: otherwise, dependentSchemas } = schema;
    const conditional = [
      then,
      otherwise,
      ...Object.values(isPlainObject(dependentSchemas) ? dependentSchemas : {}),
    ];
    for (const one of conditional) {
      const { properties } = one === undefined ? {} : flatten(one, steps + 1);
      if (isPlainObject(properties))
        schema = { ...schema, properties: { ...properties, ...(schema.properties as Schema | undefined) } };
    }
    return schema;
  }

  return {
    flatten: (given: unknown) => flatten(given),
    /** The alternatives of a schema, each with what stands beside them; undefined if there is no real choice. */
    alternatives(schema: Schema): Schema[] | undefined {
      const list = schema.oneOf ?? schema.anyOf;
      if (!Array.isArray(list) || list.length === 0) return undefined;
      const { oneOf: _one, anyOf: _any, ...base } = schema;
      const given = list.map((one) => flatten(one));
      if (
        typeOf(base) !== undefined &&
        given.every((one) => Object.keys(one).every((key) => CONSTRAINTS.has(key)))
      )
        return undefined;
      // A title beside the alternatives names the whole, not each of them.
      const { title: _title, description: _description, default: _default, "x-name": _name, ...shape } = base;
      return given.map((one) => merge(shape, one));
    },
  };
}

function merge(a: Schema, b: Schema): Schema {
  const merged: Schema = { ...a, ...b };
  if (isPlainObject(a.properties) && isPlainObject(b.properties)) {
    const properties: Schema = { ...a.properties };
    for (const [name, schema] of Object.entries(b.properties)) {
      const before = properties[name];
      properties[name] = isPlainObject(before) && isPlainObject(schema) ? merge(before, schema) : schema;
    }
    merged.properties = properties;
  }
  if (Array.isArray(a.required) && Array.isArray(b.required))
    merged.required = [...new Set([...a.required, ...b.required])];
  return merged;
}

/** The one type of a schema, also where only its keywords say it. */
export function typeOf(schema: Schema): string | undefined {
  if (typeof schema.type === "string") return schema.type;
  if (Array.isArray(schema.type)) return undefined;
  const has = (...names: string[]) => names.some((name) => schema[name] !== undefined);
  if (has("properties", "additionalProperties", "patternProperties", "propertyNames")) return "object";
  if (has("items", "prefixItems", "minItems", "maxItems", "uniqueItems")) return "array";
  if (has("pattern", "minLength", "maxLength", "format")) return "string";
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")) return "number";
  return undefined;
}
