/** What somebody brings to the studio: a package, a schema to make one of, or data, which is neither. */
import { isPlainObject } from "../../src/core/json/values.ts";
import { readText } from "../start/read-text.ts";

export type Opened =
  | { readonly kind: "package"; readonly value: Record<string, unknown>; readonly text: string }
  | { readonly kind: "schema"; readonly text: string }
  | { readonly kind: "neither"; readonly reason: string };

const SCHEMA_MEMBERS = ["properties", "$defs", "definitions", "allOf", "anyOf", "oneOf"];

export async function readOpened(given: string, name = ""): Promise<Opened> {
  const found = await readText(given, name);
  if (found.kind === "nothing") return { kind: "neither", reason: found.reason };
  const isData = (what: string): Opened => ({
    kind: "neither",
    reason: `This is data: ${what}. The studio opens the rules for it: a spec package, or a JSON Schema to make one of.`,
  });
  if (found.kind === "rows") return isData(`${found.rows.length} rows`);
  const { value, text, domain } = found;
  if (domain !== undefined) return isData(`a proposal for ${domain.targetProduct}/${domain.domainId}`);
  const isPackage = typeof value.format === "string" || "rules" in value || "targetProduct" in value;
  if (isPackage && isPlainObject(value.schema)) return { kind: "package", value, text };
  const isSchema = "$schema" in value || "$ref" in value;
  if (isSchema || SCHEMA_MEMBERS.some((member) => typeof value[member] === "object"))
    return { kind: "schema", text };
  return isData(`an object with ${Object.keys(value).slice(0, 5).join(", ") || "nothing in it"}`);
}
