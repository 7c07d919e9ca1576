/** The lines that differ between two texts, as `diff -u` shows them. */
import type { Style } from "./style.ts";
import { visible } from "./text.ts";

const CONTEXT = 3;

/** Empty if there is no difference. */
export function unifiedDiff(path: string, before: string, after: string, style: Style): string {
  if (before === after) return "";
  const steps = lineSteps(before.split("\n"), after.split("\n"));
  let text = `--- ${visible(path)}\n+++ ${visible(path)}\n`;
  for (const { from, to } of hunks(steps)) {
    const part = steps.slice(from, to);
    const [first] = part;
    const old = part.filter(({ kind }) => kind !== "+").length;
    const now = part.filter(({ kind }) => kind !== "-").length;
    text += style.dim(`@@ -${first!.old},${old} +${first!.now},${now} @@`).concat("\n");
    for (const { kind, line } of part) {
      const shown = kind + visible(line.replace(/\r$/, ""));
      text += `${kind === "-" ? style.red(shown) : kind === "+" ? style.bold(shown) : shown}\n`;
    }
  }
  return text;
}

interface Step {
  readonly kind: " " | "-" | "+";
  readonly line: string;
  /** Line numbers at this point, from 1. */
  readonly old: number;
  readonly now: number;
}

function hunks(steps: readonly Step[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const [index, { kind }] of steps.entries()) {
    if (kind === " ") continue;
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(steps.length, index + CONTEXT + 1);
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else found.push({ from, to });
  }
  return found;
}

/** More lines than this between the first and the last difference are shown as replaced. */
const MAX_COMPARED = 2_000;

function lineSteps(before: readonly string[], after: readonly string[]): Step[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end++;
  const middle = compared(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const steps: Step[] = [];
  let [old, now] = [1, 1];
  const push = (kind: Step["kind"], line: string): void => {
    steps.push({ kind, line, old, now });
    if (kind !== "+") old++;
    if (kind !== "-") now++;
  };
  for (const line of before.slice(0, start)) push(" ", line);
  for (const { kind, line } of middle) push(kind, line);
  for (const line of before.slice(before.length - end)) push(" ", line);
  return steps;
}

/** By the longest common subsequence. */
function compared(before: readonly string[], after: readonly string[]): Pick<Step, "kind" | "line">[] {
  const removed = before.map((line) => ({ kind: "-" as const, line }));
  const added = after.map((line) => ({ kind: "+" as const, line }));
  if (before.length > MAX_COMPARED || after.length > MAX_COMPARED) return [...removed, ...added];
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const steps: Pick<Step, "kind" | "line">[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      steps.push({ kind: " ", line: before[i]! });
      i++;
      j++;
    } else if (
      j >= after.length ||
      (i < before.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
    )
      steps.push(removed[i++]!);
    else steps.push(added[j++]!);
  }
  return steps;
}
