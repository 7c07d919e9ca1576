/** Where the parts of a document stand in its text. */
import { describeRepeat, replacement } from "../../core/findings/finding.ts";
import { once, pointerOf } from "../../core/json/values.ts";
import type { FileFinding, Lines, Part, Range, SourceDocument, Spot, TextEdit } from "./document.ts";
import { sourceValue } from "./edit/draft.ts";
import { findSource, type Path, type SourceEntry, type SourceValue } from "./edit/source-tree.ts";

export function rangeIn(root: SourceValue | undefined, path: Path, part: Part, lines: Lines): Range {
  if (root === undefined) return lines.range(0, 0);
  const { value, entry, isThere } = findSource(root, path);
  const [start, end] = value.shown;
  // A block collection has no bracket to point at, so its first character stands for it.
  if (!isThere) return lines.range(start, Math.min(start + 1, end));
  if (part === "name" && entry !== undefined && entry.nameEnd > entry.nameStart)
    return lines.range(entry.nameStart, entry.nameEnd);
  return lines.range(start, end);
}

/** Members whose object has their name more than once. Readers disagree about which of them counts, so all places are named. */
export function repeatedFindings(root: SourceValue | undefined, text: string, lines: Lines): FileFinding[] {
  const found: FileFinding[] = [];
  function visit(value: SourceValue, path: Path): void {
    if (value.aliasOf) return;
    const named = new Map<SourceEntry["name"] | number, SourceEntry[]>();
    for (const [index, entry] of value.entries.entries()) {
      const key = value.kind === "list" ? index : entry.name;
      if (!named.get(key)?.push(entry)) named.set(key, [entry]);
    }
    for (const [key, members] of named) {
      // Merge keys may stand several times.
      if (typeof key === "symbol") continue;
      const inner = [...path, String(key)];
      if (members.length > 1) found.push(findingAbout(inner, members, value));
      // The last one counts.
      visit(members.at(-1)!.value, inner);
    }
  }

  function findingAbout(path: Path, members: readonly SourceEntry[], container: SourceValue): FileFinding {
    const occurrences = members.map(({ nameStart, start, end, value }) => ({
      ...{ value: knownValue(value), start, end },
      ...lines.at(nameStart),
    }));
    const { message, choices } = describeRepeat({ path, occurrences });
    const ranges = members.map(({ start, nameEnd }) => lines.range(start, nameEnd));
    return {
      code: "member-repeated",
      severity: "error",
      range: ranges.at(-1)!,
      message,
      path,
      fixes: choices.flatMap(({ title, start, value }) => {
        const chosen = members.find((member) => member.start === start)!;
        const edits = keepOne(text, members, container, chosen);
        // What is repeated inside of a value would vanish with it.
        if (edits === undefined || hasRepeats(chosen.value)) return [];
        const patch = replacement(pointerOf(path), knownValue(members.at(-1)!.value), value);
        return [{ title, applicability: "suggested", decision: true, patch, edits }];
      }),
      related: ranges.slice(0, -1).map((range) => ({ range, message: "it occurs here as well" })),
    };
  }

  if (root) visit(root, []);
  return found.toSorted((a, b) => a.range.start.offset - b.range.start.offset);
}

// Both are asked of what is repeated inside of each other, at every level.
const knownValue: (source: SourceValue) => unknown = once((source: SourceValue) =>
  sourceValue(source, knownValue),
);

/** Whether an object has a name twice. */
const hasRepeats = once(({ kind, entries, aliasOf }: SourceValue): boolean => {
  if (aliasOf) return false;
  const isRepeated = kind === "object" && new Set(entries.map(({ name }) => name)).size < entries.length;
  return isRepeated || entries.some(({ value }) => hasRepeats(value));
});

/** What leaves only one of its members in the text; undefined if something stands between a member and its comma. */
function keepOne(
  text: string,
  members: readonly SourceEntry[],
  { isBlock, entries }: SourceValue,
  kept: SourceEntry,
) {
  const edits: TextEdit[] = [];
  for (const member of members.toReversed()) {
    if (member === kept) continue;
    let { start, end } = member;
    // What is removed right behind it took the comma between them along.
    const next = edits.at(-1);
    if (next !== undefined && text.slice(end, next.start).trim() === "") {
      ({ end } = next);
      edits.pop();
    }
    const gap = !isBlock ? COMMA : member === entries[0] ? SPACE : undefined;
    if (gap) gap.lastIndex = end;
    const after = gap?.exec(text)?.[0];
    if (after !== undefined) end += after.length;
    else {
      while (/\s/.test(text.charAt(start - 1))) start--;
      if (isBlock ? start === member.start : text[--start] !== ",") return undefined;
    }
    edits.push({ start, end, text: "" });
  }
  return edits.toReversed();
}

const COMMA = /\s*,\s*/y;
const SPACE = /\s+/y;

/** What stands at an offset of a text that may be unfinished. */
export function pathAt(document: SourceDocument, offset: number) {
  const path: string[] = [];
  /** The member or item that the path leads to; undefined for the whole document. */
  let entry: SourceEntry | undefined;
  let value = document.readSource()?.root;
  while (value !== undefined && !value.aliasOf) {
    const index = value.entries.findIndex(({ start, end }) => start <= offset && offset <= end);
    const next = value.entries[index];
    if (next === undefined || typeof next.name === "symbol") break;
    path.push(value.kind === "list" ? String(index) : next.name);
    entry = next;
    ({ value } = next);
  }
  return { path, entry };
}

/** Takes the place of a word, so that reading the text tells what is being written there. It occurs nowhere else. */
export const MARK = "PreflightLooksHere";

/** Where the mark is, as the name of a member or as a value. */
export function findMark(
  root: SourceValue | undefined,
  path: Path = [],
): Pick<Spot, "kind" | "path" | "names"> | undefined {
  if (root === undefined || root.aliasOf) return undefined;
  if (root.value === MARK) return { kind: "value", path, names: [] };
  const names = root.entries.map(({ name }, index) => (root.kind === "list" ? String(index) : String(name)));
  if (names.includes(MARK)) return { kind: "name", path, names: names.filter((name) => name !== MARK) };
  for (const [index, { value }] of root.entries.entries()) {
    const found = findMark(value, [...path, names[index]!]);
    if (found !== undefined) return found;
  }
  return undefined;
}
