/** Applies the fixes that a result offers, in one pass. */
import { createPatcher } from "../json/patch.ts";
import type { Applicability, Diagnostic } from "../types.ts";

const LEVELS: readonly Applicability[] = ["safe", "suggested", "placeholder"];

export interface AppliedFixes {
  candidate: unknown;
  applied: number;
  /** First fixes that were not applied: beyond the level, or based on another fix that was not applied. */
  skipped: number;
}

/** Applies the first fix of each diagnostic whose applicability is `level` or safer. The candidate is not altered. */
export function applyFixes(
  candidate: unknown,
  diagnostics: readonly Diagnostic[],
  level: Applicability,
): AppliedFixes {
  const patcher = createPatcher(candidate);
  let applied = 0;
  let skipped = 0;
  for (const { fixes } of diagnostics) {
    const fix = fixes?.[0];
    if (!fix) continue;
    if (LEVELS.indexOf(fix.applicability) <= LEVELS.indexOf(level) && patcher.apply(fix.patch)) applied++;
    else skipped++;
  }
  return { candidate: patcher.document, applied, skipped };
}
