/** Guesses for "did you mean". Prefers no guess to a wrong one. */

import { Meter } from "../meter/meter.ts";
import { isMark, lowerCase, normalizeUnicode } from "../unicode/unicode.ts";

const MAX_WORD_LENGTH = 64;
export const MAX_COMPARED = 1_000;
/** Shorter words must start alike, and only longer ones may have two slips. */
const MIN_SLIP = 5;
const MIN_TWO_SLIPS = 8;
const MIN_ABBREVIATION = 3;
const NEGATIONS = new Set(["un", "in", "im", "non", "not", "no", "dis", "anti", "de"]);

/** Three rows of the distance table, reused for every pair. */
let [beforePrevious, previous, current] = [0, 1, 2].map(() => new Uint8Array(MAX_WORD_LENGTH + 1)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/**
 * Optimal string alignment distance, or more than `most`. Of two words of at most 64 units, only what differs is
 * compared, and only as far from the diagonal as the bound allows.
 */
export function editDistance(a: string, b: string, most: number): number {
  let start = 0;
  let [rows, columns] = [a.length, b.length];
  if (Math.abs(rows - columns) > most) return most + 1;
  while (rows > 0 && columns > 0 && a.charCodeAt(rows - 1) === b.charCodeAt(columns - 1)) {
    rows--;
    columns--;
  }
  while (start < rows && start < columns && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  rows -= start;
  columns -= start;
  if (rows === 0 || columns === 0) return Math.max(rows, columns);
  const tooMany = most + 1;
  for (let j = 0; j <= Math.min(columns, most); j++) previous[j] = j;
  for (let i = 1; i <= rows; i++) {
    const [first, last] = [Math.max(1, i - most), Math.min(columns, i + most)];
    current[first - 1] = first === 1 ? i : tooMany;
    if (last === i + most) previous[last] = tooMany;
    let rowBest = current[first - 1]!;
    const unit = a.charCodeAt(start + i - 1);
    for (let j = first; j <= last; j++) {
      const other = b.charCodeAt(start + j - 1);
      let best = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (unit === other ? 0 : 1));
      if (i > 1 && j > 1 && unit === b.charCodeAt(start + j - 2) && a.charCodeAt(start + i - 2) === other) {
        best = Math.min(best, beforePrevious[j - 2]! + 1);
      }
      current[j] = best;
      if (best < rowBest) rowBest = best;
    }
    if (rowBest > most) return tooMany;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return Math.min(previous[columns]!, tooMany);
}

const ASCII = /^[\0-\x7f]*$/;
const SEPARATOR = /[\s._\0-]/;

/** Ignores case, separators and accents: `Max_Length` is `maxLength`. Between digits a separator makes a difference. */
export function fold(word: string): string {
  const plain = lowerCase(ASCII.test(word) ? word : withoutMarks(word));
  if (!SEPARATOR.test(plain)) return plain;
  return plain
    .replace(/(?<=\d)[\s._-]+(?=\d)/g, "\0")
    .replace(/[\s._-]/g, "")
    .replaceAll("\0", ".");
}

export function withoutMarks(text: string): string {
  let plain = "";
  for (const character of normalizeUnicode(text, "NFKD"))
    if (!isMark(character.codePointAt(0)!)) plain += character;
  return plain;
}

/** Finds the option that was most likely meant, if there is one; `isOpen` can exclude options. */
export type Guess = (word: string, meter: Meter, isOpen?: (option: string) => boolean) => string | undefined;

interface Option {
  readonly option: string;
  readonly text: string;
}

/** For options that are compared many times. */
export function createGuess(options: Iterable<string>): Guess {
  const guesses = createGuesses(options);
  return (word, meter, isOpen) => guesses(word, meter, isOpen)[0];
}

/** The options that were most likely meant; several if they are equally near. */
export function createGuesses(
  options: Iterable<string>,
): (word: string, meter: Meter, isOpen?: (option: string) => boolean) => string[] {
  const folded: readonly Option[] = [...options]
    .filter((option) => option.length <= MAX_WORD_LENGTH)
    .map((option) => ({ option, text: fold(option) }));
  const candidatesFor = folded.length > MAX_COMPARED ? createIndex(folded) : () => folded;
  return (word, meter, isOpen) => {
    const asked = word.length > MAX_WORD_LENGTH ? "" : fold(word);
    let best: string[] = [];
    if (asked === "") return best;
    const candidates = candidatesFor(asked);
    if (!meter.spend(candidates.length)) return best;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const { option, text } of candidates) {
      if (isOpen && !isOpen(option)) continue;
      const distance = text === asked ? 0 : distanceBetween(asked, text);
      if (distance === Number.POSITIVE_INFINITY) continue;
      if (distance < bestDistance) {
        best = [option];
        bestDistance = distance;
      } else if (distance === bestDistance) best.push(option);
    }
    return best;
  };
}

/** In a long list, only a bounded number of words with the same first letter are compared. */
function createIndex(options: readonly Option[]): (word: string) => readonly Option[] {
  const byLetter = new Map<string, Option[]>();
  for (const option of options) {
    const letter = option.text.charAt(0);
    const others = byLetter.get(letter);
    if (others === undefined) byLetter.set(letter, [option]);
    else if (others.length < MAX_COMPARED) others.push(option);
  }
  return (word) => byLetter.get(word.charAt(0)) ?? [];
}

export function closest(word: string, options: Iterable<string>): string | undefined {
  return createGuess(options)(word, new Meter());
}

/** How far a word is from an option; infinite if it was hardly meant. */
function distanceBetween(word: string, option: string): number {
  const length = Math.min(word.length, option.length);
  const most = length < MIN_TWO_SLIPS ? 1 : 2;
  const isShort = length < MIN_SLIP && word.charCodeAt(0) !== option.charCodeAt(0);
  const distance = isShort ? most + 1 : editDistance(word, option, most);
  // An abbreviation such as `int` or `desc`.
  const isMeant = distance <= most || (word.length >= MIN_ABBREVIATION && option.startsWith(word));
  // A word that says the opposite, or says more than the option does, is not a misspelling of it.
  return isMeant && !isNegation(word, option) && !isNegation(option, word) && hasDigitsOf(word, option)
    ? Math.min(distance, most + 1)
    : Number.POSITIVE_INFINITY;
}

function hasDigitsOf(word: string, option: string): boolean {
  return word.replace(/\D+/g, " ") === option.replace(/\D+/g, " ");
}

/** Whether a word is another one with a prefix that makes it the opposite. */
export function isNegation(word: string, other: string): boolean {
  return word.endsWith(other) && NEGATIONS.has(word.slice(0, -other.length));
}
