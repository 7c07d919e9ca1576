import type { FixDraft } from "../findings/finding.ts";
import { actualOf, quote } from "../text/describe.ts";
import { type Check, writeAnew } from "./definition.ts";

export const noEdgeWhitespace: Check = {
  name: "no-edge-whitespace",
  summary: "The text neither begins nor ends with white space.",
  phase: "text",
  params: { type: "object", additionalProperties: false },
  compile() {
    return {
      kind: "value",
      plainTextPasses: true,
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
              message: `${quote(String(value))} is nothing but white space; write what is meant.`,
              actual: actualOf(value),
              fixes: [writeAnew(path)],
            }
          : {
              message: `${quote(String(value))} has white space at its ends; write ${quote(trimmed)}.`,
              expected: actualOf(trimmed),
              actual: actualOf(value),
              fixes: [trim],
            };
      },
    };
  },
};
