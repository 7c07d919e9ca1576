/** What an author wrote, as the scalars of a candidate without the way they are written. */
import { isPlainObject } from "./generate/shapes.ts";

/** The scalars of a value. Lists that have an entry twice count it once if `repeats` are left out. */
function leavesOf(value: unknown, leaves: unknown[], leaveOutRepeats: boolean): void {
  if (Array.isArray(value)) {
    const seen = new Set<string>();
    for (const item of value) {
      const key = JSON.stringify(alone(typeof item === "string" ? asWritten(item) : item));
      if (leaveOutRepeats && seen.has(key)) continue;
      seen.add(key);
      leavesOf(item, leaves, leaveOutRepeats);
    }
  } else if (isPlainObject(value))
    for (const item of Object.values(value)) leavesOf(item, leaves, leaveOutRepeats);
  else if (typeof value === "string" && /^\s*[[{]/.test(value))
    leavesOf(parsed(value), leaves, leaveOutRepeats);
  // Null says that there is no value.
  else if (value !== undefined && value !== null) leaves.push(value);
}

/** One item in place of its list says the same as the list. */
function alone(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? alone(value[0]) : value;
}

/** A list or an object that was sent as a text says the same as the list or object. */
function asWritten(text: string): unknown {
  if (/^\s*[[{]/.test(text)) return parsed(text);
  return /[,;]\s/.test(text) ? text.split(/[,;]\s+/) : text;
}

/** JSON that was sent as a text says what is in it; words behind it are about it. */
function parsed(text: string): unknown {
  const end = Math.max(text.lastIndexOf("]"), text.lastIndexOf("}")) + 1;
  for (const json of [text, text.slice(0, end)])
    try {
      return JSON.parse(json);
    } catch {
      // Not this much of it.
    }
  return [text.trim().slice(1)];
}

export function leavesIn(value: unknown, leaveOutRepeats = false): unknown[] {
  const leaves: unknown[] = [];
  leavesOf(value, leaves, leaveOutRepeats);
  return leaves;
}

export function countLeaves(value: unknown, leaveOutRepeats = false): number {
  return leavesIn(value, leaveOutRepeats).length;
}

/** Case, separators, accents, white space and the type of a scalar are notation. */
function meaning(leaf: unknown): string {
  return String(leaf)
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}\s._-]/gu, "")
    .toLowerCase();
}

/** Whether two candidates say the same in another notation: nothing new and nothing gone but repeats. */
export function sameInOtherNotation(before: unknown, after: unknown): boolean {
  const [was, is] = [leavesIn(before), leavesIn(after)];
  const [meant, kept] = [new Set(was.map(meaning)), new Set(is.map(meaning))];
  return (
    is.length <= was.length &&
    [...meant].every((leaf) => kept.has(leaf)) &&
    [...kept].every((leaf) => meant.has(leaf))
  );
}
