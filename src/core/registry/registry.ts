/**
 * The entries that a target product has registered, as plain arrays that can be built in one thread and moved to
 * another: whether an id is taken, and whether a name is nearly one of theirs.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { remember } from "../json/values.ts";
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
import { MAX_ID_LENGTH } from "./entries.ts";

/** A registry as plain arrays: it can be built in one thread and moved to another. */
export interface RegistryData extends RegistryIdentity {
  size: number;
  /** What makes no difference between two ids: nothing, case, or case and spaces. */
  caseRule: "exact" | "ignore" | "ignore-spaces";
  /** Ids and names as UTF-8, id before name; text `n` lies between the offsets `n` and `n + 1`. */
  bytes: Uint8Array<ArrayBuffer>;
  offsets: Uint32Array<ArrayBuffer>;
  /** Entries by folded id, by the letters of the id, by the units of the name, and by its words in any order. */
  ids: Uint32Array<ArrayBuffer>;
  idForms: Uint32Array<ArrayBuffer>;
  names: Uint32Array<ArrayBuffer>;
  bags: Uint32Array<ArrayBuffer>;
  /** Hashes of the words in use. */
  words: Uint32Array<ArrayBuffer>;
  /** A bit for every window of five letters in use, and the letters, most frequent first. */
  windows: Uint32Array<ArrayBuffer>;
  letters: Uint16Array<ArrayBuffer>;
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

/** A finalizer (murmur3's): every bit of the input reaches every bit of the result. */
export function mix(hash: number): number {
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
const hasHash = (table: Uint32Array, hash: number): boolean => findEntry(table, hash, () => true) >= 0;

/** `isSame` says whether an earlier entry of equal hash has the key that is being added. */
function createTableBuilder(isSame: (earlier: number) => boolean) {
  let capacity = 16;
  // Pairs of hash and index + 1: growing needs the whole hash.
  let pairs = new Uint32Array(2 * capacity);
  let used = 0;

  function put(key: number, held: number, isKnown: (earlier: number) => boolean): boolean {
    const mask = capacity - 1;
    let slot = key & mask;
    for (; pairs[2 * slot + 1] !== 0; slot = (slot + 1) & mask)
      if (pairs[2 * slot] === key && isKnown(pairs[2 * slot + 1]! - 1)) return false;
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
      while (2 * (index + 1) > capacity) grow();
      const isAdded = put(hash >>> 0, index + 1, isSame);
      if (isAdded) used++;
      return isAdded;
    },
    finish(): Uint32Array<ArrayBuffer> {
      const table = new Uint32Array(capacity);
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

/** Ids that are not ASCII, folded: a check asks about the same ones several times, and marks take long. */
const rememberFolds = (toLower: (id: string) => string) =>
  // Lower case can allow a composition that upper case does not have, such as J with a caron: hence twice.
  remember(512, MAX_ID_LENGTH, (id) =>
    normalizeUnicode(toLower(normalizeUnicode(id.toWellFormed(), "NFC")), "NFC"),
  );
const foldAsWritten = rememberFolds((id) => id);
const foldCase = rememberFolds(lowerCase);

function foldOf(rule: RegistryData["caseRule"]): (id: string) => string {
  if (rule === "exact") return (id) => (NOT_ASCII.test(id) ? foldAsWritten(id) : id);
  return (id) => {
    const text = rule === "ignore-spaces" ? id.replaceAll(" ", "") : id;
    return NOT_ASCII.test(text) ? foldCase(text) : text.toLowerCase();
  };
}

/** Names longer than this are not taken apart, registered or not: they read as nothing and resemble nothing. */
const MAX_NAME_LENGTH = 512;

/** Letters whose stroke or joint has no decomposition, and the two shapes of a small sigma. */
const UNDECOMPOSED = /[ßæœøłđıς]/g;
const PLAIN_LETTERS: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" },
};

function plain(name: string): string {
  let letters = "";
  for (const character of normalizeUnicode(name, "NFKD"))
    if (!ACCENT.test(character) && !isInvisible(character.codePointAt(0)!)) letters += character;
  letters = lowerCase(letters).replace(UNDECOMPOSED, (letter) => PLAIN_LETTERS[letter]!);
  let words = "";
  for (const character of normalizeUnicode(letters, "NFKC"))
    words += isWordCharacter(character.codePointAt(0)!) || /[+#%]/.test(character) ? character : " ";
  return words;
}

/** `C#` and `C++` are not `C`. What is not ASCII has become plain by then. */
const WORDS = /[a-z0-9+#%$\u0080-\uffff]+/g;

/** The words of a name, without case and diacritics, one by one and as one text. */
function readName(name: string) {
  const text = name.length > MAX_NAME_LENGTH ? "" : NOT_ASCII.test(name) ? plain(name) : name.toLowerCase();
  const words: readonly string[] = text.match(WORDS) ?? [];
  let joined = "";
  // Keeps the digits of `1.1` apart from those of `11`; no other separators are kept.
  for (const word of words) joined += isDigit(word[0]) && isDigit(joined.at(-1)) ? `.${word}` : word;
  return { words, text: joined };
}

const isDigit = (sign = ""): boolean => sign >= "0" && sign <= "9";

type NameForm = ReturnType<typeof readName>;

/** Where in its text each word of a name starts. */
function startsOf({ words, text }: NameForm): number[] {
  let end = 0;
  return words.map((word) => {
    const start = text[end] === "." ? end + 1 : end;
    end = start + word.length;
    return start;
  });
}

/** A polynomial, of an odd number that is 5 modulo 8, so that its powers do not repeat early. Goes on from another part. */
function hashOn(hash: number, text: string, start = 0, end = text.length): number {
  let sum = hash;
  for (let at = start; at < end; at++) sum = (Math.imul(sum, 0x2c1b3c6d) + text.charCodeAt(at) + 1) | 0;
  return sum;
}

const hashOf = (text: string): number => mix(hashOn(0, text));

/** Regular English plurals alone: not those behind another s (`address`) or a digit (`1990s`). */
function singularOf(word: string): string {
  if (word.length < 4) return word;
  const isPlural = word.endsWith("s") && /[a-rt-z]s$/.test(word) && !NEVER_PLURAL.includes(word);
  const one = isPlural ? word.slice(0, -1) : word;
  if (one.length < 4 || !one.endsWith("e")) return one;
  // Singular and plural both take this step, so that `movie` still equals `movies`, and `cache` equals `caches`.
  if (one.endsWith("ie")) return `${one.slice(0, -2)}y`;
  return /(?:x|[cs]h|ss|zz)e$/.test(one) ? one.slice(0, -1) : one;
}

/** The sum over all words of a name does not depend on their order. */
const hashWord = (word: string): number => hashOf(singularOf(word));

function hashBag(hashes: readonly number[]): number {
  let bag = 0;
  for (const hash of hashes) bag = (bag + hash) | 0;
  return mix(bag);
}

/** Equal for names that differ only in word order and number. */
const bagText = ({ words }: NameForm): string => words.map(singularOf).sort().join(" ");

/** Words that are never treated as a misspelling, whatever the registry contains. */
const neverMisspelt = () =>
  [...ORDINARY_WORDS, ...NEVER_PLURAL, ...NEVER_PLURAL.map((word) => word.slice(0, -1))].map(hashWord);

/** Latin, Greek, Cyrillic and Armenian lie below. Elsewhere one changed character changes the meaning. */
const ALPHABETS_END = 0x590;
/** More would only make each search longer; rarer letters are left out. */
const MAX_LETTERS = 64;

/** Only letters: a changed digit or symbol makes another name. */
const IS_LETTER = new Uint8Array(ALPHABETS_END);
const bounds = inCategories((category) => category.startsWith("L"), ALPHABETS_END);
for (let at = 0; at < bounds.length; at += 2) IS_LETTER.fill(1, bounds[at], bounds[at + 1]);

const isLetter = (unit: number): boolean => IS_LETTER[unit] === 1;

/** An odd multiplier for each letter around a place; windows are distinguished by the upper bits of the sum. */
function hashAround(before2: number, before: number, after: number, after2: number): number {
  const before2AndBefore = Math.imul(before2, 0x9e3779b1) + Math.imul(before, 0x85ebca77);
  return (before2AndBefore + Math.imul(after, 0x27d4eb2f) + Math.imul(after2, 0x165667b1)) | 0;
}

/** Of the four letters around so many that stand at a place. */
const hashBeside = (name: string, at: number, removed: 0 | 1): number =>
  hashAround(
    name.charCodeAt(at - 2),
    name.charCodeAt(at - 1),
    name.charCodeAt(at + removed),
    name.charCodeAt(at + removed + 1),
  );

const hashCentre = (letter: number): number => Math.imul(letter, 0xc2b2ae3d);

function setBit(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5]! |= 1 << (bit & 31);
}

const hasBit = (bits: Uint32Array, bit: number): boolean => ((bits[bit >>> 5]! >>> (bit & 31)) & 1) === 1;

const WIDEST_BITS = 22;
const NARROWEST_BITS = 11;
const fits = (count: number, bits: number): boolean => 16 * count < 2 ** bits;

/** The letters in use, and a set of hashes of windows around them as bits. */
function createLettersBuilder() {
  const frequency = new Uint32Array(ALPHABETS_END);
  const wide = new Uint32Array(2 ** (WIDEST_BITS - 5));
  /** The bits that are set, as far as they may become narrower: most registries are small, and the wide set is not. */
  const set: number[] = [];

  function addWindow(hash: number): void {
    const bit = hash >>> (32 - WIDEST_BITS);
    if (hasBit(wide, bit)) return;
    setBit(wide, bit);
    if (fits(set.length, WIDEST_BITS - 1)) set.push(bit);
  }

  /** As narrow as fifteen in sixteen bits stay unset, so that it fits into the cache. */
  function narrowed(): Uint32Array<ArrayBuffer> {
    let bits = WIDEST_BITS;
    while (bits > NARROWEST_BITS && fits(set.length, bits - 1)) bits--;
    if (bits === WIDEST_BITS) return wide.slice();
    const narrow = new Uint32Array(2 ** (bits - 5));
    for (const bit of set) setBit(narrow, bit >>> (WIDEST_BITS - bits));
    return narrow;
  }

  return {
    add(name: string): void {
      for (let at = 0; at < name.length; at++) {
        const unit = name.charCodeAt(at);
        if (!isLetter(unit)) continue;
        frequency[unit]!++;
        const around = hashBeside(name, at, 1);
        // Adds the window and its gap without the letter, so that most places are ruled out for all letters at once.
        addWindow(around);
        addWindow(around + hashCentre(unit));
      }
    },
    finish() {
      const letters = Array.from(frequency.keys())
        .filter((unit) => frequency[unit]! > 0)
        .sort((a, b) => frequency[b]! - frequency[a]! || a - b)
        .slice(0, MAX_LETTERS);
      return { windows: narrowed(), letters: Uint16Array.from(letters) };
    },
  };
}

// Searching: whether an id is taken, and whether a name is nearly one that is registered.

/** Minimum length of the longer name, and of the longer word, for a typing error: short ones have honest neighbours. */
const MIN_NAME_LENGTH = 8;
const MIN_WORD_LENGTH = 4;
/** Longer names are only compared as a whole. */
const MAX_SEARCHED_LENGTH = 96;
/** With this many possible changes the windows no longer help, so the search gives up. */
const MAX_LOOKUPS = 1024;

/** Which entry has the name, or nearly so; -1 if none has. */
function createNearSearch(data: RegistryData): (name: NameForm) => number {
  const { names, bags, words: inUse, windows, letters } = data;
  const windowShift = Math.clz32(32 * windows.length - 1);
  const centres = Int32Array.from(letters, hashCentre);
  let lookups = 0;

  const find = (table: Uint32Array, hash: number, isFound: (registered: NameForm) => boolean): number =>
    findEntry(table, hash, (entry) => isFound(readName(textAt(data, 2 * entry + 1))));

  /** Looks for the name in which `inserted` stands at a place instead of so many letters. */
  function findChanged(name: string, at: number, removed: number, inserted: string): number {
    if (++lookups > MAX_LOOKUPS) return -1;
    const hash = hashOn(hashOn(hashOn(0, name, 0, at), inserted), name, at + removed);
    return find(names, mix(hash), (registered) => {
      if (registered.text !== name.slice(0, at) + inserted + name.slice(at + removed)) return false;
      // First letters count on both sides, since words may be divided differently.
      return !startsOf(registered).some((start) => start >= at && start < at + inserted.length);
    });
  }

  const isKnown = (window: number): boolean => hasBit(windows, window >>> windowShift);

  /** Tries each letter in place of so many, as far as the windows of the registry allow. */
  function tryLetters(name: string, at: number, removed: 0 | 1): number {
    const around = hashBeside(name, at, removed);
    if (!isKnown(around)) return -1;
    const unit = (offset: number) => name.charCodeAt(at + offset);
    const [before, behind] = [unit(-1), unit(removed)];
    for (let index = 0; index < letters.length; index++) {
      const letter = letters[index]!;
      if (!isKnown(around + centres[index]!)) continue;
      // The windows on both sides have to be in use as well.
      const left = hashAround(unit(-3), unit(-2), letter, behind) + hashCentre(before);
      const right = hashAround(before, letter, unit(removed + 1), unit(removed + 2)) + hashCentre(behind);
      if ((isLetter(before) && !isKnown(left)) || (isLetter(behind) && !isKnown(right))) continue;
      const entry = findChanged(name, at, removed, String.fromCharCode(letter));
      if (entry >= 0) return entry;
    }
    return -1;
  }

  function findSlipIn(name: string, start: number, end: number): number {
    const mayLose = name.length >= MIN_NAME_LENGTH && end - start >= MIN_WORD_LENGTH;
    const mayGain = end - start + 1 >= MIN_WORD_LENGTH;
    // The first letter of a word is rarely mistyped, and tells latitude from altitude.
    for (let at = start + 1; at <= end; at++) {
      let entry = -1;
      if (mayLose && at < end && isLetter(name.charCodeAt(at))) {
        entry = findChanged(name, at, 1, "");
        const isSwappable = at + 1 < end && isLetter(name.charCodeAt(at + 1));
        if (entry < 0 && isSwappable) entry = findChanged(name, at, 2, name[at + 1]! + name[at]!);
        if (entry < 0) entry = tryLetters(name, at, 1);
      }
      if (mayGain && entry < 0) entry = tryLetters(name, at, 0);
      if (entry >= 0) return entry;
    }
    return -1;
  }

  return (asked) => {
    const { text, words } = asked;
    const same = find(names, hashOf(text), (registered) => registered.text === text);
    if (same >= 0) return same;
    const hashes = words.map(hashWord);
    const reordered = find(bags, hashBag(hashes), (registered) => bagText(registered) === bagText(asked));
    if (reordered >= 0 || text.length > MAX_SEARCHED_LENGTH || text.length + 1 < MIN_NAME_LENGTH)
      return reordered;
    // A word in use elsewhere is not a typing error: county beside country. And an error changes one word: a name with
    // two unknown words is a new name, as most proposals have, so the search ends here for them.
    let odd = 0;
    for (let word = 0; word < words.length; word++)
      if (words[word]!.length >= MIN_WORD_LENGTH && !hasHash(inUse, hashes[word]!)) odd++;
    if (odd > 1) return -1;
    lookups = 0;
    const starts = startsOf(asked);
    for (let word = 0; word < words.length; word++) {
      if (hasHash(inUse, hashes[word]!)) continue;
      const entry = findSlipIn(text, starts[word]!, starts[word]! + words[word]!.length);
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

/** Made for the first registry: most processes have several. */
let ordinary: number[] | undefined;

/** Starts an empty registry, for lists that are too long to hold at once. */
export function createRegistryBuilder({ case: caseRule = "ignore" }: RegistryForm = {}): RegistryBuilder {
  const fold = foldOf(caseRule);
  const texts = createTextsBuilder();
  const letters = createLettersBuilder();
  const words = createTableBuilder(() => true);
  ordinary ??= neverMisspelt();
  for (const hash of ordinary) words.add(hash);
  /** Of the canonical form of the whole list, which is never held as one text. */
  const hash = sha256.create().update(utf8ToBytes("["));

  let id: string;
  let form: NameForm;
  let alike = 0;
  let size = 0;
  const ids = createTableBuilder((earlier) => fold(textAt(texts, 2 * earlier)) === id);
  /** By the id, which is the first text of an entry, or by the name, which is the second. */
  const tableBy = (text: 0 | 1, isSame: (earlier: NameForm) => boolean) =>
    createTableBuilder((earlier) => isSame(readName(textAt(texts, 2 * earlier + text))));
  const idForms = tableBy(0, ({ text }) => text === form.text && ++alike === MAX_ALIKE);
  const names = tableBy(1, ({ text }) => text === form.text);
  const bags = tableBy(1, (earlier) => bagText(earlier) === bagText(form));

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
      const written = `${index > 0 ? "," : ""}{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`;
      hash.update(utf8ToBytes(written));

      id = fold(id);
      const isFree = ids.add(hashOf(id), index);
      form = readName(id);
      alike = 0;
      if (isFree && form.text !== "") idForms.add(hashOf(form.text), index);
      form = readName(name);
      if (form.text !== "") {
        if (names.add(hashOf(form.text), index)) letters.add(form.text);
        const hashes = form.words.map(hashWord);
        for (const each of hashes) words.add(each);
        bags.add(hashBag(hashes), index);
      }
      return isFree;
    },
    finish: (asOf) => ({
      digest: `sha256:${bytesToHex(hash.clone().update(utf8ToBytes("]")).digest())}`,
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

  const entry = (index: number) => ({ id: textAt(data, 2 * index), name: textAt(data, 2 * index + 1) });
  const entryOrNone = (index: number) => (index < 0 ? undefined : entry(index));

  function findById(id: string): RegistryEntry | undefined {
    const folded = fold(id);
    const isSame = (index: number) => fold(textAt(data, 2 * index)) === folded;
    return entryOrNone(findEntry(data.ids, hashOf(folded), isSame));
  }

  function findSameLetters({ text }: NameForm): RegistryEntry[] {
    const found: RegistryEntry[] = [];
    findEntry(data.idForms, hashOf(text), (index) => {
      if (readName(textAt(data, 2 * index)).text === text) found.push(entry(index));
      return false;
    });
    return found;
  }

  const nearest = (name: NameForm) => entryOrNone(near(name));

  return {
    digest,
    ...(asOf !== undefined && { asOf }),
    size,
    findById,
    findNearId(id) {
      const form = readName(id);
      return findSameLetters(form)[0] ?? nearest(form);
    },
    suggest(id) {
      const own = findById(trimEnds(id));
      if (own !== undefined) return [own];
      const form = readName(id);
      const alike = findSameLetters(form);
      const named = alike.length > 0 ? undefined : nearest(form);
      return named === undefined ? alike : [named];
    },
    findNearName: (name) => nearest(readName(name)),
    *entries(from = 0) {
      for (let index = Math.max(0, Math.ceil(from)); index < size; index++) yield entry(index);
    },
  };
}
