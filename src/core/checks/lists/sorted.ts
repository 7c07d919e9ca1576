import { type Edit, type FixDraft, fix } from "../../findings/finding.ts";
import type { Path } from "../../json/pointer.ts";
import { actualOf, found } from "../../unicode/describe.ts";
import { defineWholeCheck, notList } from "../definition.ts";

/** A fix that would have to rewrite a longer list is not offered. */
const MAX_SORTED = 64;

export const sorted = defineWholeCheck<object>({
  name: "sorted",
  summary: "The items of a list are in ascending order.",
  params: { type: "object", additionalProperties: false },
  unsuited: notList,
  describe: () => "The items are in ascending order.",
  compile(rule, at) {
    const readers = at.map((place) => ({
      place,
      read: (item: unknown) =>
        typeof item === "string" ? rule.asSubmitted(`${place.source}/*`, item) : item,
    }));

    /** The first item that belongs before one ahead of it, and which that is. Skips what cannot be compared. */
    function firstMisplaced(
      list: readonly unknown[],
      read: (item: unknown) => unknown,
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

    return {
      ok: (candidate) =>
        readers.every(({ place, read }) =>
          place.every(candidate, (list) => !Array.isArray(list) || firstMisplaced(list, read) === undefined),
        ),
      report(candidate, sink, severity) {
        for (const { place, read } of readers) {
          place.each(candidate, sink, (list, at) => {
            if (!Array.isArray(list)) return;
            const path = at.slice();
            const misplaced = firstMisplaced(list, read, (item) => sink.hasErrorWithin([...path, item]));
            if (misplaced === undefined) return;
            const { index, ahead } = misplaced;
            const detail = () => ({
              message: `${found(list[index])} is out of order: the list must be in ascending order.`,
              actual: actualOf(list[index]),
              fixes: sortFixes(list, path, read),
              related: [{ path: [...path, ahead], message: "the item ahead of it" }],
            });
            sink.add(rule.code(), severity, detail, [...path, index]);
          });
        }
      },
    };

    /** Rewrites the items that are in the wrong order. Objects would have to be repeated in the patch, so they have no fix. */
    function sortFixes(list: readonly unknown[], path: Path, read: (item: unknown) => unknown): FixDraft[] {
      if (list.length > MAX_SORTED || !list.every(isComparable)) return [];
      const inOrder = list.toSorted((a, b) => compareValues(read(a), read(b)));
      const edits = inOrder.flatMap((to, index): Edit[] =>
        to === list[index] ? [] : [{ kind: "replace", path: [...path, index], to }],
      );
      // In what order the items were meant is for the author to say.
      return [fix("Sort the list", ["rule", "open"], ...edits)];
    }
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
