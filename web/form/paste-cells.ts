/** Cells that were copied from a spreadsheet, pasted into rows of the form: each cell goes into its own input. */
import { escapeToken, isPlainObject, parsePointer } from "../../src/core/json/values.ts";
import { arranged, setAt } from "../json/edit.ts";
import { parseScalar } from "../model/scalar-text.ts";
import { useSession } from "../state/context.ts";
import { count } from "../state/verdict.ts";

interface PasteColumn {
  /** Undefined for a list of single values. */
  readonly name: string | undefined;
  readonly label: string;
  /** A type of the core's, such as `integer`. */
  readonly type: string;
}

/** A spreadsheet quotes a cell of several lines. */
const QUOTED = /(^|[\t\n])"((?:[^"]|"")*)"(?=[\t\n]|$)/g;
const BREAK = "\u0000";

/** The list after the paste, and what to say of it; undefined if the text is one value. */
function withCells(
  text: string,
  columns: readonly PasteColumn[],
  list: readonly unknown[],
  row: number,
  column: number,
): { next: unknown[]; said: string } | undefined {
  const lines = text
    .replaceAll("\r\n", "\n")
    .replace(QUOTED, (all, before: string, cell: string) =>
      cell.includes("\n") ? before + cell.replaceAll('""', '"').replaceAll("\n", BREAK) : all,
    )
    .replace(/\n$/, "")
    .split("\n");
  const cells = lines.map((line) => line.split("\t").map((cell) => cell.replaceAll(BREAK, "\n").trim()));
  if (cells.length === 1 && cells[0]!.length === 1) return undefined;
  const names = cells[0]!.map((cell) => columns.findIndex(({ name, label }) => [name, label].includes(cell)));
  const hasHeader = cells.length > 1 && names.every((at) => at >= 0);
  const next = arranged(list, list.keys());
  const rows = hasHeader ? cells.slice(1) : cells;
  const room = hasHeader ? names.length : columns.length - column;
  const isCut = rows.some((line) => line.slice(room).some((cell) => cell !== ""));
  for (const [down, line] of rows.entries()) {
    const at = row + down;
    for (const [right, cell] of line.entries()) {
      const target = columns[hasHeader ? names[right]! : column + right];
      if (target === undefined) continue;
      const value = readCell(cell, target.type);
      if (target.name === undefined) next[at] = value ?? "";
      else if (value !== undefined) {
        next[at] = setAt(isPlainObject(next[at]) ? next[at] : {}, `/${escapeToken(target.name)}`, value);
      } else next[at] ??= {};
    }
  }
  const cut = isCut ? " Cells to the right of the last column were left out." : "";
  return { next, said: `Pasted ${count(rows.length, "row")} of cells.${cut}` };
}

function readCell(cell: string, type: string): unknown {
  if (type === "boolean" && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === "true";
  return parseScalar(type, cell, false);
}

/** For the element that holds the rows. The place of an input says which cell it is. */
export function usePasteCells(pointer: string, columns: readonly PasteColumn[], list: readonly unknown[]) {
  const session = useSession();
  return (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const place = (event.target as Element).closest<HTMLElement>("[data-place]")?.dataset.place ?? "";
    if (!place.startsWith(`${pointer}/`)) return;
    const [row, name] = parsePointer(place.slice(pointer.length));
    if (!/^\d+$/.test(row ?? "")) return;
    const column = columns.findIndex((one) => one.name === name);
    const pasted = withCells(text, columns, list, Number(row), Math.max(0, column));
    if (pasted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    session.setValue(pointer, pasted.next, "", "the pasted cells");
    session.done(pasted.said);
  };
}
