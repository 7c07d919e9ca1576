import type { Grounds } from "../../evidence/evidence.ts";
import { type Detail, type FixDraft, fix, type Sink } from "../../findings/finding.ts";
import { child, type Path, valueAt } from "../../json/pointer.ts";
import { createValueMap } from "../../json/value-set.ts";
import { containsText } from "../../similar/contains.ts";
import { createMatcher, type Matcher } from "../../similar/matcher.ts";
import { actualOf, found, likeliest, shown } from "../../unicode/describe.ts";
import { writeDate } from "../../values/time.ts";
import { defineWholeCheck } from "../definition.ts";
import { nameOf } from "../targets/condition.ts";
import type { Reference } from "../targets/target.ts";
import { type CompareParams, MOMENT_RELATIONS, TODAY, whyIncomparable } from "./comparable.ts";
import { contentOf, RELATION_NAMES, relationOf } from "./relations.ts";

export const compare = defineWholeCheck<CompareParams>({
  name: "compare",
  summary: "The value stands in a given relation to another value of the candidate, or to a fixed one.",
  params: {
    type: "object",
    properties: {
      is: { enum: RELATION_NAMES, description: "what the value has to be, compared with the other one" },
      to: {
        type: "string",
        maxLength: 300,
        description: "the other place: a pointer, or a number of levels to go up followed by a pointer",
      },
      value: {
        description: 'a fixed value to compare with instead; "today" is the date of the check, in UTC',
      },
    },
    required: ["is"],
    additionalProperties: false,
  },
  references: ({ to }) => (to === undefined ? [] : [to]),
  clock: ({ is, value }) => (MOMENT_RELATIONS.has(is) && value === TODAY ? "date" : "none"),
  unsuited(place, params, other) {
    const { is, to } = params;
    const declared = to === undefined ? undefined : other(to);
    return relationOf(is) === undefined ? undefined : whyIncomparable(place, declared, params);
  },
  describe: (params) =>
    `It must ${requirementOf(params, params.to === undefined ? fixedName(params) : nameOf(params.to))}.`,
  compile(rule, at) {
    const { is, to, value: fixed } = rule.params;
    if ((to === undefined) === (fixed === undefined)) return { refusal: `it has either "to" or "value"` };
    const isToday = MOMENT_RELATIONS.has(is) && fixed === TODAY;
    const relation = relationOf(is);
    const operands = at.map((place) => ({
      place,
      reference: to === undefined ? undefined : rule.reference(place.source, to),
    }));
    for (const { reference } of operands)
      if (reference?.isMany === true && relation !== undefined)
        return { refusal: `"${to}" stands for several values, which only "contained-in" can take` };

    const submitted = (pattern: string, value: unknown) =>
      typeof value === "string" ? rule.asSubmitted(pattern, value) : value;

    /** What a value is compared with: the other place, a fixed value or today. */
    function otherOf(
      candidate: unknown,
      reference: Reference | undefined,
      path: Path,
      clock: number,
    ): unknown {
      if (reference) return submitted(reference.pattern, reference.read(candidate, path));
      return isToday ? writeDate(clock) : fixed;
    }

    /** For one pass over a candidate: whether a value stands in the relation. */
    function open(candidate: unknown, reference: Reference | undefined, clock: number) {
      const holds = relation?.holds;
      if (holds !== undefined)
        return (value: unknown, path: Path): boolean => {
          const against = otherOf(candidate, reference, path, clock);
          // Of an absent value nothing can be said.
          return against === undefined || holds(value, against) !== false;
        };
      const wanted = is === "contained-in";
      let last: { base: unknown; has: ((value: unknown) => boolean) | undefined } | undefined;
      return (value: unknown, path: Path): boolean => {
        const base = reference ? reference.base(candidate, path) : fixed;
        if (last === undefined || last.base !== base)
          last = { base, has: collect(candidate, reference, path) };
        return last.has === undefined || last.has(value) === wanted;
      };
    }

    /** A look-up in the values that the other place offers; undefined if it is absent. */
    function collect(candidate: unknown, reference: Reference | undefined, path: Path) {
      const values = offered(candidate, reference, path);
      if (typeof values === "string")
        return (value: unknown) => typeof value !== "string" || containsText(values, value);
      if (values === undefined) return undefined;
      const known = createValueMap<true>();
      for (const value of values) known.set(value, true);
      return (value: unknown) => known.get(value) === true;
    }

    function offered(
      candidate: unknown,
      reference: Reference | undefined,
      path: Path,
    ): readonly unknown[] | string | undefined {
      if (reference?.isMany !== true) {
        const container = reference ? submitted(reference.pattern, reference.read(candidate, path)) : fixed;
        return typeof container === "string" ? container : contentOf(container);
      }
      const base = reference.base(candidate, path);
      if (reference.container(base) === undefined) return undefined;
      const values: unknown[] = [];
      reference.each(base, path, (value) => {
        values.push(submitted(reference.pattern, value));
      });
      return values;
    }

    return {
      ok: (candidate, { clock }) =>
        operands.every(({ place, reference }) => {
          const holds = open(candidate, reference, clock);
          return place.every(
            candidate,
            (value, path) => value === undefined || holds(submitted(place.source, value), path),
          );
        }),
      report(candidate, sink, severity) {
        for (const { place, reference } of operands) {
          const holds = open(candidate, reference, sink.scope.clock);
          const wordsFor = createWordReader(candidate, reference);
          const isFaulty = createFaultReader(candidate, reference, sink);
          place.each(candidate, sink, (value, at) => {
            if (value === undefined || holds(submitted(place.source, value), at)) return;
            const path = at.slice();
            // An operand with an error of its own says nothing about the other.
            if (sink.hasErrorWithin(path) || isFaulty(path)) return;
            const detail = () => detailOf(candidate, place.source, reference, value, path, sink, wordsFor);
            sink.add(rule.code(), severity, detail, path);
          });
        }
      },
    };

    /** Values next to each other are compared with the same words, which are read once. */
    function createWordReader(candidate: unknown, reference: Reference | undefined): WordReader {
      let last: (ReturnType<WordReader> & { base: unknown }) | undefined;
      return (path) => {
        const base = reference ? reference.base(candidate, path) : fixed;
        if (last === undefined || last.base !== base) {
          const offers = offered(candidate, reference, path);
          const words = (typeof offers === "object" ? offers : []).filter(
            (word): word is string => typeof word === "string",
          );
          let made: Matcher | undefined;
          const matcher = () => {
            made ??= createMatcher(words);
            return made;
          };
          last = { base, words, matcher };
        }
        return last;
      };
    }

    /** Whether the other value has an error; of several, whether one of them has, which could be the one that was meant. */
    function createFaultReader(candidate: unknown, reference: Reference | undefined, sink: Sink) {
      if (reference === undefined) return () => false;
      if (!reference.isMany) return (path: Path) => sink.hasErrorWithin(reference.pathFrom(path));
      let last: { base: unknown; isFaulty: boolean } | undefined;
      return (path: Path) => {
        const base = reference.base(candidate, path);
        if (last === undefined || last.base !== base) {
          const list = listPath(reference, path);
          const below = reference.pathFrom(path).slice(list.length);
          last = { base, isFaulty: hasFaultAt(valueAt(candidate, list), list, below, sink) };
        }
        return last.isFaulty;
      };
    }

    function detailOf(
      candidate: unknown,
      at: string,
      reference: Reference | undefined,
      value: unknown,
      path: Path,
      sink: Sink,
      wordsFor: WordReader,
    ): Detail {
      const sent = submitted(at, value);
      const name = to === undefined ? undefined : nameOf(to);
      const other = reference?.isMany === true ? [] : otherOf(candidate, reference, path, sink.scope.clock);
      const isScalar = typeof other !== "object" || other === null;
      const from = isToday ? "today" : name;
      const against = from === undefined ? shown(other) : isScalar ? `${shown(other)}, from ${from}` : from;
      const fixes: FixDraft[] = [];
      let expected: unknown;
      if (is === "equal" && isScalar) {
        expected = other;
        const same =
          typeof sent === "string" && typeof other === "string"
            ? createMatcher([other]).certain(sent, sink.meter)
            : undefined;
        // What a build would change again would still not be equal.
        if (submitted(at, other) === other && sink.accepts(at, other, path)) {
          // Which of two places is right is for the author to say; a fixed value replaces what was written.
          const grounds: Grounds = same?.grounds ?? (reference ? ["rule", "open"] : "removal");
          fixes.push(fix(`Use ${shown(other)}`, grounds, { kind: "replace", path, to: other }));
        }
      } else if (is === "contained-in" && typeof sent === "string") {
        const { words, matcher } = wordsFor(path);
        const matches = matcher().match(sent, sink.meter);
        expected = likeliest(sent, words, matches[0]?.value, sink.meter);
        for (const { value: word, grounds } of matches)
          if (submitted(at, word) === word && sink.accepts(at, word, path))
            fixes.push(fix(`Use ${shown(word)}`, grounds, { kind: "replace", path, to: word }));
      }
      return {
        message: `${found(sent)}${valueAt(candidate, path) === undefined ? ", the default," : ""} must ${requirementOf(rule.params, against, reference?.isMany)}.`,
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

/** The words that a value is compared with, and how to find the one that was meant. */
type WordReader = (path: Path) => { words: readonly string[]; matcher: () => Matcher };

function fixedName({ is, value }: CompareParams): string {
  return MOMENT_RELATIONS.has(is) && value === TODAY ? TODAY : shown(value);
}

/** What a value must do or be; `other` is what messages call the other one. */
function requirementOf({ is, to, value }: CompareParams, other: string, isMany = true): string {
  const relation = relationOf(is);
  if (relation !== undefined) return `${relation.must} ${other}`;
  return `${is === "contained-in" ? "" : "not "}be ${membershipOf(to, value, other, isMany)}`;
}

/** `isMany`: whether a `*` stands for all items, and not for that of the rule's own place. */
function membershipOf(to: string | undefined, value: unknown, other: string, isMany: boolean): string {
  if (to === undefined) return `${typeof value === "string" ? "in" : "one of"} ${other}`;
  const star = to.lastIndexOf("*");
  if (star < 0 || !isMany) return `in ${other}`;
  const item = nameOf(to.slice(0, star + 1));
  return star === to.length - 1 ? item : `the ${nameOf(to)} of ${item}`;
}

/** The path of the other value; of several, that of their list. */
function listPath(reference: Reference, path: Path): Path {
  const full = reference.pathFrom(path);
  const star = reference.isMany ? full.indexOf("*", sharedLength(full, path)) : -1;
  return star < 0 ? full : full.slice(0, star);
}

/** Whether there is an error at one of the places below a path, or at something around them. */
function hasFaultAt(value: unknown, path: Path, below: Path, sink: Sink): boolean {
  if (!sink.hasErrorWithin(path)) return false;
  const [next, ...rest] = below;
  if (next === undefined || sink.hasError(path)) return true;
  const keys = next !== "*" ? [next] : Array.isArray(value) ? value.keys() : Object.keys(value ?? {});
  for (const key of keys) if (hasFaultAt(child(value, key), [...path, key], rest, sink)) return true;
  return false;
}

function sharedLength(full: Path, path: Path): number {
  let length = 0;
  while (length < full.length && full[length] === path[length]) length++;
  return length;
}
