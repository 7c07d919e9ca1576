/** Texts: how long they are, what they look like, and which word was meant. */
import { fix, type Scope, type Sink, useInstead } from "../../findings/finding.ts";
import type { Meter } from "../../meter/meter.ts";
import { type LinearPattern, tooCostly } from "../../pattern/linear-pattern.ts";
import { closest } from "../../similar/matcher.ts";
import { identifierFrom } from "../../similar/spelling.ts";
import type { Json } from "../../types.ts";
import { actualOf, count, grouped, listOf, quote, rangeOf } from "../../unicode/describe.ts";
import {
  characterCount,
  isPlainProse,
  lengthWithin,
  normalizeText,
  trimEnds,
} from "../../unicode/unicode.ts";
import { FORMATS, readingsOf, type TextFormat } from "../../values/value-types.ts";
import {
  type Compiler,
  firstOf,
  type Layer,
  patternsOf,
  rangeIn,
  readPattern,
  type Site,
} from "../compile/compiler.ts";
import { fault, fits, joinOr, KIND, passes, shapeOf, type TypeJudge, type Visit } from "../place.ts";
import { reportMismatch, TODO, withRivals } from "./mismatch.ts";

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
    confining.some(({ rules }) => rules.some((rule) => rule.confines && !rule.ok(text, scope)));

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
