/**
 * The entries that a target product has registered, as plain arrays that can be built in one thread and moved to
 * another: whether an id is taken, and whether a name is nearly one of theirs.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256Hex } from "../json/digest.ts";
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
/** One character decomposes into 18 at most, and at most one sign between digits comes with each of them. */
const ROOM = 2 * 18 * MAX_NAME_LENGTH;

/** Letters, digits and telling signs without case and diacritics, in words. Read into again, to allocate nothing. */
const createNameForm = () => ({
  units: new Uint16Array(ROOM),
  length: 0,
  /** Word `n` is `units[starts[n]]` up to, not including, `units[ends[n]]`. */
  starts: new Uint16Array(ROOM),
  ends: new Uint16Array(ROOM),
  words: 0,
  /** To rewrite a word in. */
  scratch: new Uint16Array(ROOM),
});
type NameForm = ReturnType<typeof createNameForm>;

/** Unit by unit for ASCII: what it becomes, or 0 between words. `C#` and `C++` are not `C`. */
const ASCII_FORM = new Uint16Array(128);
for (const sign of "abcdefghijklmnopqrstuvwxyz0123456789+#%$") {
  ASCII_FORM[sign.charCodeAt(0)] = sign.charCodeAt(0);
  ASCII_FORM[sign.toUpperCase().charCodeAt(0)] = sign.charCodeAt(0);
}

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

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Keeps the digits of `1.1` apart from those of `11`; no other separators are kept. */
const BETWEEN_DIGITS = 0x2e;

function readName(form: NameForm, name: string): void {
  const text = name.length > MAX_NAME_LENGTH ? "" : name;
  if (!read(form, text, false)) read(form, plain(text), true);
}

function read(form: NameForm, text: string, isPlain: boolean): boolean {
  const { units, starts, ends } = form;
  let length = 0;
  let words = 0;
  let inWord = false;
  for (let index = 0; index < text.length; index++) {
    let unit = text.charCodeAt(index);
    if (unit < 128) unit = ASCII_FORM[unit]!;
    else if (!isPlain) return false;
    if (unit === 0) {
      inWord = false;
      continue;
    }
    if (!inWord) {
      if (isDigit(unit) && isDigit(units[length - 1]!)) units[length++] = BETWEEN_DIGITS;
      starts[words++] = length;
      inWord = true;
    }
    units[length++] = unit;
    ends[words - 1] = length;
  }
  form.length = length;
  form.words = words;
  return true;
}

function sameUnits(a: Pick<NameForm, "units" | "length">, b: NameForm): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a.units[index] !== b.units[index]) return false;
  return true;
}

/** 0 before and after the name. */
const unitAt = ({ units, length }: NameForm, index: number): number =>
  index >= 0 && index < length ? units[index]! : 0;

function isWordStart(form: NameForm, position: number): boolean {
  for (let word = 0; word < form.words; word++) {
    if (form.starts[word]! >= position) return form.starts[word] === position;
  }
  return false;
}

/** Multiplier of the polynomial hash of units: odd, and 5 modulo 8, so that its powers do not repeat early. */
const HASH_BASE = 0x2c1b3c6d;

/** Polynomial, so that the hash of a text with one letter changed follows from the parts in constant time. */
function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = (Math.imul(hash, HASH_BASE) + units[index]! + 1) | 0;
  return hash;
}

const unitsOf = (word: string) => Uint16Array.from(word, (letter) => letter.charCodeAt(0));
const [A, C, E, H, I, S, X, Y, Z] = [0x61, 0x63, 0x65, 0x68, 0x69, 0x73, 0x78, 0x79, 0x7a] as const;
const neverPlural = new Set(NEVER_PLURAL.map((word) => hashUnits(unitsOf(word), 0, word.length)));

/** Whether an s after this unit can make a plural: not after another s (`address`) or a digit (`1990s`). */
const isPluralTail = (unit: number): boolean => unit >= A && unit <= Z && unit !== S;

/** Writes the singular of a word into the form's scratch and returns its length. Knows regular English plurals only. */
function writeSingular(form: NameForm, word: number): number {
  const out = form.scratch;
  const start = form.starts[word]!;
  let length = form.ends[word]! - start;
  for (let index = 0; index < length; index++) out[index] = form.units[start + index]!;
  if (length < 4) return length;
  if (
    out[length - 1] === S &&
    isPluralTail(out[length - 2]!) &&
    !neverPlural.has(hashUnits(out, 0, length))
  ) {
    length--;
  }
  // Singular and plural both take this step, so that `movie` still equals `movies`, and `cache` equals `caches`.
  if (length < 4 || out[length - 1] !== E) return length;
  const last = out[length - 2]!;
  const before = out[length - 3]!;
  if (last === I) {
    out[length - 2] = Y;
    return length - 1;
  }
  const hisses =
    last === X ||
    (last === H && (before === C || before === S)) ||
    (last === before && (last === S || last === Z));
  return hisses ? length - 1 : length;
}

const hashName = (form: NameForm): number => mix(hashUnits(form.units, 0, form.length));

function hashId(folded: string): number {
  let hash = 0;
  for (let index = 0; index < folded.length; index++) {
    hash = Math.imul(hash, HASH_BASE) + folded.charCodeAt(index) + 1;
  }
  return mix(hash);
}

/** The hash of a word's singular. The sum over all words of a name does not depend on their order. */
function hashWord(form: NameForm, word: number): number {
  const length = writeSingular(form, word);
  return mix(hashUnits(form.scratch, 0, length));
}

/** The words in the singular and in one order: equal for names that differ only in word order and number. */
function bagText(form: NameForm): string {
  const words: string[] = [];
  for (let word = 0; word < form.words; word++) {
    let text = "";
    const length = writeSingular(form, word);
    for (let index = 0; index < length; index++) text += String.fromCharCode(form.scratch[index]!);
    words.push(text);
  }
  return words.sort().join(" ");
}

/** The hashes of words that are never treated as a misspelling, whatever the registry contains. */
function ordinaryWordHashes(): number[] {
  const form = createNameForm();
  const singulars = NEVER_PLURAL.map((word) => word.slice(0, -1));
  return [...ORDINARY_WORDS, ...NEVER_PLURAL, ...singulars].map((word) => {
    readName(form, word);
    return hashWord(form, 0);
  });
}

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
    add(form: NameForm): void {
      const { units, length } = form;
      for (let at = 0; at < length; at++) {
        const unit = units[at]!;
        if (!isLetter(unit)) continue;
        frequency[unit]!++;
        const [before, after] = [unitAt(form, at - 1), unitAt(form, at + 1)];
        const around = hashAround(unitAt(form, at - 2), before, after, unitAt(form, at + 2));
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

// Searches share what they write into, because none of them runs while another does, and a thousand registries would
// need 40 MB for it.
const asked = createNameForm();
const registered = createNameForm();
const wordHashes = new Int32Array(MAX_SEARCHED_LENGTH);
const odd = new Uint8Array(MAX_SEARCHED_LENGTH);
/** The given name as it would be without a slip of the hand. */
const changed = { units: new Uint16Array(MAX_SEARCHED_LENGTH + 1), length: 0 };

function createNearSearch(data: RegistryData) {
  const { names, bags, words, windows, letters } = data;
  const windowShift = Math.clz32(32 * windows.length - 1);
  const centres = Int32Array.from(letters, hashCentre);

  let lookups = 0;

  function find(table: Uint32Array, hash: number, isFound: () => boolean): number {
    return findEntry(table, mix(hash), (entry) => {
      readName(registered, textAt(data, 2 * entry + 1));
      return isFound();
    });
  }

  const isSameName = () => sameUnits(asked, registered);
  const isSameBag = () => bagText(asked) === bagText(registered);

  /** Looks for the name in which `inserted` stands at a place instead of so many units. */
  function findChanged(at: number, removed: number, ...inserted: readonly number[]): number {
    if (++lookups > MAX_LOOKUPS) return -1;
    const { units } = changed;
    let length = 0;
    for (let index = 0; index < at; index++) units[length++] = asked.units[index]!;
    for (const unit of inserted) units[length++] = unit;
    for (let index = at + removed; index < asked.length; index++) units[length++] = asked.units[index]!;
    changed.length = length;
    // First letters count on both sides, since words may be divided differently.
    return find(names, hashUnits(units, 0, length), () => {
      if (!sameUnits(changed, registered)) return false;
      return inserted.every((_, index) => !isWordStart(registered, at + index));
    });
  }

  const isKnown = (window: number): boolean => hasBit(windows, window >>> windowShift);

  /** Whether the windows on both sides of a letter inserted before `after` are in use as well. */
  function fits(at: number, after: number, letter: number): boolean {
    const [before, behind] = [unitAt(asked, at - 1), unitAt(asked, after)];
    const around = hashAround(unitAt(asked, at - 3), unitAt(asked, at - 2), letter, behind);
    if (isLetter(before) && !isKnown(around + hashCentre(before))) return false;
    if (!isLetter(behind)) return true;
    const beyond = hashAround(before, letter, unitAt(asked, after + 1), unitAt(asked, after + 2));
    return isKnown(beyond + hashCentre(behind));
  }

  /** Tries each letter in place of so many units, as far as the windows of the registry allow. */
  function tryLetters(at: number, removed: 0 | 1): number {
    const after = at + removed;
    const [before, behind] = [unitAt(asked, at - 1), unitAt(asked, after)];
    const window = hashAround(unitAt(asked, at - 2), before, behind, unitAt(asked, after + 1));
    if (!isKnown(window)) return -1;
    for (let index = 0; index < letters.length; index++) {
      const letter = letters[index]!;
      if (!isKnown(window + centres[index]!) || !fits(at, after, letter)) continue;
      const entry = findChanged(at, removed, letter);
      if (entry >= 0) return entry;
    }
    return -1;
  }

  function findSlipIn(start: number, end: number): number {
    const { length, units } = asked;
    const mayLose = length >= MIN_NAME_LENGTH && end - start >= MIN_WORD_LENGTH;
    const mayGain = end - start + 1 >= MIN_WORD_LENGTH;
    // The first letter of a word is rarely mistyped, and tells latitude from altitude.
    for (let at = start + 1; at <= end; at++) {
      let entry = -1;
      if (mayLose && at < end && isLetter(units[at]!)) {
        entry = findChanged(at, 1);
        const isSwappable = at + 1 < end && isLetter(units[at + 1]!);
        if (entry < 0 && isSwappable) entry = findChanged(at, 2, units[at + 1]!, units[at]!);
        if (entry < 0) entry = tryLetters(at, 1);
      }
      if (mayGain && entry < 0) entry = tryLetters(at, 0);
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
    if (reordered >= 0 || length > MAX_SEARCHED_LENGTH || length + 1 < MIN_NAME_LENGTH) return reordered;

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
  const bags = tableBy(1, () => bagText(earlierForm) === bagText(form));

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

  const entry = (index: number): RegistryEntry => ({
    id: textAt(data, 2 * index),
    name: textAt(data, 2 * index + 1),
  });
  const entryOrNone = (index: number) => (index < 0 ? undefined : entry(index));

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
      const named = alike.length > 0 ? undefined : nearest();
      return named === undefined ? alike : [named];
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
