/** What may stand in a text, and how prose is normalized. */
import {
  isAssigned,
  isEmoji,
  isEmojiModifier,
  isInvisible,
  isLetterOrMark,
  isOfInheritedScript,
  isOfJoiningScript,
  isPictograph,
} from "./unicode.ts";

const ZERO_WIDTH_NON_JOINER = 0x200c;
const ZERO_WIDTH_JOINER = 0x200d;
const TEXT_STYLE = 0xfe0e;
const EMOJI_STYLE = 0xfe0f;
const KEYCAP = 0x20e3;
const FIRST_TAG = 0xe0020;
const LAST_TAG = 0xe007e;
const END_OF_TAGS = 0xe007f;

export function codePointsOf(text: string): number[] {
  const codePoints: number[] = [];
  for (const character of text) codePoints.push(character.codePointAt(0)!);
  return codePoints;
}

/** Lengths are counted in code points. */
export function lengthOf(text: string): number {
  return codePointsOf(text).length;
}

/** Half of a UTF-16 pair without its other half. Whole pairs come as one code point. */
export function hasLoneSurrogate(text: string): boolean {
  return codePointsOf(text).some((codePoint) => codePoint >= 0xd800 && codePoint <= 0xdfff);
}

// White space

const WHITE_SPACE = new Set([
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
  0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** None of these needs two UTF-16 units, so units will do here. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.has(text.charCodeAt(start))) start += 1;
  while (end > start && WHITE_SPACE.has(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

// Normalization

/** NFC of Unicode 15.0: newer characters stay as they are, and nothing composes across them. */
export function nfc(text: string): string {
  let result = "";
  let run = "";
  for (const character of text) {
    if (isAssigned(character.codePointAt(0)!)) {
      run += character;
    } else {
      result += run.normalize("NFC") + character;
      run = "";
    }
  }
  return result + run.normalize("NFC");
}

/** What a build makes of a display name or of prose. */
export function normalizeProse(text: string): string {
  return trim(nfc(text).replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
}

/** Two ids are the same if these are. */
export function idWithoutCase(id: string): string {
  let lower = "";
  for (const character of nfc(id)) {
    const mapped = isAssigned(character.codePointAt(0)!) ? character.toLowerCase() : character;
    lower += codePointsOf(mapped).every(isAssigned) ? mapped : character;
  }
  return nfc(lower);
}

// Characters that must not be there

/** Control characters in ids and names, where line breaks and tabs count too. */
export function hasControl(text: string): boolean {
  return codePointsOf(text).some(
    (codePoint) =>
      codePoint <= 0x1f ||
      (codePoint >= 0x7f && codePoint <= 0x9f) ||
      codePoint === 0x2028 ||
      codePoint === 0x2029,
  );
}

/** Control characters in prose, where tabs and line breaks are fine. */
export function hasControlInProse(text: string): boolean {
  return codePointsOf(text).some(
    (codePoint) =>
      codePoint <= 0x08 ||
      codePoint === 0x0b ||
      codePoint === 0x0c ||
      (codePoint >= 0x0e && codePoint <= 0x1f) ||
      (codePoint >= 0x7f && codePoint <= 0x9f),
  );
}

/** For ids: no use of an invisible character is legitimate there. */
export function hasInvisible(text: string): boolean {
  return codePointsOf(text).some(isInvisible);
}

/** For names and prose, where some scripts and emoji need characters that cannot be seen. */
export function hasInvisibleOutOfPlace(text: string): boolean {
  const codePoints = codePointsOf(text);
  return codePoints.some(
    (codePoint, index) =>
      isInvisible(codePoint) &&
      !isJoinerWithinWord(codePoints, index) &&
      !isEmojiSelector(codePoints, index) &&
      !isEmojiJoiner(codePoints, index) &&
      !isEmojiTag(codePoints, index),
  );
}

/** Persian and Indic spelling: a joiner between two letters or marks of such a script. */
function isJoinerWithinWord(text: readonly number[], index: number): boolean {
  if (text[index] !== ZERO_WIDTH_NON_JOINER && text[index] !== ZERO_WIDTH_JOINER) return false;
  const before = text[index - 1];
  const after = text[index + 1];
  if (before === undefined || after === undefined) return false;
  const counts = (neighbour: number) =>
    isLetterOrMark(neighbour) && (isOfJoiningScript(neighbour) || isOfInheritedScript(neighbour));
  return counts(before) && counts(after) && (isOfJoiningScript(before) || isOfJoiningScript(after));
}

/** The selector that shows ❤ as text or as emoji, and the one inside keycaps (`1`, U+FE0F, U+20E3). */
function isEmojiSelector(text: readonly number[], index: number): boolean {
  if (text[index] !== TEXT_STYLE && text[index] !== EMOJI_STYLE) return false;
  const before = text[index - 1];
  if (before === undefined || !isEmoji(before)) return false;
  const isKeycapBase = "0123456789#*".includes(String.fromCodePoint(before));
  return isKeycapBase ? text[index + 1] === KEYCAP : true;
}

/** The joiners of a family: 👨, U+200D, 👩, U+200D, 👧. */
function isEmojiJoiner(text: readonly number[], index: number): boolean {
  const after = text[index + 1];
  return (
    text[index] === ZERO_WIDTH_JOINER &&
    endsWithPictograph(text, index) &&
    after !== undefined &&
    isPictograph(after)
  );
}

/** The tags of the flag of Scotland: tag characters closed by U+E007F, after a pictograph. */
function isEmojiTag(text: readonly number[], index: number): boolean {
  const isTag = (codePoint: number | undefined) =>
    codePoint !== undefined && codePoint >= FIRST_TAG && codePoint <= LAST_TAG;
  if (!isTag(text[index]) && text[index] !== END_OF_TAGS) return false;
  let first = index;
  while (isTag(text[first - 1])) first -= 1;
  let last = index;
  while (isTag(text[last])) last += 1;
  return text[last] === END_OF_TAGS && first < last && endsWithPictograph(text, first);
}

/** Whether a pictograph, perhaps with a style or a skin tone, stands directly before `end`. */
function endsWithPictograph(text: readonly number[], end: number): boolean {
  const last = text[end - 1];
  if (last === undefined) return false;
  if (isPictograph(last)) return true;
  const beforeLast = text[end - 2];
  return (
    (last === EMOJI_STYLE || isEmojiModifier(last)) && beforeLast !== undefined && isPictograph(beforeLast)
  );
}
