/** Texts, numbers, true and false, null; one of a few values; values of several types; anything, and nothing. */
import type { FixedValue, Grounds } from "../../evidence/evidence.ts";
import { fix, removeNamed, type Scope, useInstead } from "../../findings/finding.ts";
import { createValueMap, isSafeJson, once, type Path } from "../../json/values.ts";
import type { Meter } from "../../meter/meter.ts";
import { type LinearPattern, tooCostly } from "../../pattern/linear-pattern.ts";
import { identifierFrom } from "../../similar/likeness.ts";
import { createMatcher, didYouMean, FEW_WORDS, groundsOfChoice } from "../../similar/matcher.ts";
import type { Json } from "../../types.ts";
import {
  actualOf,
  characterCount,
  count,
  found,
  grouped,
  isPlainProse,
  joined,
  lengthWithin,
  likeliest,
  listOf,
  normalizeText,
  quote,
  rangeOf,
  trimEnds,
} from "../../unicode/unicode.ts";
import { FORMATS, readingsOf, type TextFormat } from "../../values/value-types.ts";
import {
  type Compiler,
  firstOf,
  type Layer,
  lastWith,
  leastOf,
  mostOf,
  numbersOf,
  patternsOf,
  rangeIn,
  readPattern,
  type Site,
} from "../compile/compiler.ts";
import { isWhole } from "../compile/keywords.ts";
import {
  EVERY_KIND,
  fault,
  fits,
  joinOr,
  KIND,
  type KindName,
  type Kinds,
  kindOf,
  kindsIn,
  MAX_EXAMPLE_LENGTH,
  NO_KIND,
  onlyItem,
  type Place,
  passes,
  phraseOf,
  reportMismatch,
  type Shape,
  shapeOf,
  TODO,
  type TypeJudge,
  type Visit,
  withRivals,
} from "../place.ts";

/** A type whose values have nothing else to be judged by. */
function plainType(shape: Shape, ok: (value: unknown) => boolean, placeholder: Json): TypeJudge {
  const type: TypeJudge = {
    shape,
    placeholder: () => placeholder,
    suits: (value, meter) =>
      ok(value) || (shape.type === "boolean" && readingsOf("boolean", value, meter).length > 0),
    ok,
    report(value, visit) {
      if (!ok(value)) reportMismatch(type, value, visit);
    },
  };
  return type;
}

const booleanType = () =>
  plainType(shapeOf("boolean", KIND.boolean, "true or false"), (value) => typeof value === "boolean", null);

const nullType = () =>
  plainType(shapeOf("null", KIND.null, "null", { onlyValue: null }), (value) => value === null, TODO);

/** Anything that JSON can carry and a product can store; `isCovered` if another judge makes sure of that. */
export function anyType(depth: number, isCovered = false): TypeJudge {
  return {
    shape: shapeOf("any", EVERY_KIND, "a value"),
    // Everything is allowed here, so nothing could mark what is still to be written.
    placeholder: () => undefined,
    suits: () => true,
    // Asked about every value of every record, so that scalars are judged here: a call takes longer than the test.
    ok(value) {
      if (isCovered) return true;
      if (typeof value === "string") return value.isWellFormed();
      if (typeof value === "number") return Number.isFinite(value);
      return typeof value === "boolean" || isSafeJson(value, depth);
    },
    // Unsafe JSON is reported by a walk over the whole candidate.
    report() {},
  };
}

/** The schema `false`: there may be no value here. */
export function neverType(): TypeJudge {
  return {
    shape: shapeOf("any", NO_KIND, "nothing"),
    placeholder: () => undefined,
    suits: () => false,
    ok: () => false,
    report(value, visit) {
      const { reason } = visit;
      const name = visit.path.at(-1);
      const isNamed = typeof name === "string";
      const remove = (path: Path) =>
        isNamed ? removeNamed(name, path) : fix("Remove it", "removal", { kind: "remove", path });
      fault(visit, "member-forbidden", (path) => ({
        message: `${isNamed ? quote(name) : found(value)} may not be here${reason}.`,
        actual: actualOf(value),
        ...(path.length > 0 && { fixes: [remove(path)] }),
      }));
    },
  };
}

/** The bounds that a schema can set, in the order in which they are reported: how a message says each, and what is wrong. */
const NUMBER_BOUNDS = {
  minimum: { phrase: "at least", holds: (value: number, bound: number) => value >= bound, wrong: "small" },
  exclusiveMinimum: { phrase: "more than", holds: (value, bound) => value > bound, wrong: "small" },
  maximum: { phrase: "at most", holds: (value, bound) => value <= bound, wrong: "large" },
  exclusiveMaximum: { phrase: "less than", holds: (value, bound) => value < bound, wrong: "large" },
} satisfies Record<string, { phrase: string; holds(value: number, bound: number): boolean; wrong: string }>;

const KEYWORDS_OF_BOUNDS = Object.keys(NUMBER_BOUNDS);

/** Absent bounds are infinite. */
function readBounds(layers: readonly Layer[]) {
  return Object.entries(NUMBER_BOUNDS).map(([keyword, row]) => {
    const isLeast = row.wrong === "small";
    const bound = isLeast ? leastOf(layers, keyword, Number.NEGATIVE_INFINITY) : mostOf(layers, keyword);
    return { ...row, keyword, bound };
  });
}

/** Integers stay within ±(2^53−1): beyond it a JSON number does not say which integer was meant. */
function compileNumber(layers: readonly Layer[], _: Site, compiler: Compiler): TypeJudge {
  const rows = readBounds(layers);
  const bounds = rows.map(({ bound }) => bound) as [number, number, number, number];
  const [minimum, exclusiveMinimum, maximum, exclusiveMaximum] = bounds;
  const [least, most] = [Math.max(minimum, exclusiveMinimum), Math.min(maximum, exclusiveMaximum)];
  if (least > most || (least === most && (exclusiveMinimum === least || exclusiveMaximum === most)))
    compiler.disallowNever(lastWith(layers, ...KEYWORDS_OF_BOUNDS), "no number is within these bounds");
  const name = layers.some(({ schema }) => isWhole(schema.type)) ? "integer" : "number";
  const multipleOf = numbersOf(layers, "multipleOf");
  const isOfType = name === "integer" ? Number.isSafeInteger : Number.isFinite;
  const said = [
    ...rows.flatMap(({ phrase, bound }) => (Number.isFinite(bound) ? `${phrase} ${bound}` : [])),
    ...multipleOf.map((step) => `a multiple of ${step}`),
  ];
  const notMultiple = (value: number) => multipleOf.find((step) => !isMultipleOf(value, step));

  const type: TypeJudge = {
    shape: shapeOf(name, KIND.number, name === "integer" ? "a whole number" : "a number", {
      bounds: joined(said, "and"),
    }),
    placeholder: () => null,
    suits: (value, meter) =>
      fits(type, value, meter) || (typeof value === "string" && readingsOf(name, value, meter).length > 0),
    ok: (value) =>
      typeof value === "number" &&
      isOfType(value) &&
      value >= minimum &&
      value <= maximum &&
      value > exclusiveMinimum &&
      value < exclusiveMaximum &&
      (multipleOf.length === 0 || notMultiple(value) === undefined),
    report(value, visit) {
      // Numbers beyond the range of a double are reported with the rest of the unsafe JSON.
      if (typeof value === "number" && !Number.isFinite(value)) return;
      if (typeof value !== "number" || !isOfType(value)) {
        reportMismatch(type, value, visit);
        const { place, sink, path } = visit;
        if (typeof value !== "string" || sink.isFull) return;
        // A number that passes is offered. One that does not is judged now, so that the next answer brings nothing new.
        const [said, rival] = readingsOf(name, value, sink.meter);
        if (said === undefined || rival !== undefined || said.grounds[1] === "open") return;
        if (!place.ok(said.value, sink.asked.errors)) place.report(said.value, path, visit);
        return;
      }
      const broken = rows.find(({ holds, bound }) => !holds(value, bound));
      const step = notMultiple(value);
      if (broken !== undefined)
        fault(visit, `number-too-${broken.wrong}`, () => ({
          message: `${value} is too ${broken.wrong}: it must be ${broken.phrase} ${broken.bound}.`,
          expected: { [broken.keyword]: broken.bound },
          actual: actualOf(value),
        }));
      else if (step !== undefined)
        fault(visit, "number-not-multiple", () => ({
          message: `${value} is not a multiple of ${step}.`,
          expected: { multipleOf: step },
          actual: actualOf(value),
        }));
    },
  };
  return type;
}

export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [left, right] = [decimalOf(value), decimalOf(step)];
  const shift = left.exponent - right.exponent;
  // Doubles have at most 324 digits on either side of the point, so these powers are bounded.
  return shift >= 0
    ? (left.digits * 10n ** BigInt(shift)) % right.digits === 0n
    : left.digits % (right.digits * 10n ** BigInt(-shift)) === 0n;
}

function decimalOf(number: number): { digits: bigint; exponent: number } {
  const [mantissa = "", power = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function compileText(layers: readonly Layer[], site: Site, compiler: Compiler, isTest: boolean): TypeJudge {
  const { min, max } = rangeIn(layers, "minLength", "maxLength", compiler);
  const patterns = readPatterns(layers, max, compiler);
  const formats = formatsOf(layers, compiler);
  const forms = [...formats, ...patterns];
  const hint = hintOf(layers);
  /** Prose is measured as it will be submitted: in NFC, trimmed. */
  const prose = patternsOf(site).some((pattern) => compiler.context.prose.has(pattern));
  const rules = compiler.rulesAt(site);
  const words = rules.flatMap(({ lists }) => lists).at(-1)?.values;
  /** The rules of the place, as far as one of them lets nothing pass but what is listed or registered. */
  const confining = rules.filter(({ confines }) => confines);
  // Where other words only get a warning, or will be refused one day, a placeholder would pass.
  const isList = words !== undefined && (confining.length > 0 || words.includes(TODO));
  const isOpen = !isList && !isTest;
  const hasForm = forms.length > 0;
  const explained = hint ?? formats.map(({ phrase }) => phrase).join("; ");
  const sources = hint === undefined ? patterns.map(({ source }) => source) : [];
  const failing = (text: string) => forms.find((form) => !form.test(text, 0));
  // Most texts have one pattern at most, and this is where a check spends its time.
  const [only] = forms.length === 1 ? patterns : [];
  const isFormed = only?.test ?? ((text: string) => failing(text) === undefined);
  /** Far too long texts are not worth normalizing, which can at most quarter their length once they are trimmed. */
  const isHuge = (text: string) => text.length > 8 * max && trimEnds(text).length > 8 * max;

  const type: TypeJudge = {
    shape: shapeOf("string", KIND.string, words === undefined ? "a string" : listOf(words), {
      bounds: [rangeOf(min, max, "character"), explained, ...sources].filter(Boolean).join("; "),
      maxLength: max === Number.POSITIVE_INFINITY ? undefined : max,
      form: hasForm ? explained : undefined,
      formats: formats.length > 0 ? formats.map(({ name }) => name) : undefined,
      words,
      onlyValue: words?.length === 1 ? words[0] : undefined,
    }),
    placeholder: () => (words?.includes(TODO) === true ? null : TODO),
    // A text that is no longer than the placeholder may be one.
    plainLines: {
      min: isOpen ? Math.max(min, TODO.length + 1) : min,
      max,
      test: hasForm ? isFormed : undefined,
    },
    suits: (value, meter) => fits(type, value, meter),
    ok(value, scope) {
      if (typeof value !== "string" || isHuge(value)) return false;
      const plain = isPlainProse(value);
      if (!plain && !value.isWellFormed()) return false;
      const text = plain || !prose ? value : normalizeText(value);
      if (text !== value) scope.hasLooseText = true;
      if (!lengthWithin(text, min, max) || (isOpen && isTodo(text))) return false;
      return !hasForm || isFormed(text);
    },
    report(value, visit) {
      const { sink, cleaned } = visit;
      if (typeof value !== "string") return reportMismatch(type, value, visit);
      // Lone surrogates are reported with the rest of the unsafe JSON, and nothing else is said about such a text.
      if (!value.isWellFormed()) return;
      const text = cleaned ?? (prose && !isHuge(value) ? normalizeText(value) : value);
      // What was sent counts here: with hidden characters around it, it is no placeholder of ours.
      if (isOpen && isTodo(text) && isTodo(value))
        return fault(visit, "placeholder-left", () => ({
          message: `${quote(TODO)} is a placeholder; write the text itself${hint === undefined ? "" : `: ${hint}`}.`,
          actual: TODO,
        }));
      const length = characterCount(text);
      // Another notation of the right value may well be longer.
      const isOtherForm = length > max && !isHuge(value) && isAboutForm(text, sink.meter);
      if (length < min) reportShort(text, length, visit);
      else if (length > max && !isOtherForm && !isOtherWord(text, sink.scope))
        reportLong(text, length, visit);
      // The form adds nothing to the report of a blank or overlong text.
      if (length >= Math.min(min, 1) && (length <= max || isOtherForm)) reportForm(text, visit);
    },
  };
  return type;

  /** Of a word that a rule refuses anyway, it helps nobody to know that it is longer than those of the list. */
  function isOtherWord(text: string, scope: Scope): boolean {
    return confining.some(({ rules }) => rules?.some((rule) => rule.confines && !rule.ok(text, scope)));
  }

  /** Nor of a text that is no date that it is longer than one. What can be read as one is reported as such. */
  function isAboutForm(text: string, meter: Meter): boolean {
    const hasReading = (format: TextFormat) =>
      readingsOf(format, text, meter).some(({ value }) => fits(type, value, meter));
    return formats.some(
      (format) => !format.test(text, 0) && (SIZED_FORMATS.has(format.name) || hasReading(format)),
    );
  }

  function reportShort(text: string, length: number, visit: Visit): void {
    const isBlank = length === 0;
    fault(visit, "text-too-short", (path) => ({
      message: isBlank
        ? `This is blank; write at least ${count(min, "character")}.`
        : `${quote(text)} has ${count(length, "character")}; the minimum is ${min}.`,
      expected: { minLength: min },
      actual: length,
      ...(isBlank && {
        fixes: [fix("Write the text here", "placeholder", { kind: "replace", path, to: type.placeholder() })],
      }),
    }));
  }

  function reportLong(text: string, length: number, visit: Visit): void {
    const trimmed = trimEnds(text);
    const said = `${quote(text)} has ${count(length, "character")}`;
    fault(visit, "text-too-long", (path) => ({
      // A text of another form does not get better by being shorter.
      message:
        hint !== undefined && text.length <= 8 * max && failing(text) !== undefined
          ? `The right form is: ${hint}; ${said}, and the maximum is ${grouped(max)}.`
          : `${said}; the maximum is ${grouped(max)}. Shorten it by ${grouped(length - max)}.`,
      expected: { maxLength: max },
      actual: length,
      ...(trimmed !== text &&
        fits(type, trimmed, visit.sink.meter) && {
          fixes: [fix("Trim it", "notation", { kind: "replace", path, to: trimmed })],
        }),
    }));
  }

  function reportForm(text: string, visit: Visit): void {
    const { place, sink } = visit;
    const wrong = failing(text);
    if (wrong === undefined) return;
    const isFormat = "name" in wrong;
    fault(visit, isFormat ? "text-format" : "text-pattern", (path) => {
      const suits = (word: unknown) => fits(type, word, sink.meter);
      const choices = place.shape.alternatives.filter(({ shape }) => shape.type === "choice");
      const fixes = choices
        .flatMap((choice) => choice.match?.(text, sink.meter) ?? [])
        .filter(({ value }) => passes(place, value, sink))
        .map(({ value, grounds }) => useInstead(value, grounds, path));
      const use = (word: unknown, grounds: Grounds) => fixes.push(useInstead(word, grounds, path));
      const trimmed = trimEnds(text);
      const isTrimmed = trimmed !== text && suits(trimmed);
      if (isTrimmed) use(trimmed, "notation");
      // Whether it is taken is reported next: another spelling would only hide that.
      else if (!isFormat && !prose) {
        const identifier = identifierFrom(text, suits);
        if (identifier !== undefined) use(identifier, "form");
      }
      const secure = trimmed.replace(/^http:\/\//i, "https://");
      if (secure !== trimmed && suits(secure)) use(secure, "form");
      if (isFormat && !isTrimmed) {
        const read = readingsOf(wrong, text, sink.meter).filter(({ value }) => suits(value));
        for (const { value, grounds } of withRivals(read, text, visit)) use(value, grounds);
      }
      // Where nobody says what a pattern means, an example of the package shows it.
      const example = hint === undefined && !isFormat ? sink.exampleAt(path) : undefined;
      const isExample = typeof example === "string" && failing(example) === undefined;
      const why = isFormat
        ? `${lacksOffset(wrong, text) ? "lacks its offset; write" : "is not"} ${wrong.phrase}.${hint === undefined ? "" : ` Asked for: ${hint}.`}`
        : `does not have the right form: ${isExample ? `that of ${quote(example)}` : (hint ?? wrong.source)}.`;
      return {
        message: `${quote(text)} ${why}${alsoAllowed(choices)}`,
        expected: isFormat ? { format: wrong.name } : { pattern: wrong.source },
        actual: actualOf(text),
        fixes,
      };
    });
  }
}

/** Who compiles each type without parts. */
export const SCALARS = { string: compileText, number: compileNumber, boolean: booleanType, null: nullType };

const alsoAllowed = (others: readonly Place[]): string =>
  others.length === 0 ? "" : ` Also allowed: ${joinOr(others.map(({ shape }) => shape.phrase))}.`;

const lacksOffset = ({ name, test }: TextFormat, text: string) =>
  name.endsWith("time") && test(`${text}Z`, 0);

const SIZED_FORMATS: ReadonlySet<string> = new Set(["date", "time", "date-time", "uuid", "ipv4", "ipv6"]);

const isTodo = (text: string) => text === TODO || (text.length > TODO.length && trimEnds(text) === TODO);

function hintOf(layers: readonly Layer[]): string | undefined {
  const form = firstOf(layers, "form") ?? firstOf(layers, "description");
  // Messages put it at the end of a sentence.
  if (form !== undefined) return String(form).replace(/\.$/, "");
  const [example] = layers.flatMap(({ schema }) => (schema.examples ?? []) as Json[]);
  const title = firstOf(layers, "title") as string | undefined;
  if (typeof example !== "string" || example.length > MAX_EXAMPLE_LENGTH) return title;
  return `${title ?? "a text"}, such as ${quote(example)}`;
}

function readPatterns(layers: readonly Layer[], maxLength: number, compiler: Compiler): LinearPattern[] {
  return layers.flatMap(({ schema, pointer }) => {
    if (schema.pattern === undefined) return [];
    const at = `${pointer}/pattern`;
    const pattern = readPattern(schema.pattern as string, at, compiler);
    // Every pattern must be bounded, so that no text can make a check expensive.
    const isBounded = maxLength !== Number.POSITIVE_INFINITY;
    if (!isBounded) compiler.disallow(at, "pattern-unbounded", `A "pattern" needs a "maxLength" beside it.`);
    const why = pattern && isBounded ? tooCostly(pattern, maxLength) : undefined;
    if (why !== undefined) compiler.disallow(at, "pattern-refused", `The pattern ${why}.`);
    return pattern ?? [];
  });
}

function formatsOf(layers: readonly Layer[], compiler: Compiler): TextFormat[] {
  return layers.flatMap(({ schema, pointer }) => {
    if (schema.format === undefined) return [];
    const name = schema.format as string;
    const format = FORMATS.get(name);
    if (format !== undefined) return format;
    const known = [...FORMATS.keys()];
    const hint = didYouMean(name, known, `; known formats are ${known.join(", ")}.`);
    compiler.disallow(`${pointer}/format`, "format-unknown", `There is no format ${quote(name)}${hint}`);
    return [];
  });
}

// One of a few values, and values of several JSON types.

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
  let matcher: ReturnType<typeof createMatcher> | undefined;
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
  const isOne = values.length === 1;
  const isFew = values.length <= FEW_WORDS && values.every((value) => typeof value !== "object");
  const kinds = values.reduce<Kinds>((all, value) => all | kindOf(value), NO_KIND);
  return {
    shape: shapeOf("choice", kinds, allowed, {
      maxLength: words.reduce((longest, word) => Math.max(longest, word.length), 0),
      values,
      onlyValue: isOne ? values[0] : undefined,
      words: isText ? words : undefined,
    }),
    placeholder: () => [TODO, null].find((value) => !isChoice(value)),
    suits: (value, meter) => isChoice(value) || certain(value, meter) !== undefined,
    match,
    certain,
    ok: isChoice,
    report(value, visit) {
      const { sink, place } = visit;
      if (isChoice(value) || (typeof value === "string" && !value.isWellFormed())) return;
      const item = onlyItem(place.shape, value, visit);
      fault(visit, "value-not-allowed", (path) => {
        const matches = match(value, sink.meter);
        const others = place.shape.alternatives.filter(({ shape }) => shape.type !== "choice");
        const isAnyOf = isOne || (isFew && typeof value !== "object");
        const meant: readonly { value: unknown; grounds: Grounds }[] =
          matches.length + others.length === 0 && isAnyOf
            ? values.map((choice) => ({ value: choice, grounds: groundsOfChoice(value) }))
            : matches;
        const textOf = (given: unknown) => (typeof given === "string" ? given : undefined);
        return {
          message: `${found(value)} is not allowed here; use ${allowed}.${alsoAllowed(others)}`,
          expected: isText
            ? likeliest(textOf(value) ?? "", words, textOf(matches[0]?.value), sink.meter)
            : values.slice(0, MAX_SHOWN_VALUES),
          actual: actualOf(value),
          fixes: [
            ...item.fixes,
            ...meant
              .filter(({ value }) => passes(place, value, sink))
              .map(({ value: to, grounds }) =>
                fix(`Use ${JSON.stringify(to)}`, grounds, { kind: "replace", path, to }),
              ),
          ],
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
  const [text, list] = [types.get("string")?.shape, types.get("array")?.shape];
  const mixed: TypeJudge = {
    shape: shapeOf(nullable?.shape.type ?? "any", kinds, phrase, {
      parts: all.map(({ shape }) => shape).sort((a, b) => names.indexOf(a.type) - names.indexOf(b.type)),
      bounds: nullable?.shape.bounds ?? "",
      maxLength: text?.maxLength,
      formats: text?.formats,
      object: types.get("object")?.shape.object,
      items: list?.items,
      prefix: list?.prefix,
      maxItems: list?.maxItems,
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
      else reportMismatch(mixed, value, visit);
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
