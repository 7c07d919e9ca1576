/** Patterns of foreign schemas: every pattern of a spec package needs a length up to which it is run. */
import { compilePattern, type LinearPattern, tooCostly } from "../core/pattern/linear-pattern.ts";

/** The `maxLength` that a pattern without one gets. */
const MAX_IMPORTED_LENGTH = 1_000;

export type ImportedPattern = { maxLength: number } | { refusal: string };

export function importPattern(value: unknown, bound: unknown): ImportedPattern {
  if (typeof value !== "string") return { refusal: "is not a text" };
  const made = compilePattern(value);
  if ("refusal" in made) return made;
  const isBound = typeof bound === "number" && Number.isSafeInteger(bound) && bound >= 0;
  return { maxLength: longestFor(made, isBound ? bound : MAX_IMPORTED_LENGTH) };
}

/** The greatest length that the pattern can be run on within the bounds, up to the one that is wanted. */
function longestFor(pattern: LinearPattern, wanted: number): number {
  let longest = wanted;
  while (longest > 1 && tooCostly(pattern, longest) !== undefined) longest = Math.floor(longest / 2);
  return longest;
}
