/**
 * JSON Schemas of all inputs and outputs, as plain data. They use no `$ref`, root unions or lists of types, because
 * several MCP clients and code generation tools cannot read those. Outputs allow additional members, so that a member
 * added later breaks no caller. Every object that a client would want to name has a title: tools that write code make types
 * of that name.
 */
import type { JsonSchema } from "../operation.ts";

export const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: "string",
  description,
  ...more,
});
export const list = (items: JsonSchema, description: string, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  description,
  items,
  ...more,
});

/** All members are required, except those named in `optional`. */
export function object(
  title: string,
  properties: Record<string, JsonSchema>,
  description: string,
  optional: string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", title, description, properties, required };
}

export const anything = (description: string): JsonSchema => ({ description });
/** Without the keyword, tools that write code make a type without members of it. */
export const freeObject = (description: string): JsonSchema => ({
  type: "object",
  description,
  additionalProperties: true,
});
export const digest = (of: string) =>
  text(`\`sha256:\` and the hex digest of ${of}.`, { pattern: "^sha256:[0-9a-f]{64}$" });
export const POINTER = text('RFC 6901 pointer into the candidate; "" is the candidate itself.');

export const patch = (description: string) =>
  list(
    object(
      "PatchOperation",
      {
        op: text("The operation.", { enum: ["test", "add", "replace", "remove", "move"] }),
        path: text("RFC 6901 pointer into the candidate."),
        from: text("RFC 6901 pointer to the place a value is moved from."),
        value: anything("The value to test for or to set."),
      },
      "One RFC 6902 operation.",
      ["from", "value"],
    ),
    description,
  );
