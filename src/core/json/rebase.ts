/** Follows places through the changes of earlier patches, so that a patch made for the first document still applies. */
import type { PatchOperation } from "../types.ts";

/** More structural changes than this are not tracked: after them, no patch is applied by guess. */
const MAX_TRACKED = 512;

/** One step of a change: something came to a place, left it, or went from one to another. */
interface Change {
  /** Where something left; undefined if nothing did. */
  readonly from: ChangedPlace | undefined;
  /** Where it is now; undefined if it is gone. */
  readonly to: ChangedPlace | undefined;
}

interface ChangedPlace {
  readonly pointer: string;
  /** The index of a list item, after which the others move up or down; undefined for the member of an object. */
  readonly index: number | undefined;
}

export function createRebaser() {
  const changes: Change[] = [];
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
    /** Notes a patch that was applied; `isList` says what stands at a pointer now. */
    note(patch: readonly PatchOperation[], isList: (pointer: string) => boolean): void {
      const placeOf = (pointer: string): ChangedPlace => {
        const slash = pointer.lastIndexOf("/");
        const key = pointer.slice(slash + 1);
        // A member of an object may be called 0 as well.
        const isItem = /^\d+$/.test(key) && isList(pointer.slice(0, slash));
        return { pointer, index: isItem ? Number(key) : undefined };
      };
      for (const operation of patch) {
        if (operation.op !== "move" && operation.op !== "remove" && operation.op !== "add") continue;
        if (changes.length >= MAX_TRACKED) {
          isLost = true;
          return;
        }
        changes.push({
          from:
            operation.op === "add"
              ? undefined
              : placeOf(operation.op === "move" ? operation.from : operation.path),
          to: operation.op === "remove" ? undefined : placeOf(operation.path),
        });
      }
    },
    /** The patch for the document as it is now; undefined if one of its places is gone. */
    rebase(patch: readonly PatchOperation[]): PatchOperation[] | undefined {
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

function followOne(pointer: string, { from, to }: Change): string | undefined {
  if (from !== undefined && isAtOrBelow(pointer, from.pointer))
    return to === undefined ? undefined : to.pointer + pointer.slice(from.pointer.length);
  return shift(shift(pointer, from, -1), to, 1);
}

function isAtOrBelow(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/** Moves the index of a list item by one if an item before it came or went. */
function shift(pointer: string, place: ChangedPlace | undefined, by: 1 | -1): string {
  if (place?.index === undefined) return pointer;
  const start = place.pointer.lastIndexOf("/") + 1;
  if (!pointer.startsWith(place.pointer.slice(0, start))) return pointer;
  const rest = pointer.slice(start);
  const own = /^\d+(?=$|\/)/.exec(rest)?.[0];
  if (own === undefined || Number(own) < place.index) return pointer;
  return pointer.slice(0, start) + (Number(own) + by) + rest.slice(own.length);
}
