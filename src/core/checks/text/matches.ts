/** The checks that use a pattern: a text matches it, or does not. */
import { compilePattern } from "../../pattern/linear-pattern.ts";
import { actualOf, quote } from "../../unicode/describe.ts";
import { lowerCase } from "../../unicode/unicode.ts";
import { type Check, defineValueCheck, notText } from "../definition.ts";
import type { Refusal } from "../params.ts";
import { caseRule, optional, text } from "../params.ts";
import { whyUnmatchable } from "../targets/condition.ts";

/** `isWanted`: whether texts have to match. */
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
        caseRule("ignore: the text is put in lower case first, so the pattern is written in lower case"),
      ),
    },
    unsuited: (place, { pattern }) => notText(place) ?? whyUnmatchable(pattern, place.maxLength),
    describe: (params) => (isWanted ? `The form is: ${params.form}.` : `Not allowed: ${params.form}.`),
    compile({ params, asSubmitted }, at) {
      const matches = compileTextPattern(params.pattern, params.case === "ignore");
      if ("refusal" in matches) return matches;
      const { pattern } = params;
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

/** Whether a text matches. */
function compileTextPattern(pattern: string, ignoresCase: boolean): ((text: string) => boolean) | Refusal {
  const compiled = compilePattern(pattern);
  if ("refusal" in compiled) return { refusal: `its pattern ${compiled.refusal}` };
  if (!ignoresCase) return (text) => compiled.test(text);
  const capital = capitalIn(pattern);
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
