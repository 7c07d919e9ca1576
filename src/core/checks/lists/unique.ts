import type { Grounds } from "../../evidence/evidence.ts";
import { type Detail, fix, type RegistryScope } from "../../findings/finding.ts";
import { child, escapeToken, isPlainObject, type Path, type PathKey } from "../../json/pointer.ts";
import { createValueMap, type ValueMap } from "../../json/value-set.ts";
import { actualOf, found, quote } from "../../unicode/describe.ts";
import { lowerCase } from "../../unicode/unicode.ts";
import { defineWholeCheck, mayBe, notList, type PlaceExpression } from "../definition.ts";
import { openSession } from "../expressions/place-expression.ts";
import type { RuleTarget } from "../targets/target.ts";

interface Params {
  member?: string;
  members?: string[];
  together?: boolean;
  case?: "exact" | "ignore";
  where?: string;
}

/** What is compared of an item. Undefined if there is nothing to compare. */
type ItemReader = (item: unknown) => unknown;

const NAME = { type: "string", minLength: 1, maxLength: 100, description: "name of a member" };

export const unique = defineWholeCheck<Params>({
  name: "unique",
  summary: "No value occurs twice in a list or map, or no two of its objects agree in the given members.",
  params: {
    type: "object",
    properties: {
      member: { type: "string", description: "the member to compare; without it the items themselves" },
      members: {
        type: "array",
        minItems: 2,
        maxItems: 10,
        items: NAME,
        description: "the members to compare together",
      },
      together: { type: "boolean", description: "whether all lists of the rule count as one" },
      case: { enum: ["exact", "ignore"], description: "whether case makes a difference in texts" },
      where: {
        type: "string",
        minLength: 1,
        maxLength: 2_000,
        description: "an expression that is true for the items that count; this is the item",
      },
    },
    additionalProperties: false,
  },
  hasExpressions: ({ where }) => where !== undefined,
  references: ({ member, members = member === undefined ? [] : [member] }, at) =>
    members.map((name) => `${at}/*/${escapeToken(name)}`),
  unsuited(place, _params, other) {
    if (mayBe(place, "object") && other("0/*") !== undefined) return undefined;
    return notList(place);
  },
  describe({ member, members, together }) {
    const lists = together === true ? "these lists" : "the list";
    if (members !== undefined) return `No two objects of ${lists} agree in ${andList(members)}.`;
    return member === undefined
      ? `No value occurs twice in ${lists}.`
      : `No two objects of ${lists} have the same ${quote(member)}.`;
  },
  onParamsChange(was, is) {
    const rest = (params: Params) => JSON.stringify([params.member, params.members, params.where]);
    if (rest(was) !== rest(is)) return "either";
    const strictness = ({ together, case: rule }: Params) => [
      Number(together === true),
      Number(rule === "ignore"),
    ];
    const [before, after] = [strictness(was), strictness(is)];
    const tightens = after.some((level, index) => level > before[index]!);
    const loosens = after.some((level, index) => level < before[index]!);
    return tightens && loosens ? "either" : tightens ? "tightens" : loosens ? "loosens" : "none";
  },
  compile(rule, at) {
    const { member, members, together = false, case: caseRule = "exact", where } = rule.params;
    if (member !== undefined && members !== undefined)
      return { refusal: `it has either "member" or "members"` };
    const readers: { place: RuleTarget; read: ItemReader; counts: PlaceExpression | undefined }[] = [];
    for (const place of at) {
      const counts = where === undefined ? undefined : rule.expression(where, `${place.source}/*`, "bool");
      if (counts !== undefined && "refusal" in counts) return { ...counts, member: "/params/where" };
      readers.push({ place, read: readerAt(place.source), counts });
    }

    /** The part of an item that is compared, if the item counts. It also counts if the expression has no value for it. */
    function counting(
      { read, counts }: (typeof readers)[number],
      candidate: unknown,
      scope: RegistryScope,
    ): (item: unknown, key: PathKey, path: Path) => unknown {
      if (counts === undefined) return read;
      const session = openSession(scope);
      return (item, key, path) => {
        const outcome = counts.run(candidate, item, [...path, key], session);
        return "value" in outcome && outcome.value === false ? undefined : read(item);
      };
    }

    /** What is compared of an item: texts as they will be submitted. Undefined if there is nothing to compare. */
    function readerAt(source: string): ItemReader {
      const submitted = (below: string) => {
        const pattern = source + below;
        return (value: unknown) => {
          if (typeof value !== "string") return value;
          const text = rule.asSubmitted(pattern, value);
          return caseRule === "ignore" ? lowerCase(text) : text;
        };
      };
      if (members !== undefined) {
        const parts = members.map((name) => ({ name, read: submitted(`/*/${escapeToken(name)}`) }));
        return (item) => {
          const values = parts.map(({ name, read }) => read(child(item, name)));
          // An absent member is told apart from null by the list around the others.
          return values.every((value) => value === undefined)
            ? undefined
            : values.map((value) => (value === undefined ? [] : [value]));
        };
      }
      if (member === undefined) return submitted("/*");
      const read = submitted(`/*/${escapeToken(member)}`);
      return (item) => read(child(item, member));
    }

    const placeOf = (path: Path, key: PathKey): Path =>
      member === undefined ? [...path, key] : [...path, key, member];

    return {
      ok(candidate, scope) {
        const shared = together ? createValueMap<true>() : undefined;
        return readers.every((reader) => {
          const read = counting(reader, candidate, scope);
          return reader.place.every(candidate, (list, path) => !hasRepeat(list, path, read, shared));
        });
      },
      report(candidate, sink, severity) {
        if (sink.hasTooManyErrors) return;
        const shared = together ? createValueMap<Path>() : undefined;
        for (const reader of readers) {
          const { place } = reader;
          const read = counting(reader, candidate, sink.scope);
          place.each(candidate, sink, (list, at) => {
            const path = at.slice();
            const first = shared ?? createValueMap<Path>();
            eachEntry(list, (item, key) => {
              const value = read(item, key, path);
              const here = placeOf(path, key);
              // What is wrong elsewhere in an item does not make it another one.
              const compared = members?.map((name) => [...path, key, name]) ?? [here];
              const isFaulty = (place: Path) =>
                member === undefined && members === undefined
                  ? sink.hasError(place)
                  : sink.hasErrorWithin(place);
              if (value === undefined || compared.some(isFaulty)) return;
              const earlier = first.get(value);
              if (earlier === undefined) first.set(value, here);
              else
                sink.add(
                  rule.code(),
                  severity,
                  () => detailOf(place.source, item, [...path, key], here, earlier),
                  here,
                );
            });
          });
        }
      },
    };

    function detailOf(source: string, item: unknown, path: Path, here: Path, earlier: Path): Detail {
      const value = member === undefined ? item : child(item, member);
      const isList = typeof path.at(-1) === "number";
      const key = earlier[path.length - 1];
      const isNear =
        earlier.length === here.length && path.slice(0, -1).every((part, at) => part === earlier[at]);
      const where = !isNear
        ? "elsewhere"
        : typeof key === "number"
          ? `as item ${key + 1}`
          : `as ${quote(String(key))}`;
      const what =
        members !== undefined
          ? `The same ${andList(members)} are`
          : `${typeof value === "object" && value !== null ? "The same value" : found(value)} is`;
      const shownValue = found(value);
      // The same word twice says nothing that one would not; anything else may have been meant otherwise.
      const isSame =
        members === undefined && member === undefined && isNear && isList && caseRule === "exact";
      // In another list than a set, the position of an item may mean something.
      const grounds: Grounds = !isSame
        ? "removal"
        : rule.isSet(source)
          ? ["notation", "same"]
          : ["rule", "open"];
      const title = isSame
        ? "Remove the repeat"
        : member !== undefined && typeof value === "string"
          ? `Remove the second ${shownValue}`
          : "Remove this one";
      return {
        message: `${what} already here, ${where}; each may occur once.`,
        actual: actualOf(value),
        fixes: [fix(title, grounds, { kind: "remove", path })],
        related: [
          {
            path: earlier,
            message: `${members !== undefined || typeof value === "object" ? "It" : shownValue} is first used here`,
          },
        ],
      };
    }
  },
});

function andList(names: readonly string[]): string {
  return `${names.slice(0, -1).map(quote).join(", ")} and ${quote(names.at(-1)!)}`;
}

function eachEntry(list: unknown, visit: (item: unknown, key: PathKey) => void): void {
  if (Array.isArray(list)) list.forEach(visit);
  else if (isPlainObject(list)) for (const key of Object.keys(list)) visit(list[key], key);
}

/** Short lists of scalars are compared in pairs, which needs no memory. */
const MAX_PAIRED = 16;

function hasRepeat(
  list: unknown,
  path: Path,
  read: (item: unknown, key: PathKey, path: Path) => unknown,
  shared: ValueMap<true> | undefined,
): boolean {
  const values: unknown[] = [];
  let isPlain = shared === undefined;
  eachEntry(list, (item, key) => {
    const value = read(item, key, path);
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
  const seen = shared ?? createValueMap<true>();
  return values.some((value) => {
    if (seen.get(value)) return true;
    seen.set(value, true);
    return false;
  });
}
