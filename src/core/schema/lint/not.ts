/** Whether the opposite of a schema can be reported: few keywords, and none of them behind a reference. */
import { escapeToken, isPlainObject } from "../../json/pointer.ts";
import type { Refuse, Subschema } from "../compile/compiler.ts";

const SIMPLE = new Set([
  "const",
  "enum",
  "type",
  "required",
  "pattern",
  "maxLength",
  "format",
  "properties",
  "anyOf",
]);
const NOTES = new Set(["title", "description", "$comment"]);

export function lintNot({ schema, pointer }: Pick<Subschema, "schema" | "pointer">, disallow: Refuse): void {
  if (!isPlainObject(schema)) return;
  for (const keyword of Object.keys(schema)) {
    if (SIMPLE.has(keyword) || NOTES.has(keyword)) continue;
    disallow(
      `${pointer}/${escapeToken(keyword)}`,
      "not-too-complex",
      `"not" may only hold ${[...SIMPLE].join(", ")}; say what is allowed instead, or use "if" and "then".`,
    );
  }
  for (const keyword of ["properties", "anyOf"])
    for (const [key, inner] of Object.entries(schema[keyword] ?? {}))
      lintNot({ schema: inner, pointer: `${pointer}/${keyword}/${escapeToken(key)}` }, disallow);
}
