/** Writes a JSON Schema of the operations as a TypeScript type, so that the compiler can compare it with ours. */
import type { JsonSchema } from "../../src/service/operations/operation.ts";

export function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
      return schema.type;
    case "integer":
      return "number";
    case "array":
      return `(${typeOf(schema.items as JsonSchema)})[]`;
    case "object":
      if (schema.properties !== undefined) return objectType(schema);
      return typeof schema.additionalProperties === "object"
        ? `Record<string, ${typeOf(schema.additionalProperties as JsonSchema)}>`
        : "unknown";
    case undefined:
      return "unknown";
    default:
      throw new Error(`the type ${JSON.stringify(schema.type)} is not known here`);
  }
}

function objectType({ properties, required }: JsonSchema): string {
  const members = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const mark = (required as string[] | undefined)?.includes(name) ? "" : "?";
    return `${JSON.stringify(name)}${mark}: ${typeOf(schema)};`;
  });
  return `{ ${members.join(" ")} }`;
}
