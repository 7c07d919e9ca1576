import { actualOf, quote } from "../../unicode/describe.ts";
import { defineValueCheck } from "../definition.ts";
import { compileTextPattern, type PatternParams, patternParams, unsuitedPattern } from "./pattern-params.ts";

export const doesNotMatch = defineValueCheck<PatternParams>({
  name: "does-not-match",
  summary: "The text does not match a pattern. A place can have several such rules, each with its own code.",
  params: patternParams("what must not be in the text, for the message"),
  unsuited: unsuitedPattern,
  describe: ({ form }) => `Not allowed: ${form}.`,
  compile({ params, asSubmitted }, at) {
    const matches = compileTextPattern(params);
    if ("refusal" in matches) return matches;
    return {
      ok: (value) => typeof value !== "string" || !matches(asSubmitted(at, value)),
      detail(value) {
        const text = asSubmitted(at, String(value));
        return {
          message: `${quote(text)} has a form that is not allowed: ${params.form}.`,
          expected: { not: { pattern: params.pattern } },
          actual: actualOf(text),
        };
      },
    };
  },
});
