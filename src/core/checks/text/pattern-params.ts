/** What the checks that use a pattern have in common. */
import { compilePattern, type LinearPattern, tooCostly } from "../../pattern/linear-pattern.ts";
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

export function compileTextPattern(source: string): LinearPattern | Refusal {
  const compiled = compilePattern(source);
  return "refusal" in compiled ? { refusal: `its pattern ${compiled.refusal}` } : compiled;
}
