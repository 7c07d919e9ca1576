/** Identifiers that a text could have been meant as. */
import { ACCENT, lowerCase, normalizeUnicode } from "../unicode/unicode.ts";

const MAX_LENGTH = 64;
const MAX_WORDS = 6;
const ASCII = /^[\0-\x7f]*$/;
const SEPARATORS = /[\s._\-–—]+/;

/**
 * The same letters and digits in other case, without accents and with other separators: the most likely one that is
 * accepted. There is none for a text with other characters, which would be lost, nor for one without letters, such as a
 * version.
 */
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
  const joined = (separator: string) => words.join(separator);
  yield* separators.slice(0, 3).map(joined);
  yield* separators.map((separator) => lowerCase(joined(separator)));
  yield* separators.map((separator) => joined(separator).toUpperCase());
  const [first, ...others] = words;
  yield lowerCase(first!) + others.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  yield joined("");
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
