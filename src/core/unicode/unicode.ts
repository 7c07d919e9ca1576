/**
 * Unicode 15.0, whatever version the runtime has: sets of code points, normalization and lower case; and values as
 * messages quote them.
 */

import { groupBy, isPlainObject, once } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { CATEGORY_NAMES, CATEGORY_RUNS, EMOJI, INVISIBLE, PICTOGRAPHIC, SCRIPTS } from "./unicode-tables.ts";

/** Alternating starts and ends of ranges in order. An end is the first code point that is not in the range. */
export type Bounds = readonly number[];

/** Reads a table: alternating distances. */
function decodeTable(table: string): Bounds {
  let at = 0;
  return table.match(/[a-z]*[A-Z]/g)!.map((distance) => {
    at += [...distance.toUpperCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 0x41, 0);
    return at;
  });
}

const categories = () =>
  CATEGORY_NAMES.split("; ").map((names) => names.split(" ") as [string, string, string]);

/** All code points whose category, such as `Lu`, is asked for; only those below `limit`, give or take one range. */
export function inCategories(isAskedFor: (category: string) => boolean, limit = Infinity): Bounds {
  const askedFor = new Map(categories().map(([sign, category]) => [sign, isAskedFor(category)]));
  const bounds: number[] = [];
  let at = 0;
  const runs = CATEGORY_RUNS.replace(/=([0-9a-z]+)/g, (_, length) =>
    "AB".repeat(Number.parseInt(length, 36) / 2),
  );
  for (const [, sign, length] of runs.matchAll(/([^0-9a-z])([0-9a-z]*)/g)) {
    if (at >= limit) break;
    const end = at + (length === "" ? 1 : Number.parseInt(length!, 36));
    if (askedFor.get(sign!)) {
      if (bounds.at(-1) === at) bounds.pop();
      else bounds.push(at);
      bounds.push(end);
    }
    at = end;
  }
  return bounds;
}

let byScript: ReadonlyMap<string, string> | undefined;

const tablesOfScripts = () =>
  (byScript ??= new Map(Array.from(SCRIPTS.matchAll(/(\w+) (\w+)/g), ([, name, table]) => [name!, table!])));

function inScripts(...scripts: readonly string[]): Bounds {
  const tables = scripts.map((script) => decodeTable(tablesOfScripts().get(script)!));
  // Scripts have no code point in common: their ranges only need to be put in order, and joined where they touch.
  const bounds = tables.flat().sort((one, other) => one - other);
  return bounds.filter((bound, at) => bound !== bounds[at - 1] && bound !== bounds[at + 1]);
}

/** Undefined for a name that no script has. */
export function boundsOfScript(name: string): Bounds | undefined {
  // Of code points that have no other script.
  if (name === "Unknown") return complementOf(inScripts(...tablesOfScripts().keys()));
  return tablesOfScripts().has(name) ? inScripts(name) : undefined;
}

/** One behind the last code point. */
const BEYOND = 0x110000;

export function complementOf(bounds: Bounds): Bounds {
  const others = bounds[0] === 0 ? bounds.slice(1) : [0, ...bounds];
  return others.at(-1) === BEYOND ? others.slice(0, -1) : [...others, BEYOND];
}

/** Groups of categories, and the other names of single ones, as in regular expressions. */
const OTHER_NAMES = new Map(
  Object.entries({
    ...{ Letter: "L", Mark: "M", Combining_Mark: "M", Number: "N", digit: "Nd" },
    ...{ Punctuation: "P", punct: "P", Symbol: "S", Separator: "Z", cntrl: "Cc" },
  }),
);

export const categoryOf = (name: string): string =>
  OTHER_NAMES.get(name) ?? categories().find(([, , long]) => long === name)?.[1] ?? name;

/** Tables are decoded when they are first used: most texts are ASCII and need none of them. */
function createSet(read: () => Bounds): (point: number) => boolean {
  let bounds: Uint32Array | undefined;
  return (point) => {
    bounds ??= Uint32Array.from(read());
    // The index of the last bound that is not above the point: even ones start a range, odd ones end it.
    let [low, high] = [-1, bounds.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (bounds[middle]! <= point) low = middle;
      else high = middle - 1;
    }
    return low >= 0 && low % 2 === 0;
  };
}

export const isInvisible = createSet(() => decodeTable(INVISIBLE));
const isEmoji = createSet(() => decodeTable(EMOJI));
const isPictographic = createSet(() => decodeTable(PICTOGRAPHIC));
const isUnassigned = createSet(() => inCategories((category) => category === "Cn"));
/** Letters, marks, numbers and currency symbols. */
export const isWordCharacter = createSet(() => inCategories((category) => /^[LMN]|^Sc$/.test(category)));
const isMark = createSet(() => inCategories((category) => category.startsWith("M")));
/** Marks that decorate a letter. Vowel signs make other words, and strokes say the opposite: `≠` is `=` with one. */
export const ACCENT = /[\u0300-\u0333\u0339-\u036f\u1ab0-\u1abd\u1abf-\u1aff\u1dc0-\u1dff]/;

const isLetter = createSet(() => inCategories((category) => category.startsWith("L")));

const isOfJoiningScript = createSet(() =>
  inScripts(
    ...["Arabic", "Syriac", "Mandaic", "Nko", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati"],
    ...["Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Myanmar", "Khmer", "Tibetan"],
  ),
);
/** Letters and marks of scripts in which joiners change how a word is written. */
const isJoined = (point: number) => isOfJoiningScript(point) && (isLetter(point) || isMark(point));

const isOfInheritedScript = createSet(() => inScripts("Inherited"));
/** Marks that take the script of their letter. */
const isInheritedMark = (point: number) => isOfInheritedScript(point) && isMark(point);

const NOT_ASCII = /[^\0-\x7f]/;
/** Below this there are only assigned code points and no marks. */
const FIRST_MARK = 0x300;
/** UAX #15 calls text with longer runs of marks unsafe for streams. No language has them, and runtimes order them in quadratic time. */
const MAX_MARKS = 30;

const [ORDINARY, MARK, UNASSIGNED] = [1, 2, 3] as const;
/** What each code point of the basic plane is to normalization, found out when it is met first. */
let kinds: Uint8Array | undefined;

function kindOf(point: number): number {
  kinds ??= new Uint8Array(0x10000);
  const known = point > 0xffff ? 0 : kinds[point]!;
  if (known !== 0) return known;
  const kind = isMark(point) ? MARK : isUnassigned(point) ? UNASSIGNED : ORDINARY;
  if (point <= 0xffff) kinds[point] = kind;
  return kind;
}

/**
 * In runs of code points that Unicode 15.0 assigns: all later versions give the same result for them. What is not
 * assigned stays as it is, and so do more marks in a row than any text has.
 */
export function normalizeUnicode(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  if (!NOT_ASCII.test(text)) return text;
  let result = "";
  let start = 0;
  let firstMark = 0;
  let marks = 0;
  const keep = (from: number, end: number) => {
    result += text.slice(start, from).normalize(form) + text.slice(from, end);
    start = end;
  };
  for (let index = 0; index < text.length; ) {
    const point = text.codePointAt(index)!;
    const next = index + (point > 0xffff ? 2 : 1);
    const kind = point < FIRST_MARK ? ORDINARY : kindOf(point);
    if (kind !== MARK) {
      if (marks > MAX_MARKS) keep(firstMark, index);
      marks = 0;
    } else if (marks++ === 0) firstMark = index;
    if (kind === UNASSIGNED) keep(index, next);
    index = next;
  }
  if (marks > MAX_MARKS) keep(firstMark, text.length);
  return result + text.slice(start).normalize(form);
}

/** Lower case by code point, without context, as far as Unicode 15.0 has it. */
export function lowerCase(text: string): string {
  const quick = text.toLowerCase();
  if (quick === text || !NOT_ASCII.test(text)) return quick;
  let result = "";
  for (const character of text) {
    const lower = character.toLowerCase();
    const isKnown =
      lower === character || [...character, ...lower].every((each) => !isUnassigned(each.codePointAt(0)!));
    result += isKnown ? lower : character;
  }
  return result;
}

/** ECMAScript's white space. */
const WHITE_SPACE = /[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;

const isWhiteSpace = (character: string): boolean => WHITE_SPACE.test(character);

const isInk = (unit: number): boolean => unit > 0x20 && unit < 0x7f;

export function trimEnds(text: string): string {
  if (isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1))) return text;
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text[start]!)) start++;
  while (end > start && isWhiteSpace(text[end - 1]!)) end--;
  return end - start === text.length ? text : text.slice(start, end);
}

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Unicode code points. */
export const characterCount = (text: string) => text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);

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
export const isPlainLine = (text: string): boolean => PLAIN_LINE.test(text);

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

type CharacterClass = "bidi" | "zero-width" | "invisible" | "control" | "control-in-prose";

const isControl = (point: number) => point < 0x20 || (point >= 0x7f && point <= 0x9f);

const IS_OF_CLASS: Record<CharacterClass, (point: number) => boolean> = {
  bidi: createSet(() => [0x61c, 0x61d, 0x200e, 0x2010, 0x202a, 0x202f, 0x2066, 0x206a]),
  "zero-width": createSet(() => [
    ...[0xad, 0xae, 0x180e, 0x180f, 0x200b, 0x200e, 0x2060, 0x2065, 0xfeff, 0xff00],
  ]),
  invisible: (point) => point >= 0xad && isInvisible(point),
  control: (point) => isControl(point) || point === 0x2028 || point === 0x2029,
  // Prose may contain tabs and line ends.
  "control-in-prose": (point) => isControl(point) && point !== 9 && point !== 10 && point !== 13,
};

export const CHARACTER_CLASSES = Object.keys(IS_OF_CLASS) as CharacterClass[];

/** Other characters are of no class. */
const isSuspect = (point: number) => point < 0x20 || point >= 0x7f;
const SUSPECT = /[^ -~]/;

/** Each once, and the text without them. `sequences` exempts joiners and selectors that a script or emoji needs. */
export function findUnsafe(text: string, classes: readonly CharacterClass[], sequences: boolean) {
  if (!SUSPECT.test(text)) return undefined;
  const kinds = new Set<string>();
  let rest = "";
  // The last character of the rest, which would be joined anew each time it is asked.
  let last = "";
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
      if (kept < index) last = text[index - 1]!;
      // A line break between two words keeps them apart; it may take two characters.
      const parts = isWhiteSpace(text[index]!) && point !== 0xfeff;
      if (parts && last !== "" && next < text.length && !isWhiteSpace(last)) rest += last = " ";
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
    const areJoined = [before, after].every((each) => isJoined(each) || isInheritedMark(each));
    if (areJoined && (isJoined(before) || isJoined(after))) return end;
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

export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

// Values as they appear in messages and in `actual`: short, and safe to print.

const MAX_SHOWN_LENGTH = 60;
const MAX_ACTUAL_LENGTH = 120;

const PLAIN = /^[ !#-[\]-~]*$/;

const PLAIN_JSON = /^[ -~]*$/;

export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  // ASCII, since one character above U+00FF would double the size of the whole answer in memory.
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}...`;
}

/** Quoted, cut short, with invisible characters spelled out. */
export function quote(text: string): string {
  const short = cut(text, MAX_SHOWN_LENGTH);
  if (PLAIN.test(short)) return `"${short}"`;
  let quoted = "";
  for (const character of JSON.stringify(short)) {
    const point = character.codePointAt(0)!;
    if (!IS_OF_CLASS.control(point) && !isInvisible(point)) quoted += character;
    else if (point > 0xffff) quoted += `\\u{${point.toString(16)}}`;
    else quoted += `\\u${point.toString(16).padStart(4, "0")}`;
  }
  return quoted;
}

/** "a", "b" or "c"; `and` where all of them apply. Long lists end with how many more there are. */
export function listOf(words: readonly string[], joint: "or" | "and" = "or", most = MAX_LISTED): string {
  const shown = words.slice(0, most).map(quote);
  if (words.length > most) return `${shown.join(", ")} ${joint} ${words.length - most} more`;
  return joined(shown, joint) || "nothing";
}

/** a, b or c. */
export const joined = (parts: readonly string[], joint: "or" | "and"): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${joint} ${parts.at(-1)}`;

const MAX_LISTED = 12;

/** The options that a diagnostic's `expected` lists: all of them, or the few most like what was sent, nearest first. */
export function likeliest(sent: string, options: readonly string[], guess: string | undefined, meter: Meter) {
  if (options.length <= MAX_LISTED) return options.map((option) => cut(option, MAX_ACTUAL_LENGTH));
  const near = sent === "" ? options : (BY_INITIAL(options).get(initialOf(sent)) ?? []);
  const nearer = near.length > MAX_REFINED ? [] : startingAlike(3, near);
  const listed = guess === undefined ? [] : [guess];
  // Of each group as many as could be listed: options that occur again would be looked through for every text.
  for (const few of [startingAlike(6, nearer), nearer, near, options])
    for (let index = 0; index < few.length && index < MAX_LISTED && listed.length < MAX_LISTED; index++)
      if (!listed.includes(few[index]!)) listed.push(few[index]!);
  return listed.map((option) => cut(option, MAX_ACTUAL_LENGTH));

  function startingAlike(length: number, among: readonly string[]): readonly string[] {
    return meter.recall(options, sent.slice(0, length).toLowerCase(), (start) =>
      meter.spend(among.length >> 5)
        ? among.filter((option) => option.slice(0, start.length).toLowerCase() === start)
        : [],
    );
  }
}

const initialOf = (option: string) => option.slice(0, 1).toLowerCase();
/** A list can have ten thousand options. */
const BY_INITIAL = once((options: readonly string[]) => groupBy(options, initialOf));

/** Among more that start with the same letter, no second look is worth what it takes from the guesses. */
const MAX_REFINED = 1_000;

/** 12,000: the same in every runtime and locale, and cheaper than toLocaleString. */
export const grouped = (n: number) => (n < 1_000 ? String(n) : String(n).replace(/\B(?=(?:\d{3})+$)/g, ","));

export const count = (n: number, noun: string): string => `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;

/** "1 to 80 characters"; empty if there are no bounds. */
export function rangeOf(min: number, max: number, noun: string): string {
  if (max === Number.POSITIVE_INFINITY) return min > 0 ? `at least ${count(min, noun)}` : "";
  return min > 0 ? `${grouped(min)} to ${count(max, noun)}` : `at most ${count(max, noun)}`;
}

export function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object")
    return isPlainObject(value) ? "an object" : "an object that inherits members";
  return `a ${typeof value}`;
}

/** How a message names the value that was found; `numberText` is how a number was written, if that is known. */
export function found(value: unknown, numberText?: string): string {
  if (numberText !== undefined) return cut(numberText, MAX_SHOWN_LENGTH);
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? "an empty array" : `an array of ${count(value.length, "item")}`;
  return typeName(value);
}

/** A value as a fix's title shows it: in full if it is short. */
export function shown(value: unknown): string {
  if (typeof value !== "object" || value === null) return found(value);
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN_LENGTH && PLAIN_JSON.test(text) ? text : found(value);
}

/** The machine-readable `actual`: scalars unchanged, long text cut, containers described in words. */
export function actualOf(value: unknown): unknown {
  if (typeof value === "string") return cut(value, MAX_ACTUAL_LENGTH);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "boolean" || value === null) return value;
  return found(value);
}
