/** Pairs names that were sent with names that were meant, by spelling and by the words of compound names. */

import type { Meter } from "../meter/meter.ts";
import { editDistance, isNegation } from "./similar.ts";
import { isSlip, wordsOf } from "./slips.ts";
import { lettersOf, marksOf, nameKey, readSpelling } from "./spelling.ts";

const MAX_NAME_LENGTH = 64;
/** More comparisons than this are not made for one object: so many unknown names are not typing errors. */
const MAX_COMPARISONS = 2_048;
const MAX_REMEMBERED = 256;
const MIN_TWO_SLIP_LENGTH = 8;
const MIN_ABBREVIATION = 3;
/** Main words that say too little: many names end with them. */
const GENERIC_HEADS = new Set(
  "id name type kind date time code number count value size length text flag status url key".split(" "),
);

/** Words that make names of opposite meaning, which are never each other's misspelling. */
const OPPOSITE_OF = new Map<string, Set<string>>();
for (const pair of (
  "min/max minimum/maximum first/last start/end begin/end to/from before/after in/out input/output " +
  "old/new left/right top/bottom low/high lower/upper source/target open/close opened/closed " +
  "width/height created/updated net/gross sender/receiver buyer/seller parent/child on/off buy/sell " +
  "debit/credit increment/decrement enabled/disabled"
).split(" ")) {
  const [one, other] = pair.split("/") as [string, string];
  OPPOSITE_OF.set(one, (OPPOSITE_OF.get(one) ?? new Set()).add(other));
  OPPOSITE_OF.set(other, (OPPOSITE_OF.get(other) ?? new Set()).add(one));
}
/** Names that end with different units mean different numbers. */
const UNITS = new Set(
  (
    "mm cm m km metre metres meter meters inch inches foot feet yard yards mile miles mg g kg gram grams tonne tonnes ounce ounces " +
    "pound pounds lb lbs oz ms second seconds minute minutes hour hours day days week weeks month months year years celsius fahrenheit kelvin " +
    "byte bytes kb mb gb percent euro euros dollar dollars cent cents litre litres liter liters watt watts kilowatt kilowatts"
  ).split(" "),
);
/**
 * How much speaks for a name. An alias and the same letters decide alone, a slip together with a value that fits. What is
 * less than that is only offered.
 */
const [SAME, SLIP, MARKS, HEAD, ABBREVIATION, WORD] = [100, 90, 70, 60, 55, 50];
/** What a value that fits adds; less than the distance between any two kinds of evidence. */
const FITS = 3;
const MAX_OFFERS = 2;

interface Name {
  readonly key: string;
  /** Without case and separators. */
  readonly folded: string;
  readonly words: readonly string[];
  /** The words without plurals. */
  readonly stems: readonly string[];
  /** Its digits alone. */
  readonly digits: string;
}

function readName(name: string): Name {
  const words = wordsOf(name);
  const folded = lettersOf(name);
  return {
    key: nameKey(readSpelling(name)),
    folded,
    words,
    stems: words.map(singular),
    digits: digitsOf(folded),
  };
}

export interface NamePlace {
  readonly name: string;
  /** Other names that the spec package declares for it. */
  readonly aliases?: readonly string[];
}

/** A matcher for the members of one object or the fields of one list of records. */
export interface NameMatcher {
  /**
   * Pairs unknown names with absent ones; undefined if there are no pairs. `fits` says whether what was sent under a
   * name would do, or could be read, at the place.
   */
  pair(
    unknown: readonly string[],
    isAbsent: (name: string) => boolean,
    fits: (sent: string, meant: string) => boolean,
    meter: Meter,
  ): ReadonlyMap<string, string> | undefined;
  /** Absent names that resemble an unknown one and for which its value would do, most similar first. */
  resembling(
    sent: string,
    isAbsent: (name: string) => boolean,
    fits: (sent: string, meant: string) => boolean,
    meter: Meter,
  ): readonly string[];
}

export function createNameMatcher(places: readonly NamePlace[]): NameMatcher {
  const known = places.filter(({ name }) => name.length <= MAX_NAME_LENGTH);
  /** Read when they are compared first: most objects lack few members. */
  const read: { place: Name; aliases: readonly Name[] }[] = [];
  /** Items of a list are likely to have the same wrong names. */
  const remembered = new Map<string, { name: Name; scores: number[] }>();

  function sentName(sent: string) {
    let earlier = remembered.get(sent);
    if (earlier === undefined) {
      earlier = { name: readName(sent), scores: [] };
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(sent, earlier);
    }
    return earlier;
  }

  function placeAt(index: number) {
    const { name, aliases } = known[index]!;
    read[index] ??= {
      place: readName(name),
      aliases: (aliases ?? []).map(readName),
    };
    return read[index]!;
  }

  function scoreOf(sent: Name, index: number): number {
    if (sent.folded === "") return 0;
    const { place, aliases } = placeAt(index);
    const score = Math.max(compare(sent, place), ...aliases.map((alias) => compareLetters(sent, alias)));
    return score === SLIP && isAsNear(sent, index) ? HEAD : score;
  }

  /** Whether another name, absent or not, is no further than one letter away. */
  function isAsNear({ folded }: Name, index: number): boolean {
    return known.some((_, other) => {
      if (other === index) return false;
      const { place, aliases } = placeAt(other);
      return [place, ...aliases].some((name) => editDistance(folded, name.folded, 1) <= 1);
    });
  }

  return {
    pair(unknown, isAbsent, fits, meter) {
      const comparisons = unknown.length * known.length;
      if (comparisons > MAX_COMPARISONS || !meter.spend(comparisons)) return undefined;
      const pairs: Pair[] = [];
      for (const sent of unknown) {
        if (sent.length > MAX_NAME_LENGTH) continue;
        const { name, scores } = sentName(sent);
        for (let index = 0; index < known.length; index++) {
          const meant = known[index]!.name;
          if (!isAbsent(meant)) continue;
          scores[index] ??= scoreOf(name, index);
          const score = scores[index]!;
          if (score < SLIP) continue;
          const isFit = fits(sent, meant);
          if (score === SLIP && !isFit) continue;
          pairs.push({ sent, meant, score: isFit ? score + FITS : score });
        }
      }
      return choose(pairs);
    },
    resembling(sent, isAbsent, fits, meter) {
      if (sent.length > MAX_NAME_LENGTH || known.length > MAX_COMPARISONS || !meter.spend(known.length))
        return [];
      const { name, scores } = sentName(sent);
      const offers: { meant: string; score: number }[] = [];
      for (let index = 0; index < known.length; index++) {
        const meant = known[index]!.name;
        if (!isAbsent(meant)) continue;
        scores[index] ??= scoreOf(name, index);
        const score = scores[index]!;
        if (score > 0 && fits(sent, meant)) offers.push({ meant, score });
      }
      return offers
        .sort((a, b) => b.score - a.score)
        .slice(0, MAX_OFFERS)
        .map(({ meant }) => meant);
    },
  };
}

interface Pair {
  readonly sent: string;
  readonly meant: string;
  readonly score: number;
}

/** Takes the best pairs first, and gives up on names for which two pairs are equally good. */
function choose(pairs: Pair[]): Map<string, string> | undefined {
  if (pairs.length === 0) return undefined;
  const chosen = new Map<string, string>();
  if (pairs.length === 1) return chosen.set(pairs[0]!.sent, pairs[0]!.meant);
  const [sentDone, meantDone] = [new Set<string>(), new Set<string>()];
  pairs.sort((a, b) => b.score - a.score);
  for (let start = 0; start < pairs.length; ) {
    let end = start;
    while (end < pairs.length && pairs[end]!.score === pairs[start]!.score) end++;
    const open = pairs
      .slice(start, end)
      .filter(({ sent, meant }) => !sentDone.has(sent) && !meantDone.has(meant));
    const count = new Map<string, number>();
    for (const { sent, meant } of open)
      for (const key of [`sent ${sent}`, `meant ${meant}`]) count.set(key, (count.get(key) ?? 0) + 1);
    for (const { sent, meant } of open) {
      if (count.get(`sent ${sent}`) === 1 && count.get(`meant ${meant}`) === 1) chosen.set(sent, meant);
      sentDone.add(sent);
      meantDone.add(meant);
    }
    start = end;
  }
  return chosen.size > 0 ? chosen : undefined;
}

/** What speaks for one name having been meant as another that has the same letters; 0 if it has not. */
function compareLetters(sent: Name, meant: Name): number {
  if (sent.folded !== meant.folded) return 0;
  return sent.key === meant.key ? SAME : MARKS;
}

/** How much speaks for one name having been meant as another; 0 if nothing does. */
function compare(sent: Name, meant: Name): number {
  const same = compareLetters(sent, meant);
  if (same > 0) return same;
  // Most names have nothing in common, so opposites are looked for last.
  if (sent.digits !== meant.digits) return 0;
  const score = likeness(sent, meant);
  return score > 0 && areOpposite(sent, meant) ? 0 : score;
}

function likeness(sent: Name, meant: Name): number {
  if (isSlip(sent.words, meant.words)) return marksOf(sent.key) === marksOf(meant.key) ? SLIP : HEAD;
  if (editDistance(sent.folded, meant.folded, 1) <= 1) return HEAD;
  const [sentWords, meantWords] = [sent.stems, meant.stems];
  // Names that both have words of their own, such as a unit each, mean different things.
  const isPart =
    sentWords.every((word) => meantWords.includes(word)) ||
    meantWords.every((word) => sentWords.includes(word));
  const head = meantWords.at(-1)!;
  if (sentWords.at(-1) === head && (isPart || !GENERIC_HEADS.has(head))) return HEAD;
  if (sentWords.length === 1 && isAbbreviation(sentWords[0]!, meant.folded)) return ABBREVIATION;
  if (isPart && sentWords.some((word) => word.length >= MIN_ABBREVIATION)) return WORD;
  if (
    sentWords.length === meantWords.length &&
    isAbbreviation(sentWords.at(-1)!, head) &&
    sentWords.slice(0, -1).every((word) => meantWords.includes(word))
  )
    return WORD;
  const isLong = Math.min(sent.folded.length, meant.folded.length) >= MIN_TWO_SLIP_LENGTH;
  return isLong && editDistance(sent.folded, meant.folded, 2) <= 2 ? WORD : 0;
}

function isAbbreviation(short: string, long: string): boolean {
  return short.length >= MIN_ABBREVIATION && short.length < long.length && long.startsWith(short);
}

/** Regular English plurals are enough for names of members. */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

/** Whether the names differ in words of opposite meaning. */
function areOpposite(a: Name, b: Name): boolean {
  const [onlyA, onlyB] = [
    a.words.filter((word) => !b.words.includes(word)),
    b.words.filter((word) => !a.words.includes(word)),
  ];
  if (isNegation(a.folded, b.folded) || isNegation(b.folded, a.folded)) return true;
  if (negates(onlyA, b.words) || negates(onlyB, a.words)) return true;
  if ([...onlyA, ...onlyB].some((word) => word === "not" || word === "no" || word === "non")) return true;
  if (onlyA.some((word) => onlyB.some((other) => OPPOSITE_OF.get(word)?.has(other) === true))) return true;
  const unitsOf = (words: readonly string[]) => words.filter((word) => UNITS.has(word)).map(singular);
  return unitsOf(onlyA).some((unit) => unitsOf(onlyB).some((other) => other !== unit));
}

/** Whether a word is the negation of one of the others, as in `inactive` and `isActive`. */
function negates(words: readonly string[], others: readonly string[]): boolean {
  return words.some((word) => others.some((other) => isNegation(word, other)));
}

function digitsOf(text: string): string {
  return text.replace(/[^0-9]+/g, " ");
}

/** A name without case, separators and the division into words; undefined if it is too long to be one. */
export function foldedName(name: string, most = MAX_NAME_LENGTH): string | undefined {
  return name.length > most ? undefined : nameKey(readSpelling(name));
}
