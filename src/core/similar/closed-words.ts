/** Which word of a closed list was meant by a text that is none of them. */
import type { Certainty, Evidence, Grounds } from "../evidence/evidence.ts";
import type { Meter } from "../meter/meter.ts";
import { trimEnds } from "../unicode/unicode.ts";
import { createGuesses, editDistance, MAX_COMPARED } from "./similar.ts";
import { isSlip, wordsOf } from "./slips.ts";
import {
  JOINED,
  LOST_MARKS,
  lettersOf,
  marksOf,
  nameKey,
  nearness,
  readSpelling,
  SAME_MARKS,
} from "./spelling.ts";

const MAX_MATCHES = 3;
/** Up to this many choices are offered one by one, where nothing tells which of them was meant. */
export const FEW_WORDS = 3;

/** A choice that the value does not resemble would remove what was written, unless nothing was written. */
export function groundsOfChoice(written: unknown): Grounds {
  const isBlank = typeof written === "string" && /^\s*(?:TODO)?\s*$/.test(written);
  return isBlank ? ["derived", "open"] : "removal";
}
/** What it costs to look for a slip in one word, as a number of comparisons. */
const SLIP_EFFORT = 2;
const MAX_WORD_LENGTH = 64;

/** A value that was probably meant, and what speaks for it. */
export interface WordMatch<Value = string> {
  readonly value: Value;
  readonly grounds: readonly [Evidence, Certainty];
}

export interface WordMatcher<Value = string> {
  /** What was probably meant, best first. */
  match(text: string, meter: Meter): readonly WordMatch<Value>[];
  /** What a text stands for, as far as case, separators, accents and the package say so. */
  wordFor(text: string): Value | undefined;
}

const NO_WORDS: readonly string[] = [];
const NO_MATCHES: readonly WordMatch<never>[] = [];

/** `aliases`: what other words stand for. */
export function createWordMatcher<Value = never>(
  words: readonly string[],
  aliases: ReadonlyMap<string, Value>,
  repairsTypos: boolean,
): WordMatcher<Value | string> {
  type Match = WordMatch<Value | string>;
  const accepted = [
    ...words.map((word) => ({
      spelled: word,
      value: word as Value | string,
      evidence: "notation" as Evidence,
    })),
    ...[...aliases].map(([spelled, value]) => ({ spelled, value, evidence: "alias" as Evidence })),
  ];
  const byLetters = grouped(accepted, ({ spelled }) => lettersOf(spelled));
  let longest = 0;
  for (const { spelled } of accepted) longest = Math.max(longest, spelled.length);
  let guesses: ReturnType<typeof createGuesses> | undefined;
  let byLetter: ReadonlyMap<string, string[]> | undefined;

  /** The words that can be meant by a slip, which is never in the first letter; of a long list, a bounded number. */
  function likeWords(letters: string): readonly string[] {
    byLetter ??= grouped(words, (word) => lettersOf(word).charAt(0));
    return (byLetter.get(letters.charAt(0)) ?? NO_WORDS).slice(0, MAX_COMPARED);
  }

  /** Whether a text is so much longer than every word that it stands for none: folding it would cost more than it tells. */
  const isFar = (text: string) => text.length > 2 * longest + 64 && trimEnds(text).length > 2 * longest + 64;

  /** The words and aliases with the same letters, as far as none is nearer. */
  function sameLetters(text: string, letters: string): readonly Match[] {
    const alike = byLetters.get(letters);
    if (alike === undefined) return NO_MATCHES;
    const sent = readSpelling(text);
    let nearest: number = LOST_MARKS;
    let found: typeof accepted = [];
    for (const one of alike) {
      const near = nearness(sent, readSpelling(one.spelled));
      if (near === undefined || near > nearest) continue;
      if (near < nearest) found = [];
      nearest = near;
      found.push(one);
    }
    const isOnly = new Set(found.map(({ value }) => value)).size === 1;
    const certainty = !isOnly || nearest >= SAME_MARKS ? "open" : nearest === JOINED ? "clear" : "same";
    return found
      .slice(0, isOnly ? 1 : MAX_MATCHES)
      .map(({ value, evidence }) => ({ value, grounds: [evidence, certainty] }));
  }

  /** A slip, if no other word is as near. */
  function slip(text: string, letters: string, likely: readonly string[]): Match | undefined {
    if (letters.length > MAX_WORD_LENGTH) return undefined;
    const near = likely.filter((word) => Math.abs(word.length - text.length) <= 1 + MAX_SEPARATORS);
    if (near.length === 0) return undefined;
    const sent = wordsOf(text);
    const meant = near.filter((word) => isSlip(sent, wordsOf(word)));
    const [word] = meant;
    if (word === undefined || meant.length > 1) return undefined;
    const own = lettersOf(word);
    for (const other of byLetters.keys())
      if (other !== own && other.length <= MAX_WORD_LENGTH && editDistance(letters, other, 1) <= 1)
        return undefined;
    const [a, b] = [text, word].map((spelled) => marksOf(nameKey(readSpelling(spelled))));
    const isHyphenLost = sent.length !== wordsOf(word).length && /[-.]/.test(text + word);
    return { value: word, grounds: ["slip", repairsTypos && a === b && !isHyphenLost ? "clear" : "open"] };
  }

  return {
    wordFor(text) {
      if (isFar(text)) return undefined;
      const [match] = sameLetters(text, lettersOf(text));
      return match === undefined || match.grounds[1] === "open" ? undefined : match.value;
    },
    match(text, meter) {
      if (isFar(text)) return NO_MATCHES;
      const letters = lettersOf(text);
      if (letters === "") return NO_MATCHES;
      const same = sameLetters(text, letters);
      if (same.length > 0) return same;
      const likely = likeWords(letters);
      if (!meter.spend(SLIP_EFFORT * likely.length)) return NO_MATCHES;
      const slipped = slip(trimEnds(text), letters, likely);
      if (slipped !== undefined) return [slipped];
      guesses ??= createGuesses(words);
      return guesses(text, meter)
        .slice(0, MAX_MATCHES)
        .map((value) => ({ value, grounds: ["likeness", "open"] }));
    },
  };
}

/** Separators that were added or left out. */
const MAX_SEPARATORS = 4;

function grouped<Word>(values: readonly Word[], keyOf: (word: Word) => string): ReadonlyMap<string, Word[]> {
  const groups = new Map<string, Word[]>();
  for (const word of values) {
    const key = keyOf(word);
    const group = groups.get(key);
    if (group) group.push(word);
    else groups.set(key, [word]);
  }
  return groups;
}
