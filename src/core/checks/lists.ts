/** The checks of lists. */

import type { Grounds } from "../evidence/evidence.ts";
import type { Outcome } from "../expressions/expression.ts";
import { type Detail, type Edit, type FixDraft, fix } from "../findings/finding.ts";
import {
  below,
  child,
  escapeToken,
  isPlainObject,
  type Path,
  type PathKey,
  valueAt,
} from "../json/pointer.ts";
import { createValueMap, equalJson } from "../json/values.ts";
import { actualOf, found, quote } from "../unicode/describe.ts";
import { definePlaceCheck, mayBe, notList } from "./definition.ts";
import { itemExpression, member, optional } from "./params.ts";

/** A fix that would have to rewrite a longer list is not offered. */
const MAX_SORTED = 64;

export const sorted = definePlaceCheck({
  name: "sorted",
  summary: "The items of a list are in ascending order.",
  parts: {},
  unsuited: notList,
  describe: () => "The items are in ascending order.",
  compile({ asSubmitted }, at) {
    const read = (item: unknown) => asSubmitted(`${at}/*`, item);

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

export const unique = definePlaceCheck({
  name: "unique",
  summary:
    "No value occurs twice in a list or map, or no two of its items have the same value of a member or of an expression.",
  parts: {
    member: optional(
      member({ description: "the member to compare; without it the items themselves" }, (at) => `${at}/*`),
    ),
    by: optional(
      itemExpression(
        "instead of it an expression: what to compare of an item, which is this; null is not compared",
      ),
    ),
  },
  unsuited(place, _params, other) {
    if (mayBe(place, "object") && other("0/*") !== undefined) return undefined;
    return notList(place);
  },
  describe({ member, by }) {
    if (by !== undefined) return `No two items have the same value of this: ${by}`;
    return member === undefined
      ? "No value occurs twice in the list."
      : `No two objects of the list have the same ${quote(member)}.`;
  },
  compile({ params: { member, by }, asSubmitted, isSet }, at) {
    if (member !== undefined && by !== undefined)
      return { refusal: '"member" and "by" both say what to compare; leave one out' };
    // Where the expression reads one place alone, that is what is repeated.
    const ways = (by?.reads ?? []).map((way) => (way.includes("*") ? way.slice(0, way.indexOf("*")) : way));
    const isOne = ways[0]?.[0] === "this" && ways.every((way) => equalJson(way, ways[0]));
    const inItem = member !== undefined ? [member] : isOne ? ways[0]!.slice(1) : [];
    /** Where an expression gave a value for what is absent, the item itself is repeated. */
    const wayIn = (item: unknown) => (valueAt(item, inItem) === undefined ? [] : inItem);
    const pattern = `${at}/*${member === undefined ? "" : `/${escapeToken(member)}`}`;

    /** What is compared of an item: texts as they will be submitted. Undefined if there is nothing to compare. */
    const read = (item: unknown): unknown =>
      asSubmitted(pattern, member === undefined ? item : child(item, member));

    function detailOf(item: unknown, path: Path, earlier: PathKey): Detail {
      const way = wayIn(item);
      const value = valueAt(item, way);
      const first = [...path.slice(0, -1), earlier];
      const isObject = typeof value === "object" && value !== null;
      // The same word twice says nothing that one would not; anything else may have been meant otherwise.
      const isSame = member === undefined && by === undefined && typeof earlier === "number";
      // In another list than a set, the position of an item may mean something.
      const grounds: Grounds = !isSame ? "removal" : isSet(at) ? ["notation", "same"] : ["rule", "open"];
      const title = isSame
        ? "Remove the repeat"
        : way.length > 0 && typeof value === "string"
          ? `Remove the second ${found(value)}`
          : "Remove this one";
      return {
        message: `${isObject ? "The same value" : found(value)} is already here, as ${typeof earlier === "number" ? `item ${earlier + 1}` : quote(earlier)}; each may occur once.`,
        actual: actualOf(value),
        fixes: [fix(title, grounds, { kind: "remove", path })],
        related: [
          {
            path: [...first, ...way],
            message: `${typeof value === "object" ? "It" : found(value)} is first used here`,
          },
        ],
      };
    }

    /** What an expression has no other way to leave out is null. */
    const isNothing = (value: unknown) => value === undefined || (by !== undefined && value === null);

    /** Whether two items have the same value, or one has none that can be told. */
    function hasRepeat(list: unknown, path: Path, keyOf: (item: unknown, place: Path) => Outcome): boolean {
      const values: unknown[] = [];
      let isPlain = true;
      let isUnknown = false;
      eachEntry(list, (item, key) => {
        const outcome = keyOf(item, by === undefined ? path : [...path, key]);
        if ("why" in outcome) isUnknown = true;
        else if (!isNothing(outcome.value)) {
          if (typeof outcome.value === "object" && outcome.value !== null) isPlain = false;
          values.push(outcome.value);
        }
      });
      return isUnknown || (isPlain ? hasEqualScalars(values) : hasEqual(values));
    }

    return {
      open(candidate, _scope, session) {
        const keyOf = (item: unknown, place: Path) =>
          by === undefined ? { value: read(item) } : by.run(candidate, item, place, session);
        return {
          ok: (list, path) => !hasRepeat(list, path, keyOf),
          report(list, path, blame, sink) {
            if (sink.hasTooManyErrors) return;
            const first = createValueMap<PathKey>();
            const isUnsure = by?.faultsIn(candidate, sink);
            eachEntry(list, (item, key) => {
              const place = [...path, key];
              const here = [...place, ...wayIn(item)];
              // What is wrong elsewhere in an item does not make it another one.
              const isFaulty =
                isUnsure?.(place) ?? (member === undefined ? sink.hasError(here) : sink.hasErrorWithin(here));
              if (isFaulty) return;
              const outcome = keyOf(item, place);
              if ("why" in outcome) {
                if (sink.errors === 0) blame.giveUp(outcome.why, place);
                return;
              }
              const { value } = outcome;
              if (isNothing(value)) return;
              const earlier = first.get(value);
              if (earlier === undefined) first.set(value, key);
              else blame.add(() => detailOf(item, place, earlier), here);
            });
          },
        };
      },
    };
  },
});

function eachEntry(list: unknown, visit: (item: unknown, key: PathKey) => void): void {
  if (Array.isArray(list)) list.forEach(visit);
  else if (isPlainObject(list)) for (const key of Object.keys(list)) visit(list[key], key);
}

/** Short lists of scalars are compared in pairs, which needs no memory. */
const MAX_PAIRED = 16;

function hasEqualScalars(values: readonly unknown[]): boolean {
  if (values.length > MAX_PAIRED) return new Set(values).size !== values.length;
  for (let index = 1; index < values.length; index++)
    for (let earlier = 0; earlier < index; earlier++) if (values[earlier] === values[index]) return true;
  return false;
}

export function hasEqual(values: readonly unknown[]): boolean {
  const seen = createValueMap<true>();
  return values.some((value) => {
    if (seen.get(value)) return true;
    seen.set(value, true);
    return false;
  });
}
