/** Offsets in a text as lines and columns, both from 1. Columns count UTF-16 units, as editors and SARIF do. */

export type Position = { readonly offset: number; readonly line: number; readonly column: number };

const LINE_END = /\r\n?|\n/g;

export const lineStartsOf = (text: string): readonly number[] => [
  0,
  ...Array.from(text.matchAll(LINE_END), ({ index, 0: end }) => index + end.length),
];

/** How many of the first things in an order come before something. */
export function countBefore(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lines are counted when somebody asks for the first place. */
export function createPlaces(text: string): (offset: number) => Position {
  let known: readonly number[] | undefined;
  return (offset) => {
    known ??= lineStartsOf(text);
    const starts = known;
    const line = countBefore(starts.length, (index) => starts[index]! <= offset);
    return { offset, line, column: offset - starts[line - 1]! + 1 };
  };
}
