/** A build adds defaults to a candidate that passed, and what it builds must pass as well. */
import type { Refuse } from "../compile/compiler.ts";
import { type Place, SCHEMA_ALONE } from "../place.ts";

/** A default of a member. */
export interface NotedDefault {
  /** The path pattern of the member. */
  at: string;
  value: unknown;
  /** Where it is in the package. */
  pointer: string;
  /** Whether it belongs to an alternative or a condition itself. */
  isConditional: boolean;
}

/** Whether the default passes the schema of its own member. */
export function lintDefault(value: unknown, place: Place, pointer: string, disallow: Refuse): boolean {
  if (place.ok(value, SCHEMA_ALONE)) return true;
  disallow(pointer, "default-invalid", "The default does not pass the schema it stands in.");
  return false;
}

/** `conditions` are the path patterns of members that a condition or an alternative depends on. */
export function lintDefaults(
  defaults: readonly NotedDefault[],
  conditions: ReadonlySet<string>,
  placesAt: (at: string) => readonly Place[],
  disallow: Refuse,
): void {
  for (const { at, value, pointer, isConditional } of defaults) {
    const others = isConditional ? [] : placesAt(at);
    if (!conditions.has(at) && others.every((place) => place.ok(value, SCHEMA_ALONE))) continue;
    disallow(
      pointer,
      "default-conditional",
      "A condition or an alternative depends on this member, so its default could make a candidate invalid that passed; leave the default out.",
    );
  }
}
