import { actualOf, quote } from "../../unicode/describe.ts";
import { defineValueCheck } from "../definition.ts";
import { compileTextPattern, type PatternParams, patternParams, unsuitedPattern } from "./pattern-params.ts";

export const matches = defineValueCheck<PatternParams>({
  name: "matches",
  summary: "The text matches a pattern. A place can have several such rules, each with its own code.",
  params: patternParams("what the text has to look like, for the message"),
  unsuited: unsuitedPattern,
  describe: ({ form }) => `The form is: ${form}.`,
  compile({ params, asSubmitted }, at) {
    const matches = compileTextPattern(params);
    if ("refusal" in matches) return matches;
    return {
      ok: (value) => typeof value !== "string" || matches(asSubmitted(at, value)),
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
