/** Follows places through the changes of earlier patches, so that a patch made for the first document still applies. */
import type { PatchOperation } from "../types.ts";

/** More structural changes than this are not tracked: after them, no patch is applied by guess. */
const MAX_TRACKED = 512;

type Structural = { op: "add" | "remove"; path: string } | { op: "move"; from: string; path: string };

export interface Rebaser {
  /** Notes a patch that was applied. */
  note(patch: readonly PatchOperation[]): void;
  /** The patch for the document as it is now; undefined if one of its places is gone. */
  rebase(patch: readonly PatchOperation[]): PatchOperation[] | undefined;
}

export function createRebaser(): Rebaser {
  const changes: Structural[] = [];
  let isLost = false;

  function follow(pointer: string): string | undefined {
    let at: string | undefined = pointer;
    for (const change of changes) {
      if (at === undefined) return undefined;
      at = followOne(at, change);
    }
    return at;
  }

  return {
    note(patch) {
      for (const operation of patch) {
        if (operation.op !== "move" && operation.op !== "remove" && operation.op !== "add") continue;
        if (changes.length < MAX_TRACKED) changes.push(operation as Structural);
        else isLost = true;
      }
    },
    rebase(patch) {
      if (isLost) return undefined;
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

function followOne(pointer: string, change: Structural): string | undefined {
  if (change.op === "move") {
    if (isAtOrBelow(pointer, change.from)) return change.path + pointer.slice(change.from.length);
    const left = shift(pointer, change.from, -1);
    return shift(left, change.path, 1);
  }
  if (change.op === "remove") {
    return isAtOrBelow(pointer, change.path) ? undefined : shift(pointer, change.path, -1);
  }
  return shift(pointer, change.path, 1);
}

function isAtOrBelow(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/** Moves the index of a list item by one if an item before it came or went. */
function shift(pointer: string, place: string, by: 1 | -1): string {
  const slash = place.lastIndexOf("/");
  const index = place.slice(slash + 1);
  if (!/^\d+$/.test(index) || !pointer.startsWith(place.slice(0, slash + 1))) return pointer;
  const rest = pointer.slice(slash + 1);
  const own = /^\d+(?=$|\/)/.exec(rest)?.[0];
  if (own === undefined || Number(own) < Number(index)) return pointer;
  return pointer.slice(0, slash + 1) + (Number(own) + by) + rest.slice(own.length);
}
