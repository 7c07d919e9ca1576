import { fix } from "../../findings/finding.ts";
import { actualOf, quote } from "../../unicode/describe.ts";
import { trimEnds } from "../../unicode/unicode.ts";
import { defineValueCheck, notText, rewriteFixes } from "../definition.ts";

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
        return trimmed === ""
          ? {
              message: `${quote(String(value))} is only white space; write the text.`,
              actual: actualOf(value),
              fixes: rewriteFixes(at, path, sink),
            }
          : {
              message: `${quote(String(value))} has white space at the start or end; write ${quote(trimmed)}.`,
              expected: actualOf(trimmed),
              actual: actualOf(value),
              fixes: [fix("Trim it", ["notation", "same"], { kind: "replace", path, to: trimmed })],
            };
      },
    };
  },
});
