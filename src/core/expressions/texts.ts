/** Texts in expressions: counted and compared by characters (code points), as CEL says. */
import { fail } from "./frame.ts";

/** A text without surrogates has as many characters as units, which nearly every text is. */
function isSimple(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text);
}

/** Nothing stands between any two characters. */
export function split(text: string, by: string): string[] {
  return by === "" ? Array.from(text) : text.split(by);
}

/** By code points: pairs of surrogates come after all other characters. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export function substring(text: string, start: number, end?: number): string {
  const characters = isSimple(text) ? text : Array.from(text);
  const last = end ?? characters.length;
  if (start < 0 || last > characters.length || start > last)
    return fail(`there are no characters ${start} to ${last} in a text of ${characters.length}`);
  return typeof characters === "string"
    ? characters.slice(start, last)
    : characters.slice(start, last).join("");
}

/** Where a text stands in another, in characters; -1 if it does not. */
export function indexIn(text: string, part: string, isLast = false): number {
  const at = isLast ? text.lastIndexOf(part) : text.indexOf(part);
  return at <= 0 || isSimple(text) ? at : Array.from(text.slice(0, at)).length;
}

const encoder = new TextEncoder();

export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

const NOT_ASCII = /[^\0-\x7f]/;

/** The runtime is quickest where all letters are of ASCII, and a loop may ask for the same ones thousands of times. */
export function lowerAscii(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function upperAscii(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toUpperCase();
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
