/** What stands at a place of a text that may be unfinished. */
import type { SourceDocument } from "../../documents/document.ts";
import type { SourceEntry } from "../../documents/edit/source-tree.ts";

interface Standing {
  readonly path: readonly string[];
  /** The member or item that the path leads to; undefined for the whole document. */
  readonly entry: SourceEntry | undefined;
}

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
