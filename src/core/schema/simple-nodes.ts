import { type FixDraft, fix } from "../findings/finding.ts";
import { equalJson } from "../json/equality.ts";
import { isSafeJson } from "../json/safety.ts";
import { actualOf, found, likeliest, listOf } from "../text/describe.ts";
import { closest } from "../text/similar.ts";
import { lowerCase, trimEnds } from "../text/unicode.ts";
import type { Json } from "../types.ts";
import { readingsOf } from "../values/fixed-value.ts";
import { reportMismatch } from "./mismatch.ts";
import type { SchemaNode } from "./node.ts";

export function booleanNode(at: string): SchemaNode {
  const node: SchemaNode = {
    type: "boolean",
    phrase: "true or false",
    placeholder: () => null,
    suits: (value) => typeof value === "boolean" || readingsOf("boolean", value).length > 0,
    ok: (value) => typeof value === "boolean",
    report(value, sink) {
      if (typeof value === "boolean") return;
      reportMismatch(node, "boolean", at, value, sink, readingsOf("boolean", value));
    },
  };
  return node;
}

export function nullNode(at: string): SchemaNode {
  const node: SchemaNode = {
    type: "null",
    phrase: "null",
    placeholder: () => "TODO",
    suits: (value) => value === null,
    onlyValue: null,
    ok: (value) => value === null,
    report(value, sink) {
      if (value !== null) reportMismatch(node, "null", at, value, sink, []);
    },
  };
  return node;
}

/** Anything that JSON can carry and a product can store. */
export function anyNode(depth: number): SchemaNode {
  return {
    type: "any",
    phrase: "a value",
    // Everything is allowed here, so nothing could mark what is still to be written.
    placeholder: () => undefined,
    suits: () => true,
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
  const sameButCase = (value: unknown) => {
    if (typeof value !== "string") return undefined;
    const folded = lowerCase(trimEnds(value));
    return words.find((word) => lowerCase(word) === folded);
  };
  return {
    type: "choice",
    phrase: allowed,
    maxLength: Math.max(0, ...words.map((word) => word.length)),
    placeholder: () => ["TODO", null].find((value) => !isChoice(value)),
    suits: (value) => isChoice(value) || sameButCase(value) !== undefined,
    ...(values.length === 1 && { onlyValue: values[0]! }),
    ...(values.length === words.length && { words }),
    ok: isChoice,
    report(value, sink) {
      if (isChoice(value) || (typeof value === "string" && !value.isWellFormed())) return;
      const path = sink.path.slice();
      sink.add("value-not-allowed", "error", () => {
        const fixes: FixDraft[] = [];
        const same = sameButCase(value);
        const guess = same ?? (typeof value === "string" ? closest(value, words) : undefined);
        const meant = guess ?? (values.length === 1 ? values[0] : undefined);
        if (meant !== undefined && sink.accepts(at, meant)) {
          // The only value there is replaces what was written, which may have meant something else.
          const level = guess === undefined ? "removal" : same === undefined ? "suggested" : "safe";
          fixes.push(fix(`Use ${JSON.stringify(meant)}`, level, { kind: "replace", path, to: meant }));
        }
        return {
          message: `${found(value)} is not allowed here; use ${allowed}.`,
          expected: words.length === values.length ? likeliest(String(value), words) : values.slice(0, 12),
          actual: actualOf(value),
          fixes,
        };
      });
    },
  };
}
