import { actualOf, quote } from "../describe.ts";
import { pointerOf } from "../pointer.ts";
import { type Check, valueRule } from "./check.ts";

export const noEdgeWhitespace: Check = {
  name: "no-edge-whitespace",
  summary: "The text neither begins nor ends with white space.",
  phase: "text",
  params: { type: "object", additionalProperties: false },
  compile(rule) {
    const compiled = valueRule(rule, {
      // All-blank text is left to the schema, which says that it is empty.
      ok: (value) => typeof value !== "string" || value.trim().length === value.length,
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
    });
    return {
      ...compiled,
      plainTextPasses: true,
      report(candidate, sink, severity) {
        compiled.report(candidate, sink, severity);
        if (severity !== "error") return;
        for (const pattern of rule.at) {
          pattern.each(candidate, (value, path) => {
            if (typeof value !== "string" || value.trim() === value) return;
            const pointer = pointerOf(path);
            sink.cleaned.set(pointer, (sink.cleaned.get(pointer) ?? value).trim());
          });
        }
      },
    };
  },
};
