/**
 * The search for a registered name that a new one nearly repeats. It errs to silence: what it finds has the same
 * letters and digits, or the same words in another order or number, or one slip of the pen inside one word, where
 * that word is not itself in use.
 *
 * Slips are found by trying them out. The hash of a name with one letter changed follows from the hashes of what
 * lies before and after the place; only a change whose window of five letters occurs in the registry is looked up.
 * So the work is bounded by the length of the name asked about, not by the size of the registry.
 */

import type { RegistryData } from "../data.ts";
import { entryAt, hasHash, mix, seek } from "../table.ts";
import { textAt } from "../texts.ts";
import { createNameForm, isWordStart, readName, sameUnits } from "./forms.ts";
import { hasBit, hashAround, hashCentre, isLetter } from "./letters.ts";
import { bagText, HASH_BASE, hashUnits, hashWord } from "./words.ts";

/** The longer of two names, and of two words, that a slip may tell apart: short ones have honest neighbours. */
const SHORTEST_NAME = 8;
const SHORTEST_WORD = 4;
/** Longer names are only found whole. */
const LONGEST_NAME = 96;
/** Once so many changes look possible the windows tell nothing any more, and silence is the better answer. */
const MOST_LOOKUPS = 1024;

const powers = new Int32Array(LONGEST_NAME + 2);
powers[0] = 1;
for (let index = 1; index < powers.length; index++) powers[index] = Math.imul(powers[index - 1]!, HASH_BASE);

/** How many units a slip spans in the name asked about and in the registered one. */
interface Slip {
  asked: number;
  registered: number;
}
const SUBSTITUTION: Slip = { asked: 1, registered: 1 };
const DELETION: Slip = { asked: 1, registered: 0 };
const INSERTION: Slip = { asked: 0, registered: 1 };
const TRANSPOSITION: Slip = { asked: 2, registered: 2 };

/** Tells the index of an entry whose name is nearly the one asked about; -1 when there is none. */
export function createNearSearch(data: RegistryData): (name: string) => number {
  const { names, bags, words, windows, letters } = data;
  const windowShift = Math.clz32(32 * windows.length - 1);
  const centres = Int32Array.from(letters, hashCentre);

  const asked = createNameForm();
  const registered = createNameForm();
  const wordHashes = new Int32Array(LONGEST_NAME);
  const odd = new Uint8Array(LONGEST_NAME);
  /** Hashes of the first and of the last units of the name asked about, by how many and by where they begin. */
  const heads = new Int32Array(LONGEST_NAME + 1);
  const tails = new Int32Array(LONGEST_NAME + 1);
  /** The name asked about with nothing, thrice, before and after it. */
  const padded = new Uint16Array(LONGEST_NAME + 6);
  /** The slip that is being tried out. */
  let slip = SUBSTITUTION;
  let place = 0;
  let lookups = 0;

  function find(table: Uint32Array, hash: number, isFound: () => boolean): number {
    const mixed = mix(hash);
    for (let slot = seek(table, mixed, mixed); slot >= 0; slot = seek(table, mixed, slot + 1)) {
      const entry = entryAt(table, slot);
      readName(registered, textAt(data, 2 * entry + 1));
      if (isFound()) return entry;
    }
    return -1;
  }

  const isSameName = () => sameUnits(asked, registered);
  const isSameBag = () => bagText(asked) === bagText(registered);

  /** A hash only hints. And first letters count on both sides, whose words may be divided differently. */
  function isSlip(): boolean {
    const { length, units } = registered;
    if (length - slip.registered !== asked.length - slip.asked) return false;
    for (let index = 0; index < place; index++) if (units[index] !== asked.units[index]) return false;
    const shift = slip.asked - slip.registered;
    for (let index = place + slip.registered; index < length; index++) {
      if (units[index] !== asked.units[index + shift]) return false;
    }
    for (let index = place; index < place + slip.registered; index++) {
      if (!isLetter(units[index]!) || isWordStart(registered, index)) return false;
    }
    return slip !== TRANSPOSITION || units[place] === asked.units[place + 1];
  }

  function findSlip(tried: Slip, at: number, hash: number): number {
    if (++lookups > MOST_LOOKUPS) return -1;
    slip = tried;
    place = at;
    return find(names, hash, isSlip);
  }

  function measure(): void {
    const { length, units } = asked;
    for (let index = 0; index < length; index++) {
      heads[index + 1] = Math.imul(heads[index]!, HASH_BASE) + units[index]! + 1;
    }
    padded.fill(0);
    for (let index = 0; index < length; index++) padded[index + 3] = units[index]!;
    tails[length] = 0;
    for (let index = length - 1; index >= 0; index--) {
      tails[index] = Math.imul(units[index]! + 1, powers[length - 1 - index]!) + tails[index + 1]!;
    }
  }

  function isKnown(window: number): boolean {
    return hasBit(windows, window >>> windowShift);
  }

  /** Whether the windows on both sides of a letter that is put before `after` are in use as well. */
  function fits(at: number, after: number, letter: number): boolean {
    const before = padded[at + 2]!;
    const behind = padded[after + 3]!;
    return (
      (!isLetter(before) ||
        isKnown(hashAround(padded[at]!, padded[at + 1]!, letter, behind) + hashCentre(before))) &&
      (!isLetter(behind) ||
        isKnown(hashAround(before, letter, padded[after + 4]!, padded[after + 5]!) + hashCentre(behind)))
    );
  }

  /** Puts each letter at the place, or in before it, as far as the windows of the registry allow it. */
  function tryLetters(tried: Slip, at: number): number {
    const after = at + tried.asked;
    const window = hashAround(padded[at + 1]!, padded[at + 2]!, padded[after + 3]!, padded[after + 4]!);
    if (!isKnown(window)) return -1;
    const weight = powers[asked.length - after]!;
    const around = (Math.imul(heads[at]!, powers[asked.length - after + 1]!) + tails[after]!) | 0;
    for (let index = 0; index < letters.length; index++) {
      const letter = letters[index]!;
      if (!isKnown(window + centres[index]!) || !fits(at, after, letter)) continue;
      const entry = findSlip(tried, at, (around + Math.imul(letter + 1, weight)) | 0);
      if (entry >= 0) return entry;
    }
    return -1;
  }

  /** Drops the letter at a place, or swaps it with the next. */
  function tryWithout(at: number, end: number): number {
    const { length, units } = asked;
    const rest = length - 1 - at;
    const entry = findSlip(DELETION, at, Math.imul(heads[at]!, powers[rest]!) + tails[at + 1]!);
    if (entry >= 0 || at + 1 >= end || !isLetter(units[at + 1]!) || units[at] === units[at + 1]) return entry;
    const swapped =
      Math.imul(units[at + 1]! + 1, powers[rest]!) + Math.imul(units[at]! + 1, powers[rest - 1]!);
    return findSlip(TRANSPOSITION, at, Math.imul(heads[at]!, powers[rest + 1]!) + swapped + tails[at + 2]!);
  }

  function findSlipIn(start: number, end: number): number {
    const { length, units } = asked;
    const mayLose = length >= SHORTEST_NAME && end - start >= SHORTEST_WORD;
    const mayGain = length + 1 >= SHORTEST_NAME && end - start + 1 >= SHORTEST_WORD;
    // The first letter of a word is rarely mistyped, and tells latitude from altitude.
    for (let at = start + 1; at <= end; at++) {
      let entry = -1;
      if (mayLose && at < end && isLetter(units[at]!)) {
        entry = tryWithout(at, end);
        if (entry < 0) entry = tryLetters(SUBSTITUTION, at);
      }
      if (mayGain && entry < 0) entry = tryLetters(INSERTION, at);
      if (entry >= 0) return entry;
    }
    return -1;
  }

  return function findNear(name) {
    readName(asked, name);
    const { length } = asked;
    if (length === 0) return -1;
    const same = find(names, hashUnits(asked.units, 0, length), isSameName);
    if (same >= 0) return same;
    let bag = 0;
    for (let word = 0; word < asked.words; word++) {
      const hash = hashWord(asked, word);
      if (word < LONGEST_NAME) wordHashes[word] = hash;
      bag = (bag + hash) | 0;
    }
    const reordered = find(bags, bag, isSameBag);
    if (reordered >= 0 || length > LONGEST_NAME || length + 1 < SHORTEST_NAME) return reordered;

    // A word in use elsewhere is no slip: county beside country. And a slip changes one word: a name with two
    // words that nobody uses is a new name, which most proposals have, so the search ends here for them.
    let oddLong = 0;
    let oddWords = 0;
    for (let word = 0; word < asked.words; word++) {
      if (hasHash(words, wordHashes[word]!)) continue;
      odd[oddWords++] = word;
      if (asked.ends[word]! - asked.starts[word]! >= SHORTEST_WORD && ++oddLong > 1) return -1;
    }
    if (oddWords === 0) return -1;
    lookups = 0;
    measure();
    for (let index = 0; index < oddWords; index++) {
      const word = odd[index]!;
      const entry = findSlipIn(asked.starts[word]!, asked.ends[word]!);
      if (entry >= 0) return entry;
    }
    return -1;
  };
}
