/** Guesses for "did you mean". Prefers no guess to a wrong one. */

const MAX_WORD_LENGTH = 64;
const MAX_COMPARED = 1_000;

/** Three rows of the distance table, reused for every pair. */
let [beforePrevious, previous, current] = [0, 1, 2].map(() => new Uint8Array(MAX_WORD_LENGTH + 1)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/** Optimal string alignment distance of words of at most 64 units, stopping once it must exceed `most`. */
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

/** Ignores case and separators: `Max_Length` is `maxLength`. */
function fold(word: string): string {
  return word.toLowerCase().replace(/[\s._-]/g, "");
}

/** Finds the option that was most likely meant, if there is one; `isOpen` can exclude options. */
export type Guess = (word: string, isOpen?: (option: string) => boolean) => string | undefined;

/** For options that are compared many times. */
export function createGuess(options: Iterable<string>): Guess {
  const folded = [...options]
    .filter((option) => option.length <= MAX_WORD_LENGTH)
    .map((option) => ({ option, text: fold(option) }));
  return (word, isOpen) => {
    const asked = word.length > MAX_WORD_LENGTH ? "" : fold(word);
    if (asked === "") return undefined;
    let best: string | undefined;
    let bestDistance = Number.POSITIVE_INFINITY;
    let compared = 0;
    for (const { option, text } of folded) {
      if (isOpen && !isOpen(option)) continue;
      // In a long list, only a bounded number of words with the same first letter are compared.
      if (folded.length > MAX_COMPARED && text.charCodeAt(0) !== asked.charCodeAt(0)) continue;
      if (++compared > MAX_COMPARED) break;
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
