/** Which letters a typing error may affect, and the hashed windows of letters in registered names. */
import { inCategories } from "../../unicode/properties.ts";
import type { NameForm } from "./forms.ts";

/**
 * Latin, Greek, Cyrillic and Armenian lie below this. In scripts where one character is a syllable or a word,
 * one changed character changes the meaning, so only the same name counts there.
 */
const ALPHABETS_END = 0x590;
/** More would only make each search longer; rarer letters are left out. */
const MAX_LETTERS = 64;

/** Only letters: a changed digit or symbol makes another name. */
const IS_LETTER = new Uint8Array(ALPHABETS_END);
const bounds = inCategories((category) => category.startsWith("L"), ALPHABETS_END);
for (let at = 0; at < bounds.length; at += 2) IS_LETTER.fill(1, bounds[at], bounds[at + 1]);

export function isLetter(unit: number): boolean {
  return IS_LETTER[unit] === 1;
}

/**
 * The hash of the letters around a place: an odd multiplier for each of the four, and one more for the letter at
 * the place itself. Windows are distinguished by the upper bits of the sum.
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

export function createLettersBuilder() {
  const frequency = new Uint32Array(ALPHABETS_END);
  const windows = createWindowsBuilder();

  return {
    add({ units, length }: NameForm): void {
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
        // Adds the window and its gap without the letter, so that most places are ruled out for all letters at once.
        windows.add(around);
        windows.add(around + hashCentre(unit));
      }
    },
    finish() {
      const letters = Array.from(frequency.keys())
        .filter((unit) => frequency[unit]! > 0)
        .sort((a, b) => frequency[b]! - frequency[a]! || a - b)
        .slice(0, MAX_LETTERS);
      return { windows: windows.finish(), letters: Uint16Array.from(letters) };
    },
  };
}

const WIDEST_BITS = 22;
const NARROWEST_BITS = 11;

/** A set of hashes as bits, made as narrow as fifteen in sixteen stay unset, so that it fits into the cache. */
function createWindowsBuilder() {
  const wide = new Uint32Array(2 ** (WIDEST_BITS - 5));
  let count = 0;
  return {
    add(hash: number): void {
      const bit = hash >>> (32 - WIDEST_BITS);
      if (hasBit(wide, bit)) return;
      setBit(wide, bit);
      count++;
    },
    finish(): Uint32Array<ArrayBuffer> {
      let bits = WIDEST_BITS;
      while (bits > NARROWEST_BITS && 16 * count < 2 ** (bits - 1)) bits--;
      if (bits === WIDEST_BITS) return wide;
      const narrow = new Uint32Array(2 ** (bits - 5));
      for (let index = 0; index < wide.length; index++)
        for (let rest = wide[index]!; rest !== 0; rest &= rest - 1)
          setBit(narrow, (32 * index + 31 - Math.clz32(rest & -rest)) >>> (WIDEST_BITS - bits));
      return narrow;
    },
  };
}
