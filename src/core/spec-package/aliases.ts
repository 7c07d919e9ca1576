/** Other names of members, and what people write instead of a value of an `enum`. */
import { escapeToken } from "../json/pointer.ts";
import type { CompiledSchema, Refuse } from "../schema/compile-schema.ts";
import { SCHEMA_ALONE } from "../schema/place.ts";
import { lowerCase } from "../unicode/unicode.ts";
import type { SpecPackageDocument } from "./format/document.ts";

export function readValueAliases({ valueAliases = {} }: SpecPackageDocument) {
  return new Map(
    Object.entries(valueAliases).map(([at, aliases]) => [at, new Map(Object.entries(aliases))] as const),
  );
}

export function checkAliases(
  { aliases = {}, valueAliases = {} }: SpecPackageDocument,
  places: CompiledSchema["places"],
  refuse: Refuse,
): void {
  for (const at of Object.keys(aliases)) {
    if (places.has(at) && at !== "" && !at.endsWith("/*")) continue;
    refuse(`/aliases/${escapeToken(at)}`, "path-undeclared", `The schema declares no member at "${at}".`);
  }
  for (const [at, given] of Object.entries(valueAliases)) {
    const pointer = `/valueAliases/${escapeToken(at)}`;
    const place = places.get(at);
    if (place?.shape.values === undefined) {
      refuse(pointer, "path-undeclared", `The schema has no "enum" or "const" at "${at}".`);
      continue;
    }
    for (const [alias, value] of Object.entries(given))
      if (!(place.admits?.(value) ?? place.ok(value, SCHEMA_ALONE)) || alias !== lowerCase(alias))
        refuse(
          `${pointer}/${escapeToken(alias)}`,
          "alias-invalid",
          "An alias is in lower case and stands for a value of its enum.",
        );
  }
}
