/** Follows values through the changes of earlier patches, so that a patch made for the first document still applies. */
import type { PatchOperation } from "../types.ts";

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
