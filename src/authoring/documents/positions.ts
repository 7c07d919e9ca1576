/** Places of a text as ranges. */
import { createPlaces, lineStartsOf, type Position } from "../../core/reader/lines.ts";

export type { Position } from "../../core/reader/lines.ts";

export interface Range {
  readonly start: Position;
  /** Just after the last character. */
  readonly end: Position;
}

/** How much of a file stands before a text that is a part of it. */
export interface Start {
  readonly lines: number;
  readonly columns: number;
}

export const START: Start = { lines: 0, columns: 0 };

/** A place of a text as one of its file. */
export function placeAfter(
  { lines, columns }: Start,
  { line, column }: Pick<Position, "line" | "column">,
): Pick<Position, "line" | "column"> {
  return { line: line + lines, column: line === 1 ? column + columns : column };
}

export interface Lines {
  range(start: number, end: number): Range;
  /** Both from 1. A place after the end of its line is that end. */
  offsetAt(line: number, column: number): number;
}

export function createLines(text: string): Lines {
  // Most files have no problem, and nobody asks where in them anything is.
  let known: readonly number[] | undefined;
  const at = createPlaces(text);
  return {
    range: (start, end) => ({ start: at(start), end: at(Math.max(start, end)) }),
    offsetAt(line, column) {
      known ??= lineStartsOf(text);
      const starts = known;
      const start = starts[line - 1];
      if (start === undefined) return text.length;
      const next = starts[line] ?? text.length + 1;
      return Math.max(start, Math.min(start + column - 1, next - 1));
    },
  };
}

/** The lines of a text without their line ends. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
