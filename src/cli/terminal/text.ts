/** Text as a terminal shows it: its width, wrapping at words, and nothing that could steer the terminal. */

export { count as plural, grouped } from "../../core/unicode/unicode.ts";

/** Zero columns: marks, format characters and selectors. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** Two columns: East Asian wide characters and emoji. */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;

export function widthOf(text: string): number {
  // Nearly every text is plain.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Characters that would move the cursor, set colours or reorder what is read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be found
const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

/** Shows what a terminal would obey: control characters as pictures, the others by their number. */
export function visible(text: string): string {
  return text.replace(STEERING, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** The same, with the line ends of the text. */
export const visibleLines = (text: string): string => text.split("\n").map(visible).join("\n");

/** As JSON, bash and zsh write it. */
const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** JSON in which such characters are escapes. */
export function visibleJson(value: unknown, indent?: number): string {
  // Inside JSON they stand in strings only; line ends are those of the indentation.
  return JSON.stringify(value, null, indent).replace(STEERING, (sign) =>
    sign === "\n" ? sign : escaped(sign),
  );
}

/** Breaks at spaces so that no line is wider than `width`; a longer word stands on a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let [line = "", ...words] = text.split(" ");
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || widthOf(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Wrapped and indented, with a line end after each line. */
export function paragraph(text: string, width: number, indent = "", first = indent): string {
  const room = Math.max(20, width - indent.length);
  const lines = wrap(text, room).map((line, index) => `${index === 0 ? first : indent}${line}\n`);
  return lines.join("");
}

/** A path as a shell takes it, in hints that are printed to be run. */
export function shellWord(text: string): string {
  if (text.search(STEERING) >= 0) return `$'${text.replace(/[\\']/g, "\\$&").replace(STEERING, escaped)}'`;
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
