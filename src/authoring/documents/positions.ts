/** Offsets in a text as lines and columns, both from 1. Columns count UTF-16 units, as editors and SARIF do. */

export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export interface Range {
  readonly start: Position;
  /** Just after the last character. */
  readonly end: Position;
}

export interface Lines {
  range(start: number, end: number): Range;
  /** Both from 1. A place after the end of its line is that end. */
  offsetAt(line: number, column: number): number;
}

export function createLines(text: string): Lines {
  // Most files have no problem, and nobody asks where in them anything is.
  let known: number[] | undefined;
  const lineStarts = (): readonly number[] => {
    if (known) return known;
    known = [0];
    for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\r|\n/g)) known.push(index + lineEnd.length);
    return known;
  };
  const at = (offset: number): Position => {
    const starts = lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { offset, line: low + 1, column: offset - starts[low]! + 1 };
  };
  return {
    range: (start, end) => ({ start: at(start), end: at(Math.max(start, end)) }),
    offsetAt(line, column) {
      const starts = lineStarts();
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
