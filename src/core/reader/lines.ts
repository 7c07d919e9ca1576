/** Offsets in a text as lines and columns, both from 1. Columns count UTF-16 units, as editors and SARIF do. */

export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Where each line starts. */
export function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + lineEnd.length);
  return starts;
}

/** Lines are counted when somebody asks for the first place. */
export function createPlaces(text: string): (offset: number) => Position {
  let known: readonly number[] | undefined;
  return (offset) => {
    known ??= lineStartsOf(text);
    let low = 0;
    let high = known.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (known[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { offset, line: low + 1, column: offset - known[low]! + 1 };
  };
}
