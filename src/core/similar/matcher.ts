/** Which word or name was meant by a text that is none of them, and what speaks for it. */
import type { Certainty, Evidence, FixedValue, Grounds } from "../evidence/evidence.ts";
import { groupBy, remember } from "../json/values.ts";
import { Meter } from "../meter/meter.ts";
import { lowerCase, trimEnds } from "../unicode/unicode.ts";
import {
  COMPARED_PER_UNIT,
  doesCaseTell,
  EXACT,
  JOINED,
  lettersOf,
  lettersOrText,
  likeness,
  MAX_SYMBOL,
  MAX_WORD_LENGTH,
  ONE_EDIT,
  readWord,
  SAME_HEAD,
  SAME_MARKS,
  SAME_WORD,
  SHARED_WORD,
  SLIP,
  UNLIKE,
  Word,
} from "./likeness.ts";

/** Of a longer list, so many words with the same first letter are compared. */
const MAX_COMPARED = 1_000;
const MAX_MATCHES = 3;
const MAX_REMEMBERED = 256;
/** Up to this many choices are offered one by one, where nothing tells which of them was meant. */
export const FEW_WORDS = 3;

/** A choice that the value does not resemble would remove what was written, unless nothing was written. */
export function groundsOfChoice(written: unknown): Grounds {
  const isBlank = typeof written === "string" && ["", "TODO"].includes(trimEnds(written));
  return isBlank ? ["derived", "open"] : "removal";
}

/** The grounds follow from the comparison, so that no caller grades a word by itself. */
export type Matcher = ReturnType<typeof createMatcher<string>>;

interface Accepted<Value> {
  readonly value: Value;
  readonly isAlias: boolean;
  readonly spelled: string;
  word: Word | undefined;
}

const wordOf = (one: Accepted<unknown>): Word => (one.word ??= Word.of(one.spelled));

const mayCompare = ({ length }: readonly unknown[], meter: Meter) =>
  meter.spend(1 + Math.ceil(length / COMPARED_PER_UNIT));

const NO_MATCHES: readonly FixedValue<never>[] = [];
const NO_ALIASES: ReadonlyMap<string, never> = new Map<string, never>();
/** `aliases`: what other words stand for. `repairsTypos`: whether a slip of the hand is certain enough for a repair. */
export function createMatcher<Value = never>(
  words: Iterable<string>,
  aliases: ReadonlyMap<string, Value> = NO_ALIASES,
  repairsTypos = false,
) {
  type Entry = Accepted<Value | string>;
  // Most texts are right, so nothing is made for those that are not before there is one.
  let made: { accepted: Entry[]; longest: number } | undefined;
  let byLetters: ReadonlyMap<string, Entry[]> | undefined;
  let byInitial: ReadonlyMap<string, Entry[]> | undefined;

  /** What was sent and is none of the words, with the words that are nearest: others are likely to send it too. */
  const remembered = new Map<Word, { isSlip: boolean; found: Entry[] }>();

  function all() {
    if (made !== undefined) return made;
    const accepted: Entry[] = [];
    for (const word of words) accepted.push({ value: word, isAlias: false, spelled: word, word: undefined });
    for (const [spelled, value] of aliases) accepted.push({ value, isAlias: true, spelled, word: undefined });
    const longest = accepted.reduce((most, { spelled }) => Math.max(most, spelled.length), 0);
    made = { accepted, longest };
    return made;
  }

  /** A text that is much longer than every word stands for none, and would cost more than it tells. */
  function read(text: string, meter: Meter): Word | undefined {
    const most = 2 * all().longest + 64;
    return text.length > most && trimEnds(text).length > most ? undefined : readWord(text, meter);
  }

  /** Of these, the ones that are nearest to what was sent; whatever is one letter away is as near as a slip. */
  function nearest(sent: Word, among: readonly Entry[]) {
    let [best, isSlip] = [UNLIKE, false];
    let found: Entry[] = [];
    for (const one of among) {
      const near = likeness(sent, wordOf(one));
      const level = near === SLIP ? ONE_EDIT : near;
      if (level > best || level === UNLIKE) continue;
      if (level < best) [found, isSlip] = [[], false];
      best = level;
      isSlip ||= near === SLIP && !one.isAlias;
      found.push(one);
    }
    return { best, isSlip, found };
  }

  function sameLetters(sent: Word, meter: Meter): readonly FixedValue<Value | string>[] {
    byLetters ??= groupBy(all().accepted, lettersOf);
    const alike = byLetters.get(lettersOrText(sent));
    if (alike === undefined || !mayCompare(alike, meter)) return NO_MATCHES;
    const { best, found } = nearest(sent, alike);
    // `mW` and `MW` are two words, and `Mw` is neither: what tells short ones apart was not written.
    const [one] = found;
    const isTold =
      best === EXACT ||
      sent.letters.length > MAX_SYMBOL ||
      alike.every((other) => other.value === one?.value || !differInCase(other.spelled, one!.spelled));
    // What `coop` lacks could be the accent of `coöp` or the hyphen of `co-op`.
    const isLess =
      best === JOINED || (best === SAME_WORD && haveOtherAccents(sent.spelling.text, one!.spelled));
    return graded(isLess ? [...new Set([...found, ...alike])] : found, (isOnly) =>
      !isOnly || !isTold || best >= SAME_MARKS ? "open" : best === JOINED ? "clear" : "same",
    );
  }

  function likeliest(sent: Word, meter: Meter): readonly FixedValue<Value | string>[] {
    let among = all().accepted;
    if (among.length > MAX_COMPARED) {
      byInitial ??= groupBy(among, (one) => lettersOf(one).charAt(0));
      among = (byInitial.get(sent.letters.charAt(0)) ?? []).slice(0, MAX_COMPARED);
    }
    if (!mayCompare(among, meter)) return NO_MATCHES;
    const { isSlip, found } = remembered.get(sent) ?? nearest(sent, among);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(sent, { isSlip, found });
    const [one] = found;
    // A word and an alias of it are no rivals.
    if (one === undefined || found.some(({ value }) => value !== one.value) || !isSlip)
      return graded(found, () => "open", "likeness");
    const isSure = repairsTypos && isAlone(sent, one, meter) && !losesHyphen(sent, wordOf(one));
    return graded(found, () => (isSure ? "clear" : "open"), "slip");
  }

  /** Whether no other word of a long list is as near, of which only a part was compared. */
  function isAlone(sent: Word, meant: Entry, meter: Meter): boolean {
    const { accepted } = all();
    if (accepted.length <= MAX_COMPARED) return true;
    if (!mayCompare(accepted, meter)) return false;
    return accepted.every((other) => other.value === meant.value || likeness(sent, wordOf(other)) > ONE_EDIT);
  }

  const certainOnes = {};
  const matcher = {
    /** What a text stands for by its letters, as far as nobody has to decide. */
    certain: (text: string, meter: Meter): FixedValue<Value | string> | undefined =>
      meter.recall(certainOnes, text, () => {
        const sent = read(text, meter);
        const [match] = sent === undefined ? NO_MATCHES : sameLetters(sent, meter);
        return match?.grounds[1] === "open" ? undefined : match;
      }),
    /** What was probably meant: all that are equally near, and nothing that is further away. */
    match: (text: string, meter: Meter): readonly FixedValue<Value | string>[] =>
      meter.recall(matcher, text, () => {
        const sent = read(text, meter);
        if (sent === undefined) return NO_MATCHES;
        const same = sameLetters(sent, meter);
        return same.length > 0 || sent.letters === "" ? same : likeliest(sent, meter);
      }),
  };
  return matcher;
}

const SEPARATORS = /[\s_.\u2010\u2011\u2013-]/g;
const haveOtherAccents = (one: string, other: string) =>
  lowerCase(one).replace(SEPARATORS, "") !== lowerCase(other).replace(SEPARATORS, "");
const differInCase = (one: string, other: string) => lowerCase(one) === lowerCase(other);

function graded<Value>(
  found: readonly Accepted<Value>[],
  certainty: (isOnly: boolean) => Certainty,
  evidence?: Evidence,
): FixedValue<Value>[] {
  const byValue = new Map(found.toReversed().map((one) => [one.value, one]));
  const isOnly = byValue.size === 1;
  return found
    .filter((one) => byValue.get(one.value) === one)
    .slice(0, MAX_MATCHES)
    .map(({ value, isAlias }) => ({
      value,
      grounds: [evidence ?? (isAlias ? "alias" : "notation"), certainty(isOnly)],
    }));
}

/** A slip together with a hyphen that is there or not could be another word. */
const losesHyphen = (sent: Word, meant: Word): boolean =>
  sent.words.length !== meant.words.length && /[-.]/.test(sent.spelling.text + meant.spelling.text);

/** For those who write packages, settings and commands. */
export const closest = (text: string, words: Iterable<string>): string | undefined =>
  createMatcher(words).match(text, new Meter())[0]?.value;

/** The end of a sentence that says that there is no such word; `otherwise` where none of them can have been meant. */
export function didYouMean(text: string, words: Iterable<string>, otherwise = ""): string {
  const meant = closest(text, words);
  return meant === undefined ? otherwise : `; did you mean "${meant}"?`;
}

/** More comparisons than this are not made for one object: so many unknown names are not typing errors. */
const MAX_COMPARISONS = 2_048;
const MAX_OFFERS = 2;
/** How many names are asked about in a unit of work, once they are compared. */
const ASKED_PER_UNIT = 16;

type Fits = (sent: string, meant: string) => boolean;

type Near = readonly { readonly name: string; readonly rank: number }[];

const NONE: Near = [];

/** For the members of one object or the fields of one list of records. */
export function createNameMatcher(
  places: readonly { readonly name: string; readonly aliases?: readonly string[] }[],
) {
  const known = places.filter(({ name }) => name.length <= MAX_WORD_LENGTH);
  /** Read when a name is compared first: most candidates have no wrong ones. */
  let read: readonly { name: string; place: Word; aliases: readonly Word[] }[] | undefined;
  /** Items of a list are likely to have the same wrong names. */
  const rankOf = remember(MAX_REMEMBERED, MAX_WORD_LENGTH, (sent) => rank(Word.of(sent)));

  /** The names that resemble one, most similar first; undefined if there is not enough left to find out. */
  function nearTo(sent: string, meter: Meter): Near | undefined {
    if (sent.length > MAX_WORD_LENGTH || known.length > MAX_COMPARISONS) return undefined;
    return meter.recall(known, sent, () => {
      const isLeft =
        meter.spend(2 + Math.ceil(known.length / COMPARED_PER_UNIT)) && readWord(sent, meter) !== undefined;
      return isLeft ? rankOf(sent) : undefined;
    });
  }

  function rank(sent: Word): Near {
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

  function asked(sent: string, meter: Meter): Near {
    const near = nearTo(sent, meter) ?? NONE;
    return meter.spend(Math.floor(near.length / ASKED_PER_UNIT)) ? near : NONE;
  }

  return {
    /** An alias and the same letters decide alone, a slip together with a value that `fits`. */
    pair(unknown: readonly string[], isAbsent: (name: string) => boolean, fits: Fits, meter: Meter) {
      if (unknown.length * known.length > MAX_COMPARISONS) return undefined;
      const pairs: Parameters<typeof choose>[0] = [];
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
    /** Most similar first: those a slip away, and those for which the value would do. */
    resembling(sent: string, isOpen: (name: string) => boolean, fits: Fits, meter: Meter): readonly string[] {
      const found: string[] = [];
      for (const { name, rank } of asked(sent, meter)) {
        if (isOpen(name) && meter.spend(1) && (rank === SLIP || fits(sent, name))) found.push(name);
        if (found.length === MAX_OFFERS) break;
      }
      return found;
    },
    nearest: (sent: string, isOpen: (name: string) => boolean, meter: Meter): string | undefined =>
      asked(sent, meter).find(({ name, rank }) => rank !== SAME_HEAD && rank !== SHARED_WORD && isOpen(name))
        ?.name,
  };
}

const nearName = (sent: Word, meant: Word) => (isSameName(sent, meant) ? SAME_WORD : likeness(sent, meant));

export const isSameName = (sent: Word, meant: Word): boolean =>
  sent.key === meant.key && !doesCaseTell(sent.spelling, meant.spelling);

/** Takes the best pairs first, and gives up on names for which two pairs are equally good. */
function choose(pairs: { readonly sent: string; readonly meant: string; readonly rank: number }[]) {
  if (pairs.length === 0) return undefined;
  const chosen = new Map<string, string>();
  const [sentDone, meantDone] = [new Set<string>(), new Set<string>()];
  pairs.sort((a, b) => a.rank - b.rank);
  for (const best of new Set(pairs.map(({ rank }) => rank))) {
    const open = pairs.filter(
      ({ sent, meant, rank }) => rank === best && !sentDone.has(sent) && !meantDone.has(meant),
    );
    for (const { sent, meant } of open) {
      const rivals = open.filter((other) => other.sent === sent || other.meant === meant);
      if (rivals.length === 1) chosen.set(sent, meant);
      sentDone.add(sent);
      meantDone.add(meant);
    }
  }
  return chosen.size > 0 ? chosen : undefined;
}

export const readName = (name: string, meter: Meter): Word | undefined =>
  name.length > MAX_WORD_LENGTH ? undefined : readWord(name, meter);
