import type { Grounds } from "../../evidence/evidence.ts";
import { type Detail, fix } from "../../findings/finding.ts";
import { child, escapeToken, isPlainObject, type Path, type PathKey } from "../../json/pointer.ts";
import { createValueMap } from "../../json/value-set.ts";
import { actualOf, found, quote } from "../../unicode/describe.ts";
import { lowerCase } from "../../unicode/unicode.ts";
import { definePlaceCheck, mayBe, notList } from "../definition.ts";
import { caseRule, member, optional } from "../params.ts";

export const unique = definePlaceCheck({
  name: "unique",
  summary:
    "No value occurs twice in a list or map, or no two of its objects have the same value of a member.",
  parts: {
    member: optional(
      member({ description: "the member to compare; without it the items themselves" }, (at) => `${at}/*`),
    ),
    case: optional(caseRule("whether case makes a difference in texts")),
  },
  unsuited(place, _params, other) {
    if (mayBe(place, "object") && other("0/*") !== undefined) return undefined;
    return notList(place);
  },
  describe: ({ member }) =>
    member === undefined
      ? "No value occurs twice in the list."
      : `No two objects of the list have the same ${quote(member)}.`,
  onParamsChange(was, is) {
    if (was.member !== is.member) return "either";
    const ignores = (rule: string | undefined) => rule === "ignore";
    if (ignores(was.case) === ignores(is.case)) return "none";
    return ignores(is.case) ? "tightens" : "loosens";
  },
  compile({ params, asSubmitted, isSet }, at) {
    const { member } = params;
    const ignoresCase = params.case === "ignore";
    const pattern = `${at}/*${member === undefined ? "" : `/${escapeToken(member)}`}`;

    /** What is compared of an item: texts as they will be submitted. Undefined if there is nothing to compare. */
    function read(item: unknown): unknown {
      const value = member === undefined ? item : child(item, member);
      if (typeof value !== "string") return value;
      const text = asSubmitted(pattern, value);
      return ignoresCase ? lowerCase(text) : text;
    }

    function detailOf(item: unknown, path: Path, earlier: PathKey): Detail {
      const value = member === undefined ? item : child(item, member);
      const first = [...path.slice(0, -1), earlier];
      const isObject = typeof value === "object" && value !== null;
      // The same word twice says nothing that one would not; anything else may have been meant otherwise.
      const isSame = member === undefined && typeof earlier === "number" && !ignoresCase;
      // In another list than a set, the position of an item may mean something.
      const grounds: Grounds = !isSame ? "removal" : isSet(at) ? ["notation", "same"] : ["rule", "open"];
      const title = isSame
        ? "Remove the repeat"
        : member !== undefined && typeof value === "string"
          ? `Remove the second ${found(value)}`
          : "Remove this one";
      return {
        message: `${isObject ? "The same value" : found(value)} is already here, as ${typeof earlier === "number" ? `item ${earlier + 1}` : quote(earlier)}; each may occur once.`,
        actual: actualOf(value),
        fixes: [fix(title, grounds, { kind: "remove", path })],
        related: [
          {
            path: member === undefined ? first : [...first, member],
            message: `${typeof value === "object" ? "It" : found(value)} is first used here`,
          },
        ],
      };
    }

    return {
      open: () => ({
        ok: (list) => !hasRepeat(list, read),
        report(list, path, blame, sink) {
          if (sink.hasTooManyErrors) return;
          const first = createValueMap<PathKey>();
          eachEntry(list, (item, key) => {
            const value = read(item);
            const here = member === undefined ? [...path, key] : [...path, key, member];
            // What is wrong elsewhere in an item does not make it another one.
            const isFaulty = member === undefined ? sink.hasError(here) : sink.hasErrorWithin(here);
            if (value === undefined || isFaulty) return;
            const earlier = first.get(value);
            if (earlier === undefined) first.set(value, key);
            else blame.add(() => detailOf(item, [...path, key], earlier), here);
          });
        },
      }),
    };
  },
});

function eachEntry(list: unknown, visit: (item: unknown, key: PathKey) => void): void {
  if (Array.isArray(list)) list.forEach(visit);
  else if (isPlainObject(list)) for (const key of Object.keys(list)) visit(list[key], key);
}

/** Short lists of scalars are compared in pairs, which needs no memory. */
const MAX_PAIRED = 16;

function hasRepeat(list: unknown, read: (item: unknown) => unknown): boolean {
  const values: unknown[] = [];
  let isPlain = true;
  eachEntry(list, (item) => {
    const value = read(item);
    if (value === undefined) return;
    if (typeof value === "object" && value !== null) isPlain = false;
    values.push(value);
  });
  if (isPlain && values.length > MAX_PAIRED) return new Set(values).size !== values.length;
  if (isPlain) {
    for (let index = 1; index < values.length; index++)
      for (let earlier = 0; earlier < index; earlier++) if (values[earlier] === values[index]) return true;
    return false;
  }
  const seen = createValueMap<true>();
  return values.some((value) => {
    if (seen.get(value)) return true;
    seen.set(value, true);
    return false;
  });
}
