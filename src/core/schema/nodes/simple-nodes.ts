import { fix } from "../../findings/finding.ts";
import { isSafeJson } from "../../json/safety.ts";
import { actualOf, found, quote } from "../../unicode/describe.ts";
import { readingsOf } from "../../values/fixed-value.ts";
import { EVERY_KIND, KIND, NO_KIND } from "./kinds.ts";
import { NO_READINGS, reportMismatch } from "./mismatch.ts";
import type { SchemaNode } from "./node.ts";

export function booleanNode(): SchemaNode {
  const readings = (value: unknown) => readingsOf("boolean", value);
  const node: SchemaNode = {
    type: "boolean",
    kinds: KIND.boolean,
    phrase: "true or false",
    placeholder: () => null,
    suits: (value) => typeof value === "boolean" || readings(value).length > 0,
    ok: (value) => typeof value === "boolean",
    report(value, sink, _, place) {
      if (typeof value === "boolean") return;
      reportMismatch(node, "boolean", value, sink, readings, place);
    },
  };
  return node;
}

export function nullNode(): SchemaNode {
  const node: SchemaNode = {
    type: "null",
    kinds: KIND.null,
    phrase: "null",
    placeholder: () => "TODO",
    suits: (value) => value === null,
    onlyValue: null,
    ok: (value) => value === null,
    report(value, sink, _, place) {
      if (value !== null) reportMismatch(node, "null", value, sink, NO_READINGS, place);
    },
  };
  return node;
}

/** Anything that JSON can carry and a product can store; `isCovered` if another node makes sure of that. */
export function anyNode(depth: number, isCovered = false): SchemaNode {
  return {
    type: "any",
    kinds: EVERY_KIND,
    phrase: "a value",
    // Everything is allowed here, so nothing could mark what is still to be written.
    placeholder: () => undefined,
    suits: () => true,
    ok: isCovered ? () => true : (value) => isSafeJson(value, depth),
    // Unsafe JSON is reported by a walk over the whole candidate.
    report() {},
  };
}

/** The schema `false`: nothing may stand here. */
export function neverNode(): SchemaNode {
  return {
    type: "any",
    kinds: NO_KIND,
    phrase: "nothing",
    placeholder: () => undefined,
    suits: () => false,
    ok: () => false,
    report(value, sink) {
      const name = sink.path.at(-1);
      sink.add("member-forbidden", "error", (path) => ({
        message:
          typeof name === "string" ? `${quote(name)} may not be here.` : `${found(value)} may not be here.`,
        actual: actualOf(value),
        ...(path.length > 0 && {
          fixes: [
            fix(typeof name === "string" ? `Remove ${quote(name)}` : "Remove it", "removal", {
              kind: "remove",
              path,
            }),
          ],
        }),
      }));
    },
  };
}
