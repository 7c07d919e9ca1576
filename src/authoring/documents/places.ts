/** Where the parts of a document stand in its text. */
import { type FileFinding, type Part, repeatedMember, type SourceDocument } from "./document.ts";
import { type EntryName, findSource, MERGE, type SourceEntry, type SourceValue } from "./edit/source-tree.ts";
import type { Lines, Range } from "./positions.ts";

export function rangeIn(
  root: SourceValue | undefined,
  path: readonly string[],
  part: Part,
  lines: Lines,
): Range {
  if (root === undefined) return lines.range(0, 0);
  const { value, entry, isThere } = findSource(root, path);
  const [start, end] = value.shown;
  // A block collection has no bracket to point at, so its first character stands for it.
  if (!isThere) return lines.range(start, Math.min(start + 1, end));
  if (part === "name" && entry !== undefined && entry.nameEnd > entry.nameStart)
    return lines.range(entry.nameStart, entry.nameEnd);
  return lines.range(start, end);
}

export function findRepeated(root: SourceValue | undefined, lines: Lines): FileFinding[] {
  const findings: FileFinding[] = [];
  const open = root ? [root] : [];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.aliasOf) continue;
    const first = new Map<EntryName, SourceEntry>();
    const range = ({ nameStart, nameEnd }: SourceEntry) => lines.range(nameStart, nameEnd);
    for (const entry of value.entries) {
      open.push(entry.value);
      const { name } = entry;
      const earlier = first.get(name);
      if (value.kind === "list" || earlier === undefined) first.set(name, entry);
      // Merge keys may stand several times.
      else if (name !== MERGE) findings.push(repeatedMember(name, range(earlier), range(entry)));
    }
  }
  return findings.toSorted((a, b) => a.range.start.offset - b.range.start.offset);
}

interface Standing {
  readonly path: readonly string[];
  /** The member or item that the path leads to; undefined for the whole document. */
  readonly entry: SourceEntry | undefined;
}

/** What stands at an offset of a text that may be unfinished. */
export function pathAt(document: SourceDocument, offset: number): Standing {
  const path: string[] = [];
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
