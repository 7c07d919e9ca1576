/** What one word or name has to do with others, as the table of repairs defines it. */

/** The letters alone: what stays of a word without case, separators and accents. */
export function lettersOf(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s._\-/]+/g, "");
}

/** The words of a name: `outputFields`, `date-released` and `REPORT_EVERY` have two each. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[\s._\-/]+/)
    .filter((word) => word !== "");
}

const KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Letters of the same row that touch. Where keys of other rows touch depends on the keyboard. */
export function neighboursOf(letter: string): string[] {
  for (const row of KEYBOARD) {
    const index = row.indexOf(letter);
    if (index >= 0) return [row[index - 1], row[index + 1]].filter((other) => other !== undefined);
  }
  return [];
}

/** How many letters to insert, drop, replace or swap to get from one word to the other, up to 3. */
export function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return Math.min(3, rows[a.length]![b.length]!);
}
