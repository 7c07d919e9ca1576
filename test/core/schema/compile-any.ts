/** Compiles any schema by its standard meaning, also one that spec packages may not have. */
import {
  type CompiledSchema,
  compileSchema,
  NO_CONTEXT,
  type SchemaContext,
} from "../../../src/core/schema/compile-schema.ts";

export function compileAny(schema: unknown, context: Partial<SchemaContext> = {}): CompiledSchema {
  const { schema: compiled, reasons } = compileSchema(schema, {
    ...NO_CONTEXT,
    ...context,
  });
  if (compiled === undefined)
    throw new Error(`${JSON.stringify(schema)}: ${reasons.map(({ message }) => message).join(" ")}`);
  return compiled;
}
