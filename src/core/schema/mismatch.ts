/** A value of the wrong JSON type, with the value that was probably meant. */

import type { FixDraft, Sink } from "../findings/finding.ts";
import { actualOf, found } from "../text/describe.ts";
import type { SchemaNode } from "./node.ts";

export function reportMismatch(
  node: SchemaNode,
  type: string,
  pattern: string,
  value: unknown,
  sink: Sink,
  fixed: { value: unknown; applicability: "safe" | "suggested" } | undefined,
): void {
  const path = sink.path.slice();
  sink.add(
    "type-mismatch",
    "error",
    () => {
      const fixes: FixDraft[] = [];
      if (fixed && sink.accepts(pattern, fixed.value)) {
        fixes.push({
          title: (to) => `Use ${found(to)}`,
          applicability: fixed.applicability,
          edit: { kind: "replace", path, to: () => fixed.value },
        });
      } else {
        fixes.push({
          title: `Replace it with ${node.phrase}`,
          applicability: "placeholder",
          edit: { kind: "replace", path, to: () => node.placeholder() },
        });
      }
      return {
        message: `Expected ${node.phrase}, found ${found(value)}.`,
        expected: type,
        actual: actualOf(value),
        fixes,
      };
    },
    path,
  );
}
