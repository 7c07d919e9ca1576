/**
 * JSON as it was sent. This is the only way from a text that somebody sends to a value that is checked: JSON.parse would
 * drop digits of long numbers and the earlier values of a repeated name without a word.
 */

import { findInexact, hasInexactNumber, hasRepeats } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { describeFault, MAX_OPEN_BRACKETS, parse } from "./parse.ts";

declare const fromText: unique symbol;

/** A value of which nothing was lost on its way: read from text here, or never sent as text. */
export interface Sent {
  readonly [fromText]: true;
}

/** `fault`: what stands where, as the rest of a sentence. `isPlain`: whether JSON.parse was enough. */
export function readJson(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      ok: false as const,
      // What the engine says differs between runtimes, and quotes the text. Few callers ask.
      get fault() {
        return describeFault(text);
      },
    };
  }
  const names = countNames(text, false);
  // Fewer members than names: one of them is repeated.
  const isPlain = names !== undefined && names === countMembers(value);
  return { ok: true as const, value: (isPlain ? value : parse(text).value) as Sent, isPlain };
}

/** Throws if the text is not JSON. */
export function readKnownJson(text: string): Sent {
  const read = readJson(text);
  if (!read.ok) throw new SyntaxError(`This is not JSON: ${read.fault}.`);
  return read.value;
}

/** For a value that was made here, or that a text was read for in another way, which loses nothing or says so. */
export const neverText = (value: unknown): Sent => value as Sent;

/** A longer number may have digits that a double cannot hold. */
const MAX_PLAIN_LENGTH = 15;
const [QUOTE, MINUS, POINT, ZERO, NINE] = [0x22, 0x2d, 0x2e, 0x30, 0x39];
const [COLON, CAPITAL_E, BACKSLASH, LETTER_E] = [0x3a, 0x45, 0x5c, 0x65];

/** Whether what JSON.parse made of a text has lost members, because a name is in one object twice. For texts too large for notes. */
export const lacksMembers = (value: unknown, text: string) => countNames(text, true) !== countMembers(value);

/**
 * How many names a text of JSON has; undefined if it says a number in other characters than a double, unless that is
 * passed over: `3.0`, `-0`, `1e400`.
 */
function countNames(text: string, passesNumbers: boolean): number | undefined {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COLON) count++;
    else if (!passesNumbers && ((code >= ZERO && code <= NINE) || code === MINUS)) {
      const end = endOfPlainNumber(text, at);
      if (end === undefined) return undefined;
      at = end;
    }
  }
  return count;
}

/** The quote that ends the text in quotes that starts there; behind everything if none does. */
export function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** The last digit of the number that starts there. */
function endOfPlainNumber(text: string, start: number): number | undefined {
  let end = start;
  let hasPoint = false;
  let next = text.charCodeAt(end + 1);
  for (; next >= POINT && next <= NINE; next = text.charCodeAt(++end + 1))
    if (next === POINT) hasPoint = true;
  const isOther =
    end - start >= MAX_PLAIN_LENGTH ||
    next === LETTER_E ||
    next === CAPITAL_E ||
    (text.charCodeAt(end) === ZERO && (hasPoint || text.charCodeAt(end - 1) === MINUS));
  return isOther ? undefined : end;
}

/** How many members a value has with all that is in it. */
function countMembers(value: unknown): number {
  let count = 0;
  // Not recursive: a text can open thousands of brackets.
  const open = typeof value === "object" ? [value] : [];
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

/** How people and models mark code in prose. Blanks before the end are trimmed after it: a pattern tries each run of them again. */
const FENCED = /^\s*```[A-Za-z]*[^\S\n]*\n([\s\S]*?)```\s*$/;

/**
 * The JSON in a text, for whoever passes it on: no two get the same objects, since a program may change what it was given.
 * `hasRepeats`: whether an object in it says a name twice, so that one of the two values is lost.
 */
export function readJsonText(text: string, meter: Meter) {
  const known = knownIn(text, meter);
  const value = known?.isGiven ? valueIn(text, meter) : known?.value;
  if (value === undefined || hasInexactNumber(value)) return undefined;
  known!.isGiven = true;
  return { value, hasRepeats: hasRepeats(value) };
}

/** The same for whoever only looks at it. */
export function lookIntoText(text: string, meter: Meter): unknown {
  const value = knownIn(text, meter)?.value;
  return hasInexactNumber(value) ? undefined : value;
}

/** The number in the JSON of a text that is the reason not to read it. */
export const numberInWay = (text: string, meter: Meter) => findInexact(knownIn(text, meter)?.value);

function knownIn(text: string, meter: Meter) {
  if (!/^\s*(?:[{[]|```)/.test(text)) return undefined;
  return meter.recall(knownIn, text, () => ({ value: valueIn(text, meter), isGiven: false }));
}

const JSON_EFFORT = 20;
/** The exact parser takes several times as long as JSON.parse. */
export const parseEffort = (length: number): number => length >> 3;

function valueIn(text: string, meter: Meter): unknown {
  if (!meter.spend(JSON_EFFORT + (text.length >> 5))) return undefined;
  const json = FENCED.exec(text)?.[1]?.trimEnd() ?? text;
  const read = /^\s*[{[]/.test(json) ? readJson(json) : undefined;
  if (!read?.ok || opensTooMuch(json)) return undefined;
  if (!read.isPlain) meter.charge(parseEffort(json.length));
  return read.value;
}

/** Whether a text of JSON is nested so deep that to write its value again would exhaust the stack. */
function opensTooMuch(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length && depth <= MAX_OPEN_BRACKETS; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    else depth += depthOf(code);
  }
  return depth > MAX_OPEN_BRACKETS;
}

/** Of a bracket that opens or closes; brackets and braces differ in one bit. */
export function depthOf(code: number): number {
  const bracket = code & ~0x20;
  return bracket === 0x5b ? 1 : bracket === 0x5d ? -1 : 0;
}
