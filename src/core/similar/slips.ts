/** Slips of the hand: what somebody types who meant exactly this word. */
import { lowerCase } from "../unicode/unicode.ts";

/** Shorter words are too near each other. */
const MIN_SLIP_LENGTH = 5;

const KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Keys that touch, on a keyboard whose rows are shifted by about half a key. */
function neighboursOf(row: number, column: number): string[] {
  const above = KEYBOARD[row - 1];
  const below = KEYBOARD[row + 1];
  const own = KEYBOARD[row]!;
  return [
    own[column - 1],
    own[column + 1],
    above?.[column],
    above?.[column + 1],
    below?.[column - 1],
    below?.[column],
  ].filter((letter): letter is string => letter !== undefined);
}

const NEIGHBOURS = new Map<string, ReadonlySet<string>>();
for (const [row, letters] of KEYBOARD.entries())
  for (const [column, letter] of [...letters].entries())
    NEIGHBOURS.set(letter, new Set(neighboursOf(row, column)));

const ONE_WORD = /^[a-z]+$/;

/** The words of a name: `outputFields`, `date-released` and `REPORT_EVERY` have two each. */
export function wordsOf(name: string): string[] {
  if (ONE_WORD.test(name)) return [name];
  const spaced = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replace(/([A-Za-z])([0-9])/g, "$1 $2");
  return lowerCase(spaced)
    .split(/[\s._\-/]+/)
    .filter((word) => word !== "");
}

/**
 * Whether, of the words of two names, one letter was dropped, added, swapped with its neighbour or replaced by a key beside it, in one word of five
 * letters or more. Never the first letter of a word, and never a digit.
 */
export function isSlip(sentWords: readonly string[], meantWords: readonly string[]): boolean {
  if (sentWords.length !== meantWords.length) return isSlipAcross(sentWords.join(""), meantWords);
  let differing = -1;
  for (let index = 0; index < sentWords.length; index++) {
    if (sentWords[index] === meantWords[index]) continue;
    if (differing >= 0) return false;
    differing = index;
  }
  return differing >= 0 && isSlipInWord(sentWords[differing]!, meantWords[differing]!);
}

/** The same for a name that was written as one word. */
function isSlipAcross(sent: string, meantWords: readonly string[]): boolean {
  let before = "";
  for (const [index, word] of meantWords.entries()) {
    const after = meantWords.slice(index + 1).join("");
    const length = sent.length - before.length - after.length;
    if (
      length >= word.length - 1 &&
      length <= word.length + 1 &&
      sent.startsWith(before) &&
      sent.endsWith(after)
    ) {
      if (isSlipInWord(sent.slice(before.length, before.length + length), word)) return true;
    }
    before += word;
  }
  return false;
}

function isSlipInWord(sent: string, meant: string): boolean {
  if (meant.length < MIN_SLIP_LENGTH || sent === meant || sent[0] !== meant[0]) return false;
  const shift = sent.length - meant.length;
  if (shift < -1 || shift > 1) return false;
  let start = 0;
  while (start < sent.length && start < meant.length && sent[start] === meant[start]) start++;
  const [restOfSent, restOfMeant] = [sent.slice(start), meant.slice(start)];
  if (shift === 1) return isLetter(restOfSent[0]) && restOfSent.slice(1) === restOfMeant;
  if (shift === -1) return isLetter(restOfMeant[0]) && restOfMeant.slice(1) === restOfSent;
  const [a, b] = [restOfSent[0], restOfMeant[0]];
  if (!isLetter(a) || !isLetter(b)) return false;
  if (restOfSent.slice(1) === restOfMeant.slice(1)) return NEIGHBOURS.get(b!)?.has(a!) === true;
  return (
    restOfSent[1] === b &&
    restOfMeant[1] === a &&
    isLetter(restOfMeant[1]) &&
    restOfSent.slice(2) === restOfMeant.slice(2)
  );
}

function isLetter(unit: string | undefined): boolean {
  return unit !== undefined && /\p{L}/u.test(unit);
}
