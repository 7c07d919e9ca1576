/** One text in place of a list: where it may be divided, and into what. */
import { trimEnds } from "../unicode/unicode.ts";

/** Longer texts are prose, not lists. */
export const MAX_LIST_LENGTH = 2_000;

const BULLET = "•‣◦▪●⁃∙·";
/** Full-width and other scripts' forms are the same marks. */
const [COMMA, SEMICOLON, SIGN] = [",，、،", ";；؛", "/|&+／｜＆＋"];
const BREAK = String.raw`\n\r\v\f\u0085\u2028\u2029`;
const IS_BREAK = new RegExp(`[${BREAK}]`);
const HOLDS_MARK = new RegExp(
  String.raw`[${COMMA}${SEMICOLON}${SIGN}\t${BREAK}${BULLET}]|^\s*(?:[-–—*]|\(?1[.)])\s|\S\s+(?:and|or)\s+\S`,
  "iu",
);
const WORD_BEFORE = String.raw`(?<=[\p{L}\p{N})\]"'”’»]\s*)`;
const WORD_AFTER = String.raw`(?=[\p{L}\p{N}(["'“‘«])`;
/**
 * A comma or semicolon, alone or before "and"; another mark between two words, or white space with a tab in it; "and" and "or"
 * themselves. No white space is tried again from each of its characters.
 */
const MARK = new RegExp(
  [
    String.raw`\s*(?:[${COMMA}${SEMICOLON}]\s*)+(?:(?:and|or)\s+)?`,
    String.raw`${WORD_BEFORE}(?:\s*[${SIGN}${BULLET}]\s*|(?=[^\S\t]*\t)\s+)${WORD_AFTER}`,
    String.raw`\s+(?:and|or)\s+(?=\S)`,
  ].join("|"),
  "iuy",
);
const LINE_BREAK = new RegExp(String.raw`[${COMMA}${SEMICOLON}]?\s*[${BREAK}][\s${BREAK}]*`, "y");
const LAST_MARK = new RegExp(`[${COMMA}${SEMICOLON}]$`);
const SPACE = /\s+/y;
const URL_TEXT = /(?:[a-z][a-z0-9+.-]{0,15}:\/\/|www\.)\S*[^\s,;]/iy;
/** Its slashes and the marks of its query are part of it. */
const ONE_ADDRESS = /^\s*[a-z][a-z0-9+.-]{0,15}:\/\/[^\s,;|]+\s*$/i;
const AT_LINE_START = new RegExp(String.raw`^\s*(?:[-–—*${BULLET}]|\(?(\d{1,3})[.)])\s+`, "u");
const BRACKETS = new Map([...["()", "[]", "{}"]].map(([open, close]) => [close!, open!]));
const QUOTES = new Map([...[`""`, "''", "“”", "‘’", "«»"]].map(([open, close]) => [open!, close!]));
/** What people write for "nothing". Whether that is no item or an item of this name is for its author to say. */
const SAYS_NOTHING = /^[([]?(?:none|nothing|nil|null|n\/a|n\.a\.|[-–—])[)\]]?\.?$/i;

export const saysNothing = (text: string): boolean => SAYS_NOTHING.test(trimEnds(text));

export const hasMark = (text: string): boolean => HOLDS_MARK.test(text) && !ONE_ADDRESS.test(text);

/**
 * The parts between the places where a text may be divided, with what stands between them. `by`: line breaks divide if there are any, and otherwise marks; spaces where every word is one of a list.
 */
export function readListText(text: string, by: "marks" | "spaces") {
  const mark = by === "spaces" ? SPACE : IS_BREAK.test(trimEnds(text)) ? LINE_BREAK : MARK;
  const written = trimEnds(text).replace(LAST_MARK, "");
  const cuts = cutsIn(written, mark);
  const starts = [0, ...cuts.map(({ end }) => end)];
  const ends = [...cuts.map(({ start }) => start), written.length];
  // Numbers that do not count from one are part of what they stand before.
  const isNumbered = starts.every(
    (start, index) => Number(AT_LINE_START.exec(written.slice(start))?.[1]) === index + 1,
  );
  const bulletAt = (start: number) => {
    if (mark !== LINE_BREAK && start > 0) return 0;
    const [bullet = "", number] = AT_LINE_START.exec(written.slice(start)) ?? [];
    return number === undefined || isNumbered ? bullet.length : 0;
  };
  return {
    marks: cuts.map(({ start, end }) => written.slice(start, end)),
    /** The parts from one to another one, with what stands between them, and without bullets and numbers. */
    piece: (first: number, last = first) =>
      trimEnds(written.slice(starts[first]! + bulletAt(starts[first]!), ends[last])),
  };
}

const isPlain = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);

/** Nothing divides within brackets, quotes, addresses or numbers. */
function cutsIn(text: string, mark: RegExp) {
  const cuts: { readonly start: number; readonly end: number }[] = [];
  const closedAt = createCloser(text);
  for (let index = 0; index < text.length; index++) {
    if (isPlain(text.charCodeAt(index)) && isPlain(text.charCodeAt(index - 1))) continue;
    const before = text[index - 1] ?? " ";
    const closed = /[\p{L}\p{N}]/u.test(before) ? index : closedAt(index);
    mark.lastIndex = index;
    // A run of white space is looked at once.
    const isInRun = /\s/.test(before) && /\s/.test(text[index]!);
    const found = closed > index || isInRun ? undefined : mark.exec(text)?.[0];
    const end = found === undefined ? Math.max(closed, index + 1) : index + found.length;
    const isInNumber = found?.length === 1 && /^\d\S\d$/.test(text.slice(index - 1, end + 1));
    if (found !== undefined && index > 0 && end < text.length && !isInNumber)
      cuts.push({ start: index, end });
    index = end - 1;
  }
  return cuts;
}

/** Where brackets, quotes or an address that begin at a place end; the same place if nothing does. */
function createCloser(text: string): (start: number) => number {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    if (isPlain(text.charCodeAt(index))) continue;
    const opening = BRACKETS.get(text[index]!);
    if (opening !== undefined && text[open.at(-1) ?? -1] === opening) ends.set(open.pop()!, index + 1);
    else if (/[([{]/.test(text[index]!)) open.push(index);
  }
  return (start) => {
    URL_TEXT.lastIndex = start;
    const url = URL_TEXT.exec(text);
    if (url !== null) return start + url[0].length;
    const quote = QUOTES.get(text[start]!);
    if (quote === undefined) return ends.get(start) ?? start;
    const end = text.indexOf(quote, start + 1) + 1;
    // An apostrophe is no quotation mark.
    return end > 0 && !/^[\p{L}\p{N}]/u.test(text.slice(end)) ? end : start;
  };
}

/** Most likely first: divided by its strongest mark, by all of them, and the text as the only item. */
export function divisionsOf(text: string): string[][] {
  const { marks, piece } = readListText(text, "marks");
  const strong =
    [IS_BREAK, new RegExp(`[${SEMICOLON}]`), new RegExp(`[${COMMA}]`)].find((each) =>
      marks.some((mark) => each.test(mark)),
    ) ?? /./s;
  const divide = (divides: (mark: string) => boolean) => {
    const pieces: string[] = [];
    let first = 0;
    for (const [index, mark] of marks.entries()) {
      if (!divides(mark)) continue;
      pieces.push(piece(first, index));
      first = index + 1;
    }
    return [...pieces, piece(first, marks.length)];
  };
  const lists = [divide((mark) => strong.test(mark)), divide(() => true), [trimEnds(text)]];
  const different = new Map(lists.map((list) => [JSON.stringify(list), list]));
  return [...different.values()].filter((list) => !list.includes(""));
}
