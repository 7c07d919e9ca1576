/** Reports values that JSON can carry but no product can store; see json/safety.ts. */

import { isPlainObject, type Path, type PathKey } from "../json/pointer.ts";
import { MAX_NESTING } from "../json/safety.ts";
import { actualOf, quote } from "../text/describe.ts";
import type { Sink } from "./finding.ts";

interface Step {
  value: unknown;
  key: PathKey;
  parent: Step | undefined;
  depth: number;
}

function pathTo(step: Step): Path {
  const path: PathKey[] = [];
  for (let at: Step = step; at.parent; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** Reports every such place, but nothing below a place that already has an error. Not recursive: input may be nested deeply. */
export function reportUnsafeJson(root: unknown, sink: Sink): void {
  const steps: Step[] = [{ value: root, key: "", parent: undefined, depth: 0 }];
  while (steps.length > 0) {
    const step = steps.pop()!;
    const { value, depth } = step;
    if (typeof value === "string") {
      if (!value.isWellFormed()) reportLoneSurrogate(value, pathTo(step), sink);
    } else if (typeof value === "number") {
      const path = Number.isFinite(value) ? [] : pathTo(step);
      if (!Number.isFinite(value) && !sink.hasError(path)) {
        sink.add(
          "number-out-of-range",
          "error",
          () => ({
            message: "This number is beyond the range of JSON numbers; use one within ±1.79e308.",
            actual: actualOf(value),
          }),
          path,
        );
      }
    } else if (typeof value === "object" && value !== null) {
      const path = depth === 0 ? [] : pathTo(step);
      if (sink.hasError(path)) continue;
      if (depth >= MAX_NESTING) {
        sink.add(
          "nested-too-deep",
          "error",
          () => ({
            message: `Objects and lists may be nested at most ${MAX_NESTING} levels deep.`,
            expected: MAX_NESTING,
          }),
          path,
        );
        continue;
      }
      pushChildren(value, step, path, sink, steps);
    }
  }
}

function pushChildren(value: object, step: Step, path: Path, sink: Sink, steps: Step[]): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      if (needsLook(item)) steps.push({ value: item, key: index, parent: step, depth: step.depth + 1 });
    });
    return;
  }
  if (!isPlainObject(value)) return;
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed() && !sink.hasError([...path, key])) {
      sink.add(
        "lone-surrogate",
        "error",
        () => ({
          message: `The member name ${quote(key)} contains half of a surrogate pair, which is not a character.`,
          actual: actualOf(key),
        }),
        [...path, key],
      );
    }
    const item = value[key];
    if (needsLook(item)) steps.push({ value: item, key, parent: step, depth: step.depth + 1 });
  }
}

function needsLook(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null;
}

function reportLoneSurrogate(value: string, path: Path, sink: Sink): void {
  if (sink.hasError(path)) return;
  sink.add(
    "lone-surrogate",
    "error",
    () => ({
      message: `${quote(value)} contains half of a surrogate pair, which is not a character; replace it.`,
      actual: actualOf(value),
      fixes: [
        {
          title: "Replace it with U+FFFD",
          applicability: "placeholder",
          edit: {
            kind: "replace",
            path,
            to: (text) => (typeof text === "string" ? text.toWellFormed() : undefined),
          },
        },
      ],
    }),
    path,
  );
}
