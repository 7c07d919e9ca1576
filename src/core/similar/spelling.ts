/**
 * Two spellings of one word: what they have in common, and how much the rest says. Case, accents and the separators of
 * words are notation. Signs, points and hyphens are not: `HIV-` is not `HIV`, nor `-4` the number 4.
 */
import { isWhiteSpace, isWordCharacter, lowerCase, normalizeUnicode, trimEnds } from "../unicode/unicode.ts";

const ASCII = /^[\0-\x7f]*$/;
/** Marks that decorate a letter. The vowel signs of other scripts make other words. */
const ACCENT = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]/;
/** Letters and digits in another width, and letters that are printed as one. */
const SAME_CHARACTER = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9d\ufb00-\ufb06]/;
const SUBSCRIPT = /[\u2080-\u2089]/;
const DIGIT = /[0-9]/;
const HYPHENS = /[\u2010\u2011\u2013]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** A letter or digit of a text, with what stands before it. */
export interface Unit {
  /** Without case and accent. */
  readonly letter: string;
  readonly cased: string;
  readonly style: "plain" | "subscript" | "other";
  /** `^` for nothing but a change of case, as in `firstName`. */
  gap: string;
}

export interface Spelling {
  /** Without white space at its ends, in NFC. */
  readonly text: string;
  readonly units: readonly Unit[];
  /** What stands after the last letter. */
  readonly end: string;
}

/** The letters and digits of a text, without case and accents; of a text that has none, the text. */
export function lettersOf(text: string): string {
  const letters = ASCII.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, "")
    : readSpelling(text)
        .units.map(({ letter }) => letter)
        .join("");
  return letters === "" ? trimEnds(text) : letters;
}

export function readSpelling(text: string): Spelling {
  const trimmed = normalizeUnicode(trimEnds(text), "NFC");
  const units: Unit[] = [];
  let gap = "";
  for (const character of trimmed) {
    const isPlain = character <= "\x7f";
    const parts = isPlain ? character : normalizeUnicode(character, "NFKD");
    const style =
      isPlain || SAME_CHARACTER.test(character) || parts === normalizeUnicode(character, "NFD")
        ? "plain"
        : SUBSCRIPT.test(character)
          ? "subscript"
          : "other";
    for (const part of parts) {
      if (ACCENT.test(part)) continue;
      const isUnit = isPlain ? /[A-Za-z0-9]/.test(part) : isWordCharacter(part.codePointAt(0)!);
      if (isUnit) {
        units.push({ letter: lowerCase(part), cased: part, style, gap });
        gap = "";
      } else if (!isWhiteSpace(part)) gap += style === "other" ? character : part;
      else if (!gap.endsWith(" ")) gap += " ";
    }
  }
  for (let index = 1; index < units.length; index++)
    if (units[index]!.gap === "" && startsWord(units, index)) units[index]!.gap = "^";
  return { text: trimmed, units, end: gap };
}

const isUpper = ({ letter, cased }: Unit) => letter !== cased;
export const isDigit = ({ letter }: Unit) => DIGIT.test(letter);

/** Whether a capital begins a word, as in `outputFields` and `HTTPServer`. */
function startsWord(units: readonly Unit[], index: number): boolean {
  if (!isUpper(units[index]!)) return false;
  const next = units[index + 1];
  return !isUpper(units[index - 1]!) || (next?.gap === "" && !isUpper(next) && !isDigit(next));
}

/**
 * How near two spellings with the same letters are, from the same text up. From `SAME_MARKS` on, what differs may make
 * another word, so the author decides.
 */
export const [EXACT, OTHER_CASE, SAME_WORD, JOINED, ...MARKS] = [0, 1, 2, 3, 4, 5, 6] as const;
/** The same marks in another form, such as a real minus sign; others; and none where the other spelling has some. */
export const [SAME_MARKS, OTHER_MARKS, LOST_MARKS] = MARKS;

/** `undefined` if their letters differ. */
export function nearness(sent: Spelling, meant: Spelling): number | undefined {
  if (sent.text === meant.text) return EXACT;
  if (sent.units.length !== meant.units.length || sent.units.length === 0) return undefined;
  let worst: number = lowerCase(sent.text) === lowerCase(meant.text) ? OTHER_CASE : SAME_WORD;
  for (const [index, unit] of sent.units.entries()) {
    const other = meant.units[index]!;
    if (unit.letter !== other.letter) return undefined;
    if (unit.style !== other.style)
      worst = Math.max(worst, [unit, other].some(({ style }) => style === "other") ? SAME_MARKS : JOINED);
    if (unit.gap !== other.gap)
      worst = Math.max(worst, gapBetween(unit.gap, other.gap, sent.units[index - 1], unit));
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

/** What it says that something else stands between two letters or digits. */
function gapBetween(sent: string, meant: string, before: Unit | undefined, after: Unit): number {
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

const MAX_SYMBOL = 3;
/** Milli and mega, of which only the case tells. */
const PREFIXED = /^m(?:[gmslavwjnb]|hz|pa|bar|mol|ol)$/;

/** Whether the case of a short word could tell two apart: `mg` and `Mg`, `mW` and `MW`, but not `Low` and `low`. */
function isOtherUnit(sent: Spelling, meant: Spelling): boolean {
  const letters = sent.units.filter((unit) => !isDigit(unit));
  if (letters.length > MAX_SYMBOL) return false;
  const [a, b] = [sent, meant].map(({ units }) => units.map(({ cased }) => cased).join("")) as [
    string,
    string,
  ];
  if (a === b) return false;
  if (PREFIXED.test(lowerCase(a)) && a[0] !== b[0] && a.slice(1) === b.slice(1)) return true;
  const isLower = (text: string) => text === lowerCase(text);
  const isMixed = (text: string) => !isLower(text.slice(1)) && text !== text.toUpperCase();
  return !isLower(a) && !isLower(b) && (isMixed(a) || isMixed(b));
}

/**
 * The same for all spellings of a member's name: without case, accents and separators. Names have hyphens for nothing else
 * than to divide words; what stands at their ends or beside a digit counts.
 */
export function nameKey({ units, end }: Spelling): string {
  let key = "";
  for (const [index, { gap, letter, style }] of units.entries()) {
    const [before, after] = [units[index - 1], units[index]!];
    const isLoose =
      before !== undefined &&
      (isDigit(before) || isDigit(after)
        ? isSpace(gap) && !(isDigit(before) && isDigit(after))
        : isSeparator(gap.replace(HYPHENS, "-")));
    key += isLoose || isNothing(gap) ? "" : gap === "_" ? " " : gap;
    key += style === "other" ? `^${letter}` : letter;
  }
  return key + end;
}

/** The signs and digits of a name and where they stand, which a slip of the hand must not change. */
export function marksOf(key: string): string {
  return key.replace(/\p{L}+/gu, "a");
}
