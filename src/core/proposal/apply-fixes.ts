/** Applies the fixes that a result offers, all of a level at once. */
import { createPatcher } from "../json/patch.ts";
import { createRebaser } from "../json/rebase.ts";
import type { Applicability, Diagnostic, Fix, PatchOperation } from "../types.ts";

/** `removal` is missing: what takes out an author's words is applied one by one, by the author. */
const LEVELS: readonly Applicability[] = ["safe", "suggested", "placeholder"];

/**
 * How far `applyFixes` goes: each level includes the safer ones before it. What removes text is never applied in
 * bulk.
 */
export type BulkLevel = Exclude<Applicability, "removal">;

/** A candidate after fixes, and how many were applied. */
export interface AppliedFixes {
  candidate: unknown;
  applied: number;
  /** Diagnostics with fixes of which none was applied: beyond the level, ambiguous, or in the way of another fix. */
  skipped: number;
  /** From the given candidate to the fixed one. */
  patch: PatchOperation[];
}

/**
 * Applies the first fix of each diagnostic whose applicability is `level` or safer. A `suggested` one is applied only
 * if it is the only suggestion, and never if the author has to decide. The candidate is not altered.
 */
export function applyFixes(
  candidate: unknown,
  diagnostics: readonly Pick<Diagnostic, "fixes">[],
  level: BulkLevel,
): AppliedFixes {
  const withFixes = diagnostics.filter(({ fixes }) => fixes !== undefined && fixes.length > 0);
  const fixes = withFixes.flatMap(({ fixes }) => bulkFix(fixes!, level) ?? []);
  const { document, patch, applied } = applyPatches(
    candidate,
    fixes.map(({ patch }) => patch),
  );
  return { candidate: document, applied, skipped: withFixes.length - applied, patch };
}

/** The fix of a diagnostic that may be applied without asking anybody. */
export function bulkFix(fixes: readonly Fix[], level: BulkLevel): Fix | undefined {
  const [first] = fixes;
  if (first === undefined || first.decision === true) return undefined;
  const rank = LEVELS.indexOf(first.applicability);
  if (rank < 0 || rank > LEVELS.indexOf(level)) return undefined;
  const isAmbiguous =
    first.applicability === "suggested" &&
    fixes.some((fix) => fix !== first && fix.applicability === "suggested" && fix.decision !== true);
  return isAmbiguous ? undefined : first;
}

/**
 * Applies patches that were all made for the given document, from the last to the first: children before parents and
 * later items before earlier ones. A patch that another one got in the way of is tried again where its places are now.
 */
export function applyPatches(document: unknown, patches: readonly (readonly PatchOperation[])[]) {
  const patcher = createPatcher(document);
  const rebaser = createRebaser();
  const done: PatchOperation[] = [];
  let applied = 0;
  for (const patch of patches.toReversed()) {
    const now = patcher.apply(patch) ? patch : rebaser.rebase(patch);
    if (now === undefined || (now !== patch && !patcher.apply(now))) continue;
    rebaser.note(now, patcher.isListAt);
    applied++;
    for (const operation of now) if (operation.op !== "test") done.push(operation);
  }
  return { document: patcher.document(), patch: done, applied };
}
