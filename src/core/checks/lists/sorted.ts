import { type Edit, type FixDraft, fix } from "../../findings/finding.ts";
import { child, escapeToken, type Path, type PathKey } from "../../json/pointer.ts";
import { actualOf, found } from "../../unicode/describe.ts";
import { lowerCase } from "../../unicode/unicode.ts";
import { defineWholeCheck, notList } from "../definition.ts";

interface Params {
  member?: string;
  order?: "ascending" | "descending";
  case?: "exact" | "ignore";
}

/** A fix that would have to rewrite a longer list is not offered. */
const MAX_SORTED = 64;

export const sorted = defineWholeCheck<Params>({
  name: "sorted",
  summary: "The items of a list are in order, by themselves or by one member.",
  params: {
    type: "object",
    properties: {
      member: {
        type: "string",
        maxLength: 100,
        description: "the member to sort by; without it the items themselves",
      },
      order: { enum: ["ascending", "descending"], description: "the order; ascending if it is left out" },
      case: { enum: ["exact", "ignore"], description: "whether case makes a difference in texts" },
    },
    additionalProperties: false,
  },
  references: ({ member }, at) => (member === undefined ? [] : [`${at}/*/${escapeToken(member)}`]),
  unsuited: notList,
  describe: ({ member, order = "ascending" }) =>
    `The items are in ${order} order${member === undefined ? "" : ` of ${JSON.stringify(member)}`}.`,
  compile(rule, at) {
    const { member, order = "ascending", case: caseRule = "exact" } = rule.params;
    const sign = order === "ascending" ? 1 : -1;
    const readers = at.map((place) => {
      const pattern = `${place.source}/*${member === undefined ? "" : `/${escapeToken(member)}`}`;
      return {
        place,
        read(item: unknown): unknown {
          const value = member === undefined ? item : child(item, member);
          if (typeof value !== "string") return value;
          const text = rule.asSubmitted(pattern, value);
          return caseRule === "ignore" ? lowerCase(text) : text;
        },
      };
    });
    const placeOf = (path: Path, index: number): PathKey[] =>
      member === undefined ? [...path, index] : [...path, index, member];

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
        if (before !== undefined && compareValues(before, value) * sign > 0) return { index, ahead };
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
            const misplaced = firstMisplaced(list, read, (item) => sink.hasErrorWithin(placeOf(path, item)));
            if (misplaced === undefined) return;
            const { index, ahead } = misplaced;
            const here = placeOf(path, index);
            const value = member === undefined ? list[index] : child(list[index], member);
            const detail = () => ({
              message: `${found(value)} is out of order: the list must be in ${order} order.`,
              actual: actualOf(value),
              fixes: sortFixes(list, path, read),
              related: [{ path: [...path, ahead], message: "the item ahead of it" }],
            });
            sink.add(rule.code(), severity, detail, here);
          });
        }
      },
    };

    /** Rewrites the items that are in the wrong order. Objects would have to be repeated in the patch, so they have no fix. */
    function sortFixes(list: readonly unknown[], path: Path, read: (item: unknown) => unknown): FixDraft[] {
      if (list.length > MAX_SORTED || !list.every(isComparable)) return [];
      const inOrder = list.toSorted((a, b) => compareValues(read(a), read(b)) * sign);
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
