import { fix } from "../../findings/finding.ts";
import { actualOf, quote } from "../../unicode/describe.ts";
import { trimEnds } from "../../unicode/unicode.ts";
import { defineValueCheck, notText, rewriteFix } from "../definition.ts";

export const noEdgeWhitespace = defineValueCheck<object>({
  name: "no-edge-whitespace",
  summary: "The text neither starts nor ends with white space.",
  cleansText: true,
  unsuited: notText,
  params: { type: "object", additionalProperties: false },
  compile() {
    return {
      acceptsPlainLines: true,
      ok: (value) => typeof value !== "string" || trimEnds(value) === value,
      clean: (text) => trimEnds(text),
      detail(value, path) {
        const trimmed = trimEnds(String(value));
        return trimmed === ""
          ? {
              message: `${quote(String(value))} is only white space; write the text.`,
              actual: actualOf(value),
              fixes: [rewriteFix(path)],
            }
          : {
              message: `${quote(String(value))} has white space at the start or end; write ${quote(trimmed)}.`,
              expected: actualOf(trimmed),
              actual: actualOf(value),
              fixes: [fix("Trim it", "safe", { kind: "replace", path, to: trimmed })],
            };
      },
    };
  },
});
