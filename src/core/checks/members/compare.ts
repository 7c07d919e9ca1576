import type { Grounds } from "../../evidence/evidence.ts";
import { type Detail, type FixDraft, fix, type Sink } from "../../findings/finding.ts";
import type { Path } from "../../json/pointer.ts";
import { createValueMap } from "../../json/value-set.ts";
import { createWordMatcher, type WordMatcher } from "../../similar/closed-words.ts";
import { containsText } from "../../similar/contains.ts";
import type { Json } from "../../types.ts";
import { actualOf, found, likeliest, shown } from "../../unicode/describe.ts";
import { lowerCase, trimEnds } from "../../unicode/unicode.ts";
import { isDate, isDateTime } from "../../values/calendar.ts";
import { type DeclaredType, defineWholeCheck, mayBe } from "../definition.ts";
import { nameOf } from "../targets/condition.ts";
import type { Reference } from "../targets/target.ts";
import { contentOf, RELATION_NAMES, type RelationName, relationOf } from "./relations.ts";

interface Params {
  is: RelationName;
  to?: string;
  value?: Json;
  prefix?: string;
  suffix?: string;
  case?: "exact" | "ignore";
}

const PART = { type: "string", minLength: 1, maxLength: 300 };

export const compare = defineWholeCheck<Params>({
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
      value: { description: "a fixed value to compare with instead" },
      prefix: { ...PART, description: "a text that is put before the other value" },
      suffix: { ...PART, description: "a text that is put after the other value" },
      case: { enum: ["exact", "ignore"], description: "whether case makes a difference in texts" },
    },
    required: ["is"],
    additionalProperties: false,
  },
  references: ({ to }) => (to === undefined ? [] : [to]),
  unsuited(place, { is, to, value, prefix, suffix }, other) {
    const declared = to === undefined ? undefined : other(to);
    const types = relationOf(is)?.types;
    if (types !== undefined) {
      const what = types.includes("string") ? "text" : "number";
      if (!mayBe(place, ...types)) return `the schema declares no ${what} there`;
      if (declared !== undefined && !mayBe(declared, ...types))
        return `the schema declares no ${what} at "${to}"`;
    }
    const isMoment = MOMENT_RELATIONS.has(is);
    if (isMoment && (notMoment(place) || (declared !== undefined && notMoment(declared))))
      return `texts of the format "${(notMoment(place) ? place : declared!).formats![0]}" are not compared in time; dates and date-times are`;
    if (value !== undefined && types !== undefined) {
      const isFit = isMoment
        ? typeof value === "string" && (isDate(value) || isDateTime(value))
        : types.includes("string") === (typeof value === "string") && typeof value !== "object";
      if (!isFit)
        return `${shown(value)} is ${isMoment ? "neither a date nor a date-time" : types.includes("string") ? "no text" : "no number"}`;
    }
    if ((prefix ?? suffix) !== undefined && !isTextual(declared, value))
      return "a prefix or suffix needs a text or a number to stand at";
    return undefined;
  },
  describe: (params) =>
    `It must ${requirementOf(params, params.to === undefined ? shown(params.value) : nameOf(params.to))}.`,
  compile(rule, at) {
    const { is, to, value: fixed, prefix = "", suffix = "", case: caseRule = "exact" } = rule.params;
    if ((to === undefined) === (fixed === undefined)) return { refusal: `it has either "to" or "value"` };
    const relation = relationOf(is);
    const fold = (value: unknown) =>
      caseRule === "ignore" && typeof value === "string" ? lowerCase(value) : value;
    const framed = (value: unknown) =>
      prefix === "" && suffix === ""
        ? value
        : typeof value === "string" || typeof value === "number"
          ? `${prefix}${value}${suffix}`
          : undefined;
    const operands = at.map((place) => ({
      place,
      reference: to === undefined ? undefined : rule.reference(place.source, to),
    }));
    for (const { reference } of operands)
      if (reference?.isMany === true && relation !== undefined)
        return { refusal: `"${to}" stands for several values, which only "contained-in" can take` };

    const submitted = (pattern: string, value: unknown) =>
      typeof value === "string" ? rule.asSubmitted(pattern, value) : value;

    /** For one pass over a candidate: whether a value stands in the relation. */
    function open(candidate: unknown, reference: Reference | undefined) {
      const holds = relation?.holds;
      if (holds !== undefined)
        return (value: unknown, path: Path): boolean => {
          const other = reference ? submitted(reference.pattern, reference.read(candidate, path)) : fixed;
          const against = framed(other);
          // Of an absent value nothing can be said.
          return against === undefined || holds(fold(value), fold(against)) !== false;
        };
      const wanted = is === "contained-in";
      let last: { base: unknown; has: ((value: unknown) => boolean) | undefined } | undefined;
      return (value: unknown, path: Path): boolean => {
        const base = reference ? reference.base(candidate, path) : fixed;
        if (last === undefined || last.base !== base)
          last = { base, has: collect(candidate, reference, path) };
        return last.has === undefined || last.has(fold(value)) === wanted;
      };
    }

    /** A look-up in the values that the other place offers; undefined if it is absent. */
    function collect(candidate: unknown, reference: Reference | undefined, path: Path) {
      const values = offered(candidate, reference, path);
      if (typeof values === "string") {
        const text = fold(values) as string;
        return (value: unknown) => typeof value !== "string" || containsText(text, value);
      }
      if (values === undefined) return undefined;
      const known = createValueMap<true>();
      for (const value of values) known.set(fold(framed(value)), true);
      return (value: unknown) => known.get(value) === true;
    }

    function offered(
      candidate: unknown,
      reference: Reference | undefined,
      path: Path,
    ): readonly unknown[] | string | undefined {
      if (reference?.isMany !== true) {
        const container = reference ? submitted(reference.pattern, reference.read(candidate, path)) : fixed;
        if (typeof container === "string") return framed(container) as string;
        return contentOf(container);
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
      ok: (candidate) =>
        operands.every(({ place, reference }) => {
          const holds = open(candidate, reference);
          return place.every(
            candidate,
            (value, path) => value === undefined || holds(submitted(place.source, value), path),
          );
        }),
      report(candidate, sink, severity) {
        for (const { place, reference } of operands) {
          const holds = open(candidate, reference);
          const wordsFor = createWordReader(candidate, reference);
          place.each(candidate, sink, (value, at) => {
            if (value === undefined || holds(submitted(place.source, value), at)) return;
            const path = at.slice();
            // An operand with an error of its own says nothing about the other.
            if (sink.hasErrorWithin(path) || isFaulty(reference, path, sink)) return;
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
          const words = (typeof offers === "object" ? offers : [])
            .map(framed)
            .filter((word): word is string => typeof word === "string");
          let made: WordMatcher | undefined;
          const matcher = () => {
            made ??= createWordMatcher(words, new Map(), false);
            return made;
          };
          last = { base, words, matcher };
        }
        return last;
      };
    }

    function isFaulty(reference: Reference | undefined, path: Path, sink: Sink): boolean {
      if (reference === undefined) return false;
      // Of several values, the list around them is asked.
      return sink.hasErrorWithin(listPath(reference, path));
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
      const other = offeredOr(candidate, reference, path);
      const isScalar = typeof other !== "object" || other === null;
      const against = name === undefined ? shown(other) : isScalar ? `${shown(other)}, from ${name}` : name;
      const fixes: FixDraft[] = [];
      let expected: unknown;
      if (is === "equal" && isScalar) {
        expected = other;
        const isSame =
          typeof sent === "string" &&
          typeof other === "string" &&
          lowerCase(trimEnds(sent)) === lowerCase(other);
        if (sink.accepts(at, other, path)) {
          // Which of two places is right is for the author to say; a fixed value replaces what was written.
          const grounds: Grounds = isSame ? ["notation", "same"] : reference ? ["rule", "open"] : "removal";
          fixes.push(fix(`Use ${shown(other)}`, grounds, { kind: "replace", path, to: other }));
        }
      } else if (is === "contained-in" && typeof sent === "string") {
        const { words, matcher } = wordsFor(path);
        const matches = matcher().match(sent, sink.spend);
        expected = likeliest(sent, words, matches[0]?.word, sink.spend);
        for (const { word, evidence, certainty } of matches)
          if (sink.accepts(at, word, path))
            fixes.push(fix(`Use ${shown(word)}`, [evidence, certainty], { kind: "replace", path, to: word }));
      }
      return {
        message: `${found(sent)} must ${requirementOf(rule.params, against)}.`,
        ...(expected !== undefined && { expected }),
        actual: actualOf(sent),
        fixes,
        ...(reference && {
          related: [{ path: listPath(reference, path), message: "compared with this" }],
        }),
      };
    }

    function offeredOr(candidate: unknown, reference: Reference | undefined, path: Path): unknown {
      if (reference === undefined) return framed(fixed) ?? fixed;
      if (reference.isMany) return [];
      const value = submitted(reference.pattern, reference.read(candidate, path));
      return framed(value) ?? value;
    }
  },
});

/** The words that a value is compared with, and how to find the one that was meant. */
type WordReader = (path: Path) => { words: readonly string[]; matcher: () => WordMatcher };

const MOMENT_RELATIONS: ReadonlySet<string> = new Set(["before", "not-after", "after", "not-before"]);

/** Whether texts there are never dates or date-times. */
function notMoment({ formats }: DeclaredType): boolean {
  return formats !== undefined && !formats.some((format) => format === "date" || format === "date-time");
}

/** What a value must do or be; `other` is what messages call the other one. */
function requirementOf({ is, to, value }: Params, other: string): string {
  const relation = relationOf(is);
  if (relation !== undefined) return `${relation.must} ${other}`;
  return `${is === "contained-in" ? "" : "not "}be ${membershipOf(to, value, other)}`;
}

function membershipOf(to: string | undefined, value: unknown, other: string): string {
  if (to === undefined) return `${typeof value === "string" ? "in" : "one of"} ${other}`;
  const star = to.lastIndexOf("*");
  if (star < 0) return `in ${other}`;
  const item = nameOf(to.slice(0, star + 1));
  return star === to.length - 1 ? item : `the ${nameOf(to)} of ${item}`;
}

/** The path of the other value; of several, that of their list. */
function listPath(reference: Reference, path: Path): Path {
  const full = reference.pathFrom(path);
  const star = reference.isMany ? full.indexOf("*", sharedLength(full, path)) : -1;
  return star < 0 ? full : full.slice(0, star);
}

function sharedLength(full: Path, path: Path): number {
  let length = 0;
  while (length < full.length && full[length] === path[length]) length++;
  return length;
}

function isTextual(declared: DeclaredType | undefined, value: unknown): boolean {
  if (declared === undefined)
    return value === undefined || typeof value === "string" || typeof value === "number";
  return mayBe(declared, "string", "integer", "number", "array");
}
