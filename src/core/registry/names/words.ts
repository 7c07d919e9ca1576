/** The words of names: their singular, their hashes, and the bag of words without order. */

import { mix } from "../table.ts";
import { createNameForm, type NameForm, readName } from "./forms.ts";
import { NEVER_PLURAL, ORDINARY_WORDS } from "./lexicon.ts";

/** Multiplier of the polynomial hash of units: odd, and 5 modulo 8, so that its powers do not repeat early. */
export const HASH_BASE = 0x2c1b3c6d;

/** Polynomial, so that the hash of a text with one letter changed follows from the parts in constant time. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = (Math.imul(hash, HASH_BASE) + units[index]! + 1) | 0;
  return hash;
}

const unitsOf = (word: string) => Uint16Array.from(word, (letter) => letter.charCodeAt(0));
const [A, C, E, H, I, S, X, Y, Z] = [0x61, 0x63, 0x65, 0x68, 0x69, 0x73, 0x78, 0x79, 0x7a] as const;
const neverPlural = new Set(NEVER_PLURAL.map((word) => hashUnits(unitsOf(word), 0, word.length)));

/** Whether an s after this unit can make a plural: not after another s (`address`) or a digit (`1990s`). */
function isPluralTail(unit: number): boolean {
  return unit >= A && unit <= Z && unit !== S;
}

/** Writes the singular of a word into the form's scratch and returns its length. Knows regular English plurals only. */
function writeSingular(form: NameForm, word: number): number {
  const out = form.scratch;
  const start = form.starts[word]!;
  let length = form.ends[word]! - start;
  for (let index = 0; index < length; index++) out[index] = form.units[start + index]!;
  if (length < 4) return length;
  if (
    out[length - 1] === S &&
    isPluralTail(out[length - 2]!) &&
    !neverPlural.has(hashUnits(out, 0, length))
  ) {
    length--;
  }
  // Singular and plural both take this step, so that `movie` still equals `movies`, and `cache` equals `caches`.
  if (length < 4 || out[length - 1] !== E) return length;
  const last = out[length - 2]!;
  const before = out[length - 3]!;
  if (last === I) {
    out[length - 2] = Y;
    return length - 1;
  }
  const hisses =
    last === X ||
    (last === H && (before === C || before === S)) ||
    (last === before && (last === S || last === Z));
  return hisses ? length - 1 : length;
}

export function hashName(form: NameForm): number {
  return mix(hashUnits(form.units, 0, form.length));
}

export function hashId(folded: string): number {
  let hash = 0;
  for (let index = 0; index < folded.length; index++) {
    hash = Math.imul(hash, HASH_BASE) + folded.charCodeAt(index) + 1;
  }
  return mix(hash);
}

/** The hash of a word's singular. The sum over all words of a name does not depend on their order. */
export function hashWord(form: NameForm, word: number): number {
  const length = writeSingular(form, word);
  return mix(hashUnits(form.scratch, 0, length));
}

/** The words in the singular and in one order: equal for names that differ only in word order and number. */
export function bagText(form: NameForm): string {
  const words: string[] = [];
  for (let word = 0; word < form.words; word++) {
    let text = "";
    const length = writeSingular(form, word);
    for (let index = 0; index < length; index++) text += String.fromCharCode(form.scratch[index]!);
    words.push(text);
  }
  return words.sort().join(" ");
}

/** The hashes of words that are never treated as a misspelling, whatever the registry contains. */
export function ordinaryWordHashes(): number[] {
  const form = createNameForm();
  return [...ORDINARY_WORDS, ...NEVER_PLURAL, ...NEVER_PLURAL.map((word) => word.slice(0, -1))].map(
    (word) => {
      readName(form, word);
      return hashWord(form, 0);
    },
  );
}
