import type { FixDraft } from "../findings/finding.ts";
import { equalJson } from "../json/equality.ts";
import { isSafeJson } from "../json/safety.ts";
import { actualOf, found, listOf } from "../text/describe.ts";
import { closest } from "../text/similar.ts";
import type { Json } from "../types.ts";
import { fixedValue } from "../values/value-types.ts";
import { reportMismatch } from "./mismatch.ts";
import type { SchemaNode } from "./node.ts";

export function booleanNode(at: string): SchemaNode {
  const node: SchemaNode = {
    type: "boolean",
    phrase: "true or false",
    placeholder: () => false,
    ok: (value) => typeof value === "boolean",
    report(value, sink) {
      if (typeof value === "boolean") return;
      const fixed = fixedValue("boolean", value);
      reportMismatch(
        node,
        "boolean",
        at,
        value,
        sink,
        fixed as { value: boolean; applicability: "safe" } | undefined,
      );
    },
  };
  return node;
}

export function nullNode(at: string): SchemaNode {
  const node: SchemaNode = {
    type: "null",
    phrase: "null",
    placeholder: () => null,
    ok: (value) => value === null,
    report(value, sink) {
      if (value !== null) reportMismatch(node, "null", at, value, sink, undefined);
    },
  };
  return node;
}

/** Anything that JSON can carry and a product can store. */
export function anyNode(depth: number): SchemaNode {
  return {
    type: "any",
    phrase: "a value",
    placeholder: () => null,
    ok: (value) => isSafeJson(value, depth),
    // Unsafe JSON is reported by a walk over the whole candidate.
    report() {},
  };
}

/** `enum` and `const`: one of a few values. */
export function choiceNode(at: string, values: readonly Json[]): SchemaNode {
  const words = values.filter((value): value is string => typeof value === "string");
  const allowed =
    values.length === words.length
      ? listOf(words)
      : values.map((value) => JSON.stringify(value)).join(" or ");
  const isChoice = (value: unknown) => values.some((choice) => choice === value || equalJson(choice, value));
  return {
    type: "choice",
    phrase: allowed,
    isBounded: true,
    placeholder: () => values[0] ?? null,
    hasOneValue: values.length === 1,
    ok: isChoice,
    report(value, sink) {
      if (isChoice(value) || (typeof value === "string" && !value.isWellFormed())) return;
      const path = sink.path.slice();
      sink.add("value-not-allowed", "error", () => {
        const fixes: FixDraft[] = [];
        const sameButCase =
          typeof value === "string"
            ? words.find((word) => word.toLowerCase() === value.trim().toLowerCase())
            : undefined;
        const guess = sameButCase ?? (typeof value === "string" ? closest(value, words) : undefined);
        const only = values.length === 1 ? values[0] : undefined;
        const meant = guess ?? only;
        if (meant !== undefined && sink.accepts(at, meant)) {
          fixes.push({
            title: `Use ${JSON.stringify(meant)}`,
            applicability: sameButCase === undefined ? "suggested" : "safe",
            edit: { kind: "replace", path, to: () => meant },
          });
        }
        return {
          message: `${found(value)} is not allowed here; use ${allowed}.`,
          expected: values,
          actual: actualOf(value),
          fixes,
        };
      });
    },
  };
}
