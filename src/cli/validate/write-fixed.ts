/** Where the text of a file goes after its fixes: into the file, to standard output, or shown as a difference. */
import { lstatSync, realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { replaceFile } from "../files/read.ts";
import { Failure, type Style, type Terminal } from "../terminal/terminal.ts";
import { visible } from "../terminal/text.ts";
import type { Writing } from "./check-file.ts";

/** `isShown`: as a difference alone. */
export function createWriter(isShown: boolean, terminal: Terminal): Writing["write"] {
  return ({ path, isStdin }, { text, hasMark }, after) => {
    const mark = hasMark ? "\ufeff" : "";
    if (isShown) terminal.write(unifiedDiff(path, mark + text, mark + after.text, terminal.style));
    else if (isStdin) terminal.write(mark + after.text);
    else if (after.text !== text) {
      refuseLinksOut(path);
      replaceFile(path, mark + after.text, mark + text);
    }
  };
}

/** A link may lead to a file that nobody meant to change. */
function refuseLinksOut(path: string): void {
  const isOutside = (target: string) => relative(realpathSync(process.cwd()), target).startsWith("..");
  // Where a folder outside was named, a folder on the way to it may be a link.
  if (isOutside(resolve(path)) && !lstatSync(path).isSymbolicLink()) return;
  const target = realpathSync(path);
  if (isOutside(target))
    throw new Failure(`${path} is a link out of this folder and was not changed.`, `Fix ${target} itself.`);
}

/** The lines that differ between two texts, as `diff -u` shows them. */
const CONTEXT = 3;

/** Empty if there is no difference. */
function unifiedDiff(path: string, before: string, after: string, style: Style): string {
  if (before === after) return "";
  // Each with its end, as `git apply` needs it.
  const steps = lineSteps(before.split(/(?<=\n)/), after.split(/(?<=\n)/));
  let text = `--- ${visible(path)}\n+++ ${visible(path)}\n`;
  for (const part of hunks(steps)) {
    const [first] = part;
    const old = part.filter(({ kind }) => kind !== "+").length;
    const now = part.filter(({ kind }) => kind !== "-").length;
    text += style.dim(`@@ -${first!.old},${old} +${first!.now},${now} @@`).concat("\n");
    for (const { kind, line } of part) {
      const [, mark = "", said = "", end] = /^(\ufeff?)(.*?)(\r?\n)?$/s.exec(line)!;
      const shown = kind + mark + said.split("\t").map(visible).join("\t");
      text += kind === "-" ? style.red(shown) : kind === "+" ? style.bold(shown) : shown;
      text += end ?? "\n\\ No newline at end of file\n";
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

/** What changes, with what is near. */
function hunks(steps: readonly Step[]): Step[][] {
  const found: Step[][] = [];
  let last = -1;
  for (const [index, step] of steps.entries()) {
    const near = steps.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1);
    if (near.every(({ kind }) => kind === " ")) continue;
    if (last < index - 1 || found.length === 0) found.push([]);
    found.at(-1)!.push(step);
    last = index;
  }
  return found;
}

function lineSteps(before: readonly string[], after: readonly string[]): Step[] {
  const steps: Step[] = [];
  let [old, now] = [0, 0];
  const push = (kind: Step["kind"], line: string): void => {
    steps.push({ kind, line, old: old + 1, now: now + 1 });
    if (kind !== "+") old++;
    if (kind !== "-") now++;
  };
  while (old < before.length || now < after.length) {
    const same = nextSame(before, after, old, now);
    while (old < same.old) push("-", before[old]!);
    while (now < same.now) push("+", after[now]!);
    if (old < before.length) push(" ", before[old]!);
  }
  return steps;
}

/** If so many lines have nothing in common, the rest is shown as replaced. */
const MAX_COMPARED = 2_000;

/** The nearest places at which both go on with the same line: both ends if there are none. */
function nextSame(before: readonly string[], after: readonly string[], old: number, now: number) {
  for (let distance = 0; distance <= MAX_COMPARED; distance++)
    for (let removed = distance; removed >= 0; removed--) {
      const found = { old: old + removed, now: now + distance - removed };
      const line = before[found.old];
      if (line !== undefined && line === after[found.now]) return found;
    }
  return { old: before.length, now: after.length };
}
