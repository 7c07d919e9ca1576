import type { Grounds } from "../../evidence/evidence.ts";
import { type Detail, fix } from "../../findings/finding.ts";
import { child, escapeToken, isPlainObject, type Path, type PathKey } from "../../json/pointer.ts";
import { createValueMap } from "../../json/value-set.ts";
import { actualOf, found, quote } from "../../unicode/describe.ts";
import { lowerCase } from "../../unicode/unicode.ts";
import { defineWholeCheck, mayBe, notList } from "../definition.ts";

interface Params {
  member?: string;
  case?: "exact" | "ignore";
}

export const unique = defineWholeCheck<Params>({
  name: "unique",
  summary:
    "No value occurs twice in a list or map, or no two of its objects have the same value of a member.",
  params: {
    type: "object",
    properties: {
      member: { type: "string", description: "the member to compare; without it the items themselves" },
      case: { enum: ["exact", "ignore"], description: "whether case makes a difference in texts" },
    },
    additionalProperties: false,
  },
  references: ({ member }, at) => (member === undefined ? [] : [`${at}/*/${escapeToken(member)}`]),
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
    const ignores = (params: Params) => params.case === "ignore";
    return ignores(was) === ignores(is) ? "none" : ignores(is) ? "tightens" : "loosens";
  },
  compile(rule, at) {
    const { member, case: caseRule = "exact" } = rule.params;
    const readers = at.map((place) => ({ place, read: readerAt(place.source) }));

    /** What is compared of an item: texts as they will be submitted. Undefined if there is nothing to compare. */
    function readerAt(source: string): (item: unknown) => unknown {
      const pattern = `${source}/*${member === undefined ? "" : `/${escapeToken(member)}`}`;
      return (item) => {
        const value = member === undefined ? item : child(item, member);
        if (typeof value !== "string") return value;
        const text = rule.asSubmitted(pattern, value);
        return caseRule === "ignore" ? lowerCase(text) : text;
      };
    }

    return {
      ok: (candidate) =>
        readers.every(({ place, read }) => place.every(candidate, (list) => !hasRepeat(list, read))),
      report(candidate, sink, severity) {
        if (sink.hasTooManyErrors) return;
        for (const { place, read } of readers) {
          place.each(candidate, sink, (list, at) => {
            const path = at.slice();
            const first = createValueMap<PathKey>();
            eachEntry(list, (item, key) => {
              const value = read(item);
              const here = member === undefined ? [...path, key] : [...path, key, member];
              // What is wrong elsewhere in an item does not make it another one.
              const isFaulty = member === undefined ? sink.hasError(here) : sink.hasErrorWithin(here);
              if (value === undefined || isFaulty) return;
              const earlier = first.get(value);
              if (earlier === undefined) first.set(value, key);
              else
                sink.add(
                  rule.code(),
                  severity,
                  () => detailOf(place.source, item, [...path, key], earlier),
                  here,
                );
            });
          });
        }
      },
    };

    function detailOf(source: string, item: unknown, path: Path, earlier: PathKey): Detail {
      const value = member === undefined ? item : child(item, member);
      const first = [...path.slice(0, -1), earlier];
      const isObject = typeof value === "object" && value !== null;
      // The same word twice says nothing that one would not; anything else may have been meant otherwise.
      const isSame = member === undefined && typeof earlier === "number" && caseRule === "exact";
      // In another list than a set, the position of an item may mean something.
      const grounds: Grounds = !isSame
        ? "removal"
        : rule.isSet(source)
          ? ["notation", "same"]
          : ["rule", "open"];
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
