/** Values as they appear in messages and in `actual`: short, and safe to print. */
import { characterClassPattern } from "./characters.ts";

const MAX_SHOWN_LENGTH = 60;
const MAX_ACTUAL_LENGTH = 120;

const INVISIBLE = characterClassPattern(["bidi", "zero-width", "control"]);
/** Text that needs no escaping inside quotes. */
const PLAIN = /^[ !#-[\]-~]*$/;

export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}…`;
}

/** Quoted, cut short, with invisible characters spelled out. */
export function quote(text: string): string {
  if (text.length <= MAX_SHOWN_LENGTH && PLAIN.test(text)) return `"${text}"`;
  const quoted = JSON.stringify(cut(text, MAX_SHOWN_LENGTH));
  return quoted.replace(INVISIBLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** "a", "b" or "c"; long lists end with how many more there are. */
export function listOf(words: readonly string[], most = 12): string {
  const shown = words.slice(0, most).map(quote);
  if (words.length > most) return `${shown.join(", ")} or ${words.length - most} more`;
  return shown.length < 2 ? (shown[0] ?? "nothing") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}

/** 12,000: the same in every runtime and locale, and cheaper than toLocaleString. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export function count(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;
}

export function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "boolean") return "a boolean";
  return typeof value === "number" ? "a number" : "a string";
}

/** How a message names the value that was found. */
export function found(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? "an empty array" : `an array of ${count(value.length, "item")}`;
  return typeName(value);
}

/** The machine-readable `actual`: scalars unchanged, long text cut, containers described in words. */
export function actualOf(value: unknown): unknown {
  if (typeof value === "string") return cut(value, MAX_ACTUAL_LENGTH);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "boolean" || value === null) return value;
  return found(value);
}
