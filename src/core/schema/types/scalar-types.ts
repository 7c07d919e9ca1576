/** Texts, numbers, true and false, null; anything, and nothing. */
import { fix, removeNamed, type Scope, type Sink, useInstead } from "../../findings/finding.ts";
import { isSafeJson } from "../../json/values.ts";
import type { Meter } from "../../meter/meter.ts";
import { type LinearPattern, tooCostly } from "../../pattern/linear-pattern.ts";
import { identifierFrom } from "../../similar/likeness.ts";
import { closest } from "../../similar/matcher.ts";
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
  NO_KIND,
  passes,
  reportMismatch,
  shapeOf,
  TODO,
  type TypeJudge,
  type Visit,
  withRivals,
} from "../place.ts";

export function booleanType(): TypeJudge {
  const type: TypeJudge = {
    shape: shapeOf("boolean", KIND.boolean, "true or false"),
    placeholder: () => null,
    suits: (value, meter) => typeof value === "boolean" || readingsOf("boolean", value, meter).length > 0,
    ok: (value) => typeof value === "boolean",
    report(value, visit) {
      if (typeof value !== "boolean") reportMismatch(type, "boolean", value, visit);
    },
  };
  return type;
}

export function nullType(): TypeJudge {
  const type: TypeJudge = {
    shape: shapeOf("null", KIND.null, "null", { onlyValue: null }),
    placeholder: () => "TODO",
    suits: (value) => value === null,
    ok: (value) => value === null,
    report(value, visit) {
      if (value !== null) reportMismatch(type, "null", value, visit);
    },
  };
  return type;
}

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
      fault(visit, "member-forbidden", (path) => ({
        message: `${typeof name === "string" ? quote(name) : found(value)} may not be here${reason}.`,
        actual: actualOf(value),
        ...(path.length > 0 && {
          fixes: [
            typeof name === "string"
              ? removeNamed(name, path)
              : fix("Remove it", "removal", { kind: "remove", path }),
          ],
        }),
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

/** Integers stay within ±(2^53−1): beyond it a JSON number does not say which integer was meant. Absent bounds are infinite. */
export function compileNumber(layers: readonly Layer[], _: Site, compiler: Compiler): TypeJudge {
  const bounds = {
    minimum: leastOf(layers, "minimum", Number.NEGATIVE_INFINITY),
    exclusiveMinimum: leastOf(layers, "exclusiveMinimum", Number.NEGATIVE_INFINITY),
    maximum: mostOf(layers, "maximum"),
    exclusiveMaximum: mostOf(layers, "exclusiveMaximum"),
  };
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = bounds;
  const [least, most] = [Math.max(minimum, exclusiveMinimum), Math.min(maximum, exclusiveMaximum)];
  if (least > most || (least === most && (exclusiveMinimum === least || exclusiveMaximum === most)))
    compiler.disallowNever(lastWith(layers, ...Object.keys(bounds)), "no number is within these bounds");
  const name = layers.some(({ schema }) => isWhole(schema.type)) ? "integer" : "number";
  const multipleOf = numbersOf(layers, "multipleOf");
  const isOfType = name === "integer" ? Number.isSafeInteger : Number.isFinite;
  const rows = Object.entries(NUMBER_BOUNDS).map(([keyword, row]) => ({
    ...row,
    keyword,
    bound: bounds[keyword as keyof typeof bounds],
  }));
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
        reportMismatch(type, name, value, visit);
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

const SAME_NOTATION = ["notation", "same"] as const;

export function compileText(
  layers: readonly Layer[],
  site: Site,
  compiler: Compiler,
  isTest: boolean,
): TypeJudge {
  const { min, max } = rangeIn(layers, "minLength", "maxLength", compiler);
  const patterns = readPatterns(layers, max, compiler);
  const formats = formatsOf(layers, compiler);
  const hint = hintOf(layers);
  /** Prose is measured as it will be submitted: in NFC, trimmed. */
  const prose = isProse(site, compiler);
  const rules = compiler.rulesAt(site);
  const words = rules.flatMap(({ lists }) => lists).at(-1)?.values;
  /** The rules of the place, as far as one of them lets nothing pass but what is listed or registered. */
  const confining = rules.filter(({ confines }) => confines);
  // Where other words only get a warning, or will be refused one day, a placeholder would pass.
  const isList = words !== undefined && (confining.length > 0 || words.includes(TODO));
  const isOpen = !isList && !isTest;
  const hasForm = patterns.length + formats.length > 0;
  const explained = hint ?? formats.map(({ phrase }) => phrase).join("; ");
  const sources = hint === undefined ? patterns.map(({ source }) => source) : [];
  const failing = (text: string) =>
    formats.find((format) => !format.test(text, 0)) ?? patterns.find((pattern) => !pattern.test(text));
  const [first] = patterns;
  // Most texts have one pattern at most, and this is where a check spends its time.
  const isFormed: (text: string) => boolean =
    !hasForm || first === undefined || patterns.length + formats.length > 1
      ? (text) => failing(text) === undefined
      : first.test;
  /** Far too long texts are not worth normalizing, which can at most quarter their length once they are trimmed. */
  const isHuge = (text: string) => text.length > 8 * max && trimEnds(text).length > 8 * max;
  function ok(value: unknown, scope: Scope): boolean {
    if (typeof value !== "string") return false;
    if (isHuge(value)) return false;
    const plain = isPlainProse(value);
    if (!plain && !value.isWellFormed()) return false;
    const text = plain || !prose ? value : normalizeText(value);
    if (text !== value) scope.hasLooseText = true;
    if (!lengthWithin(text, min, max) || (isOpen && isTodo(text))) return false;
    return !hasForm || isFormed(text);
  }

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
    ok,
    report(value, visit) {
      const { sink, cleaned } = visit;
      if (typeof value !== "string") {
        reportMismatch(type, "string", value, visit);
        return;
      }
      // Lone surrogates are reported with the rest of the unsafe JSON, and nothing else is said about such a text.
      if (!value.isWellFormed()) return;
      const text = cleaned ?? (prose && !isHuge(value) ? normalizeText(value) : value);
      // What was sent counts here: with hidden characters around it, it is no placeholder of ours.
      if (isOpen && isTodo(text) && isTodo(value)) {
        reportTodo(visit);
        return;
      }
      const length = characterCount(text);
      // Another notation of the right value may well be longer.
      const isOtherForm =
        length > max && !isHuge(value) && (hasReading(text, sink.meter) || failsSizedFormat(text));
      if (length < min) reportShort(text, length, visit);
      else if (length > max && !isOtherForm && !isOtherWord(text, sink)) reportLong(text, length, visit);
      // The form adds nothing to the report of a blank or overlong text.
      if (hasForm && length >= Math.min(min, 1) && (length <= max || isOtherForm)) reportForm(text, visit);
    },
  };

  /** Of a word that a rule refuses anyway, it helps nobody to know that it is longer than those of the list. */
  const isOtherWord = (text: string, { scope }: Sink) =>
    confining.some(({ rules }) => rules?.some((rule) => rule.confines && !rule.ok(text, scope)));

  /** Of a text that is no date, it helps nobody to know that it is longer than one. */
  function failsSizedFormat(text: string): boolean {
    return formats.some(({ name, test }) => SIZED_FORMATS.has(name) && !test(text, 0));
  }

  function hasReading(text: string, meter: Meter): boolean {
    return formats.some(
      (format) =>
        !format.test(text, 0) &&
        readingsOf(format, text, meter).some(({ value }) => fits(type, value, meter)),
    );
  }

  function reportTodo(visit: Visit): void {
    fault(visit, "placeholder-left", () => ({
      message: `${quote(TODO)} is a placeholder; write the text itself${hint === undefined ? "" : `: ${hint}`}.`,
      actual: TODO,
    }));
  }

  function reportShort(text: string, length: number, visit: Visit): void {
    fault(visit, "text-too-short", (path) => ({
      message:
        length === 0
          ? `This is blank; write at least ${count(min, "character")}.`
          : `${quote(text)} has ${count(length, "character")}; the minimum is ${min}.`,
      expected: { minLength: min },
      actual: length,
      ...(length === 0 && {
        fixes: [fix("Write the text here", "placeholder", { kind: "replace", path, to: type.placeholder() })],
      }),
    }));
  }

  function reportLong(text: string, length: number, visit: Visit): void {
    const trimmed = trimEnds(text);
    fault(visit, "text-too-long", (path) => ({
      message: whyTooLong(text, length),
      expected: { maxLength: max },
      actual: length,
      ...(trimmed !== text &&
        fits(type, trimmed, visit.sink.meter) && {
          fixes: [fix("Trim it", SAME_NOTATION, { kind: "replace", path, to: trimmed })],
        }),
    }));
  }

  /** A text of another form does not get better by being shorter. */
  function whyTooLong(text: string, length: number): string {
    const isOther = hint !== undefined && text.length <= 8 * max && failing(text) !== undefined;
    const size = `has ${count(length, "character")}`;
    return isOther
      ? `The right form is: ${hint}; ${quote(text)} ${size}, and the maximum is ${grouped(max)}.`
      : `${quote(text)} ${size}; the maximum is ${grouped(max)}. Shorten it by ${grouped(length - max)}.`;
  }

  /** Where nobody says what a pattern means, an example of the package shows it. */
  function likeExample({ sink, path }: Visit): string | undefined {
    const example = sink.exampleAt(path);
    return typeof example === "string" && failing(example) === undefined
      ? `that of ${quote(example)}`
      : undefined;
  }

  function reportForm(text: string, visit: Visit): void {
    const { sink, place } = visit;
    const wrong = failing(text);
    if (wrong === undefined) return;
    const isFormat = "name" in wrong;
    fault(visit, isFormat ? "text-format" : "text-pattern", (path) => {
      const choices = place.shape.alternatives?.filter(({ shape }) => shape.type === "choice") ?? [];
      const fixes = choices
        .flatMap((choice) => choice.match?.(text, sink.meter) ?? [])
        .filter(({ value }) => passes(place, value, sink))
        .map(({ value: to, grounds }) => useInstead(to, grounds, path));
      const trimmed = trimEnds(text);
      const isTrimmed = trimmed !== text && fits(type, trimmed, sink.meter);
      // Whether it is taken is reported next: another spelling would only hide that.
      const identifier = isTrimmed
        ? trimmed
        : isFormat || prose
          ? undefined
          : identifierFrom(text, (word) => fits(type, word, sink.meter));
      if (identifier !== undefined) {
        const grounds = identifier === trimmed ? SAME_NOTATION : "form";
        fixes.push(useInstead(identifier, grounds, path));
      }
      const secure = /^http:\/\//i.test(trimmed) ? `https${trimmed.slice(4)}` : undefined;
      if (secure !== undefined && fits(type, secure, sink.meter))
        fixes.push(useInstead(secure, "form", path));
      if (isFormat && !isTrimmed) {
        const read = readingsOf(wrong, text, sink.meter).filter(({ value }) => fits(type, value, sink.meter));
        for (const { value: to, grounds } of withRivals(read, text, visit))
          fixes.push(useInstead(to, grounds, path));
      }
      const why = isFormat
        ? `${quote(text)} ${lacksOffset(wrong, text) ? "lacks its offset; write" : "is not"} ${wrong.phrase}.${hint === undefined ? "" : ` Asked for: ${hint}.`}`
        : `${quote(text)} does not have the right form: ${hint ?? likeExample(visit) ?? wrong.source}.`;
      return {
        message:
          choices.length === 0
            ? why
            : `${why} Also allowed: ${joinOr(choices.map(({ shape }) => shape.phrase))}.`,
        expected: isFormat ? { format: wrong.name } : { pattern: wrong.source },
        actual: actualOf(text),
        fixes,
      };
    });
  }

  return type;
}

function lacksOffset({ name, test }: TextFormat, text: string): boolean {
  return name.endsWith("time") && test(`${text}Z`, 0);
}

const SIZED_FORMATS: ReadonlySet<string> = new Set(["date", "time", "date-time", "uuid", "ipv4", "ipv6"]);

function isTodo(text: string): boolean {
  return text === TODO || (text.length > TODO.length && trimEnds(text) === TODO);
}

function isProse(site: Site, { context }: Compiler): boolean {
  return patternsOf(site).some((pattern) => context.prose.has(pattern));
}

/** Longer examples would hide what a message says. */
const MAX_EXAMPLE_LENGTH = 60;

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
  const patterns: LinearPattern[] = [];
  for (const { schema, pointer } of layers) {
    if (schema.pattern === undefined) continue;
    const at = `${pointer}/pattern`;
    const pattern = readPattern(schema.pattern as string, at, compiler);
    if (pattern) patterns.push(pattern);
    // Every pattern must be bounded, so that no text can make a check expensive.
    if (maxLength === Number.POSITIVE_INFINITY)
      compiler.disallow(at, "pattern-unbounded", `A "pattern" needs a "maxLength" beside it.`);
    const why = pattern && maxLength !== Number.POSITIVE_INFINITY ? tooCostly(pattern, maxLength) : undefined;
    if (why !== undefined) compiler.disallow(at, "pattern-refused", `The pattern ${why}.`);
  }
  return patterns;
}

function formatsOf(layers: readonly Layer[], compiler: Compiler): TextFormat[] {
  return layers.flatMap(({ schema, pointer }) => {
    if (schema.format === undefined) return [];
    const name = schema.format as string;
    const format = FORMATS.get(name);
    if (format !== undefined) return [format];
    const meant = closest(name, FORMATS.keys());
    const hint =
      meant === undefined
        ? `known formats are ${[...FORMATS.keys()].join(", ")}.`
        : `did you mean ${quote(meant)}?`;
    compiler.disallow(`${pointer}/format`, "format-unknown", `There is no format ${quote(name)}; ${hint}`);
    return [];
  });
}
