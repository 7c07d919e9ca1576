import type { FixDraft } from "../findings/finding.ts";
import { actualOf, quote } from "../text/describe.ts";
import { definePlaceCheck, rewriteFix } from "./definition.ts";

export const noEdgeWhitespace = definePlaceCheck<object>({
  name: "no-edge-whitespace",
  summary: "The text neither starts nor ends with white space.",
  cleansText: true,
  params: { type: "object", additionalProperties: false },
  compile() {
    return {
      acceptsPlainLines: true,
      ok: (value) => typeof value !== "string" || value.trim().length === value.length,
      clean: (text) => text.trim(),
      detail(value, path) {
        const trimmed = String(value).trim();
        const trim: FixDraft = {
          title: "Trim it",
          applicability: "safe",
          edit: {
            kind: "replace",
            path,
            to: (current) => (typeof current === "string" ? current.trim() : undefined),
          },
        };
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
              fixes: [trim],
            };
      },
    };
  },
});
