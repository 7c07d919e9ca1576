import type { Grounds } from "../../evidence/evidence.ts";
import type { Outcome } from "../../expressions/expression.ts";
import { type Detail, fix } from "../../findings/finding.ts";
import { child, escapeToken, isPlainObject, type Path, type PathKey, valueAt } from "../../json/pointer.ts";
import { createValueMap } from "../../json/value-set.ts";
import { actualOf, found, quote } from "../../unicode/describe.ts";
import { definePlaceCheck, mayBe, notList } from "../definition.ts";
import { itemExpression, member, optional } from "../params.ts";

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
    const [way, ...others] = by?.reads ?? [];
    const inItem =
      member !== undefined ? [member] : way?.[0] === "this" && others.length === 0 ? way.slice(1) : [];
    const pattern = `${at}/*${member === undefined ? "" : `/${escapeToken(member)}`}`;

    /** What is compared of an item: texts as they will be submitted. Undefined if there is nothing to compare. */
    function read(item: unknown): unknown {
      const value = member === undefined ? item : child(item, member);
      return typeof value === "string" ? asSubmitted(pattern, value) : value;
    }

    function detailOf(item: unknown, path: Path, earlier: PathKey): Detail {
      const value = valueAt(item, inItem);
      const first = [...path.slice(0, -1), earlier];
      const isObject = typeof value === "object" && value !== null;
      // The same word twice says nothing that one would not; anything else may have been meant otherwise.
      const isSame = member === undefined && by === undefined && typeof earlier === "number";
      // In another list than a set, the position of an item may mean something.
      const grounds: Grounds = !isSame ? "removal" : isSet(at) ? ["notation", "same"] : ["rule", "open"];
      const title = isSame
        ? "Remove the repeat"
        : inItem.length > 0 && typeof value === "string"
          ? `Remove the second ${found(value)}`
          : "Remove this one";
      return {
        message: `${isObject ? "The same value" : found(value)} is already here, as ${typeof earlier === "number" ? `item ${earlier + 1}` : quote(earlier)}; each may occur once.`,
        actual: actualOf(value),
        fixes: [fix(title, grounds, { kind: "remove", path })],
        related: [
          {
            path: [...first, ...inItem],
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
            eachEntry(list, (item, key) => {
              const place = [...path, key];
              const here = [...place, ...inItem];
              const outcome = keyOf(item, place);
              // What is wrong elsewhere in an item does not make it another one.
              const isFaulty =
                by?.isFaulty(place, (at) => sink.hasErrorWithin(at)) ??
                (member === undefined ? sink.hasError(here) : sink.hasErrorWithin(here));
              if (isFaulty) return;
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

function hasEqual(values: readonly unknown[]): boolean {
  const seen = createValueMap<true>();
  return values.some((value) => {
    if (seen.get(value)) return true;
    seen.set(value, true);
    return false;
  });
}
