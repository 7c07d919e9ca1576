/** What `type` says. */
import { EVERY_KIND, KIND, type Kinds, NO_KIND } from "../kinds.ts";

export const TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"];

/** The kinds that `type` allows: all of them where it is absent or wrong. */
export function declaredKinds(type: unknown): Kinds {
  const names = Array.isArray(type) ? type : [type];
  if (!isType(type)) return EVERY_KIND;
  return names.reduce<Kinds>(
    (kinds, name) => kinds | KIND[name === "integer" ? "number" : (name as keyof typeof KIND)],
    NO_KIND,
  );
}

export function isType(type: unknown): boolean {
  if (!Array.isArray(type)) return typeof type === "string" && TYPES.includes(type);
  return type.length > 0 && new Set(type).size === type.length && type.every((name) => TYPES.includes(name));
}

/** Whether numbers must be whole. */
export function isWhole(type: unknown): boolean {
  const names = Array.isArray(type) ? type : [type];
  return names.includes("integer") && !names.includes("number");
}
