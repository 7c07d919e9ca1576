/** What stands at a place of a text. */
import type { SourceEntry, SourceValue } from "./edit/source-tree.ts";

interface Standing {
  readonly path: readonly string[];
  /** The member or item that the path leads to; undefined for the whole document. */
  readonly entry: SourceEntry | undefined;
}

export function pathAt(root: SourceValue, offset: number): Standing {
  const path: string[] = [];
  let entry: SourceEntry | undefined;
  for (let value = root; ; ) {
    const index = value.aliasOf
      ? -1
      : value.entries.findIndex(({ start, end }) => start <= offset && offset <= end);
    const next = value.entries[index];
    if (next === undefined) return { path, entry };
    path.push(value.kind === "list" ? String(index) : next.name);
    entry = next;
    ({ value } = next);
  }
}
