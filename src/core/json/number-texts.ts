/**
 * How numbers were written. JSON.parse makes doubles, which hold about 16 digits, so a longer number becomes another one.
 * What a text said is kept beside the value that was read from it, by the list or object around the number.
 */
import { child, type PathKey } from "./pointer.ts";

/** Shorter numbers are what a double says. Texts without so many digits in a row are not looked at. */
const MANY_DIGITS = 16;
const QUOTE = 0x22;
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]:,]/g;

/** The longest texts that are compared with a double, which has 17 digits and an exponent of up to 308. */
const MAX_DIGITS = 400;

const texts = new WeakMap<object, Map<string, string>>();
/** Lists and objects with a number inside that is not what was written. */
const inexact = new WeakSet<object>();

/** JSON.parse, which also keeps how numbers were written if any of them may be too long. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (mayHoldLongNumber(text)) noteNumbers(text, value);
  return value;
}

/** Looks at every sixteenth character only, because a row of sixteen digits has one of those. */
function mayHoldLongNumber(text: string): boolean {
  for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--;
    while (at < text.length && isDigit(text.charCodeAt(at))) at++;
    // Between quotes it is a text, such as the number of a card.
    const isText = text.charCodeAt(start - 1) === QUOTE && text.charCodeAt(at) === QUOTE;
    if (at - start >= MANY_DIGITS && !isText) return true;
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** `text` is the JSON that `root` was read from. */
function noteNumbers(text: string, root: unknown): void {
  const around: unknown[] = [];
  const keys: PathKey[] = [];
  let name = "";
  for (const [token] of text.matchAll(TOKENS)) {
    const key = keys.at(-1);
    if (token === "{" || token === "[") {
      around.push(key === undefined ? root : child(around.at(-1), key));
      keys.push(token === "[" ? 0 : "");
    } else if (token === "}" || token === "]") {
      around.pop();
      keys.pop();
    } else if (token === ":") keys[keys.length - 1] = JSON.parse(name) as string;
    else if (token === ",") {
      if (typeof key === "number") keys[keys.length - 1] = key + 1;
    } else if (token[0] === '"') name = token;
    else if (key !== undefined && token !== String(Number(token))) noteNumber(around, key, token);
  }
}

/** Notes how the number with this key was written. `around` are the lists and objects that it is in, the outermost first. */
export function noteNumber(around: readonly unknown[], key: PathKey, text: string): void {
  const container = around.at(-1);
  const value = Number(text);
  if (!isContainer(container) || child(container, key) !== value) return;
  let known = texts.get(container);
  if (known === undefined) {
    known = new Map();
    texts.set(container, known);
  }
  known.set(String(key), text);
  if (saysExactly(value, text)) return;
  // What is around a list or object that has such a number was noted with that number.
  for (let index = around.length - 1; index >= 0 && !hasInexactNumber(around[index]); index--) {
    inexact.add(around[index] as object);
  }
}

/** How a number was written, if that is known and not what JSON would write. */
export function numberText(container: unknown, key: PathKey): string | undefined {
  const text = isContainer(container) ? texts.get(container)?.get(String(key)) : undefined;
  return text !== undefined && Number(text) === child(container, key) ? text : undefined;
}

/** Whether it may hold a number that is not what was written. */
export function hasInexactNumber(value: unknown): boolean {
  return isContainer(value) && inexact.has(value);
}

/** Keeps what is known about the numbers of a list or object for a copy of it. */
export function keepNumberTexts(container: object, copy: object): void {
  const known = texts.get(container);
  if (known !== undefined) texts.set(copy, known);
  if (inexact.has(container)) inexact.add(copy);
}

/** JSON.stringify, with long numbers as they were written. */
export function writeJson(value: unknown): string {
  if (!isContainer(value) || ![value, ...Object.values(value)].some(hasInexactNumber))
    return JSON.stringify(value);
  const entryOf = (key: PathKey, item: unknown) => numberText(value, key) ?? writeJson(item) ?? "null";
  if (Array.isArray(value)) return `[${value.map((item, index) => entryOf(index, item)).join(",")}]`;
  const members = Object.entries(value as object).filter(([, item]) => item !== undefined);
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${entryOf(key, item)}`).join(",")}}`;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether a double says exactly what the text says: digits that it cannot hold would be lost. */
export function saysExactly(number: number, text: string): boolean {
  if (text.length > MAX_DIGITS) return false;
  // YAML has numbers in other bases, a plus sign and a point without digits before it.
  if (/^0[xo]/.test(text)) return Number.isSafeInteger(number);
  return Number.isFinite(number) && decimalOf(String(number)) === decimalOf(text);
}

/** A decimal number as its digits and the place of the point, so that spellings of one number are equal. */
function decimalOf(text: string): string | undefined {
  const parts = /^\+?(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const shorter = digits.replace(/0+$/, "");
  if (shorter === "") return "0";
  return `${sign}${shorter}e${Number(exponent) - fraction.length + digits.length - shorter.length}`;
}
