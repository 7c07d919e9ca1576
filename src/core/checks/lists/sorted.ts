import { type Edit, type FixDraft, fix } from "../../findings/finding.ts";
import { below, type Path } from "../../json/pointer.ts";
import { actualOf, found } from "../../unicode/describe.ts";
import { definePlaceCheck, notList } from "../definition.ts";

/** A fix that would have to rewrite a longer list is not offered. */
const MAX_SORTED = 64;

export const sorted = definePlaceCheck({
  name: "sorted",
  summary: "The items of a list are in ascending order.",
  parts: {},
  unsuited: notList,
  describe: () => "The items are in ascending order.",
  compile({ asSubmitted }, at) {
    const read = (item: unknown) => (typeof item === "string" ? asSubmitted(`${at}/*`, item) : item);

    /** The first item that belongs before one ahead of it, and which that is. Skips what cannot be compared. */
    function firstMisplaced(
      list: readonly unknown[],
      isLeftOut?: (index: number) => boolean,
    ): { index: number; ahead: number } | undefined {
      let [before, ahead]: [unknown, number] = [undefined, -1];
      for (let index = 0; index < list.length; index++) {
        const value = read(list[index]);
        if (!isComparable(value) || isLeftOut?.(index) === true) continue;
        if (before !== undefined && compareValues(before, value) > 0) return { index, ahead };
        [before, ahead] = [value, index];
      }
      return undefined;
    }

    /** Rewrites the items that are in the wrong order. Objects would have to be repeated in the patch, so they have no fix. */
    function sortFixes(list: readonly unknown[], path: Path): FixDraft[] {
      if (list.length > MAX_SORTED || !list.every(isComparable)) return [];
      const inOrder = list.toSorted((a, b) => compareValues(read(a), read(b)));
      const edits = inOrder.flatMap((to, index): Edit[] =>
        to === list[index] ? [] : [{ kind: "replace", path: below(path, index), to }],
      );
      // In what order the items were meant is for the author to say.
      return [fix("Sort the list", ["rule", "open"], ...edits)];
    }

    return {
      open: () => ({
        ok: (list) => !Array.isArray(list) || firstMisplaced(list) === undefined,
        report(list, path, blame, sink) {
          if (!Array.isArray(list)) return;
          const misplaced = firstMisplaced(list, (item) => sink.hasErrorWithin(below(path, item)));
          if (misplaced === undefined) return;
          const { index, ahead } = misplaced;
          const detail = () => ({
            message: `${found(list[index])} is out of order: the list must be in ascending order.`,
            actual: actualOf(list[index]),
            fixes: sortFixes(list, path),
            related: [{ path: below(path, ahead), message: "the item ahead of it" }],
          });
          blame.add(detail, below(path, index));
        },
      }),
    };
  },
});

function isComparable(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

/** Numbers before texts; texts by their code units, which is the same in every runtime. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  const [left, right] = [a as string, b as string];
  return left < right ? -1 : left > right ? 1 : 0;
}
