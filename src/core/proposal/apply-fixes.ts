/** Applies the fixes that a result offers, all of a level at once. */
import { createPatcher } from "../json/patch.ts";
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

/** More structural changes than this are not tracked: after them, no patch is applied by guess. */
const MAX_TRACKED = 512;

/** A pointer from which something left, or to which it came. */
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
      const spotAt = (pointer: string): Spot => {
        const slash = pointer.lastIndexOf("/");
        const key = pointer.slice(slash + 1);
        // A member of an object may be called 0 as well.
        const isItem = /^\d+$/.test(key) && isList(pointer.slice(0, slash));
        return { pointer, index: isItem ? Number(key) : undefined };
      };
      for (const operation of patch) {
        const { op, path } = operation;
        if (op === "move") changes.push({ from: spotAt(operation.from), to: spotAt(path) });
        else if (op === "remove") changes.push({ from: spotAt(path), to: undefined });
        else if (op === "add") changes.push({ from: undefined, to: spotAt(path) });
        if (changes.length > MAX_TRACKED) return;
      }
    },
    /** The patch for the document as it is now; undefined if one of its values is gone. */
    rebase(patch: readonly PatchOperation[]): PatchOperation[] | undefined {
      if (changes.length > MAX_TRACKED) return undefined;
      const rebased: PatchOperation[] = [];
      for (const operation of patch) {
        const path = follow(operation.path);
        const from = "from" in operation ? follow(operation.from) : undefined;
        if (path === undefined || ("from" in operation && from === undefined)) return undefined;
        rebased.push({ ...operation, path, ...(from !== undefined && { from }) } as PatchOperation);
      }
      return rebased;
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
