import { actualOf, quote } from "../text/describe.ts";
import type { LinearPattern } from "../text/linear-pattern.ts";
import { compilePattern } from "../text/linear-pattern.ts";
import { definePlaceCheck } from "./definition.ts";

export const matches = definePlaceCheck<{ pattern: string; form: string }>({
  name: "matches",
  summary: "The text matches a pattern. A place can have several such rules, each with its own code.",
  params: {
    type: "object",
    properties: {
      pattern: {
        type: "string",
        minLength: 1,
        maxLength: 500,
        description: "an RE2 pattern; it may match anywhere in the text unless it has ^ and $",
      },
      form: {
        type: "string",
        minLength: 1,
        maxLength: 200,
        description: "what the text has to look like, for the message",
      },
    },
    required: ["pattern", "form"],
    additionalProperties: false,
  },
  unsuited({ type, isBounded }) {
    if (type !== "string" && type !== "choice") return "the schema declares no text there";
    return isBounded ? undefined : 'the text there needs a "maxLength"';
  },
  compile({ params, asSubmitted }, at) {
    const compiled = compilePattern(params.pattern);
    if ("refusal" in compiled) return { refusal: `its pattern ${compiled.refusal}` };
    const pattern: LinearPattern = compiled;
    return {
      ok: (value) => typeof value !== "string" || pattern.test(asSubmitted(at, value)),
      detail(value) {
        const text = asSubmitted(at, String(value));
        return {
          message: `${quote(text)} does not have the right form: ${params.form}.`,
          expected: { pattern: params.pattern },
          actual: actualOf(text),
        };
      },
    };
  },
});
