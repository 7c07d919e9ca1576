/** `oneOf` and `anyOf`: reports what is wrong with the alternative that was meant, never with all of them. */

import { readJson } from "../../findings/reading.ts";
import type { Meter } from "../../meter/meter.ts";
import { actualOf, count, quote } from "../../unicode/describe.ts";
import { joinOr, KIND, type Kinds, kindOf, NO_KIND } from "../kinds.ts";
import { type Place, SCHEMA_ALONE, type Shape, type TypeJudge } from "../place.ts";
import { reportMismatch } from "../types/mismatch.ts";
import type { Selector } from "./select-branch.ts";

/** What it costs to read a text as a value of another type, as a number of comparisons. */
const READING_EFFORT = 50;

interface UnionOptions {
  /** Whether exactly one must pass, as in `oneOf`. */
  isExclusive: boolean;
  branches: readonly Place[];
  selector: Selector;
  /** The kinds that the schema beside the union allows. */
  kinds: Kinds;
}

/** The type of a place where the schema says nothing else, and a constraint where it does. */
export function unionType({ isExclusive, branches, selector, kinds: outer }: UnionOptions): TypeJudge {
  const kinds = branches.reduce((all, { shape }) => all | shape.kinds, NO_KIND) & outer;
  const phrase = joinOr(branches.map(({ shape }) => shape.phrase));
  const { isExact } = selector;
  const named = branches.filter(({ shape }) => shape.type !== "null");
  const only = named.length === 1 ? named[0]!.shape : undefined;
  const [texts, others] = [KIND.string, 0].map((kind) =>
    branches.filter(({ shape }) => (shape.kinds & KIND.string) === kind),
  ) as [Place[], Place[]];
  const readers = branches.filter(({ read }) => read !== undefined);
  const areWords = texts.every(({ shape }) => shape.type === "choice");

  /** A text where no text belongs, or none but a few words. */
  const isOtherText = (value: unknown): value is string =>
    typeof value === "string" && areWords && !texts.some((branch) => branch.ok(value, SCHEMA_ALONE));

  /** The alternatives that the schema alone accepts, no more than two of them. */
  function passing(value: unknown): number[] {
    const found: number[] = [];
    for (let index = 0; index < branches.length && found.length < 2; index++) {
      if (!branches[index]!.ok(value, SCHEMA_ALONE)) continue;
      found.push(index);
      if (!isExclusive) break;
    }
    return found;
  }

  /** The alternative that decides. */
  function decide(value: unknown): Place | undefined {
    const picked = selector.pick(value);
    const meant = picked === undefined ? undefined : branches[picked];
    if (isExact) return meant;
    if (!isExclusive && meant?.ok(value, SCHEMA_ALONE)) return meant;
    const [first, second] = passing(value);
    if (second !== undefined) return undefined;
    return first === undefined ? meant : branches[first];
  }

  const union: TypeJudge = {
    shape: {
      type: only?.type ?? "any",
      kinds,
      phrase,
      alternatives: branches,
      bounds: only?.bounds,
      items: only?.items,
      maxLength: only?.maxLength,
    },
    placeholder() {
      const shape = (named[0] ?? branches[0])?.placeholder();
      // A placeholder must fail, and null may be one of the alternatives.
      return union.ok(shape, SCHEMA_ALONE) ? undefined : shape;
    },
    suits: (value, meter) => suited(branches, value, meter) !== undefined,
    ok: (value, scope) => decide(value)?.ok(value, scope) === true,
    report(value, visit) {
      // A text that is like none of the words was perhaps meant for an alternative of another type.
      const { meter } = visit.sink;
      const reader =
        isOtherText(value) && meter.spend(READING_EFFORT) ? suited(others, value, meter) : undefined;
      if (reader && !texts.some((branch) => branch.match?.(value, meter).length !== 0)) {
        reader.reportIn(value, visit);
        return;
      }
      const decisive = decide(value);
      if (decisive !== undefined) {
        decisive.reportIn(value, { ...visit, elsewhere: selector.elsewhere?.(value) });
        return;
      }
      const several = isExact ? [] : passing(value);
      if (several.length > 1) {
        visit.sink.add("alternatives-mixed", "error", () => ({
          message: `This fits more than one of ${count(branches.length, "alternative")}, and only one may fit: ${several.map((one) => phraseWithMembers(branches[one]!.shape)).join(" and ")}.`,
          actual: actualOf(value),
        }));
        return;
      }
      if ((kinds & kindOf(value)) === 0) {
        // A value of another type was perhaps meant for one of the alternatives.
        const reader = only ? named[0] : suited(branches, value, meter);
        if (reader) reader.reportIn(value, visit);
        else reportMismatch(union, phrase, value, visit);
        return;
      }
      selector.explain(value, visit);
      // What names its alternative in another notation is judged by it as well.
      const meant = selector.pickMeant?.(value, visit.sink.meter);
      if (meant === undefined) {
        visit.sink.nameUnchecked(value);
        return;
      }
      visit.sink.repeats++;
      branches[meant]!.reportIn(value, visit);
      visit.sink.repeats--;
    },
    ...(readers.length > 0 && {
      read(value, path, reading) {
        // JSON that was sent as text belongs to the alternative that it would belong to by itself.
        const meant = isOtherText(value) ? (readJson(value, reading.meter)?.value ?? value) : value;
        const index = selector.pick(meant) ?? selector.pickMeant?.(meant, reading.meter);
        const branch = index === undefined ? suited(readers, meant, reading.meter) : branches[index];
        return branch?.read?.(value, path, reading) ?? value;
      },
    }),
    ...(branches.some((branch) => branch.withDefaults) && {
      withDefaults: (value) => decide(value)?.withDefaults?.(value) ?? value,
    }),
  };
  return union;
}

/** The first alternative that a value could be meant for, if there is enough left to ask each. */
function suited(branches: readonly Place[], value: unknown, meter: Meter): Place | undefined {
  return meter.spend(branches.length >> 1)
    ? branches.find((branch) => branch.suits(value, meter))
    : undefined;
}

/** Alternatives that only require members are told apart by these. */
function phraseWithMembers({ phrase, object }: Shape): string {
  return object && object.required.size > 0
    ? `${phrase} with ${[...object.required].map(quote).join(" and ")}`
    : phrase;
}
