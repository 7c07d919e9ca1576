/** Did you mean …? Errs to silence: a wrong guess costs more than none. */

const LONGEST_WORD = 64;
const MOST_COMPARED = 1_000;

/** Three rows of the distance table, used again for every pair. */
let [beforePrevious, previous, current] = [0, 1, 2].map(() => new Uint8Array(LONGEST_WORD + 1)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/** Optimal string alignment distance of words of at most 64 units, given up once it must exceed `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    let rowBest = i;
    const unit = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      let best = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (unit === other ? 0 : 1));
      if (i > 1 && j > 1 && unit === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        best = Math.min(best, beforePrevious[j - 2]! + 1);
      }
      current[j] = best;
      if (best < rowBest) rowBest = best;
    }
    if (rowBest > most) return most + 1;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[b.length]!;
}

/** Case and separators do not count: `Output_Fields` is `outputFields`. */
function fold(word: string): string {
  return word.toLowerCase().replace(/[\s._-]/g, "");
}

/** Finds the option that was most likely meant, if one stands out; `isOpen` can leave options out. */
export type Guess = (word: string, isOpen?: (option: string) => boolean) => string | undefined;

/** For options that are asked about again and again. */
export function createGuess(options: Iterable<string>): Guess {
  const folded = [...options]
    .filter((option) => option.length <= LONGEST_WORD)
    .map((option) => ({ option, text: fold(option) }));
  return (word, isOpen) => {
    const asked = word.length > LONGEST_WORD ? "" : fold(word);
    if (asked === "") return undefined;
    let best: string | undefined;
    let bestDistance = Number.POSITIVE_INFINITY;
    let compared = 0;
    for (const { option, text } of folded) {
      if (isOpen && !isOpen(option)) continue;
      // Of a long list only words that begin alike are compared, and not without end.
      if (folded.length > MOST_COMPARED && text.charCodeAt(0) !== asked.charCodeAt(0)) continue;
      if (++compared > MOST_COMPARED) break;
      const distance = text === asked ? 0 : distanceBetween(asked, text);
      if (distance < bestDistance) {
        best = option;
        bestDistance = distance;
      }
    }
    return best;
  };
}

export function closest(word: string, options: Iterable<string>): string | undefined {
  return createGuess(options)(word);
}

function distanceBetween(a: string, b: string): number {
  const most = Math.floor(Math.max(a.length, b.length) / 3);
  const distance = editDistance(a, b, most);
  if (distance <= most) return distance;
  // An abbreviation such as `int` or `desc`, or a longer form such as `descriptionText`.
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.startsWith(short) ? most + 1 : Number.POSITIVE_INFINITY;
}
