/** Which fixes a person can take with one click, and which are part of a bulk repair. */
import type { Diagnostic, Fix } from "../../src/core/types.ts";

/** A fix that the page applies. A placeholder is none: the person writes the content at the place. */
export function isApplied({ applicability }: Fix): boolean {
  return applicability !== "placeholder";
}

/** How many problems a bulk repair would take on. What only the author can decide is never part of one. */
export function fixableAt(problems: readonly Diagnostic[], level: "safe" | "suggested"): number {
  return problems.filter(({ fixes }) => {
    const first = fixes?.[0];
    if (first === undefined || first.decision) return false;
    return first.applicability === "safe" || (level === "suggested" && first.applicability === "suggested");
  }).length;
}
