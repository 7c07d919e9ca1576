/** Ids and display names in the forms in which they are compared. */

import { ACCENT, isInvisible, isWordCharacter, lowerCase, normalizeUnicode } from "../../unicode/unicode.ts";
import type { CaseRule } from "../data.ts";

const NOT_ASCII = /[^\0-\x7f]/;

/** The form in which ids are compared: without case, in one Unicode form. */
function foldId(id: string): string {
  if (!NOT_ASCII.test(id)) return id.toLowerCase();
  // Lower case can allow a composition that upper case does not have, such as J with a caron: hence twice.
  return normalizeUnicode(lowerCase(normalizeUnicode(id.toWellFormed(), "NFC")), "NFC");
}

export function foldOf(rule: CaseRule): (id: string) => string {
  if (rule === "exact") return exactId;
  return rule === "ignore" ? foldId : (id) => foldId(id.replaceAll(" ", ""));
}

/** The form in which ids are compared where case counts: in one Unicode form. */
function exactId(id: string): string {
  return NOT_ASCII.test(id) ? normalizeUnicode(id.toWellFormed(), "NFC") : id;
}

/**
 * A name taken apart: its letters, digits and telling signs as UTF-16 units, without case, diacritics or
 * anything between words, and where the words lie. One form is read into again and again, so that reading a
 * name of plain ASCII allocates nothing.
 */
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

/** Without accents, and without what shows nothing at all. */
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

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Keeps the digits of `1.1` apart from those of `11`; no other separators are kept. */
const BETWEEN_DIGITS = 0x2e;

/** Reads a name into the form. Accepts any string. */
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

/** The same units, divided into the same words. */
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
