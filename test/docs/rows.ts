/** Table rows that show one change and its result: a code, `/place` = `value` or `/place` left out, a message. */
import { put, without } from "./changes.ts";
import type { Claim } from "./claim.ts";
import { codeIn, type Page, type Table } from "./markdown.ts";

export interface Row {
  code: string;
  message: string;
  /** Undefined if the row only has a description. */
  change: ((document: unknown) => unknown) | undefined;
  line: number;
}

export function tablesOf(page: Page, role: string): Table[] {
  return page.parts.filter((part): part is Table => part.kind === "table" && part.role === role);
}

/** The code is in the first cell, the example and the message are in the last two. */
export function rowsOf(page: Page, role: string): Row[] {
  return tablesOf(page, role).flatMap(({ rows, line }) =>
    rows.flatMap((cells, index) =>
      codeIn(cells[0]!).map((code) => ({
        code,
        message: cells.at(-1)!.replaceAll("&lt;", "<"),
        change: readChange(cells.at(-2)!),
        line: line + 2 + index,
      })),
    ),
  );
}

function readChange(cell: string): Row["change"] {
  const [pointer, value] = codeIn(cell);
  if (!pointer?.startsWith("/")) return undefined;
  if (cell.endsWith("left out")) return (document) => without(document, pointer);
  return (document) => put(document, pointer, JSON.parse(value!));
}

/** Compares each row's message with the result of its change. `outcome` returns everything that was found. */
export function claimRows(
  rows: readonly Row[],
  outcome: (row: Row) => readonly { code: string; message: string }[],
): Claim[] {
  return rows.map((row) => {
    const found = outcome(row);
    const message = found.find(({ code }) => code === row.code)?.message;
    return {
      title: `line ${row.line}: ${row.code}`,
      line: row.line,
      shown: row.message,
      actual: message ?? `no ${row.code} among ${found.map(({ code }) => code).join(", ") || "nothing"}`,
      ...(message !== undefined && { place: "cell" as const }),
    };
  });
}
