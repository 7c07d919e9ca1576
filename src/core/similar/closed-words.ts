/** Which word of a closed list was meant by a text that is none of them. */
import type { Certainty, Evidence, Grounds } from "../evidence/evidence.ts";
import type { Meter } from "../meter/meter.ts";
import { lowerCase, trimEnds } from "../unicode/unicode.ts";
import { createGuesses, editDistance, fold, MAX_COMPARED } from "./similar.ts";
import { isSlip, wordsOf } from "./slips.ts";

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

export interface WordMatch {
  word: string;
  evidence: Evidence;
  certainty: Certainty;
}

export interface WordMatcher {
  /** The words that were probably meant, best first. */
  match(text: string, meter: Meter): readonly WordMatch[];
  /** The word that a text stands for, as far as case, separators, accents and the package say so. */
  wordFor(text: string): string | undefined;
}

const NO_WORDS: readonly string[] = [];
const NO_MATCHES: readonly WordMatch[] = [];

export function createWordMatcher(
  values: readonly string[],
  aliases: ReadonlyMap<string, string>,
  repairsTypos: boolean,
): WordMatcher {
  const byCase = grouped(values, lowerCase);
  const byFold = grouped(values, fold);
  const byAlias = new Map([...aliases].map(([alias, word]) => [fold(alias), word]));
  const accepted = [...byFold.keys(), ...byAlias.keys()];
  let longest = 0;
  for (const word of values) longest = Math.max(longest, word.length);
  for (const alias of aliases.keys()) longest = Math.max(longest, alias.length);
  let guesses: ReturnType<typeof createGuesses> | undefined;
  let byLetter: ReadonlyMap<string, string[]> | undefined;

  /** The words that can be meant by a slip, which is never in the first letter; of a long list, a bounded number. */
  function likeWords(folded: string): readonly string[] {
    byLetter ??= grouped(values, (word) => fold(word).charAt(0));
    return (byLetter.get(folded.charAt(0)) ?? NO_WORDS).slice(0, MAX_COMPARED);
  }

  /** Whether a text is so much longer than every word that it stands for none: folding it would cost more than it tells. */
  const isFar = (text: string) => text.length > 2 * longest + 64 && trimEnds(text).length > 2 * longest + 64;

  function sameWords(text: string, folded: string): readonly string[] {
    const trimmed = trimEnds(text);
    const same = byCase.get(lowerCase(trimmed));
    if (same?.includes(trimmed)) return [trimmed];
    return same?.length === 1 ? same : (byFold.get(folded) ?? NO_WORDS);
  }

  /** A slip, if no other word is as near. */
  function slip(text: string, folded: string, words: readonly string[]): string | undefined {
    if (folded.length > MAX_WORD_LENGTH) return undefined;
    const near = words.filter((word) => Math.abs(word.length - text.length) <= 1 + MAX_SEPARATORS);
    if (near.length === 0) return undefined;
    const sent = wordsOf(text);
    const meant = near.filter((word) => isSlip(sent, wordsOf(word)));
    if (meant.length !== 1) return undefined;
    const own = fold(meant[0]!);
    const isTied = accepted.some(
      (other) => other !== own && other.length <= MAX_WORD_LENGTH && editDistance(folded, other, 1) <= 1,
    );
    return isTied ? undefined : meant[0];
  }

  return {
    wordFor(text) {
      if (isFar(text)) return undefined;
      const folded = fold(text);
      const same = sameWords(text, folded);
      return same.length === 1 ? same[0] : same.length > 1 ? undefined : byAlias.get(folded);
    },
    match(text, meter) {
      if (isFar(text)) return NO_MATCHES;
      const folded = fold(text);
      if (folded === "") return NO_MATCHES;
      const same = sameWords(text, folded);
      if (same.length === 1) return [{ word: same[0]!, evidence: "notation", certainty: "same" }];
      if (same.length > 1)
        return same.slice(0, MAX_MATCHES).map((word) => ({ word, evidence: "notation", certainty: "open" }));
      const aliased = byAlias.get(folded);
      if (aliased !== undefined) return [{ word: aliased, evidence: "alias", certainty: "clear" }];
      const words = likeWords(folded);
      if (!meter.spend(SLIP_EFFORT * words.length)) return NO_MATCHES;
      const slipped = slip(trimEnds(text), folded, words);
      if (slipped !== undefined)
        return [{ word: slipped, evidence: "slip", certainty: repairsTypos ? "clear" : "open" }];
      guesses ??= createGuesses(values);
      return guesses(text, meter)
        .slice(0, MAX_MATCHES)
        .map((word) => ({ word, evidence: "likeness", certainty: "open" }));
    },
  };
}

/** Separators that were added or left out. */
const MAX_SEPARATORS = 4;

function grouped(values: readonly string[], keyOf: (word: string) => string): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of values) {
    const key = keyOf(word);
    const group = groups.get(key);
    if (group) group.push(word);
    else groups.set(key, [word]);
  }
  return groups;
}
