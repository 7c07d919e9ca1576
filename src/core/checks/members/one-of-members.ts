import { type Detail, fillIn, fix } from "../../findings/finding.ts";
import { child, escapeToken, isPlainObject, type Path } from "../../json/pointer.ts";
import { listOf, quote } from "../../unicode/describe.ts";
import { defineWholeCheck, mayBe } from "../definition.ts";

type Count = "exactly-one" | "at-least-one" | "at-most-one" | "all-or-none";

interface Params {
  members: string[];
  count: Count;
}

const MAX_OFFERED = 3;

export const oneOfMembers = defineWholeCheck<Params>({
  name: "one-of-members",
  summary: "An object has exactly one, at least one, at most one, or all or none of the given members.",
  params: {
    type: "object",
    properties: {
      members: {
        type: "array",
        minItems: 2,
        maxItems: 20,
        items: { type: "string", minLength: 1, maxLength: 100, description: "name of a member" },
        description: "the members to count",
      },
      count: {
        enum: ["exactly-one", "at-least-one", "at-most-one", "all-or-none"],
        description: "how many of them there are",
      },
    },
    required: ["members", "count"],
    additionalProperties: false,
  },
  references: ({ members }, at) => members.map((name) => `${at}/${escapeToken(name)}`),
  unsuited: (place) => (mayBe(place, "object") ? undefined : "the schema declares no object there"),
  describe: ({ members, count }) => `It has ${WORDS[count]} ${listOf(members)}.`,
  onParamsChange(was, is) {
    if (JSON.stringify(was.members) !== JSON.stringify(is.members)) return "either";
    const [before, after] = [was.count, is.count];
    if (after === "exactly-one" && before !== "all-or-none") return "tightens";
    return before === "exactly-one" && after !== "all-or-none" ? "loosens" : "either";
  },
  compile(rule, at) {
    const { members, count } = rule.params;
    const present = (object: unknown) => members.filter((name) => child(object, name) !== undefined);
    const isFine = (found: number) =>
      count === "all-or-none"
        ? found === 0 || found === members.length
        : (found > 0 || count === "at-most-one") && (found < 2 || count === "at-least-one");
    const tail = rule.when === undefined ? "" : ` when ${rule.when}`;
    return {
      ok: (candidate) =>
        at.every((place) =>
          place.every(candidate, (object) => !isPlainObject(object) || isFine(present(object).length)),
        ),
      report(candidate, sink, severity) {
        for (const place of at) {
          place.each(candidate, sink, (object, at) => {
            if (!isPlainObject(object)) return;
            const found = present(object);
            if (isFine(found.length)) return;
            const path = at.slice();
            const add = (place: Path, detail: () => Detail) => {
              if (!sink.hasError(place)) sink.add(rule.code(), severity, detail, place);
            };
            if (found.length === 0)
              add(path, () => ({
                message: `There is none of ${listOf(members)} here; add ${count === "exactly-one" ? "exactly one" : "at least one"}${tail}.`,
                expected: members,
                fixes: members.slice(0, MAX_OFFERED).flatMap((name) => {
                  const value = sink.placeholderAt(`${place.source}/${escapeToken(name)}`);
                  return fillIn(name, [...path, name], value);
                }),
              }));
            else if (count === "all-or-none") {
              for (const name of members.filter((other) => !found.includes(other)))
                add([...path, name], () => {
                  const value = sink.placeholderAt(`${place.source}/${escapeToken(name)}`);
                  return {
                    message: `${quote(name)} is missing beside ${quote(found[0]!)}; add it, or leave ${members.length === 2 ? "both" : "all of them"} out${tail}.`,
                    fixes: fillIn(name, [...path, name], value),
                    related: [{ path: [...path, found[0]!], message: `${quote(found[0]!)} is here` }],
                  };
                });
            } else
              for (const name of found.slice(1))
                add([...path, name], () => ({
                  message: `${quote(name)} cannot stand beside ${quote(found[0]!)}; keep one of ${listOf(members)}${tail}.`,
                  fixes: [fix(`Remove ${quote(name)}`, "removal", { kind: "remove", path: [...path, name] })],
                  related: [{ path: [...path, found[0]!], message: `${quote(found[0]!)} is here` }],
                }));
          });
        }
      },
    };
  },
});

const WORDS: Record<Count, string> = {
  "exactly-one": "exactly one of",
  "at-least-one": "at least one of",
  "at-most-one": "at most one of",
  "all-or-none": "all or none of",
};
