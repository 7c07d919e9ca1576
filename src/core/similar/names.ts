/** Pairs names that were sent with names that were meant, by spelling and by the words of compound names. */
import type { Meter } from "../meter/meter.ts";
import {
  COMPARED_PER_UNIT,
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
import { isOtherUnit, nameKey, readSpelling, SAME_WORD } from "./spelling.ts";

/** More comparisons than this are not made for one object: so many unknown names are not typing errors. */
const MAX_COMPARISONS = 2_048;
const MAX_REMEMBERED = 256;
const MAX_OFFERS = 2;
/** How many names are asked about in a unit of work, once they are compared. */
const ASKED_PER_UNIT = 16;

interface NamePlace {
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
  /** Names that resemble an unknown one, most similar first: those a slip away, and those for which its value would do. */
  resembling(sent: string, isOpen: (name: string) => boolean, fits: Fits, meter: Meter): readonly string[];
  /** The name that was most likely meant, by its letters alone. */
  nearest(sent: string, isOpen: (name: string) => boolean, meter: Meter): string | undefined;
}

/** A name that resembles one that was sent, and how near it is. */
interface Near {
  readonly name: string;
  readonly rank: number;
}

const NONE: readonly Near[] = [];

export function createNameMatcher(places: readonly NamePlace[]): NameMatcher {
  const known = places.filter(({ name }) => name.length <= MAX_WORD_LENGTH);
  /** Read when a name is compared first: most candidates have no wrong ones. */
  let read: readonly { name: string; place: Word; aliases: readonly Word[] }[] | undefined;
  /** Items of a list are likely to have the same wrong names. */
  const remembered = new Map<string, readonly Near[]>();

  /** The names that resemble one, most similar first; undefined if there is not enough left to find out. */
  function nearTo(sent: string, meter: Meter): readonly Near[] | undefined {
    if (sent.length > MAX_WORD_LENGTH || known.length > MAX_COMPARISONS) return undefined;
    return meter.recall(known, sent, () => {
      const word = meter.spend(2 + Math.ceil(known.length / COMPARED_PER_UNIT))
        ? readWord(sent, meter)
        : undefined;
      if (word === undefined) return undefined;
      const near = remembered.get(sent) ?? rank(word);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(sent, near);
      return near;
    });
  }

  function rank(sent: Word): readonly Near[] {
    if (sent.letters === "") return NONE;
    read ??= known.map(({ name, aliases = [] }) => ({
      name,
      place: Word.of(name),
      aliases: aliases.map((alias) => Word.of(alias)),
    }));
    let rivals = 0;
    const near: { name: string; rank: number }[] = [];
    for (const { name, place, aliases } of read) {
      let best = nearName(sent, place);
      let nearest = best;
      // Of an alias only its letters count.
      for (const alias of aliases) {
        const other = nearName(sent, alias);
        nearest = Math.min(nearest, other);
        if (other < SLIP) best = Math.min(best, other);
      }
      if (nearest <= ONE_EDIT) rivals++;
      if (best !== UNLIKE) near.push({ name, rank: best });
    }
    // A slip counts only where no other name, absent or not, is as near.
    if (rivals > 1) for (const one of near) if (one.rank === SLIP) one.rank = ONE_EDIT;
    return near.sort((a, b) => a.rank - b.rank);
  }

  /** The same, if there is enough left to ask about each. */
  function asked(sent: string, meter: Meter): readonly Near[] {
    const near = nearTo(sent, meter) ?? NONE;
    return meter.spend(Math.floor(near.length / ASKED_PER_UNIT)) ? near : NONE;
  }

  return {
    pair(unknown, isAbsent, fits, meter) {
      if (unknown.length * known.length > MAX_COMPARISONS) return undefined;
      const pairs: Pair[] = [];
      for (const sent of unknown) {
        if (sent.length > MAX_WORD_LENGTH) continue;
        const near = nearTo(sent, meter);
        // Whether two pairs are equally good can only be told of all names.
        if (near === undefined) return undefined;
        for (const { name: meant, rank } of near) {
          if (rank > SLIP) break;
          if ((rank !== SAME_WORD && rank !== SLIP) || !isAbsent(meant)) continue;
          const isFit = meter.spend(1) && fits(sent, meant);
          if (rank === SAME_WORD || isFit) pairs.push({ sent, meant, rank: isFit ? rank - 0.5 : rank });
        }
      }
      return choose(pairs);
    },
    resembling(sent, isOpen, fits, meter) {
      const found: string[] = [];
      for (const { name, rank } of asked(sent, meter)) {
        if (isOpen(name) && meter.spend(1) && (rank === SLIP || fits(sent, name))) found.push(name);
        if (found.length === MAX_OFFERS) break;
      }
      return found;
    },
    nearest: (sent, isOpen, meter) =>
      asked(sent, meter).find(({ name, rank }) => rank !== SAME_HEAD && rank !== SHARED_WORD && isOpen(name))
        ?.name,
  };
}

const nearName = (sent: Word, meant: Word) => (isSameName(sent, meant) ? SAME_WORD : likeness(sent, meant));

/** Whether two names are one, in whatever notation. */
export function isSameName(sent: Word, meant: Word): boolean {
  return sent.key === meant.key && !isOtherUnit(sent.spelling, meant.spelling);
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

/** A name without case, separators and the division into words. */
export function foldedName(name: string): string {
  return nameKey(readSpelling(name));
}

/** A name that was sent, to be looked for by its key; undefined if it is too long to be one, or too little is left. */
export function readName(name: string, meter: Meter): Word | undefined {
  return name.length > MAX_WORD_LENGTH ? undefined : readWord(name, meter);
}
