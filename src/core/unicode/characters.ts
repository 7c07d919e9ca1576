/** Lengths in characters, normal forms, and characters that mislead a reader. */
import {
  isEmoji,
  isInheritedMark,
  isInvisible,
  isJoined,
  isPictographic,
  isWhiteSpace,
  normalizeUnicode,
  trimEnds,
} from "./unicode.ts";

/** Unicode code points, counted without building an array. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        index++;
      }
    }
  }
  return count;
}

/** Whether the number of code points is within bounds. Counts them only where the UTF-16 length leaves it open. */
export function lengthWithin(text: string, min: number, max: number): boolean {
  const units = text.length;
  if (units < min || units > 2 * max) return false;
  if (units <= max && (min <= 1 || units >= 2 * min)) return true;
  const count = characterCount(text);
  return count >= min && count <= max;
}

const PLAIN_PROSE = /^[!-~](?:[ -~\n]*[!-~])?$/;
const PLAIN_LINE = /^[!-~](?:[ -~]*[!-~])?$/;

/** Printable ASCII with nothing to trim. Most texts are like this, and their characters need no check. */
export function isPlainLine(text: string): boolean {
  return PLAIN_LINE.test(text);
}

/** The schema and several rules ask about the same text, so the last answer is kept. */
let lastText = "";
let lastIsProse = false;

/** The same with line feeds. */
export function isPlainProse(text: string): boolean {
  if (text !== lastText) {
    lastText = text;
    lastIsProse = isPlainLine(text) || PLAIN_PROSE.test(text);
  }
  return lastIsProse;
}

let lastProse = "";
let lastNormalized = "";

/** NFC, LF line ends, trimmed. Idempotent. The schema and several rules ask for the same text, so the last one is kept. */
export function normalizeText(text: string): string {
  if (isPlainProse(text)) return text;
  if (text !== lastProse) {
    lastNormalized = trimEnds(normalizeUnicode(text, "NFC").replace(/\r\n?/g, "\n"));
    lastProse = text;
  }
  return lastNormalized;
}

export type CharacterClass = "bidi" | "zero-width" | "invisible" | "control" | "control-in-prose";

const isControl = (point: number) => point < 0x20 || (point >= 0x7f && point <= 0x9f);
const isBetween = (point: number, first: number, last: number) => point >= first && point <= last;

const IS_OF_CLASS: Record<CharacterClass, (point: number) => boolean> = {
  bidi: (point) =>
    point === 0x61c ||
    isBetween(point, 0x200e, 0x200f) ||
    isBetween(point, 0x202a, 0x202e) ||
    isBetween(point, 0x2066, 0x2069),
  "zero-width": (point) =>
    point === 0xad ||
    point === 0x180e ||
    isBetween(point, 0x200b, 0x200d) ||
    isBetween(point, 0x2060, 0x2064) ||
    point === 0xfeff,
  invisible: (point) => point >= 0xad && isInvisible(point),
  control: (point) => isControl(point) || point === 0x2028 || point === 0x2029,
  // Prose may contain tabs and line ends.
  "control-in-prose": (point) => isControl(point) && point !== 9 && point !== 10 && point !== 13,
};

export const CHARACTER_CLASSES = Object.keys(IS_OF_CLASS) as CharacterClass[];

/** Other characters are of no class. */
const isSuspect = (point: number) => point < 0x20 || point >= 0x7f;
const SUSPECT = /[^ -~]/;

/**
 * The characters of a text that are of one of the classes, each once, in the order in which they occur, and the text without
 * them; undefined if it has none. `sequences` exempts joiners, selectors and tags where a script or an emoji needs them.
 */
export function findUnsafe(
  text: string,
  classes: readonly CharacterClass[],
  sequences: boolean,
): { readonly kinds: readonly string[]; readonly rest: string } | undefined {
  if (!SUSPECT.test(text)) return undefined;
  const kinds = new Set<string>();
  let rest = "";
  let kept = 0;
  for (let index = 0; index < text.length; ) {
    const point = text.codePointAt(index)!;
    const next = index + (point > 0xffff ? 2 : 1);
    if (isSuspect(point) && classes.some((name) => IS_OF_CLASS[name](point))) {
      const allowed = sequences ? endOfSequence(text, index, point) : index;
      if (allowed > index) {
        index = allowed;
        continue;
      }
      kinds.add(text.slice(index, next));
      rest += text.slice(kept, index);
      // A line break between two words keeps them apart; it may take two characters.
      const parts = isWhiteSpace(text[index]!) && point !== 0xfeff;
      if (parts && rest !== "" && next < text.length && !isWhiteSpace(rest.at(-1)!)) rest += " ";
      kept = next;
    }
    index = next;
  }
  return kinds.size === 0 ? undefined : { kinds: [...kinds], rest: rest + text.slice(kept) };
}

const [ZWNJ, ZWJ, TEXT_STYLE, EMOJI_STYLE, KEYCAP] = [0x200c, 0x200d, 0xfe0e, 0xfe0f, 0x20e3];
const [FIRST_TAG, LAST_TAG, CANCEL_TAG] = [0xe0020, 0xe007e, 0xe007f];

/** Where the characters end that a script or an emoji needs here; the index itself where there are none. */
function endOfSequence(text: string, index: number, point: number): number {
  const before = pointBefore(text, index);
  const end = index + (point > 0xffff ? 2 : 1);
  const after = text.codePointAt(end);
  if (point === TEXT_STYLE || point === EMOJI_STYLE) {
    if (before === undefined || !isEmoji(before)) return index;
    return before > 0x39 || after === KEYCAP ? end : index;
  }
  if (point === ZWNJ || point === ZWJ) {
    if (before === undefined || after === undefined) return index;
    const [joinsBefore, joinsAfter] = [isJoined(before), isJoined(after)];
    if (
      (joinsBefore || isInheritedMark(before)) &&
      (joinsAfter || isInheritedMark(after)) &&
      (joinsBefore || joinsAfter)
    )
      return end;
    return point === ZWJ && isPictographic(after) && endsPictograph(text, index) ? end : index;
  }
  if (point < FIRST_TAG || point > LAST_TAG || !endsPictograph(text, index)) return index;
  let at = index;
  for (;;) {
    const tag = text.codePointAt(at);
    if (tag === CANCEL_TAG) return at + 2;
    if (tag === undefined || tag < FIRST_TAG || tag > LAST_TAG) return index;
    at += 2;
  }
}

/** Whether a pictograph ends here, with its style or skin tone. */
function endsPictograph(text: string, index: number): boolean {
  const before = pointBefore(text, index);
  if (before === undefined) return false;
  const isDecoration = before === EMOJI_STYLE || (before >= 0x1f3fb && before <= 0x1f3ff);
  if (!isDecoration) return isPictographic(before);
  const base = pointBefore(text, index - (before > 0xffff ? 2 : 1));
  return (base !== undefined && isPictographic(base)) || isPictographic(before);
}

function pointBefore(text: string, index: number): number | undefined {
  if (index === 0) return undefined;
  const point = text.codePointAt(index - 2);
  return point !== undefined && point > 0xffff ? point : text.charCodeAt(index - 1);
}

/** Anything that a reader cannot see, for messages. */
export function isUnprintable(point: number): boolean {
  return IS_OF_CLASS.control(point) || isInvisible(point);
}

/** `U+202E`, for messages. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
