/** Lengths in characters, normal forms, and characters that mislead a reader. */

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

/** The schema and then each rule of a place ask about the same text, so the last answer is kept. */
let lastText = "";
let lastIsPlain = false;

/** Printable ASCII and line feeds with nothing to trim. Most texts are like this, and their characters need no further check. */
export function isPlainProse(text: string): boolean {
  if (text !== lastText) {
    lastText = text;
    lastIsPlain = PLAIN_PROSE.test(text);
  }
  return lastIsPlain;
}

/** The same without line feeds. */
export function isPlainLine(text: string): boolean {
  return isPlainProse(text) && !text.includes("\n");
}

/** NFC, LF line ends, trimmed. Idempotent. */
export function normalizeText(text: string): string {
  if (isPlainProse(text)) return text;
  return text.normalize("NFC").replace(/\r\n?/g, "\n").trim();
}

export type CharacterClass = "bidi" | "zero-width" | "control" | "control-in-prose";

/** Regular expression sources, to be joined inside one pair of brackets. */
const CLASS_SOURCE: Record<CharacterClass, string> = {
  bidi: "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069",
  "zero-width": "\\u00ad\\u180e\\u200b-\\u200d\\u2060-\\u2064\\ufeff",
  control: "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029",
  // Prose may contain tabs and line ends.
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
