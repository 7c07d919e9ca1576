/** One of a few values, and values of several JSON types. */
import type { FixedValue, Grounds } from "../../evidence/evidence.ts";
import { fix } from "../../findings/finding.ts";
import { createValueMap, once } from "../../json/values.ts";
import type { Meter } from "../../meter/meter.ts";
import { createMatcher, FEW_WORDS, groundsOfChoice, type Matcher } from "../../similar/matcher.ts";
import type { Json } from "../../types.ts";
import { actualOf, found, likeliest, listOf, trimEnds } from "../../unicode/unicode.ts";
import { readingsOf } from "../../values/value-types.ts";
import {
  fault,
  joinOr,
  KIND,
  type KindName,
  type Kinds,
  kindOf,
  kindsIn,
  NO_KIND,
  passes,
  phraseOf,
  reportMismatch,
  shapeOf,
  type TypeJudge,
} from "../place.ts";

const MAX_SHOWN_VALUES = 12;

/** One for each list, however many places refer to it. */
export const choiceType = once(createChoice);

function createChoice(values: readonly Json[]): TypeJudge {
  const isText = values.every((value) => typeof value === "string");
  const words = isText ? values : values.filter((value) => typeof value === "string");
  const allowed = isText ? listOf(words) : listValues(values);
  const choices = createValueMap<true>();
  for (const value of values) choices.set(value, true);
  const isChoice = (value: unknown) => choices.get(value) === true;
  const scalars = (["boolean", "number"] as const).find((type) =>
    values.every((value) => typeof value === type),
  );
  // Most candidates are right, so nothing is made for those that are not before there is one.
  let matcher: Matcher | undefined;
  let bySpelling: ReadonlyMap<string, Json> | undefined;
  /** The number or boolean that was sent as text, or the text that was sent as a number. */
  const spelledAs = (value: unknown): Json | undefined => {
    if (typeof value !== "string")
      return Number.isSafeInteger(value) && isChoice(String(value)) ? String(value) : undefined;
    bySpelling ??= new Map(values.filter(isScalar).map((choice) => [String(choice), choice]));
    return bySpelling.get(trimEnds(value));
  };
  /** What a value is a notation of; undefined if it can only be found by its letters. */
  const readAs = (value: unknown, meter: Meter): readonly FixedValue[] | undefined => {
    const spelled = spelledAs(value);
    if (spelled !== undefined) return [{ value: spelled, grounds: ["notation", "same"] }];
    if (scalars !== undefined)
      return readingsOf(scalars, value, meter).filter((reading) => isChoice(reading.value));
    return typeof value === "string" ? undefined : [];
  };
  const matcherOfWords = () => (matcher ??= createMatcher(words));
  const match = (value: unknown, meter: Meter): readonly FixedValue[] =>
    readAs(value, meter) ?? matcherOfWords().match(String(value), meter);
  const certain = (value: unknown, meter: Meter): FixedValue | undefined => {
    const readings = readAs(value, meter);
    if (readings === undefined) return matcherOfWords().certain(String(value), meter);
    return readings.find(({ grounds }) => grounds[1] !== "open");
  };
  const isFewScalars = values.length <= FEW_WORDS && values.every((value) => typeof value !== "object");
  const kinds = values.reduce<number>((all, value) => all | kindOf(value), NO_KIND);
  let maxLength = 0;
  for (const word of words) maxLength = Math.max(maxLength, word.length);
  return {
    shape: shapeOf("choice", kinds, allowed, {
      maxLength,
      values,
      onlyValue: values.length === 1 ? values[0] : undefined,
      words: isText ? words : undefined,
    }),
    placeholder: () => ["TODO", null].find((value) => !isChoice(value)),
    suits: (value, meter) => isChoice(value) || certain(value, meter) !== undefined,
    match,
    certain,
    ok: isChoice,
    report(value, visit) {
      const { sink, place } = visit;
      if (isChoice(value) || (typeof value === "string" && !value.isWellFormed())) return;
      fault(visit, "value-not-allowed", (path) => {
        const matches = match(value, sink.meter);
        const others = place.shape.alternatives?.filter(({ shape }) => shape.type !== "choice") ?? [];
        const also =
          others.length === 0 ? "" : ` Also allowed: ${joinOr(others.map(({ shape }) => shape.phrase))}.`;
        const use = (to: unknown, grounds: Grounds) =>
          fix(`Use ${JSON.stringify(to)}`, grounds, { kind: "replace", path, to });
        const fixes = matches
          .filter((meant) => passes(place, meant.value, sink))
          .map((meant) => use(meant.value, meant.grounds));
        if (matches.length === 0 && others.length === 0 && (values.length === 1 || isFewScalars))
          for (const to of values)
            if (passes(place, to, sink) && (values.length === 1 || typeof value !== "object"))
              fixes.push(use(to, groundsOfChoice(value)));
        const guessed = matches[0]?.value;
        return {
          message: `${found(value)} is not allowed here; use ${allowed}.${also}`,
          expected: isText
            ? likeliest(
                typeof value === "string" ? value : "",
                words,
                typeof guessed === "string" ? guessed : undefined,
                sink.meter,
              )
            : values.slice(0, MAX_SHOWN_VALUES),
          actual: actualOf(value),
          fixes,
        };
      });
    },
  };
}

const isScalar = (value: Json): boolean => typeof value === "number" || typeof value === "boolean";

function listValues(values: readonly Json[]): string {
  const shown = values.slice(0, MAX_SHOWN_VALUES).map((value) => JSON.stringify(value));
  if (values.length > MAX_SHOWN_VALUES) shown.push(`${values.length - MAX_SHOWN_VALUES} more`);
  return shown.join(" or ");
}

/** One judge for each kind about which the schema says something; `any` judges the others. `names`: what stands under `type`. */
export function mixedType(
  types: ReadonlyMap<KindName, TypeJudge>,
  kinds: Kinds,
  names: readonly string[],
  any: TypeJudge,
): TypeJudge {
  const isDeclared = names.length > 0;
  const all = [...types.values()];
  const plain = all.filter((type) => type.read === undefined);
  const main = [...types].filter(([name]) => name !== "null").map(([, type]) => type);
  // A nullable text is a text to rules and messages.
  const nullable = isDeclared && main.length === 1 ? main[0] : undefined;
  const byKind = new Map<Kinds, TypeJudge>(
    kindsIn(kinds).map((name) => [KIND[name], types.get(name) ?? any]),
  );
  const phrase =
    nullable && nullable.shape.type !== "any"
      ? `${nullable.shape.phrase} or null`
      : isDeclared
        ? phraseOf(kinds)
        : "a value";
  const mixed: TypeJudge = {
    shape: shapeOf(nullable?.shape.type ?? "any", kinds, phrase, {
      parts: all.map(({ shape }) => shape).sort((a, b) => names.indexOf(a.type) - names.indexOf(b.type)),
      bounds: nullable?.shape.bounds,
      maxLength: types.get("string")?.shape.maxLength,
      formats: types.get("string")?.shape.formats,
      object: types.get("object")?.shape.object,
      items: types.get("array")?.shape.items,
      prefix: types.get("array")?.shape.prefix,
      maxItems: types.get("array")?.shape.maxItems,
    }),
    placeholder() {
      // Null is a value here, so only text can mark what is still to be written.
      const shape = isDeclared ? (nullable ?? all[0])?.placeholder() : undefined;
      return shape === null ? undefined : shape;
    },
    suits: (value, meter) => !isDeclared || all.some((type) => type.suits(value, meter)),
    ok(value, scope) {
      const type = byKind.get(kindOf(value));
      return type?.ok(value, scope) === true;
    },
    report(value, visit) {
      const type =
        byKind.get(kindOf(value)) ?? nullable ?? all.find((other) => other.suits(value, visit.sink.meter));
      if (type) type.report(value, visit);
      else reportMismatch(mixed, phrase, value, visit);
    },
    ...(all.some((type) => type.read) && {
      read(value, path, reading) {
        const suits = (type: TypeJudge) => type.suits(value, reading.meter);
        // What is a number or true or false as a text is no list of one.
        const type = byKind.get(kindOf(value)) ?? plain.find(suits) ?? all.find(suits);
        return type?.read?.(value, path, reading) ?? value;
      },
    }),
    ...(all.some((type) => type.withDefaults) && {
      withDefaults: (value) => byKind.get(kindOf(value))?.withDefaults?.(value) ?? value,
    }),
  };
  return mixed;
}
