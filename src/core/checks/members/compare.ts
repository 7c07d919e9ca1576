import type { Grounds } from "../../evidence/evidence.ts";
import type { Detail, FixDraft } from "../../findings/finding.ts";
import { child, type Path, valueAt } from "../../json/pointer.ts";
import { createValueMap } from "../../json/value-set.ts";
import { createMatcher, type Matcher } from "../../similar/matcher.ts";
import { actualOf, found, likeliest, quote, shown } from "../../unicode/describe.ts";
import { type CheckSink, definePlaceCheck } from "../definition.ts";
import { useInstead } from "../offers.ts";
import { choice, optional, place, TODAY, valueOrToday } from "../params.ts";
import { nameOf } from "../targets/condition.ts";
import type { Reference } from "../targets/target.ts";
import {
  contentOf,
  isInTime,
  RELATION_NAMES,
  type RelationName,
  relationOf,
  whyIncomparable,
} from "./relations.ts";

export const compare = definePlaceCheck({
  name: "compare",
  summary: "The value stands in a given relation to another value of the candidate, or to a fixed one.",
  parts: {
    is: choice(RELATION_NAMES, "what the value has to be, compared with the other one"),
    to: optional(place("the other place: a pointer, or a number of levels to go up followed by a pointer")),
    value: optional(
      valueOrToday(
        'a fixed value to compare with instead; "today" is the date of the check, in UTC',
        ({ is }) => isInTime(is),
      ),
    ),
  },
  unsuited: (place, { is, to, value }, other) =>
    whyIncomparable(place, to === undefined ? undefined : other(to), is, to, value),
  describe({ is, to, value }) {
    const fixed = isInTime(is) && value === TODAY ? TODAY : shown(value);
    return `It must ${requirementOf(is, to, to === undefined ? fixed : nameOf(to))}.`;
  },
  compile({ params, written, asSubmitted }, at) {
    const { is, to: reference, value: fixed } = params;
    if ((reference === undefined) === (fixed === undefined))
      return { refusal: `it has either "to" or "value"` };
    const relation = relationOf(is);
    const isMany = reference?.isMany === true;
    if (isMany && relation !== undefined)
      return { refusal: `"${written.to}" stands for several values, which only "contained-in" can take` };

    const from = fixed?.isToday === true ? TODAY : written.to === undefined ? undefined : nameOf(written.to);

    const submitted = (pattern: string, value: unknown) =>
      typeof value === "string" ? asSubmitted(pattern, value) : value;

    /** What a value is compared with: the other place, a fixed value or today. */
    const otherOf = (candidate: unknown, path: Path, scope: object): unknown =>
      reference ? submitted(reference.pattern, reference.read(candidate, path)) : fixed?.in(scope);

    /** The values that the other place offers; undefined if it is absent. */
    function contentsAt(candidate: unknown, path: Path, scope: object) {
      let offered: readonly unknown[] | undefined;
      if (isMany) {
        const base = reference.base(candidate, path);
        if (reference.container(base) === undefined) return undefined;
        const values: unknown[] = [];
        reference.each(base, path, (value) => void values.push(submitted(reference.pattern, value)));
        offered = values;
      } else {
        const other = otherOf(candidate, path, scope);
        // Of a text beside the value, nothing is offered but that text.
        offered = typeof other === "string" ? [other] : contentOf(other);
      }
      if (offered === undefined) return undefined;
      const known = createValueMap<true>();
      for (const value of offered) known.set(value, true);
      const words = offered.filter((word) => typeof word === "string");
      let made: Matcher | undefined;
      return {
        has: (value: unknown) => known.get(value) === true,
        words,
        matcher: () => (made ??= createMatcher(words)),
      };
    }

    return {
      open(candidate, scope) {
        /** Values next to each other are compared with the same others, which are read once. */
        function readOnce<Made>(make: (path: Path) => Made): (path: Path) => Made {
          let last: { base: unknown; made: Made } | undefined;
          return (path) => {
            const base = reference?.base(candidate, path);
            if (last === undefined || last.base !== base) last = { base, made: make(path) };
            return last.made;
          };
        }
        const contents = readOnce((path) => contentsAt(candidate, path, scope));
        function ok(value: unknown, path: Path): boolean {
          if (value === undefined) return true;
          if (relation === undefined) {
            const around = contents(path);
            return around === undefined || around.has(submitted(at, value)) === (is === "contained-in");
          }
          const against = otherOf(candidate, path, scope);
          // Of an absent value nothing can be said.
          return against === undefined || relation.holds(submitted(at, value), against) !== false;
        }
        let isFaulty: ((path: Path) => boolean) | undefined;
        return {
          ok,
          report(value, path, blame, sink) {
            if (ok(value, path)) return;
            isFaulty ??= isMany
              ? readOnce((from) => hasFault(candidate, from, sink))
              : (from) => hasFault(candidate, from, sink);
            // An operand with an error of its own says nothing about the other.
            if (sink.hasErrorWithin(path) || isFaulty(path)) return;
            blame.add(() => detailOf(candidate, value, path, sink, contents));
          },
        };
      },
    };

    /** Whether the other value has an error; of several, whether one of them has, which could be the one that was meant. */
    function hasFault(candidate: unknown, path: Path, sink: CheckSink): boolean {
      if (reference === undefined) return false;
      if (!isMany) return sink.hasErrorWithin(reference.pathFrom(path));
      const list = listPath(reference, path);
      const below = reference.pathFrom(path).slice(list.length);
      return hasFaultAt(valueAt(candidate, list), list, below, sink);
    }

    function detailOf(
      candidate: unknown,
      value: unknown,
      path: Path,
      sink: CheckSink,
      contents: (path: Path) => ReturnType<typeof contentsAt>,
    ): Detail {
      const sent = submitted(at, value);
      const other = isMany ? [] : otherOf(candidate, path, sink.scope);
      const isScalar = typeof other !== "object" || other === null;
      const isDefault = valueAt(candidate, path) === undefined;
      const against =
        from === undefined ? shown(other) : isScalar ? `${from}, which is ${shown(other)}` : from;
      const fixes: FixDraft[] = [];
      // What a build would change again would still not be equal.
      const offer = (to: unknown, grounds: Grounds) => {
        if (submitted(at, to) === to && sink.accepts(at, to, path)) fixes.push(useInstead(to, grounds, path));
      };
      let expected: unknown;
      if (is === "equal" && isScalar) {
        expected = other;
        const same =
          typeof sent === "string" && typeof other === "string"
            ? createMatcher([other]).certain(sent, sink.meter)
            : undefined;
        // Which of two places is right is for the author to say; a fixed value replaces what was written.
        offer(other, same?.grounds ?? (reference ? ["rule", "open"] : "removal"));
      } else if (is === "contained-in" && typeof sent === "string") {
        const { words, matcher } = contents(path)!;
        const matches = matcher().match(sent, sink.meter);
        expected = likeliest(sent, words, matches[0]?.value, sink.meter);
        for (const { value: word, grounds } of matches) offer(word, grounds);
      }
      const own = path.findLast((key) => typeof key === "string");
      const what =
        own === undefined
          ? found(sent)
          : `${quote(own)} is ${found(sent)}${isDefault ? ", the default," : ""} and`;
      return {
        message: `${what} must ${requirementOf(is, written.to, against, isMany)}.`,
        ...(expected !== undefined && { expected }),
        actual: actualOf(sent),
        fixes,
        ...(reference && {
          related: [{ path: listPath(reference, path), message: "compared with this" }],
        }),
      };
    }
  },
});

/** What a value must do or be; `other` is what messages call the other one. */
function requirementOf(is: RelationName, to: string | undefined, other: string, isMany = true): string {
  const relation = relationOf(is);
  if (relation !== undefined) return `${relation.must} ${other}`;
  return `${is === "contained-in" ? "" : "not "}be ${membershipOf(to, other, isMany)}`;
}

/** `isMany`: whether a `*` stands for all items, and not for that of the rule's own place. */
function membershipOf(to: string | undefined, other: string, isMany: boolean): string {
  if (to === undefined) return `one of ${other}`;
  const star = to.lastIndexOf("*");
  if (star < 0 || !isMany) return `in ${other}`;
  const item = nameOf(to.slice(0, star + 1));
  return star === to.length - 1 ? item : `the ${nameOf(to)} of ${item}`;
}

/** The path of the other value; of several, that of their list. */
function listPath({ isMany, pathFrom }: Reference, path: Path): Path {
  const full = pathFrom(path);
  const own = full.findIndex((key, depth) => key !== path[depth]);
  const star = isMany && own >= 0 ? full.indexOf("*", own) : -1;
  return star < 0 ? full : full.slice(0, star);
}

/** Whether there is an error at one of the places below a path, or at something around them. */
function hasFaultAt(value: unknown, path: Path, below: Path, sink: CheckSink): boolean {
  if (!sink.hasErrorWithin(path)) return false;
  const [next, ...rest] = below;
  if (next === undefined || sink.hasError(path)) return true;
  const keys = next !== "*" ? [next] : Array.isArray(value) ? value.keys() : Object.keys(value ?? {});
  for (const key of keys) if (hasFaultAt(child(value, key), [...path, key], rest, sink)) return true;
  return false;
}
