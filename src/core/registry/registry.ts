/**
 * The entries that a target product has registered, as plain arrays that can be built in one thread and moved to
 * another: whether an id is taken, and whether a name is nearly one of theirs.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256Hex } from "../json/digest.ts";
import { ORDINARY_WORDS } from "../similar/lexicon.ts";
import type { Registry, RegistryEntry, RegistryIdentity } from "../types.ts";
import {
  ACCENT,
  inCategories,
  isInvisible,
  isWordCharacter,
  lowerCase,
  normalizeUnicode,
  trimEnds,
} from "../unicode/unicode.ts";

/** A registry as plain arrays: it can be built in one thread and moved to another. */
export interface RegistryData extends RegistryIdentity {
  size: number;
  /** What makes no difference between two ids: nothing, case, or case and spaces. */
  caseRule: "exact" | "ignore" | "ignore-spaces";
  /** Ids and names as UTF-8, id before name; text `n` lies between the offsets `n` and `n + 1`. */
  bytes: Uint8Array<ArrayBuffer>;
  offsets: Uint32Array<ArrayBuffer>;
  /** Entries by folded id, by the letters of the id, by those of the name, and by its words in any order. */
  ids: Uint32Array<ArrayBuffer>;
  idForms: Uint32Array<ArrayBuffer>;
  names: Uint32Array<ArrayBuffer>;
  bags: Uint32Array<ArrayBuffer>;
  /** Hashes of the words in use. */
  words: Uint32Array<ArrayBuffer>;
  /** Letters of names by what stands around them. */
  gaps: Uint32Array<ArrayBuffer>;
}

/** The buffers to name in `postMessage(data, registryBuffers(data))`, which moves instead of copying. */
export function registryBuffers(data: RegistryData): ArrayBuffer[] {
  return Object.values(data).flatMap((part) =>
    ArrayBuffer.isView(part) ? (part.buffer as ArrayBuffer) : [],
  );
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Ids and names lie one after the other: id, name, id, name … */
const textAt = (texts: Pick<RegistryData, "bytes" | "offsets">, index: number): string =>
  decoder.decode(texts.bytes.subarray(texts.offsets[index]!, texts.offsets[index + 1]!));

function createTextsBuilder() {
  let count = 0;
  const builder = {
    bytes: new Uint8Array(4096),
    offsets: new Uint32Array(128),
    append(text: string): void {
      const start = builder.offsets[count]!;
      const most = start + 3 * text.length;
      if (most > 0xffff_ffff) throw new RangeError("A registry's ids and names may fill 4 GiB, no more");
      if (most > builder.bytes.length) builder.bytes = grown(builder.bytes, most);
      if (count + 2 > builder.offsets.length) builder.offsets = grown(builder.offsets, count + 2);
      builder.offsets[++count] = start + encoder.encodeInto(text, builder.bytes.subarray(start)).written;
    },
    finish: () => ({
      bytes: builder.bytes.slice(0, builder.offsets[count]!),
      offsets: builder.offsets.slice(0, count + 1),
    }),
  };
  return builder;
}

function grown<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: T, least: number): T {
  const Kind = array.constructor as new (length: number) => T;
  const larger = new Kind(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}

/** So much text is hashed at once. */
const PAGE = 65_536;

/** The digest of the canonical form of the whole list, of which a page is held at a time. */
function createListDigest() {
  /** Of the pages before this one. Most lists have no more than one. */
  let earlier: ReturnType<typeof sha256.create> | undefined;
  let [page, separator] = ["[", ""];
  return {
    add(id: string, name: string): void {
      page += `${separator}{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`;
      separator = ",";
      if (page.length < PAGE) return;
      earlier ??= sha256.create();
      earlier.update(utf8ToBytes(page));
      page = "";
    },
    finish(): string {
      const last = `${page}]`;
      if (earlier === undefined) return `sha256:${sha256Hex(last)}`;
      return `sha256:${bytesToHex(earlier.clone().update(utf8ToBytes(last)).digest())}`;
    },
  };
}

/** A finalizer (murmur3's): every bit of the input reaches every bit of the result. */
function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** The first entry of those that may have this hash, and that is the one; -1 when there is none. */
function findEntry(table: Uint32Array, hash: number, isFound: (entry: number) => boolean): number {
  const mask = table.length - 1;
  let slot = hash & mask;
  for (let held = table[slot]!; held !== 0; held = table[slot]!) {
    const entry = (held & mask) - 1;
    if (((held ^ hash) & ~mask) === 0 && isFound(entry)) return entry;
    slot = (slot + 1) & mask;
  }
  return -1;
}

/** Of a table that is only a set: keys that share their upper bits and their place count as one. */
const hasHash = (table: Uint32Array, hash: number): boolean => findEntry(table, hash, isAny) >= 0;
const isAny = () => true;

/** `isSame` says whether an earlier entry of equal hash has the key of the one that is being added. */
function createTableBuilder(isSame: (earlier: number, added: number) => boolean) {
  let capacity = 16;
  // Pairs of hash and index + 1: growing needs the whole hash.
  let pairs = new Uint32Array(2 * capacity);
  let used = 0;

  function put(key: number, held: number, isKnown: typeof isSame): boolean {
    const mask = capacity - 1;
    let slot = key & mask;
    for (; pairs[2 * slot + 1] !== 0; slot = (slot + 1) & mask)
      if (pairs[2 * slot] === key && isKnown(pairs[2 * slot + 1]! - 1, held - 1)) return false;
    pairs[2 * slot] = key;
    pairs[2 * slot + 1] = held;
    return true;
  }

  function grow(): void {
    const old = pairs;
    capacity *= 2;
    pairs = new Uint32Array(2 * capacity);
    for (let at = 0; at < old.length; at += 2)
      if (old[at + 1] !== 0) put(old[at]!, old[at + 1]!, () => false);
  }

  return {
    /** Adds the entry under the hash, unless there is one of the same key. Returns whether it was added. */
    add(hash: number, index = used): boolean {
      // The index itself has to fit below the hash bits, whether or not earlier entries were added.
      while (2 * (Math.max(index, used) + 1) > capacity) grow();
      const isAdded = put(hash >>> 0, index + 1, isSame);
      if (isAdded) used++;
      return isAdded;
    },
    finish(): Uint32Array<ArrayBuffer> {
      const table = new Uint32Array(capacity);
      if (used === 0) return table;
      for (let slot = 0; slot < capacity; slot++) {
        const held = pairs[2 * slot + 1]!;
        if (held !== 0) table[slot] = (pairs[2 * slot]! & ~(capacity - 1)) | held;
      }
      return table;
    },
  };
}

/** Words whose final s is not a plural. */
export const NEVER_PLURAL: readonly string[] = ["arms", "customs", "ftps", "goods", "https", "means", "news"];

// Ids and names in the forms in which they are compared: their words, and which letters a typing error may affect.

const NOT_ASCII = /[^\0-\x7f]/;

function foldOf(rule: RegistryData["caseRule"]): (id: string) => string {
  const toLower = rule === "exact" ? String : lowerCase;
  return (id) => {
    const text = rule === "ignore-spaces" ? id.replaceAll(" ", "") : id;
    if (!NOT_ASCII.test(text)) return rule === "exact" ? text : text.toLowerCase();
    // Lower case can allow a composition that upper case does not have, such as J with a caron: hence twice.
    return normalizeUnicode(toLower(normalizeUnicode(text.toWellFormed(), "NFC")), "NFC");
  };
}

/** Names longer than this are not taken apart, registered or not: they read as nothing and resemble nothing. */
const MAX_NAME_LENGTH = 512;

/** Words of letters, digits and telling signs, without case and diacritics. */
type Words = readonly string[];

/** `C#` and `C++` are not `C`. */
const WORDS = /[a-z0-9+#%$\x80-\uffff]+/g;

/** Letters without case and diacritics, and what stands between the words as it was or as spaces. */
const fold = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? "" : NOT_ASCII.test(name) ? plain(name) : name.toLowerCase();

const wordsIn = (folded: string): Words => folded.match(WORDS) ?? [];
const readName = (name: string): Words => wordsIn(fold(name));

/** Of two numbers such as those of `1.1`, which stay apart from that of `11`. No other separators are kept. */
const isSeparate = (before: string, word: string): boolean =>
  isDigit(word.charCodeAt(0)) && isDigit(before.charCodeAt(before.length - 1));

/** The words without what stands between them, and where each of them starts. */
function spell(words: Words): { readonly text: string; readonly starts: readonly number[] } {
  let text = "";
  const starts = words.map((word) => {
    text += isSeparate(text, word) ? `.${word}` : word;
    return text.length - word.length;
  });
  return { text, starts };
}

const textOf = (name: string): string => spell(readName(name)).text;

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Letters whose stroke or joint has no decomposition, and the two shapes of a small sigma. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" },
};

function plain(name: string): string {
  let letters = "";
  for (const character of lowerCase(normalizeUnicode(name, "NFKD")))
    if (!ACCENT.test(character) && !isInvisible(character.codePointAt(0)!))
      letters += PLAIN_LETTERS[character] ?? character;
  let words = "";
  for (const character of normalizeUnicode(letters, "NFKC"))
    words += isWordCharacter(character.codePointAt(0)!) || /[+#%]/.test(character) ? character : " ";
  return words;
}

/** Knows regular English plurals only: not after another s (`address`) or a digit (`1990s`). */
function singular(word: string): string {
  if (word.length < 4 || !(word.endsWith("s") || word.endsWith("e"))) return word;
  const one = /[a-rt-z]s$/.test(word) && !NEVER_PLURAL.includes(word) ? word.slice(0, -1) : word;
  if (one.length < 4) return one;
  // Singular and plural both take this step, so that `movie` still equals `movies`, and `cache` equals `caches`.
  return one.endsWith("ie") ? `${one.slice(0, -2)}y` : one.replace(/(x|ch|sh|ss|zz)e$/, "$1");
}

/** The words in the singular and in one order: equal for names that differ only in word order and number. */
const bagOf = (words: Words): string => words.map(singular).sort().join(" ");

/** Multiplier of the polynomial hash: odd, and 5 modulo 8, so that its powers do not repeat early. */
const HASH_BASE = 0x2c1b3c6d;

/** Of a part of a text, behind what has the hash `before`. */
function hashUnits(text: string, start: number, end: number, before = 0): number {
  let hash = before;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, HASH_BASE) + text.charCodeAt(at) + 1) | 0;
  return hash;
}

const hashOf = (text: string): number => mix(hashUnits(text, 0, text.length));

const IS_PLAIN_UNIT = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  Number(/[a-z0-9+#%$]/.test(String.fromCharCode(unit))),
);

/**
 * The hash of the text that the words of a name make, and that of each word in the singular. Most names resemble none, so for
 * this the words are not taken out of the name.
 */
function hashesIn(folded: string) {
  const words: number[] = [];
  const lengths: number[] = [];
  let length = 0;
  let name = 0;
  let word = 0;
  let start = -1;
  let before = 0;
  for (let at = 0; at <= folded.length; at++) {
    const unit = at < folded.length ? folded.charCodeAt(at) : 0;
    if (unit < 0x80 && IS_PLAIN_UNIT[unit] === 0) {
      if (start < 0) continue;
      words.push(isInflected(before) ? hashOfWord(folded.slice(start, at)) : mix(word));
      lengths.push(at - start);
      start = -1;
      continue;
    }
    if (start < 0) {
      if (isDigit(unit) && isDigit(before)) {
        name = hashUnits(".", 0, 1, name);
        length++;
      }
      word = 0;
      start = at;
    }
    length++;
    name = (Math.imul(name, HASH_BASE) + unit + 1) | 0;
    word = (Math.imul(word, HASH_BASE) + unit + 1) | 0;
    before = unit;
  }
  return { name: mix(name), length, words, lengths };
}

/** Whether a word may be a plural by the unit that it ends with. */
const isInflected = (last: number): boolean => last === 0x73 || last === 0x65;

const hashOfWord = (word: string): number => hashOf(singular(word));

/** Of all words of a name: their sum does not depend on their order. */
const hashOfBag = (hashes: readonly number[]): number => mix(hashes.reduce((sum, hash) => sum + hash, 0));

/** Words that are never treated as a misspelling, whatever the registry contains. */
const ORDINARY_HASHES = [
  ...[...ORDINARY_WORDS, ...NEVER_PLURAL],
  ...NEVER_PLURAL.map((word) => word.slice(0, -1)),
].map(hashOfWord);

/** Latin, Greek, Cyrillic and Armenian lie below. Elsewhere one changed character changes the meaning. */
const ALPHABETS_END = 0x590;

/** Only letters: a changed digit or symbol makes another name. */
const IS_LETTER = new Uint8Array(ALPHABETS_END);
const bounds = inCategories((category) => category.startsWith("L"), ALPHABETS_END);
for (let at = 0; at < bounds.length; at += 2) IS_LETTER.fill(1, bounds[at], bounds[at + 1]);

const isLetterAt = (text: string, at: number): boolean => IS_LETTER[text.charCodeAt(at)] === 1;

/** Of the two units before a place and the two behind it. */
function hashAround(text: string, before: number, behind: number): number {
  const hash = hashUnits(text, Math.max(0, before - 2), before);
  return mix(hashUnits(text, behind, Math.min(behind + 2, text.length), hash));
}

// Searching: whether an id is taken, and whether a name is nearly one that is registered.

/** Minimum length of the longer name, and of the longer word, for a typing error: short ones have honest neighbours. */
const MIN_NAME_LENGTH = 8;
const MIN_WORD_LENGTH = 4;
/** Longer names are only compared as a whole. */
const MAX_SEARCHED_LENGTH = 96;
/** Where a registry has this many names that the given one could be, the search gives up. */
const MAX_LOOKUPS = 1024;

function createNearSearch(data: RegistryData) {
  const { names, bags, words, gaps } = data;

  const find = (table: Uint32Array, hash: number, isFound: (registered: Words) => boolean): number =>
    findEntry(table, hash, (entry) => isFound(readName(textAt(data, 2 * entry + 1))));

  /** Looks for the name that was meant if one letter of this word is wrong. */
  function findSlipIn(words: Words, word: number, room: { lookups: number }): number {
    const { text, starts } = spell(words);

    /** Looks for the name in which `inserted` stands at a place instead of so many units. */
    function findChanged(at: number, removed: number, inserted: string): number {
      if (--room.lookups < 0) return -1;
      const behind = at + removed;
      const head = hashUnits(inserted, 0, inserted.length, hashUnits(text, 0, at));
      return find(names, mix(hashUnits(text, behind, text.length, head)), (words) => {
        const other = spell(words);
        if (other.text !== text.slice(0, at) + inserted + text.slice(behind)) return false;
        // First letters count on both sides, since words may be divided differently.
        return !other.starts.some((start) => start >= at && start < at + inserted.length);
      });
    }

    /** Tries each letter that stands between the same ones in a registered name. */
    function tryLetters(at: number, removed: 0 | 1): number {
      let found = -1;
      findEntry(gaps, hashAround(text, at, at + removed), (letter) => {
        found = findChanged(at, removed, String.fromCharCode(letter));
        return found >= 0;
      });
      return found;
    }

    const { length } = words[word]!;
    const start = starts[word]!;
    const end = start + length;
    const mayLose = text.length >= MIN_NAME_LENGTH && length >= MIN_WORD_LENGTH;
    const mayGain = length + 1 >= MIN_WORD_LENGTH;
    // The first letter of a word is rarely mistyped, and tells latitude from altitude.
    for (let at = start + 1; at <= end; at++) {
      let entry = -1;
      if (mayLose && at < end && isLetterAt(text, at)) {
        entry = findChanged(at, 1, "");
        const isSwappable = at + 1 < end && isLetterAt(text, at + 1);
        if (entry < 0 && isSwappable) entry = findChanged(at, 2, text[at + 1]! + text[at]!);
        if (entry < 0) entry = tryLetters(at, 1);
      }
      if (mayGain && entry < 0) entry = tryLetters(at, 0);
      if (entry >= 0) return entry;
    }
    return -1;
  }

  return (sought: string): number => {
    const folded = fold(sought);
    const hashes = hashesIn(folded);
    const same = find(names, hashes.name, (other) => spell(other).text === spell(wordsIn(folded)).text);
    if (same >= 0) return same;
    const bag = hashOfBag(hashes.words);
    const reordered = find(bags, bag, (other) => bagOf(other) === bagOf(wordsIn(folded)));
    if (reordered >= 0) return reordered;
    // A word in use elsewhere is not a typing error: county beside country. And an error changes one word: a name with
    // two unknown words is a new name, as most proposals have, so the search ends here for them.
    const odd: number[] = [];
    let long = 0;
    for (let word = 0; word < hashes.words.length; word++) {
      if (hasHash(words, hashes.words[word]!)) continue;
      odd.push(word);
      if (hashes.lengths[word]! >= MIN_WORD_LENGTH && ++long > 1) return -1;
    }
    if (hashes.length > MAX_SEARCHED_LENGTH || hashes.length + 1 < MIN_NAME_LENGTH) return -1;
    const asked = wordsIn(folded);
    const room = { lookups: MAX_LOOKUPS };
    for (const word of odd) {
      const entry = findSlipIn(asked, word, room);
      if (entry >= 0) return entry;
    }
    return -1;
  };
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

/** Of ids with the same letters, so many are kept: enough to see that there are several. */
const MAX_ALIKE = 4;

/** Starts an empty registry, for lists that are too long to hold at once. */
export function createRegistryBuilder({ case: caseRule = "ignore" }: RegistryForm = {}): RegistryBuilder {
  const fold = foldOf(caseRule);
  const texts = createTextsBuilder();
  const digest = createListDigest();
  /** Compares what is made of the ids of two entries (0), or of their names (1). */
  const isSameBy =
    (text: 0 | 1, keyOf: (text: string) => string) =>
    (earlier: number, added: number): boolean =>
      keyOf(textAt(texts, 2 * earlier + text)) === keyOf(textAt(texts, 2 * added + text));
  const haveSameLetters = isSameBy(0, textOf);
  let alike = 0;
  let size = 0;
  const ids = createTableBuilder(isSameBy(0, fold));
  const idForms = createTableBuilder((...both) => haveSameLetters(...both) && ++alike === MAX_ALIKE);
  const names = createTableBuilder(isSameBy(1, textOf));
  const bags = createTableBuilder(isSameBy(1, (name) => bagOf(readName(name))));
  const words = createTableBuilder(() => true);
  for (const hash of ORDINARY_HASHES) words.add(hash);
  const gaps = createTableBuilder((earlier, letter) => earlier === letter);

  return {
    get size() {
      return size;
    },
    add(entry) {
      if (typeof entry?.id !== "string") throw new TypeError('An entry of a registry needs the text "id".');
      const index = size++;
      // UTF-8 and RFC 8785 have no form for a lone surrogate.
      const name = (entry.name ?? entry.id).toWellFormed();
      const id = entry.id.toWellFormed();
      texts.append(id);
      texts.append(name);
      digest.add(id, name);

      const folded = fold(id);
      const isFree = ids.add(hashOf(folded), index);
      const letters = textOf(folded);
      alike = 0;
      if (isFree && letters !== "") idForms.add(hashOf(letters), index);
      const named = readName(name);
      const { text } = spell(named);
      if (text === "") return isFree;
      const hashes = named.map(hashOfWord);
      for (const hash of hashes) words.add(hash);
      bags.add(hashOfBag(hashes), index);
      if (!names.add(hashOf(text), index)) return isFree;
      for (let at = 0; at < text.length; at++)
        if (isLetterAt(text, at)) gaps.add(hashAround(text, at, at + 1), text.charCodeAt(at));
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
      gaps: gaps.finish(),
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
  const searchNear = createNearSearch(data);

  const entry = (index: number): RegistryEntry => ({
    id: textAt(data, 2 * index),
    name: textAt(data, 2 * index + 1),
  });
  const entryOrNone = (index: number) => (index < 0 ? undefined : entry(index));

  function findById(id: string): RegistryEntry | undefined {
    const folded = fold(id);
    const isSame = (index: number) => fold(textAt(data, 2 * index)) === folded;
    return entryOrNone(findEntry(data.ids, hashOf(folded), isSame));
  }

  function findSameLetters(text: string): RegistryEntry[] {
    const found: RegistryEntry[] = [];
    findEntry(data.idForms, hashOf(text), (index) => {
      if (textOf(textAt(data, 2 * index)) === text) found.push(entry(index));
      return false;
    });
    return found;
  }

  const findNear = (name: string) => entryOrNone(searchNear(name));

  return {
    digest,
    ...(asOf !== undefined && { asOf }),
    size,
    findById,
    suggest(id) {
      const own = findById(trimEnds(id));
      if (own !== undefined) return [own];
      const alike = findSameLetters(textOf(id));
      const named = alike.length > 0 ? undefined : findNear(id);
      return named === undefined ? alike : [named];
    },
    findNearName: findNear,
    *entries(from = 0) {
      for (let index = Math.max(0, Math.ceil(from)); index < size; index++) yield entry(index);
    },
  };
}
