/** Reads what each layer says about the members of objects. */
import type { LinearPattern } from "../../pattern/linear-pattern.ts";
import { readPattern } from "./compile-scalars.ts";
import { below, type Compiler, type Layer, type Subschema } from "./compiler.ts";

/** Member names are short, so a pattern for them needs no `maxLength`. */
interface NamePattern {
  pattern: LinearPattern;
  subschema: Subschema;
}

/** What one layer says about objects. */
export interface ObjectLayer {
  layer: Layer;
  properties: ReadonlyMap<string, Subschema>;
  patterns: NamePattern[];
  /** What all other members must be. */
  rest: Subschema | undefined;
  required: { name: string; pointer: string }[];
  dependents: { name: string; needs: string[] }[];
}

export function readObjectLayer(layer: Layer, compiler: Compiler): ObjectLayer {
  const { schema, pointer } = layer;
  const properties = new Map(
    Object.keys(schema.properties ?? {}).map((name) => [name, below(layer, "properties", name)]),
  );
  const patterns = Object.keys(schema.patternProperties ?? {}).flatMap((source) => {
    const subschema = below(layer, "patternProperties", source);
    const pattern = readPattern(source, subschema.pointer, compiler);
    return pattern ? [{ pattern, subschema }] : [];
  });
  const names = (schema.required ?? []) as string[];
  const required = names.map((name, index) => ({ name, pointer: `${pointer}/required/${index}` }));
  const needed = (schema.dependentRequired ?? {}) as Record<string, string[]>;
  const dependents = Object.entries(needed).map(([name, needs]) => ({ name, needs }));
  const rest = schema.additionalProperties === undefined ? undefined : below(layer, "additionalProperties");
  return { layer, properties, patterns, rest, required, dependents };
}

/** All schemas that one layer applies to the member of a name. */
export function subschemasFor(name: string, { properties, patterns, rest }: ObjectLayer): Subschema[] {
  const property = properties.get(name);
  const found = property ? [property] : [];
  for (const { pattern, subschema } of patterns) if (pattern.test(name)) found.push(subschema);
  return found.length === 0 && rest !== undefined ? [rest] : found;
}

/** Which members these describe depends on the candidate, and a schema is compiled before there is one. */
const CONDITIONAL = ["oneOf", "anyOf", "if", "dependentSchemas"];

/** For each layer that has the keyword, a layer that says the same as `additionalProperties` beside all their members. */
export function unevaluatedLayers(read: readonly ObjectLayer[], compiler: Compiler): ObjectLayer[] {
  return read.flatMap(({ layer }) => {
    if (layer.schema.unevaluatedProperties === undefined) return [];
    const pointer = `${layer.pointer}/unevaluatedProperties`;
    const described = read.filter((one) => one.layer === layer || layer.inner.includes(one.layer));
    const has = (keyword: string) => described.some((one) => one.layer.schema[keyword] !== undefined);
    const conditional = CONDITIONAL.find(has);
    if (conditional !== undefined)
      compiler.refuse(
        pointer,
        "keyword-not-allowed",
        `"unevaluatedProperties" cannot be used with "${conditional}": list every member under one "properties" and use "additionalProperties": false.`,
      );
    // These describe every member there can be.
    const complete = has("additionalProperties")
      ? "additionalProperties"
      : layer.inner.find(({ schema }) => schema.unevaluatedProperties !== undefined) &&
        "unevaluatedProperties";
    if (complete !== undefined)
      compiler.disallow(
        pointer,
        "keyword-not-allowed",
        `"unevaluatedProperties" has no effect with "${complete}" in the same schema or one that it refers to.`,
      );
    if (conditional !== undefined || complete !== undefined) return [];
    const anything = { schema: true, pointer, refs: [] };
    return [
      {
        layer,
        properties: new Map(
          described.flatMap(({ properties }) => [...properties.keys()].map((name) => [name, anything])),
        ),
        patterns: described.flatMap(({ patterns }) =>
          patterns.map(({ pattern }) => ({ pattern, subschema: anything })),
        ),
        rest: below(layer, "unevaluatedProperties"),
        required: [],
        dependents: [],
      },
    ];
  });
}
