/** Identifiers that a text could have been meant as. */
import { lowerCase } from "../unicode/unicode.ts";
import { withoutMarks } from "./similar.ts";

const MAX_LENGTH = 64;
const MAX_WORDS = 6;
const ASCII = /^[\0-\x7f]*$/;
const SEPARATORS = /[\s._\-–—]+/;

/**
 * The same letters and digits in other case, without accents and with other separators, most likely first. Nothing is
 * offered for a text with other characters, which would be lost, nor for one without letters, such as a version.
 */
export function identifiersFrom(text: string): string[] {
  if (text.length > MAX_LENGTH) return [];
  const plain = ASCII.test(text) ? text : withoutMarks(text);
  const words = plain.split(SEPARATORS).filter((word) => word !== "");
  if (words.length === 0 || words.length > MAX_WORDS || !words.every((word) => /^[A-Za-z0-9]+$/.test(word)))
    return [];
  if (!/[A-Za-z]/.test(plain)) return [];
  const joined = ["-", "_", ".", ""].map((separator) => words.join(separator));
  const first = words[0]!;
  const camel =
    lowerCase(first) +
    words
      .slice(1)
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join("");
  return [
    ...new Set([
      ...joined.slice(0, 3),
      ...joined.map(lowerCase),
      ...joined.map((word) => word.toUpperCase()),
      camel,
      joined[3]!,
      ...codesFrom(words),
    ]),
  ];
}

/** Codes such as postcodes, whose letters and digits stand apart. */
function codesFrom(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => word.split(/(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)/));
  if (parts.length < 2) return [];
  return [" ", "-", "."].flatMap((separator) => {
    const code = parts.join(separator);
    return [code, code.toUpperCase(), lowerCase(code)];
  });
}
