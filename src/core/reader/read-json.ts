/**
 * JSON as it was sent. This is the only way from a text that somebody sends to a value that is checked: JSON.parse would
 * drop digits of long numbers and the earlier values of a repeated name without a word.
 */

import { findInexact, hasInexactNumber, hasRepeats } from "../json/notes.ts";
import { describeFault, parse } from "./parse.ts";

declare const fromText: unique symbol;

/** A value of which nothing was lost on its way: read from text here, or never sent as text. */
export interface Sent {
  readonly [fromText]: true;
}

/** `fault`: what stands where, as the rest of a sentence. */
export function readJson(
  text: string,
): { readonly ok: true; readonly value: Sent } | { readonly ok: false; readonly fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      ok: false,
      // What the engine says differs between runtimes, and quotes the text. Few callers ask.
      get fault() {
        return describeFault(text);
      },
    };
  }
  const isWhole =
    !mayHoldLongNumber(text) && !OTHER_SPELLING.test(text) && countNames(text) === countMembers(value);
  return { ok: true, value: (isWhole ? value : parse(text).value) as Sent };
}

/** Throws if the text is not JSON. */
export function readKnownJson(text: string): Sent {
  const read = readJson(text);
  if (!read.ok) throw new SyntaxError(`This is not JSON: ${read.fault}.`);
  return read.value;
}

/** For a value that was made here, or that a text was read for in another way, which loses nothing or says so. */
export function neverText(value: unknown): Sent {
  return value as Sent;
}

/** A number that a double says in other characters, or not at all: `3.0`, `-0`, `1e400`. */
const OTHER_SPELLING = /[:,[][ \t\n\r]*-?(?:\d+\.\d*0|\d+(?:\.\d+)?[eE][+-]?\d+|(?<=-)0)[ \t\n\r]*[,\]}]/;

/** Shorter numbers are what a double says. */
const MANY_DIGITS = 16;
const QUOTE = 0x22;

/** Looks at every sixteenth character only, because a row of sixteen digits has one of those, with a point in it too. */
function mayHoldLongNumber(text: string): boolean {
  for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isDigitOrPoint(text.charCodeAt(start - 1))) start--;
    while (at < text.length && isDigitOrPoint(text.charCodeAt(at))) at++;
    // Between quotes it is a text, such as the number of a card.
    const isText = text.charCodeAt(start - 1) === QUOTE && text.charCodeAt(at) === QUOTE;
    if (at - start >= MANY_DIGITS && !isText) return true;
  }
  return false;
}

function isDigitOrPoint(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}

/** How many names a text of JSON has, or more: also what looks like the end of a name inside a text is counted. */
function countNames(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon >= 0; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= 0x20) before--;
    if (text.charCodeAt(before) === QUOTE) count++;
  }
  return count;
}

/** How many members a value has with all that is in it: fewer than names if one of them is repeated. */
function countMembers(value: unknown): number {
  let count = 0;
  // Not recursive: a text can open thousands of brackets.
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      for (let index = 0; index < next.length; index++)
        if (typeof next[index] === "object") open.push(next[index]);
      continue;
    }
    // Objects read from JSON inherit nothing that can be listed.
    for (const key in next as object) {
      count++;
      const item = (next as Record<string, unknown>)[key];
      if (typeof item === "object") open.push(item);
    }
  }
  return count;
}

/** How people and models mark code in prose. */
const FENCED = /^\s*```[A-Za-z]*[^\S\n]*\n([\s\S]*?)\n?[^\S\n]*```\s*$/;

/** `hasRepeats`: whether an object in it says a name twice, so that one of the two values is lost. */
export function readJsonText(text: string) {
  const value = valueIn(text);
  return value === undefined || hasInexactNumber(value)
    ? undefined
    : { value, hasRepeats: hasRepeats(value) };
}

export function numberInWay(text: string): string | undefined {
  return findInexact(valueIn(text));
}

function valueIn(text: string): unknown {
  const json = FENCED.exec(text)?.[1] ?? text;
  const read = /^\s*[{[]/.test(json) ? readJson(json) : undefined;
  return read?.ok ? read.value : undefined;
}
