/** The outline of a document. */
import { type DocumentSymbol, SymbolKind } from "vscode-languageserver";
import { createLines, type SourceDocument } from "../../../authoring/documents/document.ts";
import { MERGE, type SourceValue } from "../../../authoring/documents/edit/source-tree.ts";
import { toRange } from "../convert.ts";

/** Nobody reads more of them, and editors become slow. */
const MAX_SYMBOLS = 5_000;

export function symbolsIn(document: SourceDocument): DocumentSymbol[] {
  const source = document.readSource();
  if (source === undefined) return [];
  const lines = createLines(source.text);
  let left = MAX_SYMBOLS;

  function inside({ kind, entries, aliasOf }: SourceValue): DocumentSymbol[] {
    if (aliasOf) return [];
    return entries.flatMap(({ name, nameStart, nameEnd, start, end, value }, index): DocumentSymbol[] => {
      if (name === MERGE || left <= 0) return [];
      left--;
      const isItem = kind === "list";
      return [
        {
          name: isItem ? `${index + 1}${titleOf(value)}` : name === "" ? '""' : name,
          kind: kindOf(value),
          range: toRange(lines.range(start, Math.max(end, nameEnd))),
          selectionRange: toRange(lines.range(isItem ? start : nameStart, isItem ? start : nameEnd)),
          children: inside(value),
        },
      ];
    });
  }

  return inside(source.root);
}

/** The first text of an object tells which item it is. */
function titleOf({ entries }: SourceValue): string {
  const first = entries.find(({ value }) => typeof value.value === "string");
  return first === undefined ? "" : ` ${String(first.value.value).slice(0, 60)}`;
}

function kindOf({ kind, value }: SourceValue): SymbolKind {
  if (kind === "object") return SymbolKind.Object;
  if (kind === "list") return SymbolKind.Array;
  if (typeof value === "number") return SymbolKind.Number;
  if (typeof value === "boolean") return SymbolKind.Boolean;
  return value === null ? SymbolKind.Null : SymbolKind.String;
}
