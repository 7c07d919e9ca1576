/** A required member is declared somewhere, so that a misspelled name is found, and it may be there. */
import { escapeToken } from "../../json/pointer.ts";
import { quote } from "../../unicode/describe.ts";
import type { Compiler, Site } from "../compile/compiler.ts";
import { type ObjectLayer, subschemasFor } from "../compile/object-layers.ts";
import { NO_KIND } from "../kinds.ts";
import type { Place } from "../place.ts";

export function lintRequired(
  read: readonly ObjectLayer[],
  properties: ReadonlyMap<string, Place>,
  { outer, isTest }: Site,
  compiler: Compiler,
): void {
  const declares = (name: string) =>
    outer?.has(name) === true ||
    read.some((one) =>
      subschemasFor(name, one).some((subschema) => subschema !== one.rest || subschema.schema !== false),
    );
  const check = (name: string, pointer: string) => {
    if (!isTest && !declares(name))
      compiler.disallow(
        pointer,
        "required-undeclared",
        `${quote(name)} is required but not among "properties".`,
      );
    else if (properties.get(name)?.shape.kinds === NO_KIND)
      compiler.disallowNever(pointer, `${quote(name)} is required, and the schema allows no such member`);
  };
  for (const { layer, required, dependents } of read) {
    for (const { name, pointer } of required) check(name, pointer);
    for (const { name, needs } of dependents)
      for (const needed of needs) check(needed, `${layer.pointer}/dependentRequired/${escapeToken(name)}`);
  }
}
