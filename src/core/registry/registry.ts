/** The entries that a target product has registered: whether an id is taken, and whether a name is nearly one of theirs. */

import type { Registry, RegistryEntry } from "../types.ts";
import { trimEnds } from "../unicode/unicode.ts";
import {
  createListDigest,
  createTableBuilder,
  createTextsBuilder,
  findEntry,
  hasHash,
  mix,
  type RegistryData,
  textAt,
} from "./data.ts";
import {
  bagText,
  createLettersBuilder,
  createNameForm,
  foldOf,
  HASH_BASE,
  hasBit,
  hashAround,
  hashCentre,
  hashId,
  hashName,
  hashUnits,
  hashWord,
  isLetter,
  isWordStart,
  ordinaryWordHashes,
  readName,
  sameUnits,
  sameWords,
} from "./names.ts";

export { type RegistryData, registryBuffers } from "./data.ts";

/** Minimum length of the longer name, and of the longer word, for a typing error: short ones have honest neighbours. */
const MIN_NAME_LENGTH = 8;
const MIN_WORD_LENGTH = 4;
/** Longer names are only compared as a whole. */
const MAX_NAME_LENGTH = 96;
/** With this many possible changes the windows no longer help, so the search gives up. */
const MAX_LOOKUPS = 1024;

const powers = new Int32Array(MAX_NAME_LENGTH + 2);
powers[0] = 1;
for (let index = 1; index < powers.length; index++) powers[index] = Math.imul(powers[index - 1]!, HASH_BASE);

/** How many units a typing error spans in the given name and in the registered one. */
const SUBSTITUTION = { asked: 1, registered: 1 };
const DELETION = { asked: 1, registered: 0 };
const INSERTION = { asked: 0, registered: 1 };
const TRANSPOSITION = { asked: 2, registered: 2 };

// Searches share what they write into, because none of them runs while another does, and a thousand registries would
// need 40 MB for it.
const asked = createNameForm();
const registered = createNameForm();
const wordHashes = new Int32Array(MAX_NAME_LENGTH);
const odd = new Uint8Array(MAX_NAME_LENGTH);
/** Hashes of the first units of the given name by their number, and of the last units by where they start. */
const heads = new Int32Array(MAX_NAME_LENGTH + 1);
const tails = new Int32Array(MAX_NAME_LENGTH + 1);
/** The given name with three empty units before and after it. */
const padded = new Uint16Array(MAX_NAME_LENGTH + 6);

function createNearSearch(data: RegistryData) {
  const { names, bags, words, windows, letters } = data;
  const windowShift = Math.clz32(32 * windows.length - 1);
  const centres = Int32Array.from(letters, hashCentre);

  let slip = SUBSTITUTION;
  let place = 0;
  let lookups = 0;

  function find(table: Uint32Array, hash: number, isFound: () => boolean): number {
    return findEntry(table, mix(hash), (entry) => {
      readName(registered, textAt(data, 2 * entry + 1));
      return isFound();
    });
  }

  const isSameName = () => sameUnits(asked, registered);
  const isSameBag = () => bagText(asked) === bagText(registered);

  /** Equal hashes are only a hint. First letters count on both sides, since words may be divided differently. */
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

  function findSlip(tried: typeof SUBSTITUTION, at: number, hash: number): number {
    if (++lookups > MAX_LOOKUPS) return -1;
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

  /** Whether the windows on both sides of a letter inserted before `after` are in use as well. */
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

  /** Tries each letter in place of this one, or before it, as far as the windows of the registry allow. */
  function tryLetters(tried: typeof SUBSTITUTION, at: number): number {
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

  function tryWithout(at: number, end: number): number {
    const { length, units } = asked;
    const rest = length - 1 - at;
    const entry = findSlip(DELETION, at, Math.imul(heads[at]!, powers[rest]!) + tails[at + 1]!);
    if (entry >= 0 || at + 1 >= end || !isLetter(units[at + 1]!)) return entry;
    const swapped =
      Math.imul(units[at + 1]! + 1, powers[rest]!) + Math.imul(units[at]! + 1, powers[rest - 1]!);
    return findSlip(TRANSPOSITION, at, Math.imul(heads[at]!, powers[rest + 1]!) + swapped + tails[at + 2]!);
  }

  function findSlipIn(start: number, end: number): number {
    const { length, units } = asked;
    const mayLose = length >= MIN_NAME_LENGTH && end - start >= MIN_WORD_LENGTH;
    const mayGain = end - start + 1 >= MIN_WORD_LENGTH;
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

  function findNear(): number {
    const { length } = asked;
    const same = find(names, hashUnits(asked.units, 0, length), isSameName);
    if (same >= 0) return same;
    let bag = 0;
    for (let word = 0; word < asked.words; word++) {
      const hash = hashWord(asked, word);
      // Those of longer names, which do not fit, are not read.
      wordHashes[word] = hash;
      bag = (bag + hash) | 0;
    }
    const reordered = find(bags, bag, isSameBag);
    if (reordered >= 0 || length > MAX_NAME_LENGTH || length + 1 < MIN_NAME_LENGTH) return reordered;

    // A word in use elsewhere is not a typing error: county beside country. And an error changes one word: a name with
    // two unknown words is a new name, as most proposals have, so the search ends here for them.
    let oddLong = 0;
    let oddWords = 0;
    for (let word = 0; word < asked.words; word++) {
      if (hasHash(words, wordHashes[word]!)) continue;
      odd[oddWords++] = word;
      if (asked.ends[word]! - asked.starts[word]! >= MIN_WORD_LENGTH && ++oddLong > 1) return -1;
    }
    lookups = 0;
    measure();
    for (let index = 0; index < oddWords; index++) {
      const word = odd[index]!;
      const entry = findSlipIn(asked.starts[word]!, asked.ends[word]!);
      if (entry >= 0) return entry;
    }
    return -1;
  }

  // `asked` is the name to look for: it is read into this form first.
  return { asked, find: findNear };
}

/** Builds a registry entry by entry, so that a loader can read it page by page. */
export interface RegistryBuilder {
  readonly size: number;
  /**
   * Adds an entry; false if an earlier one has its id, compared without case unless case counts. Such an entry still counts in
   * the digest, which covers the list as published; a loader should refuse the list. Without a name, its id is the name.
   */
  add(entry: Pick<RegistryEntry, "id"> & Partial<RegistryEntry>): boolean;
  /** The arrays of what was added so far, for the caller to keep or to transfer. */
  finish(asOf: string | undefined): RegistryData;
}

/** How the ids of a registry are compared. */
export interface RegistryForm {
  /** What makes no difference between two ids; without it, their case. */
  case?: RegistryData["caseRule"] | undefined;
}

/** Where the names of earlier entries are read into; nothing else runs meanwhile. */
const earlierForm = createNameForm();

/** Of ids with the same letters, so many are kept: enough to see that there are several. */
const MAX_ALIKE = 4;

/** Made for the first registry: most processes have several. */
let ordinary: number[] | undefined;

/** Starts an empty registry, for lists that are too long to hold at once. */
export function createRegistryBuilder({ case: caseRule = "ignore" }: RegistryForm = {}): RegistryBuilder {
  const fold = foldOf(caseRule);
  const texts = createTextsBuilder();
  const letters = createLettersBuilder();
  const words = createTableBuilder(() => true);
  ordinary ??= ordinaryWordHashes();
  for (const hash of ordinary) words.add(hash);
  const digest = createListDigest();

  const form = createNameForm();
  let id: string;
  let alike = 0;
  let size = 0;
  const ids = createTableBuilder((earlier) => fold(textAt(texts, 2 * earlier)) === id);
  /** By the id, which is the first text of an entry, or by the name, which is the second. */
  const tableBy = (text: 0 | 1, isSame: () => boolean) =>
    createTableBuilder((earlier) => {
      readName(earlierForm, textAt(texts, 2 * earlier + text));
      return isSame();
    });
  const idForms = tableBy(0, () => sameUnits(earlierForm, form) && ++alike === MAX_ALIKE);
  const names = tableBy(1, () => sameUnits(earlierForm, form));
  const bags = tableBy(1, () => sameWords(earlierForm, form) || bagText(earlierForm) === bagText(form));

  return {
    get size() {
      return size;
    },
    add(entry) {
      if (typeof entry?.id !== "string") throw new TypeError('An entry of a registry needs the text "id".');
      const index = size++;
      // UTF-8 and RFC 8785 have no form for a lone surrogate.
      const name = (entry.name ?? entry.id).toWellFormed();
      id = entry.id.toWellFormed();
      texts.append(id);
      texts.append(name);
      digest.add(id, name);

      id = fold(id);
      const isFree = ids.add(hashId(id), index);
      readName(form, id);
      alike = 0;
      if (isFree && form.length > 0) idForms.add(hashName(form), index);
      readName(form, name);
      if (form.length > 0) {
        if (names.add(hashName(form), index)) letters.add(form);
        let bag = 0;
        for (let word = 0; word < form.words; word++) {
          const hash = hashWord(form, word);
          words.add(hash);
          bag = (bag + hash) | 0;
        }
        bags.add(mix(bag), index);
      }
      return isFree;
    },
    finish: (asOf) => ({
      digest: digest.finish(),
      ...(asOf !== undefined && { asOf }),
      size,
      caseRule,
      ...texts.finish(),
      ids: ids.finish(),
      idForms: idForms.finish(),
      names: names.finish(),
      bags: bags.finish(),
      words: words.finish(),
      ...letters.finish(),
    }),
  };
}

/** Builds and opens a registry from a list. If entries share an id, the first one is found. `asOf`: when it was that list. */
export function createRegistry(
  entries: Iterable<Parameters<RegistryBuilder["add"]>[0]>,
  asOf?: string,
  form: RegistryForm = {},
): Registry {
  const builder = createRegistryBuilder(form);
  for (const entry of entries) builder.add(entry);
  return openRegistry(builder.finish(asOf));
}

/** Reads the arrays as they are, so opening is quick at any size. `asOf`: if it is not that of the arrays. */
export function openRegistry(data: RegistryData, asOf = data.asOf): Registry {
  const { digest, size } = data;
  const fold = foldOf(data.caseRule);
  const near = createNearSearch(data);

  function entry(index: number): RegistryEntry {
    return { id: textAt(data, 2 * index), name: textAt(data, 2 * index + 1) };
  }

  function entryOrNone(index: number): RegistryEntry | undefined {
    return index < 0 ? undefined : entry(index);
  }

  function findById(id: string): RegistryEntry | undefined {
    const folded = fold(id);
    const isSame = (index: number) => fold(textAt(data, 2 * index)) === folded;
    return entryOrNone(findEntry(data.ids, hashId(folded), isSame));
  }

  function findSameLetters(id: string): RegistryEntry[] {
    const found: RegistryEntry[] = [];
    readName(near.asked, id);
    findEntry(data.idForms, hashName(near.asked), (index) => {
      readName(earlierForm, textAt(data, 2 * index));
      if (sameUnits(near.asked, earlierForm)) found.push(entry(index));
      return false;
    });
    return found;
  }

  const nearest = () => entryOrNone(near.find());

  return {
    digest,
    ...(asOf !== undefined && { asOf }),
    size,
    findById,
    findNearId: (id) => findSameLetters(id)[0] ?? nearest(),
    suggest(id) {
      const own = findById(trimEnds(id));
      if (own !== undefined) return [own];
      const alike = findSameLetters(id);
      if (alike.length > 0) return alike;
      const named = nearest();
      return named === undefined ? [] : [named];
    },
    findNearName(name) {
      readName(near.asked, name);
      return nearest();
    },
    *entries(from = 0) {
      for (let index = Math.max(0, Math.ceil(from)); index < size; index++) yield entry(index);
    },
  };
}
