/** What the checks that use a pattern have in common. */
import { compilePattern, tooCostly } from "../../pattern/linear-pattern.ts";
import { quote } from "../../unicode/describe.ts";
import { lowerCase } from "../../unicode/unicode.ts";
import { type DeclaredType, notText, type Refusal } from "../definition.ts";

/** `form` says what the pattern stands for in words. */
export function patternParams(form: string): Record<string, unknown> {
  return {
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
  };
}

export function unsuitedPattern(place: DeclaredType, params: { pattern: string }): string | undefined {
  if (notText(place) !== undefined) return notText(place);
  if (place.maxLength === undefined) return 'the text there needs a "maxLength"';
  const pattern = compilePattern(params.pattern);
  const why = "refusal" in pattern ? undefined : tooCostly(pattern, place.maxLength);
  return why === undefined ? undefined : `its pattern ${why}`;
}

export interface PatternParams {
  pattern: string;
  form: string;
  case?: "exact" | "ignore";
}

/** Whether a text matches. */
export function compileTextPattern(params: PatternParams): ((text: string) => boolean) | Refusal {
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
