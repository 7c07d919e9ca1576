/** Offsets in a text as lines and columns, both from 1. Columns count UTF-16 units, as editors and SARIF do. */

export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isEnd = code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED;
    if (isEnd || code === LINE_FEED) starts.push(at + 1);
  }
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
