/** The lines around a place in a file, with the place underlined. */
import type { Range } from "../../authoring/documents/positions.ts";
import type { Style } from "./style.ts";
import { visible, widthOf } from "./text.ts";

interface Frame {
  readonly lines: readonly string[];
  readonly range: Range;
  /** Printed after the underline, if it fits. */
  readonly note: string;
}

const LINES_BEFORE = 2;
const LINES_AFTER = 1;

/** Ends with a line end. `paint` colours the underline. */
export function codeFrame(
  frame: Frame,
  style: Style,
  width: number,
  paint: (text: string) => string,
): string {
  const { lines, range } = frame;
  const { line } = range.start;
  const first = Math.max(1, line - LINES_BEFORE);
  const last = Math.min(lines.length, line + LINES_AFTER);
  const numberWidth = Math.max(3, String(last).length);
  const bar = style.dim("│");
  const room = width - numberWidth - 6;
  const underline = underlineOf(frame, room);
  let text = "";
  for (let number = first; number <= last; number++) {
    const isPlace = number === line;
    const source = cutTo(shown(lines[number - 1]!), isPlace ? underline.from : 0, room);
    // The line after the last line end is empty; it is worth showing only if the place is there.
    if (!isPlace && number === lines.length && source === "") continue;
    const mark = isPlace ? paint(">") : " ";
    const label = String(number).padStart(numberWidth);
    text += `${` ${mark} ${isPlace ? label : style.dim(label)} ${bar} ${isPlace ? source : style.dim(source)}`.trimEnd()}\n`;
    if (!isPlace) continue;
    const note = frame.note !== "" && fits(underline, frame.note, room) ? ` ${frame.note}` : "";
    text += `   ${" ".repeat(numberWidth)} ${bar} ${" ".repeat(underline.column)}${paint("━".repeat(underline.width) + note)}\n`;
    if (note === "" && frame.note !== "")
      text += `   ${" ".repeat(numberWidth)} ${bar} ${paint(frame.note)}\n`;
  }
  return text;
}

interface Underline {
  /** Columns of the source line that are cut off at its start. */
  readonly from: number;
  /** Columns to the left of the underline. */
  readonly column: number;
  readonly width: number;
}

function underlineOf({ lines, range: { start, end } }: Frame, room: number): Underline {
  const { line, column } = start;
  const source = lines[line - 1]!;
  const before = widthOf(shown(source.slice(0, column - 1)));
  const marked =
    end.line > line ? source.slice(column - 1).trimEnd() : source.slice(column - 1, end.column - 1);
  const width = Math.max(1, widthOf(shown(marked)));
  // Of a line that is too long, what is before the place gets half of the room.
  const isLong = before + Math.min(width, 20) > room;
  const from = isLong ? before - Math.floor(room / 2) : 0;
  const at = before - from;
  return { from, column: at, width: Math.max(1, Math.min(width, room - at)) };
}

function fits({ column, width }: Underline, note: string, room: number): boolean {
  return column + width + 1 + widthOf(note) <= room;
}

function shown(source: string): string {
  return visible(source.replaceAll("\t", "    "));
}

/** The columns of a line from `from` on, with dots where something is left out. */
function cutTo(source: string, from: number, room: number): string {
  let result = "";
  let at = 0;
  let used = 0;
  for (const character of source) {
    const width = widthOf(character);
    if (at >= from) {
      if (used + width > room) return `${result.slice(0, -1)}…`;
      result += character;
      used += width;
    }
    at += width;
  }
  return from > 0 && result !== "" ? `…${result.slice(1)}` : result;
}
