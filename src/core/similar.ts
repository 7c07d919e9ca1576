/** Did you mean …? Errs to silence: a wrong guess costs more than none. */

const LONGEST_WORD = 64;

/** Optimal string alignment distance, given up once it must exceed `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let rowBest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforePrevious[j - 2]! + 1);
      }
      current.push(best);
      if (best < rowBest) rowBest = best;
    }
    if (rowBest > most) return most + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}

/** Case and separators do not count: `Output_Fields` is `outputFields`. */
function fold(word: string): string {
  return word.toLowerCase().replace(/[\s._-]/g, "");
}

/** The option that was most likely meant, if one stands out. */
export function closest(word: string, options: Iterable<string>): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const folded = fold(word);
  if (folded === "") return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const option of options) {
    if (option.length > LONGEST_WORD) continue;
    const other = fold(option);
    const most = Math.floor(Math.max(folded.length, other.length) / 3);
    let distance = folded === other ? 0 : editDistance(folded, other, most);
    if (distance > most) {
      // An abbreviation such as `int` or `desc`, or a longer form such as `descriptionText`.
      const [short, long] = folded.length < other.length ? [folded, other] : [other, folded];
      if (short.length < 3 || !long.startsWith(short)) continue;
      distance = most + 1;
    }
    if (distance < bestDistance) {
      best = option;
      bestDistance = distance;
    }
  }
  return best;
}
