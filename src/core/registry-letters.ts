/** Which letters a slip of the pen may touch, and the hashed windows of letters that registered names hold. */
import type { NameForm } from "./names.ts";

/**
 * Latin, Greek, Cyrillic and Armenian lie below this. In scripts where one sign is a syllable or a word, one
 * changed sign is another meaning, so there only the very same name counts.
 */
const ALPHABETS_END = 0x590;
/** More would only make each search longer; rarer letters are left out. */
const MOST_LETTERS = 64;

const LETTER = /^\p{L}$/u;

/** Letters alone: a changed digit or sign makes another name. */
export const IS_LETTER = Uint8Array.from({ length: ALPHABETS_END }, (_, unit) =>
  LETTER.test(String.fromCharCode(unit)) ? 1 : 0,
);

export function isLetter(unit: number): boolean {
  return unit < ALPHABETS_END && IS_LETTER[unit] === 1;
}

/**
 * The hash of the letters around a place: an odd multiplier for each of the four, and one more for the letter at
 * the place itself. Windows are told apart by the upper bits of the sum.
 */
export function hashAround(before2: number, before: number, after: number, after2: number): number {
  return (
    (((Math.imul(before2, 0x9e3779b1) + Math.imul(before, 0x85ebca77)) | 0) +
      ((Math.imul(after, 0x27d4eb2f) + Math.imul(after2, 0x165667b1)) | 0)) |
    0
  );
}

export function hashCentre(letter: number): number {
  return Math.imul(letter, 0xc2b2ae3d);
}

function setBit(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5]! |= 1 << (bit & 31);
}

export function hasBit(bits: Uint32Array, bit: number): boolean {
  return ((bits[bit >>> 5]! >>> (bit & 31)) & 1) === 1;
}

const WIDEST_BITS = 22;
const NARROWEST_BITS = 11;

export interface LettersBuilder {
  add(form: NameForm): void;
  finish(): { windows: Uint32Array<ArrayBuffer>; letters: Uint16Array<ArrayBuffer> };
}

export function createLettersBuilder(): LettersBuilder {
  const frequency = new Uint32Array(ALPHABETS_END);
  const wide = new Uint32Array(2 ** (WIDEST_BITS - 5));

  return {
    add({ units, length }) {
      for (let at = 0; at < length; at++) {
        const unit = units[at]!;
        if (!isLetter(unit)) continue;
        frequency[unit]!++;
        const around = hashAround(
          at > 1 ? units[at - 2]! : 0,
          at > 0 ? units[at - 1]! : 0,
          at + 1 < length ? units[at + 1]! : 0,
          at + 2 < length ? units[at + 2]! : 0,
        );
        // Both the window and its gap without the letter: most places are then dismissed for all letters at once.
        setBit(wide, around >>> (32 - WIDEST_BITS));
        setBit(wide, (around + hashCentre(unit)) >>> (32 - WIDEST_BITS));
      }
    },
    finish() {
      const letters = Array.from(frequency.keys())
        .filter((unit) => frequency[unit]! > 0)
        .sort((a, b) => frequency[b]! - frequency[a]! || a - b)
        .slice(0, MOST_LETTERS);
      return { windows: narrow(wide), letters: Uint16Array.from(letters) };
    },
  };
}

/** A set no wider than its content needs stays in the processor's cache: at most one bit in sixteen is set. */
function narrow(wide: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  let set = 0;
  for (const word of wide) for (let rest = word; rest !== 0; rest &= rest - 1) set++;
  let bits = WIDEST_BITS;
  while (bits > NARROWEST_BITS && 16 * set < 2 ** (bits - 1)) bits--;
  const shift = WIDEST_BITS - bits;
  if (shift === 0) return wide;
  const narrowed = new Uint32Array(2 ** (bits - 5));
  for (let index = 0; index < wide.length; index++) {
    for (let rest = wide[index]!; rest !== 0; rest &= rest - 1) {
      setBit(narrowed, (32 * index + 31 - Math.clz32(rest & -rest)) >>> shift);
    }
  }
  return narrowed;
}
