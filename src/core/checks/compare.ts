/** The check that compares two values, and the relations between them. */

import type { Grounds } from "../evidence/evidence.ts";
import { type FixDraft, type RegistryScope, useInstead } from "../findings/finding.ts";
import { createValueMap, equalJson, isPlainObject, type Path, valueAt } from "../json/values.ts";
import { createMatcher } from "../similar/matcher.ts";
import type { Json } from "../types.ts";
import { actualOf, found, likeliest, quote, shown } from "../unicode/unicode.ts";
import { compareMoments, isDate, isDateTime, timeOf, writeDate } from "../values/time.ts";
import { nameOf } from "./condition.ts";
import {
  anything,
  type CheckSink,
  choice,
  type DeclaredType,
  definePlaceCheck,
  mayBe,
  optional,
  type Part,
  place,
} from "./definition.ts";
import { hasFaultAt, readOnce } from "./target.ts";

/** What is compared: two values of the same kind. Dates and date-times are of one kind. */
const KINDS = { number: "numbers", date: "dates", time: "times of day", text: "texts" } as const;
type Kind = keyof typeof KINDS;
const MOMENTS: readonly Kind[] = ["date", "time"];

interface Relation {
  must: string;
  /** Undefined where the two cannot be compared, which is for the schema to prevent. */
  holds(value: unknown, other: unknown): boolean | undefined;
  kinds: readonly Kind[] | undefined;
}

const ordered =
  (kinds: readonly Kind[], compare: (value: unknown, other: unknown) => number | undefined) =>
  (must: string, test: (order: number) => boolean): Relation => ({
    ...{ must, kinds },
    holds(value, other) {
      const order = compare(value, other);
      return order === undefined ? undefined : test(order);
    },
  });
const ofNumbers = ordered(["number"], (value, other) =>
  Number.isFinite(value) && Number.isFinite(other) ? (value as number) - (other as number) : undefined,
);
const ofMoments = ordered(MOMENTS, (value, other) =>
  typeof value === "string" && typeof other === "string" ? compareMoments(value, other) : undefined,
);

const ofTexts = (must: string, isWanted: boolean): Relation => ({
  ...{ must, kinds: ["text"] },
  holds: (value, other) =>
    typeof value === "string" && typeof other === "string" ? value.startsWith(other) === isWanted : undefined,
});

const ofAny = (must: string, holds: Relation["holds"]): Relation => ({ must, holds, kinds: undefined });

export const RELATIONS = {
  equal: ofAny("be equal to", equalJson),
  different: ofAny("be different from", (value, other) => !equalJson(value, other)),
  less: ofNumbers("be less than", (order) => order < 0),
  "less-or-equal": ofNumbers("be at most", (order) => order <= 0),
  greater: ofNumbers("be greater than", (order) => order > 0),
  "greater-or-equal": ofNumbers("be at least", (order) => order >= 0),
  "starts-with": ofTexts("start with", true),
  "not-starts-with": ofTexts("not start with", false),
  before: ofMoments("be before", (order) => order < 0),
  "not-after": ofMoments("not be after", (order) => order <= 0),
  after: ofMoments("be after", (order) => order > 0),
  "not-before": ofMoments("not be before", (order) => order >= 0),
  /** These two look into a list or map. */
  "contained-in": undefined,
  "not-contained-in": undefined,
};

type RelationName = keyof typeof RELATIONS;
const RELATION_NAMES = Object.keys(RELATIONS) as RelationName[];

const isInTime = (name: RelationName): boolean => RELATIONS[name]?.kinds === MOMENTS;

/** The values that a container offers: the items of a list, the member names of a map. */
export function contentOf(container: unknown): readonly unknown[] | undefined {
  if (Array.isArray(container)) return container;
  return isPlainObject(container) ? Object.keys(container) : undefined;
}

/** Why a relation can never say anything about two places, or about a place and a fixed value. */
function whyIncomparable(
  place: DeclaredType,
  { is, to, value }: { is: RelationName; to?: string; value?: Json },
  other: (reference: string) => DeclaredType | undefined,
): string | undefined {
  const declared = to === undefined ? undefined : other(to);
  const relation = RELATIONS[is];
  const isOfMany = to?.includes("*") === true;
  if (relation === undefined) {
    const isNone = value === undefined ? declared && !mayBe(declared, "array", "object") : !contentOf(value);
    if (isNone && !isOfMany) return `${shown(value ?? to)} is no list or map`;
  }
  const accepted = relation?.kinds;
  if (accepted === undefined) {
    const isHolder = relation === undefined && declared && mayBe(declared, "array", "object");
    // A tuple has items of several types, and a list in an item beside the value has a * as well.
    const isOfOne = declared?.type === "array" && !isOfMany && other(`${to}/0`) === undefined;
    const against = !isHolder ? declared : isOfOne ? other(`${to}/*`) : undefined;
    if (!against || (place.kinds & against.kinds) !== 0) return undefined;
    return `it is of another type than what is at "${to}", so that the two are never equal`;
  }
  const wanted = phraseOf(accepted);
  const none = `the schema declares no ${wanted}`;
  const sides: [kinds: readonly Kind[], why: string][] = [[kindsAt(place, accepted), `${none} there`]];
  if (declared !== undefined) sides.push([kindsAt(declared, accepted), `${none} at "${to}"`]);
  if (value !== undefined) sides.push([kindsOf(value), `${shown(value)} is not one of the ${wanted}`]);
  let common = accepted;
  for (const [kinds, why] of sides) {
    const own = accepted.filter((kind) => kinds.includes(kind));
    if (own.length === 0) return why;
    const both = own.filter((kind) => common.includes(kind));
    if (both.length === 0) return `${phraseOf(common)} are not compared with ${phraseOf(own)}`;
    common = both;
  }
}

const phraseOf = (kinds: readonly Kind[]): string => kinds.map((kind) => KINDS[kind]).join(" or ");

function kindsAt(place: DeclaredType, accepted: readonly Kind[]): readonly Kind[] {
  if (!mayBe(place, "string")) return mayBe(place, "number", "integer") ? ["number"] : [];
  const kindOf = (format: string) => (format === "date-time" ? "date" : format) as Kind;
  if (place.formats !== undefined)
    return ["text", ...place.formats.map(kindOf), ...(mayBe(place, "number") ? (["number"] as const) : [])];
  if (mayBe(place, "null")) return Object.keys(KINDS) as Kind[];
  // A text without a format can be a date or a time as well.
  return accepted.filter((kind) => kind !== "number");
}

function kindsOf(value: Json): readonly Kind[] {
  if (typeof value === "number") return ["number"];
  if (typeof value !== "string") return [];
  if (value === TODAY || isDate(value) || isDateTime(value)) return ["text", "date"];
  return timeOf(value) === undefined ? ["text"] : ["text", "time"];
}

const TODAY = "today";

const isToday = (value: Json | undefined, is: unknown): boolean =>
  value === TODAY && isInTime(is as RelationName);

const fixedValue: Part<Json, { readonly isToday: boolean; in(scope: object): unknown }> = {
  ...anything('a fixed value to compare with instead; "today" is the date of the check, in UTC'),
  needs: (value, _at, { is }) => (isToday(value, is) ? [{ kind: "clock" }] : []),
  resolve: (value, _resolver, { is }) => ({
    isToday: isToday(value, is),
    in: (scope) => (isToday(value, is) ? writeDate((scope as RegistryScope).clock) : value),
  }),
};

export const compare = definePlaceCheck({
  name: "compare",
  summary: "The value stands in a given relation to another value of the candidate, or to a fixed one.",
  parts: {
    is: choice(RELATION_NAMES, "what the value has to be, compared with the other one"),
    to: optional(place("the other place: a pointer, or a number of levels to go up followed by a pointer")),
    value: optional(fixedValue),
  },
  unsuited: whyIncomparable,
  excludes({ is, value }) {
    if (value === undefined || (is !== "different" && is !== "not-contained-in")) return undefined;
    return is === "different" ? [value] : (contentOf(value) as Json[]);
  },
  describe({ is, to, value }) {
    const fixed = isToday(value, is) ? TODAY : shown(value);
    return `It must ${requirementOf(is, to, to === undefined ? fixed : nameOf(to))}.`;
  },
  compile({ params, written, asSubmittedAt }, at) {
    const { is, to: reference, value: fixed } = params;
    if ((reference === undefined) === (fixed === undefined))
      return { refusal: `it has either "to" or "value"` };
    const relation = RELATIONS[is];
    const isMany = reference?.isMany === true;
    if (isMany && relation !== undefined)
      return { refusal: `"${written.to}" stands for several values, which only "contained-in" can take` };

    const asSubmitted = asSubmittedAt(at);
    const otherAsSubmitted = asSubmittedAt(reference?.pattern ?? at);
    const from = fixed?.isToday === true ? TODAY : written.to === undefined ? undefined : nameOf(written.to);

    const otherOf = (candidate: unknown, path: Path, scope: object): unknown =>
      reference ? otherAsSubmitted(reference.read(candidate, path)) : fixed?.in(scope);

    function offeredAt(candidate: unknown, path: Path, scope: object): readonly unknown[] | undefined {
      if (!isMany) {
        const other = otherOf(candidate, path, scope);
        // Of a text beside the value, nothing is offered but that text.
        return typeof other === "string" ? [other] : contentOf(other);
      }
      if (valueAt(candidate, reference.listFrom(path)) === undefined) return undefined;
      const values: unknown[] = [];
      reference.each(reference.base(candidate, path), path, (value) => {
        values.push(otherAsSubmitted(value));
      });
      return values;
    }

    function contentsAt(candidate: unknown, path: Path, scope: object) {
      const offered = offeredAt(candidate, path, scope);
      if (offered === undefined) return undefined;
      const known = createValueMap<true>();
      for (const value of offered) known.set(value, true);
      const words = offered.filter((word) => typeof word === "string");
      return { has: (value: unknown) => known.get(value) === true, words };
    }

    return {
      open(candidate, scope) {
        const contents = readOnce(reference, candidate, (path) => contentsAt(candidate, path, scope));
        function ok(value: unknown, path: Path): boolean {
          if (value === undefined) return true;
          if (relation === undefined) {
            const around = contents(path);
            return around === undefined || around.has(asSubmitted(value)) === (is === "contained-in");
          }
          const against = otherOf(candidate, path, scope);
          // Of an absent value nothing can be said.
          return against === undefined || relation.holds(asSubmitted(value), against) !== false;
        }
        let isFaulty: ((path: Path) => boolean) | undefined;
        return {
          ok,
          report(value, path, blame, sink) {
            if (ok(value, path)) return;
            isFaulty ??= isMany
              ? readOnce(reference, candidate, (from) => hasFault(candidate, from, sink))
              : (from) => hasFault(candidate, from, sink);
            // An operand with an error of its own says nothing about the other.
            if (sink.hasErrorWithin(path) || isFaulty(path)) return;
            const words = relation === undefined ? contents(path)!.words : [];
            blame.add(() => detailOf(candidate, value, path, sink, words));
          },
        };
      },
    };

    /** Whether the other value has an error; of several, whether one of them has, which could be the one that was meant. */
    function hasFault(candidate: unknown, path: Path, sink: CheckSink): boolean {
      if (reference === undefined) return false;
      const list = reference.listFrom(path);
      return hasFaultAt(valueAt(candidate, list), list, reference.pathFrom(path).slice(list.length), sink);
    }

    function detailOf(candidate: unknown, value: unknown, path: Path, sink: CheckSink, words: string[]) {
      const sent = asSubmitted(value);
      const other = isMany ? [] : otherOf(candidate, path, sink.scope);
      const isScalar = typeof other !== "object" || other === null;
      const isDefault = valueAt(candidate, path) === undefined;
      const against =
        from === undefined ? shown(other) : isScalar ? `${from}, which is ${shown(other)}` : from;
      const fixes: FixDraft[] = [];
      // What a build would change again would still not be equal.
      const offer = (to: unknown, grounds: Grounds) => {
        if (asSubmitted(to) === to && sink.accepts(at, to, path)) fixes.push(useInstead(to, grounds, path));
      };
      let expected: unknown;
      if (is === "equal" && isScalar) {
        expected = other;
        const areTexts = typeof sent === "string" && typeof other === "string";
        const same = areTexts ? createMatcher([other]).certain(sent, sink.meter) : undefined;
        // Which of two places is right is for the author to say; a fixed value replaces what was written.
        offer(other, same?.grounds ?? (reference ? ["rule", "open"] : "removal"));
      } else if (is === "contained-in" && typeof sent === "string") {
        const matcher = sink.meter.recall(createMatcher, words, () => {
          // Made of what was sent, and so paid for by who sent it.
          sink.meter.charge(words.length);
          return createMatcher(words);
        });
        const matches = matcher.match(sent, sink.meter);
        expected = likeliest(sent, words, matches[0]?.value, sink.meter);
        for (const { value: word, grounds } of matches) offer(word, grounds);
      }
      const own = path.findLast((key) => typeof key === "string");
      const said = `${found(sent)}${isDefault ? ", the default," : ""}`;
      const what = own === undefined ? found(sent) : `${quote(own)} is ${said} and`;
      return {
        message: `${what} must ${requirementOf(is, written.to, against, isMany)}.`,
        ...(expected !== undefined && { expected }),
        actual: actualOf(sent),
        fixes,
        ...(reference && { related: [{ path: reference.listFrom(path), message: "compared with this" }] }),
      };
    }
  },
});

function requirementOf(is: RelationName, to: string | undefined, other: string, isMany = true): string {
  const relation = RELATIONS[is];
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
