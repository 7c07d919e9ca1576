/** Patterns of foreign schemas, rewritten for the linear-time engine where that keeps their meaning. */
import { compilePattern, type LinearPattern, tooCostly } from "../text/linear-pattern.ts";

/** The `maxLength` that a pattern without one gets. */
export const MAX_IMPORTED_LENGTH = 1_000;

export type ImportedPattern = { source: string; maxLength: number } | { refusal: string };

export function importPattern(value: unknown, bound: unknown): ImportedPattern {
  if (typeof value !== "string") return { refusal: "is not a text" };
  const made = compileAny(value);
  if ("refusal" in made) return made;
  const wanted =
    typeof bound === "number" && Number.isSafeInteger(bound) && bound >= 0 ? bound : MAX_IMPORTED_LENGTH;
  return { source: made.source, maxLength: longestFor(made, wanted) };
}

/** The pattern as it is, or rewritten. */
function compileAny(source: string): LinearPattern | { refusal: string } {
  const made = compilePattern(source);
  if (!("refusal" in made)) return made;
  for (const other of [rewriteEscapes(source)]) {
    if (other === source) continue;
    const again = compilePattern(other);
    if (!("refusal" in again)) return again;
  }
  return made;
}

/** Escapes that ECMAScript has and the engine writes in another way. */
export function rewriteEscapes(source: string): string {
  return source
    .replace(/\\u\{([0-9A-Fa-f]+)\}/g, "\\x{$1}")
    .replace(/\\u([0-9A-Fa-f]{4})/g, "\\x{$1}")
    .replace(
      /\\c([A-Za-z])/g,
      (_, letter: string) => `\\x{${(letter.toUpperCase().charCodeAt(0) - 64).toString(16)}}`,
    )
    .replace(/\(\?<([A-Za-z_]\w*)>/g, "(?:")
    .replaceAll("[^]", "[\\s\\S]")
    .replace(/\\([/"'#%&,:;<=>@_`~!-])/g, (_, character: string) => (character === "-" ? "\\-" : character))
    .replace(/(^|[^\\])\\e/g, "$1\\x{1b}");
}

/** The greatest length that the pattern can be run on within the bounds, up to the one that is wanted. */
function longestFor(pattern: LinearPattern, wanted: number): number {
  let longest = wanted;
  while (longest > 1 && tooCostly(pattern, longest) !== undefined) longest = Math.floor(longest / 2);
  return longest;
}
