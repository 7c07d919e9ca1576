/** Values as they appear in messages and in `actual`: short, and safe to print. */
import { isPlainObject } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import { isUnprintable } from "./unicode.ts";

const MAX_SHOWN_LENGTH = 60;
const MAX_ACTUAL_LENGTH = 120;

const PLAIN = /^[ !#-[\]-~]*$/;

const PLAIN_JSON = /^[ -~]*$/;

export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  // ASCII, since one character above U+00FF would double the size of the whole answer in memory.
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}...`;
}

/** Quoted, cut short, with invisible characters spelled out. */
export function quote(text: string): string {
  const short = cut(text, MAX_SHOWN_LENGTH);
  if (PLAIN.test(short)) return `"${short}"`;
  let quoted = "";
  for (const character of JSON.stringify(short)) {
    const point = character.codePointAt(0)!;
    if (!isUnprintable(point)) quoted += character;
    else if (point > 0xffff) quoted += `\\u{${point.toString(16)}}`;
    else quoted += `\\u${point.toString(16).padStart(4, "0")}`;
  }
  return quoted;
}

/** "a", "b" or "c"; `and` where all of them apply. Long lists end with how many more there are. */
export function listOf(words: readonly string[], most = MAX_LISTED, joint: "or" | "and" = "or"): string {
  const shown = words.slice(0, most).map(quote);
  if (words.length > most) return `${shown.join(", ")} ${joint} ${words.length - most} more`;
  return joined(shown, joint) || "nothing";
}

/** a, b or c. */
export function joined(parts: readonly string[], joint: "or" | "and"): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${joint} ${parts.at(-1)}`;
}

/** "a", "b" and "c". */
export const listAll = (words: readonly string[]): string => listOf(words, MAX_LISTED, "and");

const MAX_LISTED = 12;

/** The options that a diagnostic's `expected` lists: all of them, or the few most like what was sent, nearest first. */
export function likeliest(
  sent: string,
  options: readonly string[],
  guess: string | undefined,
  meter: Meter,
): readonly string[] {
  if (options.length <= MAX_LISTED)
    return options.some((option) => option.length > MAX_ACTUAL_LENGTH)
      ? options.map((option) => cut(option, MAX_ACTUAL_LENGTH))
      : options.slice();
  const near = startingAlike(1, options);
  const nearer = near.length > MAX_REFINED ? [] : startingAlike(3, near);
  const listed = [startingAlike(6, nearer), nearer, near, options].flatMap((few) => few.slice(0, MAX_LISTED));
  return [...new Set(guess === undefined ? listed : [guess, ...listed])]
    .slice(0, MAX_LISTED)
    .map((option) => cut(option, MAX_ACTUAL_LENGTH));

  function startingAlike(length: number, among: readonly string[]): readonly string[] {
    return meter.recall(options, sent.slice(0, length).toLowerCase(), (start) =>
      // To look at how a word starts is cheap, but a list can have ten thousand.
      meter.spend(among.length >> 5)
        ? among.filter((option) => option.slice(0, start.length).toLowerCase() === start)
        : [],
    );
  }
}

/** Among more that start with the same letter, no second look is worth what it takes from the guesses. */
const MAX_REFINED = 1_000;

/** 12,000: the same in every runtime and locale, and cheaper than toLocaleString. */
export function grouped(n: number): string {
  return n < 1_000 ? String(n) : String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export function count(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** "1 to 80 characters"; empty if there are no bounds. */
export function rangeOf(min: number, max: number, noun: string): string {
  if (max === Number.POSITIVE_INFINITY) return min > 0 ? `at least ${count(min, noun)}` : "";
  return min > 0 ? `${grouped(min)} to ${count(max, noun)}` : `at most ${count(max, noun)}`;
}

export function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object")
    return isPlainObject(value) ? "an object" : "an object that inherits members";
  return `a ${typeof value}`;
}

/** How a message names the value that was found; `numberText` is how a number was written, if that is known. */
export function found(value: unknown, numberText?: string): string {
  if (numberText !== undefined) return cut(numberText, MAX_SHOWN_LENGTH);
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? "an empty array" : `an array of ${count(value.length, "item")}`;
  return typeName(value);
}

/** A value as a fix's title shows it: in full if it is short. */
export function shown(value: unknown): string {
  if (typeof value !== "object" || value === null) return found(value);
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN_LENGTH && PLAIN_JSON.test(text) ? text : found(value);
}

/** The machine-readable `actual`: scalars unchanged, long text cut, containers described in words. */
export function actualOf(value: unknown): unknown {
  if (typeof value === "string") return cut(value, MAX_ACTUAL_LENGTH);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "boolean" || value === null) return value;
  return found(value);
}
