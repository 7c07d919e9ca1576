/** What spec packages are held to where they describe texts. */
import { type LinearPattern, tooCostly } from "../../pattern/linear-pattern.ts";
import type { Refuse } from "../compile/compiler.ts";

/** Every pattern must be bounded, so that no text can make a check expensive. */
export function lintPattern(
  pattern: LinearPattern | undefined,
  maxLength: number,
  pointer: string,
  disallow: Refuse,
): void {
  if (maxLength === Number.POSITIVE_INFINITY)
    disallow(pointer, "pattern-unbounded", `A "pattern" needs a "maxLength" beside it.`);
  else if (pattern) {
    const why = tooCostly(pattern, maxLength);
    if (why !== undefined) disallow(pointer, "pattern-refused", `The pattern ${why}.`);
  }
}
