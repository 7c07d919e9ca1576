/** Unicode 15.0, whatever version the runtime has: sets of code points, normalization and lower case. */
import { type Bounds, decodeTable, inCategories, inScripts } from "./properties.ts";
import { COMBINING, EMOJI, INVISIBLE, PICTOGRAPHIC } from "./unicode-tables.ts";

type CodePointSet = (point: number) => boolean;

/** Tables are decoded when they are first used: most texts are ASCII and need none of them. */
function createSet(read: () => Bounds): CodePointSet {
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
export const isEmoji = createSet(() => decodeTable(EMOJI));
export const isPictographic = createSet(() => decodeTable(PICTOGRAPHIC));
const isUnassigned = createSet(() => inCategories((category) => category === "Cn"));
/** Letters, marks, numbers and currency symbols. */
export const isWordCharacter = createSet(() => inCategories((category) => /^[LMN]|^Sc$/.test(category)));
const isMark = createSet(() => inCategories((category) => category.startsWith("M")));
/**
 * Marks that decorate a letter. The vowel signs of other scripts make other words, and strokes through a character and rings
 * around it say the opposite: `≠` is `=` with one.
 */
export const ACCENT = /[\u0300-\u0333\u0339-\u036f\u1ab0-\u1abd\u1abf-\u1aff\u1dc0-\u1dff]/;

const isLetter = createSet(() => inCategories((category) => category.startsWith("L")));

const isOfJoiningScript = createSet(() =>
  inScripts(
    ...["Arabic", "Syriac", "Mandaic", "Nko", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati"],
    ...["Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Myanmar", "Khmer", "Tibetan"],
  ),
);
/** Letters and marks of scripts in which joiners change how a word is written. */
export const isJoined: CodePointSet = (point) =>
  isOfJoiningScript(point) && (isLetter(point) || isMark(point));

const isOfInheritedScript = createSet(() => inScripts("Inherited"));
/** Marks that take the script of their letter. */
export const isInheritedMark: CodePointSet = (point) => isOfInheritedScript(point) && isMark(point);

const NOT_ASCII = /[^\0-\x7f]/;
/** Below this there are only assigned code points and no marks. */
const FIRST_MARK = 0x300;
/** UAX #15 calls text with longer runs of marks unsafe for streams. No language has them. */
const MAX_MARKS = 30;

const [ORDINARY, MARK, UNASSIGNED] = [1, 2, 3];
/** What each code point of the basic plane is to normalization, found out when it is met first. */
let kinds: Uint8Array | undefined;

function kindOf(point: number): number {
  kinds ??= new Uint8Array(0x10000);
  const known = point > 0xffff ? 0 : kinds[point]!;
  if (known !== 0) return known;
  const isMarked = rankOf(point) > 0 || isDecomposingMark(point);
  const kind = isMarked ? MARK! : isUnassigned(point) ? UNASSIGNED! : ORDINARY!;
  if (point <= 0xffff) kinds[point] = kind;
  return kind;
}

let ranks: Map<number, number> | undefined;

/** The position of a mark's combining class among all classes; 0 for what is no such mark. */
function rankOf(point: number): number {
  ranks ??= new Map(
    COMBINING.split("; ").flatMap((table, index) => {
      const bounds = decodeTable(table);
      const points: [number, number][] = [];
      for (let at = 0; at < bounds.length; at += 2)
        for (let mark = bounds[at]!; mark < bounds[at + 1]!; mark++) points.push([mark, index + 1]);
      return points;
    }),
  );
  return ranks.get(point) ?? 0;
}

/** Whether a character decomposes into marks alone. There are a handful of these. */
function isDecomposingMark(point: number): boolean {
  return (
    point === 0x340 ||
    point === 0x341 ||
    point === 0x343 ||
    point === 0x344 ||
    (point >= 0xf73 && point <= 0xf81)
  );
}

/**
 * Normalizes runs of code points that are assigned in Unicode 15.0; others stay as they are. For these runs all
 * later versions of Unicode give the same result.
 */
export function normalizeUnicode(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  if (!NOT_ASCII.test(text)) return text;
  let result = "";
  let start = 0;
  let marks = 0;
  let needsSorting = false;
  const flush = (end: number) => {
    const run = text.slice(start, end);
    result += (needsSorting ? sortMarks(run) : run).normalize(form);
    needsSorting = false;
  };
  for (let index = 0; index < text.length; ) {
    const point = text.codePointAt(index)!;
    const next = index + (point > 0xffff ? 2 : 1);
    const kind = point < FIRST_MARK ? ORDINARY : kindOf(point);
    if (kind !== MARK) marks = 0;
    else if (++marks > MAX_MARKS) needsSorting = true;
    if (kind === UNASSIGNED) {
      flush(index);
      result += text.slice(index, next);
      start = next;
    }
    index = next;
  }
  flush(text.length);
  return result;
}

/** Runtimes order long runs of marks in quadratic time. Put in order beforehand, they take linear time. */
function sortMarks(text: string): string {
  let sorted = "";
  // The marks of a run by their rank. Those of one rank keep their order, as canonical ordering requires.
  let run: number[][] = [];
  const flush = () => {
    // Not all at once: a call takes a limited number of arguments.
    for (const marks of run)
      for (let at = 0; at < (marks?.length ?? 0); at += MAX_ARGUMENTS)
        sorted += String.fromCodePoint(...marks.slice(at, at + MAX_ARGUMENTS));
    run = [];
  };
  const put = (point: number) => {
    const rank = rankOf(point);
    if (rank > 0) {
      run[rank] ??= [];
      run[rank].push(point);
    } else {
      if (run.length > 0) flush();
      sorted += String.fromCodePoint(point);
    }
  };
  for (let index = 0; index < text.length; ) {
    const point = text.codePointAt(index)!;
    if (isDecomposingMark(point)) for (const part of decomposed(point)) put(part);
    else put(point);
    index += point > 0xffff ? 2 : 1;
  }
  flush();
  return sorted;
}

const MAX_ARGUMENTS = 1_000;
const decompositions = new Map<number, readonly number[]>();

function decomposed(point: number): readonly number[] {
  let parts = decompositions.get(point);
  if (parts === undefined) {
    parts = Array.from(String.fromCodePoint(point).normalize("NFD"), (part) => part.codePointAt(0)!);
    decompositions.set(point, parts);
  }
  return parts;
}

/** Lower case by code point, without context, as far as Unicode 15.0 has it. */
export function lowerCase(text: string): string {
  const quick = text.toLowerCase();
  if (quick === text || !NOT_ASCII.test(text)) return quick;
  let result = "";
  for (const character of text) {
    const lower = character.toLowerCase();
    result +=
      lower === character || !hasOnlyAssigned(character) || !hasOnlyAssigned(lower) ? character : lower;
  }
  return result;
}

function hasOnlyAssigned(text: string): boolean {
  for (const character of text) if (isUnassigned(character.codePointAt(0)!)) return false;
  return true;
}

/** ECMAScript's white space. */
const WHITE_SPACE = /[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;

export function isWhiteSpace(character: string): boolean {
  return WHITE_SPACE.test(character);
}

/** Whether a unit is printable ASCII other than the space, as most texts start and end with. */
function isInk(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f;
}

export function trimEnds(text: string): string {
  if (isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1))) return text;
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text[start]!)) start++;
  while (end > start && isWhiteSpace(text[end - 1]!)) end--;
  return end - start === text.length ? text : text.slice(start, end);
}
