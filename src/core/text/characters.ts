/** Text as a person meant it: lengths in characters, normal forms, and characters that deceive the eye. */

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

/** Bounds on code points that count only where the number of UTF-16 units leaves it open. */
export function lengthWithin(text: string, min: number, max: number): boolean {
  const units = text.length;
  if (units < min || units > 2 * max) return false;
  if (units <= max && (min <= 1 || units >= 2 * min)) return true;
  const count = characterCount(text);
  return count >= min && count <= max;
}

const PLAIN_LINE = /^[!-~](?:[ -~]*[!-~])?$/;
const PLAIN_PROSE = /^[!-~](?:[ -~\n]*[!-~])?$/;

/** Printable ASCII with nothing to trim: what most texts are, and what needs no closer look at its characters. */
export function isPlainText(text: string, prose: boolean): boolean {
  return (prose ? PLAIN_PROSE : PLAIN_LINE).test(text);
}

/** NFC, LF line ends, no white space at the ends. Idempotent. */
export function normalizeText(text: string): string {
  if (PLAIN_PROSE.test(text)) return text;
  return text.normalize("NFC").replace(/\r\n?/g, "\n").trim();
}

export type CharacterClass = "bidi" | "zero-width" | "control" | "control-in-prose";

/** Sources of character classes, to be joined inside one pair of brackets. */
const CLASS_SOURCE: Record<CharacterClass, string> = {
  bidi: "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069",
  "zero-width": "\\u00ad\\u180e\\u200b-\\u200d\\u2060-\\u2064\\ufeff",
  control: "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029",
  // Prose may hold tabs and line ends.
  "control-in-prose": "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f",
};

export const CHARACTER_CLASSES = Object.keys(CLASS_SOURCE) as CharacterClass[];

export function characterClassPattern(classes: readonly CharacterClass[]): RegExp {
  return new RegExp(`[${classes.map((name) => CLASS_SOURCE[name]).join("")}]`, "g");
}

/** `U+202E`, for messages. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
