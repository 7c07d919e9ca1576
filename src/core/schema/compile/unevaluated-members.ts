/** `unevaluatedProperties`: what members must be that neither the schema itself nor those it refers to describe. */
import { below, type Compiler } from "./compiler.ts";
import type { ObjectLayer } from "./object-layers.ts";

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
