/** Reports values that JSON can carry but no product can store; see json/safety.ts. */

import { isPlainObject, type Path, type PathKey } from "../json/pointer.ts";
import { MAX_NESTING } from "../json/safety.ts";
import { actualOf, quote } from "../unicode/describe.ts";
import { type Detail, fix, type Sink } from "./finding.ts";

/** All that is nested too deep is one fault, however many values it concerns. */
const MAX_TOO_DEEP = 100;
/** Errors that say nothing about what is inside. */
const ABOUT_SIZE = new Set(["list-too-long", "list-too-short"]);

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

/** Reports every such value that has no error yet. Not recursive: input may be nested deeply. */
export function reportUnsafeJson(root: unknown, sink: Sink): void {
  let tooDeep = 0;
  const steps: Step[] = needsLook(root) ? [{ value: root, key: "", parent: undefined, depth: 0 }] : [];
  while (steps.length > 0) {
    const step = steps.pop()!;
    const { value, depth } = step;
    if (typeof value === "string")
      report("lone-surrogate", pathTo(step), sink, (path) => ({
        message: `${quote(value)} contains half of a surrogate pair, which is not a character; replace it.`,
        actual: actualOf(value),
        fixes: [fix("Remove it", "removal", { kind: "replace", path, to: withoutHalves(value) })],
      }));
    else if (typeof value === "number")
      report("number-out-of-range", pathTo(step), sink, () => ({
        message: "This number is beyond the range of JSON numbers; use one within ±1.79e308.",
        actual: actualOf(value),
      }));
    else if (depth < MAX_NESTING) pushChildren(value as object, step, sink, steps);
    else if (tooDeep++ < MAX_TOO_DEEP) reportTooDeep(pathTo(step), sink);
  }
}

/** One value gets one error. */
function report(code: string, path: Path, sink: Sink, detail: (path: Path) => Detail): void {
  if (!sink.hasError(path)) sink.add(code, "error", detail, path);
}

function reportTooDeep(path: Path, sink: Sink): void {
  // A misplaced value is already reported; its depth follows from that.
  const isMisplaced = sink.findings.some(
    ({ code, severity, path: outer }) =>
      severity === "error" && !ABOUT_SIZE.has(code) && isBelow(path, outer),
  );
  if (isMisplaced) return;
  sink.add(
    "nested-too-deep",
    "error",
    () => ({
      message: `Objects and lists may be nested at most ${MAX_NESTING} levels deep.`,
      expected: MAX_NESTING,
    }),
    path,
  );
}

function pushChildren(value: object, step: Step, sink: Sink, steps: Step[]): void {
  const depth = step.depth + 1;
  // The last one first, so that the first is taken from the stack first.
  if (Array.isArray(value)) {
    for (let index = value.length - 1; index >= 0; index--)
      if (needsLook(value[index])) steps.push({ value: value[index], key: index, parent: step, depth });
    return;
  }
  if (!isPlainObject(value)) return;
  const keys = Object.keys(value);
  let around: Path | undefined;
  for (const key of keys) {
    if (key.isWellFormed()) continue;
    around ??= pathTo(step);
    report("lone-surrogate", [...around, key], sink, () => ({
      message: `The member name ${quote(key)} contains half of a surrogate pair, which is not a character.`,
      actual: actualOf(key),
    }));
  }
  for (let index = keys.length - 1; index >= 0; index--) {
    const key = keys[index]!;
    if (needsLook(value[key])) steps.push({ value: value[key], key, parent: step, depth });
  }
}

/** Whether it is at fault itself or may hold something that is. */
function needsLook(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null;
}

function withoutHalves(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "");
}

function isBelow(path: Path, outer: Path): boolean {
  return outer.length < path.length && outer.every((key, index) => key === path[index]);
}
