/** Words of closed lists and keys of registries. */
import type { Place, WordList } from "../places.ts";
import { type Distortion, mean, pickPlace, type Sheet, valueAt, write } from "../sheet.ts";
import { slipOf } from "../slips.ts";
import { distance, lettersOf } from "../words.ts";

const isWord = ({ kind }: Place) => kind === "word";

/** Nobody's word yet: neither one of the list, in whatever case, nor one that is declared to mean one. */
function isStrange(text: string, { values, aliases }: WordList): boolean {
  const letters = lettersOf(text);
  return letters !== "" && [...values, ...Object.keys(aliases)].every((word) => lettersOf(word) !== letters);
}

function isSlipAway(text: string, { values }: WordList): boolean {
  return values.some((word) => word.length >= 5 && distance(lettersOf(text), lettersOf(word)) <= 1);
}

/** The same word in another case, with other separators or with accents. */
export const wordInOtherCase: Distortion = (sheet) => {
  const place = pickPlace(sheet, isWord);
  if (place === undefined) return false;
  return writeOtherwise(sheet, place, valueAt(sheet, place.pointer) as string, place.words!.values, "word");
};

export const keyInOtherCase: Distortion = (sheet) => {
  const place = pickPlace(sheet, ({ kind }) => kind === "registered");
  if (place === undefined) return false;
  return writeOtherwise(sheet, place, valueAt(sheet, place.pointer) as string, place.keys!, "registered key");
};

function writeOtherwise(
  sheet: Sheet,
  place: Place,
  word: string,
  all: readonly string[],
  what: string,
): boolean {
  const { random } = sheet;
  const raw = random.pick([
    word.toUpperCase(),
    word.toLowerCase(),
    word[0]!.toUpperCase() + word.slice(1),
    word.replaceAll(/[-_]/g, " "),
    word.replaceAll(/[-_ ]/g, "_"),
    word.replaceAll(/[_ ]/g, "-"),
    word.replace(/[aeiou]/, (letter) => `${letter}\u0301`.normalize("NFC")),
  ]);
  if (raw === word || all.includes(raw)) return false;
  if (all.some((other) => other !== word && lettersOf(other) === lettersOf(raw))) return false;
  const isOther = [...word].some((_, index) => isOtherMark(word, raw, index)) || isOtherSymbol(word, raw);
  return write(
    sheet,
    place.pointer,
    raw,
    isOther ? "decision" : "safe",
    isOther
      ? `${what} with another mark beside a digit, or a symbol in another case`
      : `${what} in another case, with other separators or accents`,
  );
}

/** A hyphen beside a digit can be a minus sign, so no other mark stands for it. A space and `_` say the same. */
function isOtherMark(word: string, raw: string, index: number): boolean {
  const marks = [word[index]!, raw[index]!];
  if (marks[0] === marks[1] || !marks.some((mark) => /[-_ ]/.test(mark))) return false;
  const neighbours = [word[index - 1], word[index + 1]];
  return (
    !marks.every((mark) => /[_ ]/.test(mark)) && !neighbours.every((mark) => /^\p{L}$/u.test(mark ?? ""))
  );
}

/** Symbols of units that only their case tells apart: `mW` and `MW`. A word in small letters is no symbol of its own. */
function isOtherSymbol(word: string, raw: string): boolean {
  if (word.replace(/\P{L}/gu, "").length > 3 || word.toLowerCase() !== raw.toLowerCase()) return false;
  const isMixed = (text: string) => /.\p{Lu}/u.test(text) && /\p{Ll}/u.test(text);
  const isMega = /^m(?:[gmslavwjnb]|hz|pa|bar|mol|ol)$/i.test(word) && word[0] !== raw[0];
  if (isMega && word.slice(1) === raw.slice(1)) return true;
  return /\p{Lu}/u.test(word) && /\p{Lu}/u.test(raw) && (isMixed(word) || isMixed(raw));
}

/** A word of a set, twice. */
export const repeatedInSet: Distortion = (sheet) => {
  const sets = sheet.reading.lists.filter(
    ({ isSet, pointer }) => isSet && !sheet.touched.some((other) => other.startsWith(pointer)),
  );
  if (sets.length === 0) return false;
  const { pointer } = sheet.random.pick(sets);
  const items = valueAt(sheet, pointer) as string[];
  if (items.length === 0) return false;
  return write(sheet, pointer, [...items, sheet.random.pick(items)], "safe", "an entry of a set twice");
};

export const declaredAlias: Distortion = (sheet) => {
  const place = pickPlace(
    sheet,
    ({ kind, words }) => kind === "word" && Object.keys(words!.aliases).length > 0,
  );
  if (place === undefined) return false;
  const [alias, word] = sheet.random.pick(Object.entries(place.words!.aliases));
  if (!isRestFine(sheet, place, word)) return false;
  mean(sheet, place.pointer, word);
  const raw = sheet.random.chance(0.3) ? alias[0]!.toUpperCase() + alias.slice(1) : alias;
  return write(sheet, place.pointer, raw, "suggested", "a declared alias");
};

/** Another word would have to suit the records that depend on it, and stand in its list once. */
function isRestFine(sheet: Sheet, { pointer }: Place, word: string): boolean {
  if (valueAt(sheet, pointer) === word) return true;
  const list = pointer.replace(/\/\d+$/, "");
  if (list !== pointer) {
    const items = valueAt(sheet, list);
    return Array.isArray(items) && !items.includes(word);
  }
  return !/\/(channels|outputFields)\//.test(pointer) && !/(kind|type)$/.test(pointer);
}

export const wordWithSlip: Distortion = (sheet) => {
  const place = pickPlace(sheet, isWord);
  if (place === undefined) return false;
  const words = place.words!;
  const word = valueAt(sheet, place.pointer) as string;
  const slip = slipOf(sheet.random, word, [...words.values, ...Object.keys(words.aliases)]);
  if (slip === undefined || !isStrange(slip.text, words)) return false;
  const need = words.typos === "repair" ? "suggested" : "decision";
  return write(sheet, place.pointer, slip.text, need, `word with ${slip.kind}`);
};

const PREFIXES = ["ir", "non-", "un", "semi-", "pre-"];

/** A word that resembles one or several of the list and is none of them. */
export const wordLikeOthers: Distortion = (sheet) => {
  const { random } = sheet;
  const place = pickPlace(sheet, isWord);
  if (place === undefined) return false;
  const words = place.words!;
  const word = valueAt(sheet, place.pointer) as string;
  const other = random.pick(words.values);
  const parts = word.split(/[-_ ]/);
  const raw = random.pick([
    parts.slice(0, -1).join("-"),
    parts.slice(1).join("-"),
    parts[0]!,
    parts.at(-1)!,
    word.slice(0, Math.max(2, Math.ceil(word.length / 2))),
    `${random.pick(PREFIXES)}${word}`,
    `${word}-${random.pick(["plus", "new", "x", "2"])}`,
    `${random.pick("bcdfghjklmnpqrstvw".split(""))}${word.slice(1)}`,
    word.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
    // Where a list may stand as well, these are two words of it.
    ...(place.schema.mayBeList === true ? [] : [`${word} or ${other}`]),
    `${word.slice(0, Math.ceil(word.length / 2))}${other.slice(Math.floor(other.length / 2))}`,
    random.pick([
      "other",
      "unknown",
      "none",
      "tbd",
      "default",
      "custom",
      "UK",
      "gr",
      "night",
      "cloud_pull",
      "image/svg",
      "BSD",
    ]),
  ]);
  if (raw.length < 2 || !isStrange(raw, words)) return false;
  if (words.typos === "repair" && isSlipAway(raw, words)) return false;
  return write(sheet, place.pointer, raw, "decision", "a word that only resembles one of the list");
};

export const keyLikeOthers: Distortion = (sheet) => {
  const { random } = sheet;
  const place = pickPlace(sheet, ({ kind }) => kind === "registered");
  if (place === undefined) return false;
  const word = valueAt(sheet, place.pointer) as string;
  const slip = slipOf(random, word, []);
  const parts = word.split(/[-_]/);
  const raw = random.pick([
    slip?.text ?? `${word}s`,
    slip?.text ?? `${word}s`,
    parts[0]!,
    `${word}-2`,
    `${parts[0]}-${random.pick(["oost", "sud", "deel", "new"])}`,
    word.replace(/\d+$/, (digits) => String(Number(digits) + 1)),
    `the ${word}`,
  ]);
  const letters = lettersOf(raw);
  if (place.keys!.some((key) => lettersOf(key) === letters)) return false;
  return write(sheet, place.pointer, raw, "decision", "a key that only resembles a registered one");
};
