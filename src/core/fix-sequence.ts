/**
 * Turns drafted edits into JSON Patches that can be applied one after the other in the order of the result.
 * Drafts are told against the candidate as it was checked; earlier fixes may have removed list items, renamed
 * members or altered the same text, so each first fix is also carried out on a working copy.
 */
import type { Coupling } from "./checks/check.ts";
import type { Edit, FixDraft } from "./fault.ts";
import { createPatcher } from "./patch.ts";
import { child, escapeToken, isPlainObject, type Path, pointerOf } from "./pointer.ts";
import type { Fix, PatchOperation } from "./types.ts";

export interface FixSequence {
  /** Patches for one diagnostic. The first is taken as applied before the next diagnostic's are made. */
  next(drafts: readonly FixDraft[]): Fix[];
}

interface Plan {
  patch: PatchOperation[];
  value?: unknown;
  doubtful: boolean;
  /** Carries the patch out on the working copy, and keeps book of what moved. */
  carryOut(): void;
}

export function createFixSequence(
  candidate: unknown,
  misspelled: ReadonlyMap<string, string>,
  couplings: readonly Coupling[],
): FixSequence {
  const patcher = createPatcher(candidate);
  /** Pointer as checked → the name that the member has now, where that differs. */
  const nameNow = new Map(misspelled);
  /** Pointer of a list as checked → indexes as checked that are gone. */
  const removed = new Map<string, number[]>();

  /** Where a place is now; undefined where it is gone. */
  function locate(path: Path): Path | undefined {
    if (nameNow.size === 0 && removed.size === 0) return path;
    const now: (string | number)[] = [];
    let checked = "";
    for (const key of path) {
      const gone = typeof key === "number" ? removed.get(checked) : undefined;
      checked += `/${escapeToken(key)}`;
      if (gone?.includes(key as number)) return undefined;
      if (typeof key === "number") now.push(gone ? key - gone.filter((index) => index < key).length : key);
      else now.push(nameNow.get(checked) ?? key);
    }
    return now;
  }

  function readNow(path: Path): unknown {
    return path.reduce<unknown>((value, key) => child(value, key), patcher.document);
  }

  /** A `test` that pins the document down without repeating much of it: the first scalar at or below a place. */
  function anchor(path: Path): PatchOperation | undefined {
    let value = readNow(path);
    const at = path.slice();
    while (typeof value === "object" && value !== null) {
      const key = Array.isArray(value) ? (value.length > 0 ? 0 : undefined) : Object.keys(value)[0];
      if (key === undefined) break;
      at.push(key);
      value = child(value, key);
    }
    return value === undefined ? undefined : { op: "test", path: pointerOf(at), value };
  }

  function plan(edit: Edit): Plan | undefined {
    const place = locate(edit.path);
    if (place === undefined) return undefined;
    const path = pointerOf(place);
    switch (edit.kind) {
      case "replace":
        return planReplace(edit.path, place, edit.to);
      case "add": {
        const test = anchor(place.slice(0, -1));
        const parent = readNow(place.slice(0, -1));
        if (
          !test ||
          !(isPlainObject(parent) || Array.isArray(parent)) ||
          child(parent, place.at(-1)!) !== undefined
        )
          return undefined;
        return {
          patch: [test, { op: "add", path, value: edit.value }],
          doubtful: false,
          carryOut: () => patcher.put("add", place, edit.value),
        };
      }
      case "remove": {
        const test = anchor(place);
        if (!test) return undefined;
        return {
          patch: [test, { op: "remove", path }],
          doubtful: false,
          carryOut() {
            patcher.remove(place);
            noteRemoval(edit.path);
          },
        };
      }
      case "rename": {
        const test = anchor(place);
        const parent = place.slice(0, -1);
        if (!test || child(readNow(parent), edit.to) !== undefined) return undefined;
        return {
          patch: [test, { op: "move", from: path, path: pointerOf([...parent, edit.to]) }],
          doubtful: false,
          carryOut() {
            patcher.move(place, [...parent, edit.to]);
            nameNow.set(pointerOf(edit.path), edit.to);
          },
        };
      }
    }
  }

  function planReplace(checkedPath: Path, place: Path, to: (current: unknown) => unknown): Plan | undefined {
    const current = readNow(place);
    const value = to(current);
    const test = anchor(place);
    if (!test || value === undefined || value === current) return undefined;
    const patch: PatchOperation[] = [test, { op: "replace", path: pointerOf(place), value }];
    const renames: { path: Path; to: string }[] = [];
    let doubtful = false;
    for (const couple of couplings) {
      const asked = couple({ path: checkedPath, from: current, to: value }, (path) => {
        const at = locate(path);
        return at && readNow(at);
      });
      if (asked === "refuse") return undefined;
      if (asked === "doubt") doubtful = true;
      else if (asked) renames.push(...asked.renames);
    }
    for (const rename of renames) {
      // Couplings read the document as it is now, so these paths need no translation but the name's.
      patch.push({
        op: "move",
        from: pointerOf(rename.path),
        path: pointerOf([...rename.path.slice(0, -1), rename.to]),
      });
    }
    return {
      patch,
      value,
      doubtful,
      carryOut() {
        patcher.put("replace", place, value);
        for (const rename of renames) {
          patcher.move(rename.path, [...rename.path.slice(0, -1), rename.to]);
          nameNow.set(pointerOf(rename.path), rename.to);
        }
      },
    };
  }

  function noteRemoval(path: Path): void {
    const index = path.at(-1);
    if (typeof index !== "number") return;
    const list = pointerOf(path.slice(0, -1));
    removed.set(list, [...(removed.get(list) ?? []), index]);
  }

  return {
    next(drafts) {
      const fixes: Fix[] = [];
      let carryOut: (() => void) | undefined;
      for (const draft of drafts) {
        const planned = plan(draft.edit);
        if (!planned) continue;
        fixes.push({
          title: typeof draft.title === "function" ? draft.title(planned.value) : draft.title,
          applicability: planned.doubtful ? "placeholder" : draft.applicability,
          patch: planned.patch,
        });
        carryOut ??= planned.carryOut;
      }
      carryOut?.();
      return fixes;
    },
  };
}
