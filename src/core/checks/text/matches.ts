/** The checks that use a pattern: a text matches it, or does not. */
import { compilePattern } from "../../pattern/linear-pattern.ts";
import { actualOf, quote } from "../../unicode/describe.ts";
import { lowerCase } from "../../unicode/unicode.ts";
import { type Check, defineValueCheck, notText, type Refusal } from "../definition.ts";
import { whyUnmatchable } from "../targets/condition.ts";

interface Params {
  pattern: string;
  /** What the pattern stands for, in words. */
  form: string;
  case?: "exact" | "ignore";
}

/** `isWanted`: whether texts have to match. */
function patternCheck(isWanted: boolean, name: string, summary: string, form: string): Check {
  return defineValueCheck<Params>({
    name,
    summary: `${summary} A place can have several such rules, each with its own code.`,
    params: {
      type: "object",
      properties: {
        pattern: {
          type: "string",
          minLength: 1,
          maxLength: 500,
          description:
            "a pattern of ECMAScript with the flag u; it may match anywhere in the text unless it has ^ and $",
        },
        form: { type: "string", minLength: 1, maxLength: 200, description: form },
        case: {
          enum: ["exact", "ignore"],
          description: "ignore: the text is put in lower case first, so the pattern is written in lower case",
        },
      },
      required: ["pattern", "form"],
      additionalProperties: false,
    },
    unsuited: (place, { pattern }) => notText(place) ?? whyUnmatchable(pattern, place.maxLength),
    describe: (params) => (isWanted ? `The form is: ${params.form}.` : `Not allowed: ${params.form}.`),
    compile({ params, asSubmitted }, at) {
      const matches = compileTextPattern(params);
      if ("refusal" in matches) return matches;
      const { pattern } = params;
      return {
        ok: (value) => typeof value !== "string" || matches(asSubmitted(at, value)) === isWanted,
        detail(value) {
          const text = asSubmitted(at, String(value));
          const why = isWanted ? "does not have the right form" : "has a form that is not allowed";
          return {
            message: `${quote(text)} ${why}: ${params.form}.`,
            expected: isWanted ? { pattern } : { not: { pattern } },
            actual: actualOf(text),
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

/** Whether a text matches. */
function compileTextPattern(params: Params): ((text: string) => boolean) | Refusal {
  const compiled = compilePattern(params.pattern);
  if ("refusal" in compiled) return { refusal: `its pattern ${compiled.refusal}` };
  if (params.case !== "ignore") return (text) => compiled.test(text);
  const capital = capitalIn(params.pattern);
  if (capital !== undefined)
    return {
      refusal: `no text in lower case has the ${quote(capital)} of its pattern; write it in lower case`,
    };
  return (text) => compiled.test(lowerCase(text));
}

/** A capital letter of a pattern that is not part of an escape such as \S or \p{L}. */
function capitalIn(source: string): string | undefined {
  const plain = source.replace(
    /\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{?[0-9A-Fa-f]+\}?|x[0-9A-Fa-f]{2}|c[A-Za-z]|.)|\(\?<[^>=!]*>/gs,
    "",
  );
  return [...plain].find((letter) => lowerCase(letter) !== letter);
}
