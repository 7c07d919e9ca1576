import { actualOf, quote } from "../describe.ts";
import type { Check } from "./check.ts";

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
      detail: (value, path) => ({
        message: `${quote(String(value))} has white space at its ends; write ${quote(String(value).trim())}.`,
        expected: actualOf(String(value).trim()),
        actual: actualOf(value),
        fixes: [
          {
            title: "Trim it",
            applicability: "safe",
            edit: {
              kind: "replace",
              path,
              to: (current) => (typeof current === "string" ? current.trim() : undefined),
            },
          },
        ],
      }),
    };
  },
};
