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
  Word,
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
  /** Read when a name is compared first: most candidates have no wrong ones. */
  let read: readonly { place: Word; aliases: readonly Word[] }[] | undefined;
  /** Items of a list are likely to have the same wrong names. */
  const remembered = new Map<string, readonly number[]>();

  /** How near a name is to each place; undefined if there is not enough left to find out. */
  function ranksOf(sent: string, meter: Meter): readonly number[] | undefined {
    return meter.recall(known, sent, () => {
      if (sent.length > MAX_WORD_LENGTH || known.length > MAX_COMPARISONS) return undefined;
      const word = meter.spend(known.length) ? readWord(sent, meter) : undefined;
      if (word === undefined) return undefined;
      let ranks = remembered.get(sent);
      if (ranks === undefined) {
        ranks = rank(word);
        if (remembered.size >= MAX_REMEMBERED) remembered.clear();
        remembered.set(sent, ranks);
      }
      return ranks;
    });
  }

  function rank(sent: Word): number[] {
    if (sent.letters === "") return known.map(() => UNLIKE);
    read ??= known.map(({ name, aliases = [] }) => ({
      place: new Word(name),
      aliases: aliases.map((alias) => new Word(alias)),
    }));
    let rivals = 0;
    const ranks = read.map(({ place, aliases }) => {
      let best = nearName(sent, place);
      let nearest = best;
      // Of an alias only its letters count.
      for (const alias of aliases) {
        const near = nearName(sent, alias);
        nearest = Math.min(nearest, near);
        if (near < SLIP) best = Math.min(best, near);
      }
      if (nearest <= ONE_EDIT) rivals++;
      return best;
    });
    // A slip counts only where no other name, absent or not, is as near.
    return rivals < 2 ? ranks : ranks.map((near) => (near === SLIP ? ONE_EDIT : near));
  }

  /** The names that resemble one, most similar first. */
  function ranked(sent: string, isOpen: (name: string) => boolean, meter: Meter) {
    const ranks = ranksOf(sent, meter);
    const near: { name: string; rank: number }[] = [];
    for (let index = 0; index < (ranks?.length ?? 0); index++) {
      const { name } = known[index]!;
      if (ranks![index] !== UNLIKE && isOpen(name)) near.push({ name, rank: ranks![index]! });
    }
    return near.sort((a, b) => a.rank - b.rank);
  }

  return {
    pair(unknown, isAbsent, fits, meter) {
      if (unknown.length * known.length > MAX_COMPARISONS) return undefined;
      const pairs: Pair[] = [];
      for (const sent of unknown) {
        if (sent.length > MAX_WORD_LENGTH) continue;
        const ranks = ranksOf(sent, meter);
        // Whether two pairs are equally good can only be told of all names.
        if (ranks === undefined) return undefined;
        for (let index = 0; index < ranks.length; index++) {
          const rank = ranks[index]!;
          if (rank !== SAME_WORD && rank !== SLIP) continue;
          const meant = known[index]!.name;
          if (!isAbsent(meant)) continue;
          const isFit = fits(sent, meant);
          if (rank === SAME_WORD || isFit) pairs.push({ sent, meant, rank: isFit ? rank - 0.5 : rank });
        }
      }
      return choose(pairs);
    },
    resembling: (sent, isOpen, fits, meter) => {
      const found: string[] = [];
      for (const { name } of ranked(sent, isOpen, meter)) {
        if (fits(sent, name)) found.push(name);
        if (found.length === MAX_OFFERS) break;
      }
      return found;
    },
    nearest: (sent, isOpen, meter) =>
      ranked(sent, isOpen, meter).find(({ rank }) => rank !== SAME_HEAD && rank !== SHARED_WORD)?.name,
  };
}

const nearName = (sent: Word, meant: Word) => (sent.key === meant.key ? SAME_WORD : likeness(sent, meant));

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

/** A name without case, separators and the division into words. */
export function foldedName(name: string): string {
  return nameKey(readSpelling(name));
}

/** The same of a name that was sent; undefined if it is too long to be one, or too little is left. */
export function foldedSent(name: string, meter: Meter): string | undefined {
  return name.length > MAX_WORD_LENGTH ? undefined : readWord(name, meter)?.key;
}
