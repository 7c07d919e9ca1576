/**
 * Two spellings of one word: what they have in common, and how much the rest says. Case, accents and the separators of
 * words are notation. Signs, points and hyphens are not: `HIV-` is not `HIV`, nor `-4` the number 4.
 */
import {
  ACCENT,
  isWhiteSpace,
  isWordCharacter,
  lowerCase,
  normalizeUnicode,
  trimEnds,
} from "../unicode/unicode.ts";

const ASCII = /^[\0-\x7f]*$/;
/** Subscript digits, letters and digits in another width, and letters that are printed as one. */
const OTHER_FORM = /[\u2080-\u2089\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9d\ufb00-\ufb06]/;
const HYPHENS = /[\u2010\u2011\u2013]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

export interface Spelling {
  /** Without white space at its ends, in NFC. */
  readonly text: string;
  /** The letters and digits, without case and accent. */
  readonly letters: readonly string[];
  readonly cased: readonly string[];
  readonly styles: readonly ("plain" | "form" | "other")[];
  /** What stands before each of them: `^` for nothing but a change of case, as in `firstName`. */
  readonly gaps: readonly string[];
  readonly end: string;
}

const NO_MARKS = /[^a-z0-9]/;

/** The letters and digits of a text, without case and accents; of a text that has none, the text. */
export function lettersOf(text: string): string {
  if (text !== "" && !NO_MARKS.test(text)) return text;
  const letters = ASCII.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, "")
    : readSpelling(text).letters.join("");
  return letters === "" ? trimEnds(text) : letters;
}

export function readSpelling(text: string): Spelling {
  const written = normalizeUnicode(trimEnds(text), "NFC");
  const letters: string[] = [];
  const cased: string[] = [];
  const gaps: string[] = [];
  const styles: Spelling["styles"][number][] = [];
  let gap = "";
  const take = (part: string, isUnit: boolean, style: (typeof styles)[number], character: string) => {
    if (isUnit) {
      letters.push(lowerCase(part));
      cased.push(part);
      styles.push(style);
      gaps.push(gap);
      gap = "";
    } else if (!isWhiteSpace(part)) gap += style === "other" ? character : part;
    else if (!gap.endsWith(" ")) gap += " ";
  };
  for (const character of written) {
    if (character <= "\x7f") {
      take(character, LETTER_OR_DIGIT.test(character), "plain", character);
      continue;
    }
    const parts = normalizeUnicode(character, "NFKD");
    const isPlain = parts === normalizeUnicode(character, "NFD");
    const style = isPlain ? "plain" : OTHER_FORM.test(character) ? "form" : "other";
    for (const part of parts)
      if (!ACCENT.test(part)) take(part, isWordCharacter(part.codePointAt(0)!), style, character);
  }
  markCapitals(letters, cased, gaps);
  return { text: written, letters, cased, styles, gaps, end: gap };
}

const LETTER_OR_DIGIT = /[A-Za-z0-9]/;

/** Notes where a capital begins a word, as in `outputFields` and `HTTPServer`. */
function markCapitals(letters: readonly string[], cased: readonly string[], gaps: string[]): void {
  const isUpper = (index: number) => letters[index] !== cased[index];
  for (let index = 1; index < gaps.length; index++) {
    if (gaps[index] !== "" || !isUpper(index)) continue;
    const isLast = index + 1 >= gaps.length;
    const startsWord =
      !isUpper(index - 1) ||
      (!isLast && gaps[index + 1] === "" && !isUpper(index + 1) && !isDigit(letters[index + 1]!));
    if (startsWord) gaps[index] = "^";
  }
}

export const isDigit = (letter: string): boolean => letter >= "0" && letter <= "9";

/** How near two spellings of the same letters are. From `SAME_MARKS` on, the author decides. */
export const [EXACT, OTHER_CASE, SAME_WORD, JOINED, ...MARKS] = [0, 1, 2, 3, 4, 5, 6] as const;
/** The same marks in another form, such as a real minus sign; others; and none where the other spelling has some. */
export const [SAME_MARKS, OTHER_MARKS, LOST_MARKS] = MARKS;

/** `undefined` if their letters differ. */
export function nearness(sent: Spelling, meant: Spelling): number | undefined {
  if (sent.text === meant.text) return EXACT;
  const { length } = sent.gaps;
  if (length !== meant.gaps.length || length === 0) return undefined;
  for (let index = 0; index < length; index++)
    if (sent.letters[index] !== meant.letters[index]) return undefined;
  let worst: number = lowerCase(sent.text) === lowerCase(meant.text) ? OTHER_CASE : SAME_WORD;
  for (let index = 0; index < length; index++) {
    const [style, other] = [sent.styles[index]!, meant.styles[index]!];
    if (style !== other)
      worst = Math.max(worst, style === "other" || other === "other" ? SAME_MARKS : JOINED);
    const [gap, otherGap] = [sent.gaps[index]!, meant.gaps[index]!];
    if (gap !== otherGap)
      worst = Math.max(worst, gapBetween(gap, otherGap, sent.letters[index - 1], sent.letters[index]!));
  }
  if (sent.end !== meant.end) worst = Math.max(worst, marksBetween(sent.end, meant.end));
  return isOtherUnit(sent, meant) ? Math.max(worst, SAME_MARKS) : worst;
}

const isSeparator = (gap: string) => gap === " " || gap === "_" || gap === "-" || gap === ".";
const isSpace = (gap: string) => gap === " " || gap === "_";
const isNothing = (gap: string) => gap === "" || gap === "^";

function marksBetween(sent: string, meant: string): number {
  if (isNothing(sent) || isNothing(meant)) return LOST_MARKS;
  const [a, b] = [sent, meant].map((gap) =>
    normalizeUnicode(gap, "NFKD").replace(DASHES, "-").replaceAll(" ", ""),
  );
  return a === b ? SAME_MARKS : OTHER_MARKS;
}

function gapBetween(sent: string, meant: string, before: string | undefined, after: string): number {
  if (before !== undefined) {
    if (isNothing(sent) && isNothing(meant)) return OTHER_CASE;
    if (isSpace(sent) && isSpace(meant)) return SAME_WORD;
    if (!isDigit(before) && !isDigit(after)) {
      const [a, b] = [sent, meant].map((gap) => gap.replace(HYPHENS, "-")) as [string, string];
      if (isSeparator(a) && isSeparator(b)) return SAME_WORD;
      const [nothing, separator] = isNothing(a) ? [a, b] : [b, a];
      if (nothing === "^" ? isSeparator(separator) : nothing === "" && isSpace(separator)) return JOINED;
    }
  }
  return marksBetween(sent, meant);
}

/** How many letters a unit has at most. */
export const MAX_SYMBOL = 3;
/** Milli and mega, of which only the case tells, and bits and bytes. */
const [PREFIXED, OF_DATA] = [/^m(?:[gmslavwjnb]|hz|pa|ol)$/, /^[kmgtp]b$/];

/** Whether case could tell two short words apart: `mg/kg` and `Mg/kg`, but not `Low` and `low` or `timeoutMs`. */
export function isOtherUnit(sent: Spelling, meant: Spelling): boolean {
  const { letters, gaps } = sent;
  const isDivided = (index: number, byCapitals: boolean) => {
    if (isDigit(letters[index]!) || isDigit(letters[index - 1]!)) return true;
    const [gap, other] = [gaps[index]!, meant.gaps[index]!];
    return gap !== "" && other !== "" && (byCapitals || gap !== "^" || other !== "^");
  };
  const isCapital = (index: number) => gaps[index] === "^" || meant.gaps[index] === "^";
  // A capital inside `MSv` divides no words, and the one inside `sizeMb` does.
  for (const byCapitals of [false, true]) {
    for (let start = 0, end = 1; start < gaps.length; start = end++) {
      while (end < gaps.length && !isDivided(end, byCapitals)) end++;
      if (end - start > MAX_SYMBOL || isSameCase(sent, meant, start, end)) continue;
      const [a, b] = [sent, meant].map(({ cased }) => cased.slice(start, end).join("")) as [string, string];
      if (isOtherSymbol(a, b, isCapital(start) || (start === 0 && byCapitals && isCapital(end)))) return true;
    }
  }
  return false;
}

function isSameCase(sent: Spelling, meant: Spelling, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (sent.cased[index] !== meant.cased[index]) return false;
  return true;
}

function isOtherSymbol(a: string, b: string, isCapitalFree: boolean): boolean {
  const lower = lowerCase(a);
  if (!isCapitalFree && PREFIXED.test(lower) && a[0] !== b[0] && a.slice(1) === b.slice(1)) return true;
  if (a === lower || b === lower) return false;
  const isMixed = (text: string) => text.slice(1) !== lower.slice(1) && text !== text.toUpperCase();
  return isMixed(a) || isMixed(b) || (OF_DATA.test(lower) && a[0] === b[0]);
}

/** The same for all spellings of a name; what stands at its ends or beside a digit counts. */
export function nameKey({ letters, styles, gaps, end }: Spelling): string {
  let key = "";
  for (let index = 0; index < gaps.length; index++) {
    const [gap, letter, before] = [gaps[index]!, letters[index]!, letters[index - 1]];
    if (gap !== "" && gap !== "^") {
      const isLoose =
        before !== undefined &&
        (isDigit(before) || isDigit(letter)
          ? isSpace(gap) && !(isDigit(before) && isDigit(letter))
          : isSeparator(gap.replace(HYPHENS, "-")));
      if (!isLoose) key += gap === "_" ? " " : gap;
    }
    key += styles[index] === "other" ? `^${letter}` : letter;
  }
  return key + end;
}

/** The signs and digits of a name and where they stand, which a slip of the hand must not change. */
export function marksOf(key: string): string {
  return key.replace(/\p{L}+/gu, "a");
}

const MAX_LENGTH = 64;
const MAX_WORDS = 6;
const SEPARATORS = /[\s._\-–—]+/;

/** The same letters and digits in other case and with other separators: the likeliest one that is accepted. */
export function identifierFrom(
  text: string,
  isAccepted: (identifier: string) => boolean,
): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = ASCII.test(text) ? text : withoutAccents(text);
  const words = plain.split(SEPARATORS).filter((word) => word !== "");
  if (words.length === 0 || words.length > MAX_WORDS || !words.every((word) => /^[A-Za-z0-9]+$/.test(word)))
    return undefined;
  if (!/[A-Za-z]/.test(plain)) return undefined;
  for (const identifier of spellingsOf(words)) if (isAccepted(identifier)) return identifier;
  return undefined;
}

const withoutAccents = (text: string) =>
  [...normalizeUnicode(text, "NFKD")].filter((character) => !ACCENT.test(character)).join("");

function* spellingsOf(words: readonly string[]): Iterable<string> {
  const separators = ["-", "_", ".", ""];
  for (const separator of separators) if (separator !== "") yield words.join(separator);
  for (const separator of separators) yield lowerCase(words.join(separator));
  for (const separator of separators) yield words.join(separator).toUpperCase();
  const [first, ...others] = words;
  yield lowerCase(first!) + others.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  yield words.join("");
  // Codes such as postcodes, whose letters and digits stand apart.
  const parts = words.flatMap((word) => word.split(/(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)/));
  if (parts.length < 2) return;
  for (const separator of [" ", "-", "."]) {
    const code = parts.join(separator);
    yield code;
    yield code.toUpperCase();
    yield lowerCase(code);
  }
}
