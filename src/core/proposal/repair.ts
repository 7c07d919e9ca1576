/** Applies fixes: all of a level, or as far as they go without a decision of the author's. */

import { createPatcher } from "../json/patch.ts";
import { countRepeats, isWritableJson, sizeBound, sizeOf } from "../json/values.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type {
  Applicability,
  Diagnostic,
  Fix,
  Json,
  PatchOperation,
  RepairedCandidate,
  ValidationResult,
} from "../types.ts";
import { asItIs, type CheckContext, Examination, findFailedStage, openCandidate, resultOf } from "./check.ts";

/** `removal` is missing: what takes out an author's words is applied one by one, by the author. */
const LEVELS: readonly Applicability[] = ["safe", "suggested", "placeholder"];

/** How far `applyFixes` goes: each level includes the safer ones before it. What removes text is never applied in bulk. */
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
  const all = diagnostics.flatMap(({ fixes = [] }) => (fixes.length > 0 ? [fixes] : []));
  const { document, patch, applied } = applyPatches(candidate, patchesOf(all, level));
  return { candidate: document, applied, skipped: all.length - applied, patch };
}

const patchesOf = (all: readonly (readonly Fix[])[], level: BulkLevel): PatchOperation[][] =>
  all.flatMap((fixes) => bulkFix(fixes, level) ?? []).map(({ patch }) => patch);

export function bulkFix(fixes: readonly Fix[], level: BulkLevel): Fix | undefined {
  const [first] = fixes;
  if (first === undefined || first.decision === true) return undefined;
  const rank = LEVELS.indexOf(first.applicability);
  if (rank < 0 || rank > LEVELS.indexOf(level)) return undefined;
  const clear = fixes.filter((fix) => fix.applicability === "suggested" && fix.decision !== true);
  return first.applicability === "suggested" && clear.length > 1 ? undefined : first;
}

/** From the last to the first. A patch that another one got in the way of is tried again where its places are now. */
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
    // Not spread into arguments: there can be a hundred thousand.
    for (const operation of now) if (operation.op !== "test") done.push(operation);
  }
  return { document: patcher.document(), patch: done, applied };
}

/** More structural changes than this are not tracked: after them, no patch is applied by guess. */
const MAX_TRACKED = 512;

interface Spot {
  readonly pointer: string;
  /** Of a list item, after which the others move up or down; undefined for the member of an object. */
  readonly index: number | undefined;
}

export function createRebaser() {
  /** Where something left and where it is now; undefined if it was nowhere before, or is gone. */
  const changes: { readonly from: Spot | undefined; readonly to: Spot | undefined }[] = [];

  function follow(pointer: string): string | undefined {
    let at = pointer;
    for (const { from, to } of changes) {
      if (from !== undefined && (at === from.pointer || at.startsWith(`${from.pointer}/`))) {
        if (to === undefined) return undefined;
        at = to.pointer + at.slice(from.pointer.length);
      } else at = shift(shift(at, from, -1), to, 1);
    }
    return at;
  }

  return {
    /** Notes a patch that was applied; `isList` says what stands at a pointer now. */
    note(patch: readonly PatchOperation[], isList: (pointer: string) => boolean): void {
      const spotAt = (pointer: string | undefined): Spot | undefined => {
        if (pointer === undefined) return undefined;
        const slash = pointer.lastIndexOf("/");
        const key = pointer.slice(slash + 1);
        // A member of an object may be called 0 as well.
        const isItem = /^\d+$/.test(key) && isList(pointer.slice(0, slash));
        return { pointer, index: isItem ? Number(key) : undefined };
      };
      for (const operation of patch) {
        if (changes.length > MAX_TRACKED) return;
        const { op, path } = operation;
        const from = op === "move" ? operation.from : op === "remove" ? path : undefined;
        const to = op === "move" || op === "add" ? path : undefined;
        if (from !== to) changes.push({ from: spotAt(from), to: spotAt(to) });
      }
    },
    rebase(patch: readonly PatchOperation[]): PatchOperation[] | undefined {
      if (changes.length > MAX_TRACKED) return undefined;
      const rebased = patch.map((operation) => ({
        ...operation,
        path: follow(operation.path),
        ...("from" in operation && { from: follow(operation.from) }),
      }));
      const isLost = rebased.some((operation) => Object.values(operation).includes(undefined));
      return isLost ? undefined : (rebased as PatchOperation[]);
    },
  };
}

/** Moves the index of a list item by one if an item before it came or went. */
function shift(pointer: string, spot: Spot | undefined, by: 1 | -1): string {
  if (spot?.index === undefined) return pointer;
  const start = spot.pointer.lastIndexOf("/") + 1;
  if (!pointer.startsWith(spot.pointer.slice(0, start))) return pointer;
  const rest = pointer.slice(start);
  const own = /^\d+(?=$|\/)/.exec(rest)?.[0];
  if (own === undefined || Number(own) < spot.index) return pointer;
  return pointer.slice(0, start) + (Number(own) + by) + rest.slice(own.length);
}

/** A repair can uncover what another hid, so the candidate is checked again after it. */
const MAX_ROUNDS = 3;
/** A candidate with more findings than this is repaired once: no draft of any use has so many, and checks cost time. */
const MAX_FINDINGS_TO_REPEAT = 1_000;
/** With more than this it is not repaired at all: only the first hundreds are kept, so most would be left anyway. */
const MAX_FINDINGS_TO_REPAIR = 2_000;
const ROUND_EFFORT = 100;
/** A longer patch says the same as the repaired candidate at greater length. */
const MAX_PATCH_BYTES = 131_072;

/** How far a repair may go: with fixes that keep the meaning, or with suggestions that lose nothing as well. */
export type RepairLevel = "safe" | "suggested";

/** The result of a check, with the repaired candidate if there is anything to report. */
export function repairCandidate(
  spec: SpecPackage,
  sent: unknown,
  context: CheckContext,
  level: RepairLevel,
): ValidationResult {
  const opened = openCandidate(spec, sent);
  const { candidate } = opened;
  const failed = findFailedStage(spec, candidate, context);
  if (failed === undefined) return resultOf(spec, context);
  const first = new Examination(spec, opened, context, failed);
  const result = resultOf(spec, context, first.verdict());
  return result.diagnostics.length > 0 ? { ...result, repaired: repair() } : result;

  function repair(): RepairedCandidate {
    let current = candidate;
    let examination = first;
    const patch: PatchOperation[] = [];
    // What JSON cannot say cannot be sent back, repaired or not.
    const isWritable = candidate !== undefined && isWritableJson(candidate);
    const { meter } = first;
    const mostRounds = first.total > MAX_FINDINGS_TO_REPEAT ? 1 : MAX_ROUNDS;
    const rounds = isWritable && first.total <= MAX_FINDINGS_TO_REPAIR ? mostRounds : 0;
    for (let round = 0; round < rounds; round++) {
      // What is left to report is found once more.
      if (!meter.spend(ROUND_EFFORT + examination.total)) break;
      const next = applyPatches(current, patchesOf(examination.allFixes(), level));
      if (next.applied === 0) break;
      // A name that was sent twice must not become one on the way.
      if (countRepeats(next.document) < countRepeats(current)) break;
      current = next.document;
      const stage = findFailedStage(spec, current, context);
      examination = new Examination(spec, asItIs(current, meter), context, stage);
      for (const operation of next.patch) patch.push(operation);
    }
    const isLong = sizeBound(patch) > MAX_PATCH_BYTES && sizeOf(patch) > MAX_PATCH_BYTES;
    return {
      candidate: (isWritable ? current : null) as Json,
      patch: isLong ? [{ op: "replace", path: "", value: current }] : patch,
      ...examination.verdict(),
    };
  }
}
