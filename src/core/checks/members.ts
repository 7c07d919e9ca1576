/** The checks of which members an object has. */
import { type Detail, type Edit, fillIn, fix, removeNamed } from "../findings/finding.ts";
import { child, escapeToken, isPlainObject, type Path, valueAt } from "../json/pointer.ts";
import { actualOf, listOf, quote } from "../unicode/describe.ts";
import { type CheckSink, definePlaceCheck, defineValueCheck, lacking } from "./definition.ts";
import { choice, member, several } from "./params.ts";
import { firstAbsent } from "./target.ts";

export const requiredWhen = defineValueCheck({
  name: "required-when",
  summary: "The member is there when the rule's condition holds.",
  parts: {},
  needsCondition: true,
  judgesAbsence: true,
  seesAbsence: () => true,
  describe: () => "Required.",
  compile({ when }, at) {
    return {
      ok: (value) => value !== undefined,
      detail(_value, path, sink) {
        const name = quote(String(path.at(-1)));
        const added = addition(path, at, sink);
        return {
          message: `${name} is required when ${when}, but missing.`,
          ...(added !== undefined && { fixes: [fix(`Add ${name} to fill in`, "placeholder", added)] }),
        };
      },
    };
  },
});

export const forbiddenWhen = defineValueCheck({
  name: "forbidden-when",
  summary: "The member is absent when the rule's condition holds.",
  parts: {},
  needsCondition: true,
  describe: () => "Not allowed.",
  compile({ when }) {
    return {
      ok: (value) => value === undefined,
      detail(value, path) {
        const name = String(path.at(-1));
        return {
          message: `${quote(name)} is not allowed when ${when}; leave it out.`,
          actual: actualOf(value),
          fixes: [removeNamed(name, path)],
        };
      },
    };
  },
});

/** Adds the member, together with the objects around it that are absent as well. A list would need its other items too. */
function addition(path: Path, at: string, sink: CheckSink): Edit | undefined {
  const value = sink.placeholderAt(at);
  if (value === undefined) return undefined;
  const depth = firstAbsent(sink.reading.value, path).length - 1;
  const around = valueAt(sink.reading.value, path.slice(0, depth));
  const tokens = at.split("/");
  for (let level = depth + 2; level < tokens.length; level++)
    if (!isPlainObject(sink.placeholderAt(tokens.slice(0, level).join("/")))) return undefined;
  const added = path.slice(depth + 1).reduceRight((inner, key) => ({ [key]: inner }), value);
  // A rule about an item of a list may meet an object, and the other way round: nobody would object to what is added.
  const key = path[depth]!;
  if (/^\d+$/.test(String(key))) {
    if (sink.hasError(path.slice(0, depth))) return undefined;
    const next = Array.isArray(around) ? [...around, added] : { ...(around as object), [key]: added };
    if (sink.accepts(tokens.slice(0, depth + 1).join("/"), next)) return undefined;
  }
  return { kind: "add", path: path.slice(0, depth + 1), value: added };
}

const COUNTS = ["exactly-one", "at-least-one", "at-most-one", "all-or-none"] as const;
const MAX_OFFERED = 3;

export const oneOfMembers = definePlaceCheck({
  name: "one-of-members",
  summary: "An object has exactly one, at least one, at most one, or all or none of the given members.",
  parts: {
    members: several(
      member({ minLength: 1, maxLength: 100, description: "name of a member" }),
      20,
      "the members to count",
      2,
    ),
    count: choice(COUNTS, "how many of them there are"),
  },
  unsuited: lacking("object", "object"),
  describe: ({ members, count }) => `It has ${count.replaceAll("-", " ")} of ${listOf(members)}.`,
  onParamsChange(was, is) {
    if (JSON.stringify(was.members) !== JSON.stringify(is.members)) return "either";
    const [before, after] = [was.count, is.count];
    if (after === "exactly-one" && before !== "all-or-none") return "tightens";
    return before === "exactly-one" && after !== "all-or-none" ? "loosens" : "either";
  },
  compile({ params: { members, count }, when }, at) {
    const present = (object: unknown) => members.filter((name) => child(object, name) !== undefined);
    const isFine = (found: number) =>
      count === "all-or-none"
        ? found === 0 || found === members.length
        : (found > 0 || count === "at-most-one") && (found < 2 || count === "at-least-one");
    const tail = when === undefined ? "" : ` when ${when}`;
    return {
      open: () => ({
        ok: (object) => !isPlainObject(object) || isFine(present(object).length),
        report(object, path, blame, sink) {
          if (!isPlainObject(object)) return;
          const found = present(object);
          if (isFine(found.length)) return;
          const [first] = found as [string];
          const add = (place: Path, detail: () => Detail) => {
            if (!sink.hasError(place)) blame.add(detail, place);
          };
          const filledIn = (name: string) =>
            fillIn(name, [...path, name], sink.placeholderAt(`${at}/${escapeToken(name)}`));
          if (found.length === 0)
            add(path, () => ({
              message: `There is none of ${listOf(members)} here; add ${count === "exactly-one" ? "exactly one" : "at least one"}${tail}.`,
              expected: members,
              fixes: members.slice(0, MAX_OFFERED).flatMap(filledIn),
            }));
          else if (count === "all-or-none") {
            for (const name of members.filter((other) => !found.includes(other)))
              add([...path, name], () => ({
                message: `${quote(name)} is missing beside ${quote(first)}; add it, or leave ${members.length === 2 ? "both" : "all of them"} out${tail}.`,
                fixes: filledIn(name),
                related: [{ path: [...path, first], message: `${quote(first)} is here` }],
              }));
          } else
            for (const name of found.slice(1))
              add([...path, name], () => ({
                message: `${quote(name)} cannot stand beside ${quote(first)}; keep one of ${listOf(members)}${tail}.`,
                fixes: [removeNamed(name, [...path, name])],
                related: [{ path: [...path, first], message: `${quote(first)} is here` }],
              }));
        },
      }),
    };
  },
});
