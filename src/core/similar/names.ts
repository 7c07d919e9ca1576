/** Pairs names that were sent with names that were meant, by spelling and by the words of compound names. */
import type { Meter } from "../meter/meter.ts";
import {
  likeness,
  MAX_WORD_LENGTH,
  ONE_EDIT,
  readWord,
  SAME_HEAD,
  SHARED_WORD,
  SLIP,
  UNLIKE,
  type Word,
} from "./likeness.ts";
import { nameKey, readSpelling, SAME_WORD } from "./spelling.ts";

/** More comparisons than this are not made for one object: so many unknown names are not typing errors. */
const MAX_COMPARISONS = 2_048;
const MAX_REMEMBERED = 256;
const MAX_OFFERS = 2;

export interface NamePlace {
  readonly name: string;
  /** Other names that the spec package declares for it. */
  readonly aliases?: readonly string[];
}

type Fits = (sent: string, meant: string) => boolean;

/** A matcher for the members of one object or the fields of one list of records. */
export interface NameMatcher {
  /**
   * Pairs unknown names with absent ones; undefined if there are no pairs. An alias and the same letters decide alone, a
   * slip together with a value that fits: `fits` says whether what was sent under a name would do, or could be read, at
   * the place.
   */
  pair(
    unknown: readonly string[],
    isAbsent: (name: string) => boolean,
    fits: Fits,
    meter: Meter,
  ): ReadonlyMap<string, string> | undefined;
  /** Names that resemble an unknown one and for which its value would do, most similar first. */
  resembling(sent: string, isOpen: (name: string) => boolean, fits: Fits, meter: Meter): readonly string[];
  /** The name that was most likely meant, by its letters alone. */
  nearest(sent: string, isOpen: (name: string) => boolean, meter: Meter): string | undefined;
}

export function createNameMatcher(places: readonly NamePlace[]): NameMatcher {
  const known = places.filter(({ name }) => name.length <= MAX_WORD_LENGTH);
  /** Read when they are compared first: most objects lack few members. */
  const read: { place: Word; aliases: readonly Word[] }[] = [];
  /** Items of a list are likely to have the same wrong names. */
  const remembered = new Map<string, { word: Word; ranks: number[] }>();

  function placeAt(index: number) {
    const { name, aliases = [] } = known[index]!;
    read[index] ??= { place: readWord(name), aliases: aliases.map(readWord) };
    return read[index]!;
  }

  /** How near a name is to each place, as far as one is asked for. */
  function ranksOf(sent: string): (index: number) => number {
    let earlier = remembered.get(sent);
    if (earlier === undefined) {
      earlier = { word: readWord(sent), ranks: [] };
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(sent, earlier);
    }
    const { word, ranks } = earlier;
    return (index) => {
      ranks[index] ??= rankOf(word, index);
      return ranks[index]!;
    };
  }

  function rankOf(sent: Word, index: number): number {
    if (sent.letters === "") return UNLIKE;
    const { place, aliases } = placeAt(index);
    const rank = Math.min(nearName(sent, place), ...aliases.map((alias) => nearAlias(sent, alias)));
    // A slip counts only where no other name, absent or not, is as near.
    const isTied =
      rank === SLIP &&
      known.some((_, other) => {
        const { place, aliases } = placeAt(other);
        return other !== index && [place, ...aliases].some((name) => nearName(sent, name) <= ONE_EDIT);
      });
    return isTied ? ONE_EDIT : rank;
  }

  /** The names that resemble one, most similar first. */
  function ranked(sent: string, isOpen: (name: string) => boolean, meter: Meter) {
    if (sent.length > MAX_WORD_LENGTH || known.length > MAX_COMPARISONS || !meter.spend(known.length))
      return [];
    const rankAt = ranksOf(sent);
    return known
      .map(({ name }, index) => ({ name, rank: isOpen(name) ? rankAt(index) : UNLIKE }))
      .filter(({ rank }) => rank !== UNLIKE)
      .sort((a, b) => a.rank - b.rank);
  }

  return {
    pair(unknown, isAbsent, fits, meter) {
      const comparisons = unknown.length * known.length;
      if (comparisons > MAX_COMPARISONS || !meter.spend(comparisons)) return undefined;
      const pairs: Pair[] = [];
      for (const sent of unknown) {
        if (sent.length > MAX_WORD_LENGTH) continue;
        const rankAt = ranksOf(sent);
        for (const [index, { name: meant }] of known.entries()) {
          if (!isAbsent(meant)) continue;
          const rank = rankAt(index);
          if (rank !== SAME_WORD && rank !== SLIP) continue;
          const isFit = fits(sent, meant);
          if (rank === SAME_WORD || isFit) pairs.push({ sent, meant, rank: isFit ? rank - 0.5 : rank });
        }
      }
      return choose(pairs);
    },
    resembling: (sent, isOpen, fits, meter) =>
      ranked(sent, isOpen, meter)
        .filter(({ name }) => fits(sent, name))
        .slice(0, MAX_OFFERS)
        .map(({ name }) => name),
    nearest: (sent, isOpen, meter) =>
      ranked(sent, isOpen, meter).find(({ rank }) => rank !== SAME_HEAD && rank !== SHARED_WORD)?.name,
  };
}

const nearName = (sent: Word, meant: Word) => (sent.key === meant.key ? SAME_WORD : likeness(sent, meant));

/** Of an alias only its letters count. */
function nearAlias(sent: Word, alias: Word): number {
  const near = nearName(sent, alias);
  return near < SLIP ? near : UNLIKE;
}

interface Pair {
  readonly sent: string;
  readonly meant: string;
  readonly rank: number;
}

/** Takes the best pairs first, and gives up on names for which two pairs are equally good. */
function choose(pairs: Pair[]): Map<string, string> | undefined {
  const chosen = new Map<string, string>();
  const [sentDone, meantDone] = [new Set<string>(), new Set<string>()];
  pairs.sort((a, b) => a.rank - b.rank);
  for (let start = 0; start < pairs.length; ) {
    let end = start;
    while (end < pairs.length && pairs[end]!.rank === pairs[start]!.rank) end++;
    const open = pairs
      .slice(start, end)
      .filter(({ sent, meant }) => !sentDone.has(sent) && !meantDone.has(meant));
    for (const { sent, meant } of open) {
      const rivals = open.filter((other) => other.sent === sent || other.meant === meant);
      if (rivals.length === 1) chosen.set(sent, meant);
      sentDone.add(sent);
      meantDone.add(meant);
    }
    start = end;
  }
  return chosen.size > 0 ? chosen : undefined;
}

/** A name without case, separators and the division into words; undefined if it is too long to be one. */
export function foldedName(name: string, most = MAX_WORD_LENGTH): string | undefined {
  return name.length > most ? undefined : nameKey(readSpelling(name));
}
