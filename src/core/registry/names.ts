/** Ids and names in the forms in which they are compared: their words, and which letters a typing error may affect. */
import {
  ACCENT,
  inCategories,
  isInvisible,
  isWordCharacter,
  lowerCase,
  normalizeUnicode,
} from "../unicode/unicode.ts";
import { mix, type RegistryData } from "./data.ts";
import { NEVER_PLURAL, ORDINARY_WORDS } from "./lexicon.ts";

const NOT_ASCII = /[^\0-\x7f]/;

const MAX_KEPT_LENGTH = 131_072;
/** Ids that are not ASCII, folded by each rule: a check asks about the same ones several times, and marks take long. */
const kept = { exact: new Map<string, string>(), ignore: new Map<string, string>() };
let keptLength = 0;

export function foldOf(rule: RegistryData["caseRule"]): (id: string) => string {
  const isExact = rule === "exact";
  const known = isExact ? kept.exact : kept.ignore;
  const toLower = isExact ? (id: string) => id : lowerCase;
  return (id) => {
    const text = rule === "ignore-spaces" ? id.replaceAll(" ", "") : id;
    if (!NOT_ASCII.test(text)) return toLower(text);
    let folded = known.get(text);
    if (folded !== undefined) return folded;
    // Lower case can allow a composition that upper case does not have, such as J with a caron: hence twice.
    folded = normalizeUnicode(toLower(normalizeUnicode(text.toWellFormed(), "NFC")), "NFC");
    keptLength += text.length;
    if (keptLength > MAX_KEPT_LENGTH) {
      for (const map of Object.values(kept)) map.clear();
      keptLength = text.length;
    }
    // A copy: a part of a text keeps all of that text in memory.
    known.set(` ${text}`.slice(1), folded);
    return folded;
  };
}

/** Letters, digits and telling signs without case and diacritics, in words. Read into again, to allocate nothing. */
export interface NameForm {
  units: Uint16Array;
  length: number;
  /** Word `n` is `units[starts[n]]` up to, not including, `units[ends[n]]`. */
  starts: Uint32Array;
  ends: Uint32Array;
  words: number;
  /** Room to rewrite a word in, as long as `units`. */
  scratch: Uint16Array;
}

/** Names longer than this are not taken apart, registered or not: they read as nothing and resemble nothing. */
const MAX_NAME_LENGTH = 512;
/** At most one sign between digits for each of them. */
const ROOM = 2 * MAX_NAME_LENGTH;

export function createNameForm(): NameForm {
  return {
    units: new Uint16Array(ROOM),
    length: 0,
    starts: new Uint32Array(ROOM),
    ends: new Uint32Array(ROOM),
    words: 0,
    scratch: new Uint16Array(ROOM),
  };
}

/** Unit by unit for ASCII: what it becomes, or 0 between words. `C#` and `C++` are not `C`. */
const ASCII_FORM = new Uint16Array(128);
for (const sign of "abcdefghijklmnopqrstuvwxyz0123456789+#%$") {
  ASCII_FORM[sign.charCodeAt(0)] = sign.charCodeAt(0);
  ASCII_FORM[sign.toUpperCase().charCodeAt(0)] = sign.charCodeAt(0);
}

/** Letters whose stroke or joint has no decomposition, and the two shapes of a small sigma. */
const UNDECOMPOSED = /[ßæœøłđıς]/g;
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  ς: "σ",
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

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Keeps the digits of `1.1` apart from those of `11`; no other separators are kept. */
const BETWEEN_DIGITS = 0x2e;

export function readName(form: NameForm, name: string): void {
  const text = name.length > MAX_NAME_LENGTH ? "" : name;
  if (!read(form, text, false)) read(form, plain(text), true);
}

function makeRoom(form: NameForm, length: number): void {
  // Some characters decompose into a whole phrase. The next name releases the room for that.
  const room = Math.max(ROOM, 2 * length);
  if (form.units.length === room) return;
  form.units = new Uint16Array(room);
  form.starts = new Uint32Array(room);
  form.ends = new Uint32Array(room);
  form.scratch = new Uint16Array(room);
}

function read(form: NameForm, text: string, isPlain: boolean): boolean {
  makeRoom(form, text.length);
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

export function sameUnits(a: NameForm, b: NameForm): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a.units[index] !== b.units[index]) return false;
  return true;
}

export function sameWords(a: NameForm, b: NameForm): boolean {
  if (a.words !== b.words || !sameUnits(a, b)) return false;
  for (let word = 0; word < a.words; word++) if (a.starts[word] !== b.starts[word]) return false;
  return true;
}

export function isWordStart(form: NameForm, position: number): boolean {
  for (let word = 0; word < form.words; word++) {
    if (form.starts[word]! >= position) return form.starts[word] === position;
  }
  return false;
}

/** Multiplier of the polynomial hash of units: odd, and 5 modulo 8, so that its powers do not repeat early. */
export const HASH_BASE = 0x2c1b3c6d;

/** Polynomial, so that the hash of a text with one letter changed follows from the parts in constant time. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = (Math.imul(hash, HASH_BASE) + units[index]! + 1) | 0;
  return hash;
}

const unitsOf = (word: string) => Uint16Array.from(word, (letter) => letter.charCodeAt(0));
const [A, C, E, H, I, S, X, Y, Z] = [0x61, 0x63, 0x65, 0x68, 0x69, 0x73, 0x78, 0x79, 0x7a] as const;
const neverPlural = new Set(NEVER_PLURAL.map((word) => hashUnits(unitsOf(word), 0, word.length)));

/** Whether an s after this unit can make a plural: not after another s (`address`) or a digit (`1990s`). */
function isPluralTail(unit: number): boolean {
  return unit >= A && unit <= Z && unit !== S;
}

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

export function hashName(form: NameForm): number {
  return mix(hashUnits(form.units, 0, form.length));
}

export function hashId(folded: string): number {
  let hash = 0;
  for (let index = 0; index < folded.length; index++) {
    hash = Math.imul(hash, HASH_BASE) + folded.charCodeAt(index) + 1;
  }
  return mix(hash);
}

/** The hash of a word's singular. The sum over all words of a name does not depend on their order. */
export function hashWord(form: NameForm, word: number): number {
  const length = writeSingular(form, word);
  return mix(hashUnits(form.scratch, 0, length));
}

/** The words in the singular and in one order: equal for names that differ only in word order and number. */
export function bagText(form: NameForm): string {
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
export function ordinaryWordHashes(): number[] {
  const form = createNameForm();
  return [...ORDINARY_WORDS, ...NEVER_PLURAL, ...NEVER_PLURAL.map((word) => word.slice(0, -1))].map(
    (word) => {
      readName(form, word);
      return hashWord(form, 0);
    },
  );
}

/** Latin, Greek, Cyrillic and Armenian lie below. Elsewhere one changed character changes the meaning. */
const ALPHABETS_END = 0x590;
/** More would only make each search longer; rarer letters are left out. */
const MAX_LETTERS = 64;

/** Only letters: a changed digit or symbol makes another name. */
const IS_LETTER = new Uint8Array(ALPHABETS_END);
const bounds = inCategories((category) => category.startsWith("L"), ALPHABETS_END);
for (let at = 0; at < bounds.length; at += 2) IS_LETTER.fill(1, bounds[at], bounds[at + 1]);

export function isLetter(unit: number): boolean {
  return IS_LETTER[unit] === 1;
}

/** An odd multiplier for each letter around a place; windows are distinguished by the upper bits of the sum. */
export function hashAround(before2: number, before: number, after: number, after2: number): number {
  return (
    (((Math.imul(before2, 0x9e3779b1) + Math.imul(before, 0x85ebca77)) | 0) +
      ((Math.imul(after, 0x27d4eb2f) + Math.imul(after2, 0x165667b1)) | 0)) |
    0
  );
}

export function hashCentre(letter: number): number {
  return Math.imul(letter, 0xc2b2ae3d);
}

function setBit(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5]! |= 1 << (bit & 31);
}

export function hasBit(bits: Uint32Array, bit: number): boolean {
  return ((bits[bit >>> 5]! >>> (bit & 31)) & 1) === 1;
}

const WIDEST_BITS = 22;
const NARROWEST_BITS = 11;
const fits = (count: number, bits: number): boolean => 16 * count < 2 ** bits;

/** The letters in use, and a set of hashes of windows around them as bits. */
export function createLettersBuilder() {
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
    add({ units, length }: NameForm): void {
      for (let at = 0; at < length; at++) {
        const unit = units[at]!;
        if (!isLetter(unit)) continue;
        frequency[unit]!++;
        const around = hashAround(
          at > 1 ? units[at - 2]! : 0,
          at > 0 ? units[at - 1]! : 0,
          at + 1 < length ? units[at + 1]! : 0,
          at + 2 < length ? units[at + 2]! : 0,
        );
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
