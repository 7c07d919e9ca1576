/** The checks of texts. */
import { type Edit, fix, useInstead } from "../findings/finding.ts";
import { isPlainObject } from "../json/pointer.ts";
import { compilePattern } from "../pattern/linear-pattern.ts";
import { FEW_WORDS, groundsOfChoice } from "../similar/matcher.ts";
import { actualOf, count, found, likeliest, listOf, quote } from "../unicode/describe.ts";
import {
  CHARACTER_CLASSES,
  characterCount,
  codePointName,
  findUnsafe,
  lowerCase,
  trimEnds,
} from "../unicode/unicode.ts";
import { whyImpossible } from "../values/time.ts";
import { readingsOf, VALUE_TYPES, type ValueType } from "../values/value-types.ts";
import { whyUnmatchable } from "./condition.ts";
import { type Check, defineValueCheck, notText, offerReadings, rewriteFixes } from "./definition.ts";
import { choice, flag, integer, listName, optional, placePattern, several, text } from "./params.ts";

export const noUnsafeCharacters = defineValueCheck({
  name: "no-unsafe-characters",
  summary: "The text has no characters that are invisible or that change the direction of reading.",
  cleansText: true,
  parts: {
    classes: several(choice(CHARACTER_CLASSES), undefined, "which classes of characters are unsafe"),
    sequencesAt: optional(
      several(
        placePattern,
        undefined,
        "places of the rule where joiners, selectors and tags are fine in words and emoji that need them",
      ),
    ),
  },
  unsuited: notText,
  compile({ params, asSubmitted, isProse }, at) {
    const { classes, sequencesAt = [] } = params;
    const sequences = sequencesAt.includes(at);
    // Both passes, the message and the fix ask about the same text.
    let last: { text: string; found: ReturnType<typeof findUnsafe> } | undefined;
    function find(text: string) {
      if (last?.text !== text) last = { text, found: findUnsafe(text, classes, sequences) };
      return last.found;
    }
    function cleaned(text: string): string {
      const rest = find(text)?.rest ?? text;
      return trimEnds(text) === text ? trimEnds(rest) : rest;
    }
    return {
      acceptsPlainLines: true,
      ok: (value) => typeof value !== "string" || find(asSubmitted(at, value)) === undefined,
      clean: (text) => asSubmitted(at, cleaned(asSubmitted(at, text))),
      detail(value, path, sink) {
        const text = asSubmitted(at, String(value));
        const kinds = (find(text)?.kinds ?? []).map(codePointName);
        const rest = cleaned(text);
        // Another character inside an identifier makes another identifier.
        const certainty = isProse(at) || text.includes(rest) ? "clear" : "open";
        return {
          message: `${quote(text)} contains characters that are invisible or misleading: ${kinds.slice(0, 8).join(", ")}. Remove them.`,
          actual: actualOf(text),
          fixes:
            rest === ""
              ? rewriteFixes(at, path, sink)
              : [fix("Remove them", ["notation", certainty], { kind: "replace", path, to: rest })],
        };
      },
    };
  },
});

export const noEdgeWhitespace = defineValueCheck({
  name: "no-edge-whitespace",
  summary: "The text neither starts nor ends with white space.",
  cleansText: true,
  unsuited: notText,
  parts: {},
  compile(_rule, at) {
    return {
      acceptsPlainLines: true,
      ok: (value) => typeof value !== "string" || trimEnds(value) === value,
      clean: (text) => trimEnds(text),
      detail(value, path, sink) {
        const trimmed = trimEnds(String(value));
        const isBlank = trimmed === "";
        const advice = isBlank
          ? "is only white space; write the text"
          : `has white space at the start or end; write ${quote(trimmed)}`;
        return {
          message: `${quote(String(value))} ${advice}.`,
          ...(!isBlank && { expected: actualOf(trimmed) }),
          actual: actualOf(value),
          fixes: isBlank
            ? rewriteFixes(at, path, sink)
            : [fix("Trim it", ["notation", "same"], { kind: "replace", path, to: trimmed })],
        };
      },
    };
  },
});

export const enoughText = defineValueCheck({
  name: "enough-text",
  summary:
    "The text is there and long enough to tell a reader something; white space at its ends does not count.",
  parts: {
    min: integer("the minimum number of characters", 1, 10_000),
    required: optional(flag("whether an absent text is reported too")),
  },
  unsuited: notText,
  seesAbsence: ({ required }) => required === true,
  onParamsChange(was, is) {
    const tightens = is.min > was.min || (is.required === true && was.required !== true);
    const loosens = is.min < was.min || (is.required !== true && was.required === true);
    return tightens && loosens ? "either" : tightens ? "tightens" : loosens ? "loosens" : "none";
  },
  compile({ params, asSubmitted }, at) {
    const { min, required = false } = params;
    return {
      ok(value) {
        if (value === undefined) return !required;
        if (typeof value !== "string" || isSurelyLongEnough(value, min)) return true;
        return characterCount(trimEnds(asSubmitted(at, value))) >= min;
      },
      detail(value, path, sink) {
        const placeholder = sink.placeholderAt(at);
        const edit: Edit =
          value === undefined
            ? { kind: "add", path, value: placeholder }
            : { kind: "replace", path, to: placeholder };
        const text = typeof value === "string" ? trimEnds(asSubmitted(at, value)) : "";
        const length = characterCount(text);
        const state =
          value === undefined ? "is absent" : length === 0 ? "is blank" : `has ${count(length, "character")}`;
        return {
          message: `${quote(String(path.at(-1)))} ${state}; ${min === 1 ? "add a sentence" : `write at least ${count(min, "character")}`}, so that readers can decide.`,
          expected: { minLength: min },
          actual: length,
          ...(length === 0 &&
            placeholder !== undefined && { fixes: [fix("Write it here", "placeholder", edit)] }),
        };
      },
    };
  },
});

/** By its length and its ends, at which nothing will be trimmed. Composition joins at most four units into one. */
function isSurelyLongEnough(text: string, min: number): boolean {
  if (text.length < 4 * min) return false;
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
  return first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f;
}

export const inList = defineValueCheck({
  name: "in-list",
  summary: "The text is exactly one of a list's words.",
  parts: { list: listName("name of a list of the package") },
  describe: ({ list }, lists) => `It is one of ${listOf(lists.get(list)!.values)}.`,
  confinesTo: ({ list }) => list,
  unsuited: notText,
  compile({ params: { list } }, at) {
    const allowed = new Set(list.values);
    const { matcher } = list;
    const allowedText = listOf(list.values);
    return {
      ok: (value) => typeof value !== "string" || allowed.has(value),
      detail(value, path, sink) {
        const word = String(value);
        const matches = matcher.match(word, sink.meter);
        const few = list.values.length <= FEW_WORDS ? list.values : [];
        const offers =
          matches.length > 0 ? matches : few.map((value) => ({ value, grounds: groundsOfChoice(word) }));
        const guessed = matches.length === 1 ? matches[0]!.value : undefined;
        return {
          message: `${quote(word)} is not allowed here; use ${allowedText}.${guessed === undefined || list.values.length === 1 ? "" : ` Did you mean ${quote(guessed)}?`}`,
          expected: likeliest(word, list.values, matches[0]?.value, sink.meter),
          actual: actualOf(word),
          fixes: offers
            .filter(({ value: to }) => sink.accepts(at, to, path))
            .map(({ value: to, grounds }) => useInstead(to, grounds, path)),
        };
      },
    };
  },
});

function patternCheck(isWanted: boolean, name: string, summary: string, form: string): Check {
  return defineValueCheck({
    name,
    summary: `${summary} A place can have several such rules, each with its own code.`,
    parts: {
      pattern: text(
        "a pattern of ECMAScript with the flag u; it may match anywhere in the text unless it has ^ and $",
        { minLength: 1, maxLength: 500 },
      ),
      form: text(form, { minLength: 1, maxLength: 200 }),
      case: optional(
        choice(
          ["exact", "ignore"],
          "ignore: the text is put in lower case first, so the pattern is written in lower case",
        ),
      ),
    },
    unsuited: (place, { pattern }) => notText(place) ?? whyUnmatchable(pattern, place.maxLength),
    describe: (params) => (isWanted ? `The form is: ${params.form}.` : `Not allowed: ${params.form}.`),
    compile({ params, asSubmitted }, at) {
      const { pattern } = params;
      const compiled = compilePattern(pattern);
      if ("refusal" in compiled) return { refusal: `its pattern ${compiled.refusal}` };
      const ignoresCase = params.case === "ignore";
      const capital = ignoresCase ? capitalIn(pattern) : undefined;
      if (capital !== undefined)
        return {
          refusal: `no text in lower case has the ${quote(capital)} of its pattern; write it in lower case`,
        };
      const matches = (text: string) => compiled.test(ignoresCase ? lowerCase(text) : text);
      return {
        asksForm: isWanted,
        ok: (value) => typeof value !== "string" || matches(asSubmitted(at, value)) === isWanted,
        detail(value) {
          const sent = asSubmitted(at, String(value));
          const why = isWanted ? "does not have the right form" : "has a form that is not allowed";
          return {
            message: `${quote(sent)} ${why}: ${params.form}.`,
            expected: isWanted ? { pattern } : { not: { pattern } },
            actual: actualOf(sent),
          };
        },
      };
    },
  });
}

export const matches = patternCheck(
  true,
  "matches",
  "The text matches a pattern.",
  "what the text has to look like, for the message",
);

export const doesNotMatch = patternCheck(
  false,
  "does-not-match",
  "The text does not match a pattern.",
  "what must not be in the text, for the message",
);

/** A capital letter of a pattern that is not part of an escape such as \S or \p{L}. */
function capitalIn(source: string): string | undefined {
  const plain = source.replace(
    /\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{?[0-9A-Fa-f]+\}?|x[0-9A-Fa-f]{2}|c[A-Za-z]|.)|\(\?<[^>=!]*>/gs,
    "",
  );
  return [...plain].find((letter) => lowerCase(letter) !== letter);
}

/** Reported as unsafe JSON, whatever type it should have. */
function isUnsafe(value: unknown): boolean {
  return typeof value === "string"
    ? !value.isWellFormed()
    : typeof value === "number" && !Number.isFinite(value);
}

function isOfType(type: ValueType, value: unknown): boolean {
  // Deeper levels are checked with the rest of the candidate.
  if (type === "object") return isPlainObject(value);
  return type === "array" ? Array.isArray(value) : VALUE_TYPES[type].test(value, 0);
}

export const valueType = defineValueCheck({
  name: "value-type",
  summary: "The value is of a named type, such as a calendar date, a UUID or an absolute URL.",
  parts: { type: choice(Object.keys(VALUE_TYPES) as ValueType[], "the type") },
  describe: ({ type }) => `It is ${VALUE_TYPES[type].phrase}.`,
  compile({ params: { type } }, at) {
    const phrase = VALUE_TYPES[type].phrase;
    return {
      readings: (value, meter) => readingsOf(type, value, meter).map((reading) => reading.value),
      ok: (value) => value === undefined || isUnsafe(value) || isOfType(type, value),
      detail(value, path, sink) {
        const why = typeof value === "string" ? whyImpossible(value) : undefined;
        const text = sink.reading.numberTextAt(path, value);
        const meant = readingsOf(type, value, sink.meter, text).filter((reading) =>
          sink.accepts(at, reading.value, path),
        );
        return {
          message: `Expected ${phrase}, found ${found(value, text)}${why === undefined ? "" : `: ${why}`}.`,
          expected: type,
          actual: actualOf(value),
          fixes: offerReadings(meant, path, sink),
        };
      },
    };
  },
});
