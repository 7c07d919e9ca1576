/** Tables as text: cells that were copied from a spreadsheet, CSV with any separator. */
import { setOwn } from "../../src/core/json/values.ts";
import { parseNumber } from "../model/scalar-text.ts";

type Cell = string | number | boolean;
type Cells = string[][] & { separator: string };

/** RFC 4180, with the separator that the first line has, or Markdown. Undefined if the text has one column. */
export function splitTable(text: string): Cells | undefined {
  const lines = text.split(/\r?\n/);
  if (lines.every((line) => /^\s*\|.*\|\s*$/.test(line))) {
    const rows = lines
      .filter((line, index) => index !== 1 || /[^\s|:-]/.test(line))
      .map((line) => line.replace(/^\s*\||\|\s*$/g, "").split(/(?<!\\)\|/));
    const plain = rows.map((row) => row.map((cell) => cell.replaceAll("\\|", "|")));
    return Object.assign(plain, { separator: "|" });
  }
  const first = lines[0] ?? "";
  const separator = ["\t", ";", ","].find((mark) => first.includes(mark));
  if (separator === undefined) return undefined;
  return Object.assign(splitCells(text, separator), { separator });
}

function splitCells(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = "";
    } else if (character === "\n") {
      rows.push([...row, cell.replace(/\r$/, "")]);
      row = [];
      cell = "";
    } else cell += character;
  }
  rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((one) => one.trim() !== ""));
}

/** Rows by the names of the first line. Undefined if a column has no name of its own, because its cells would be lost. */
export function readTable(cells: readonly (readonly string[])[]): Record<string, Cell>[] | undefined {
  const [names = [], ...lines] = cells.map((line) => line.map((cell) => cell.trim()));
  if (lines.length === 0 || names.includes("") || new Set(names).size < names.length) return undefined;
  if (lines.some((line) => line.slice(names.length).some((cell) => cell !== ""))) return undefined;
  // Sentences have commas too, but not the same number of them in every line.
  if (lines.filter((line) => line.length === names.length).length < 0.8 * lines.length) return undefined;
  const columns = names.map((_, column) => readColumn(lines.map((line) => line[column] ?? "")));
  return lines.map((_, index) => {
    const row: Record<string, Cell> = {};
    for (const [column, name] of names.entries()) {
      const cell = columns[column]![index]!;
      // An empty cell says nothing.
      if (cell !== "") setOwn(row, name, cell);
    }
    return row;
  });
}

/** A column of numbers or of truth values is read as such; everything else stays text, 007 and 1.10 too. */
function readColumn(values: readonly string[]): Cell[] {
  const given = values.filter((value) => value !== "");
  if (given.length > 0 && given.every((value) => String(parseNumber(value)) === value))
    return values.map((value) => (value === "" ? "" : Number(value)));
  if (given.length > 0 && given.every((value) => /^(true|false)$/i.test(value)))
    return values.map((value) => (value === "" ? "" : /^true$/i.test(value)));
  return [...values];
}
