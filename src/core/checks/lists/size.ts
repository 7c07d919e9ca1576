/** What the checks of the size of lists and maps have in common. */
import { isPlainObject } from "../../json/pointer.ts";
import { type DeclaredType, mayBe } from "../definition.ts";

export const OTHER_PLACE = { type: "string", maxLength: 300 };

/** How many entries a list or map has. */
export function sizeOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return isPlainObject(value) ? Object.keys(value).length : undefined;
}

export function notSized(place: DeclaredType): string | undefined {
  return mayBe(place, "array", "object") ? undefined : "the schema declares no list or map there";
}
