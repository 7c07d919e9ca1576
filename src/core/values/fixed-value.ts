/** Reads values as people write them: the value of a type that was most likely meant, best reading first. */
import { readJsonText } from "../json/json-text.ts";
import { trimEnds } from "../unicode/unicode.ts";
import { readDate, readDateTime, readTime } from "./readings/dates.ts";
import { readAsText, readNumber } from "./readings/numbers.ts";
import { clear, type FixedValue, open, reshaped, same } from "./readings/reading.ts";
import { encodeUrl } from "./url.ts";
import { VALUE_TYPES, type ValueType } from "./value-types.ts";

export type { FixedValue } from "./readings/reading.ts";

/** Longer texts are not a misspelled value. */
const MAX_TEXT_LENGTH = 300;
const MAX_URL_LENGTH = 2_048;

/**
 * All readings that are of the type, best first; of equal ones the first. Where there are several, none is certain.
 * `numberText` is how a number was written, if that is known.
 */
export function readingsOf(type: ValueType, value: unknown, numberText?: string): FixedValue[] {
  const isOfType = VALUE_TYPES[type];
  const found: FixedValue[] = [];
  for (const reading of readings(type, value, numberText))
    if (isOfType(reading.value, 0) && !found.some((earlier) => earlier.value === reading.value))
      found.push(reading);
  return found.length < 2 ? found : found.map((reading) => open(reading.value));
}

function readings(type: ValueType, value: unknown, numberText: string | undefined): FixedValue[] {
  if (type === "string") return readAsText(value, numberText);
  if (type === "boolean" && typeof value === "number") {
    return value === 0 || value === 1 ? [clear(value === 1)] : [];
  }
  if (typeof value !== "string") {
    return type === "array" && value !== null && value !== undefined ? [reshaped([value])] : [];
  }
  if (type === "object" || type === "array") return readContainer(type, value);
  if (value.length > MAX_TEXT_LENGTH)
    return type === "url" && value.length <= MAX_URL_LENGTH ? readUrl(value) : [];
  const text = trimEnds(value);
  switch (type) {
    case "integer":
    case "number":
      return readNumber(text, type === "integer");
    case "boolean":
      return readBoolean(text);
    case "date":
      return orItself(type, text, readDate);
    case "time":
      return orItself(type, text, readTime);
    case "datetime":
      return orItself(type, text, readDateTime);
    case "uuid":
      return orItself(type, text, readUuid);
    case "email":
      return orItself(type, text, readEmail);
    case "url":
      return readUrl(text);
  }
}

/** A text that only had white space around it is not read in any other way. */
function orItself(type: ValueType, trimmed: string, read: (text: string) => FixedValue[]): FixedValue[] {
  return VALUE_TYPES[type](trimmed, 0) ? [same(trimmed)] : read(trimmed);
}

function readEmail(text: string): FixedValue[] {
  return [clear(text.replace(/^mailto:/i, "")), open(/<([^<>]+)>$/.exec(text)?.[1])];
}

const TRUE = /^(?:yes|y|on|1|t)$/i;
const FALSE = /^(?:no|n|off|0|f)$/i;

function readBoolean(text: string): FixedValue[] {
  if (/^true$/i.test(text)) return [same(true)];
  if (/^false$/i.test(text)) return [same(false)];
  return TRUE.test(text) ? [clear(true)] : FALSE.test(text) ? [clear(false)] : [];
}

function readUuid(text: string): FixedValue[] {
  const hex = text.replace(/^urn:uuid:|^\{|\}$/gi, "");
  const bare = hex.replaceAll("-", "");
  return [clear(hex), clear(bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"))];
}

/** What looks like a URL without its scheme: a dotted name, and no other scheme. Only `www.` says that it is one. */
const HAS_HOST = /^[^\s:/?#@]+\.[^\s:/?#@]+(?:$|[/?#]|:\d)/;

function readUrl(value: string): FixedValue[] {
  const text = trimEnds(value);
  // White space inside can also stand between two addresses.
  const isOne = !/\s/.test(text);
  if (!HAS_HOST.test(text)) return [same(text), (isOne ? same : open)(encodeUrl(text))];
  const [make, url] = [isOne && /^www\./i.test(text) ? clear : open, `https://${text}`];
  return [make(VALUE_TYPES.url(url, 0) ? url : encodeUrl(url))];
}

function readContainer(type: "object" | "array", text: string): FixedValue[] {
  const json = readJsonText(text);
  if (json !== undefined) return [reshaped(json.value, json.hasRepeats ? "open" : "clear")];
  // Text that starts like JSON and is none, or must not be read, is no list of words.
  if (type === "object" || /^\s*(?:[{[]|```)/.test(text) || trimEnds(text) === "") return [];
  return [reshaped(text.length <= MAX_TEXT_LENGTH ? splitText(text) : [text])];
}

/** The items of a list that was written as one text: line breaks divide them, and marks with white space behind them. */
export function splitText(text: string): string[] {
  return text
    .split(/[,;]\s|[,;]?\s*\n/)
    .map((part) => trimEnds(part))
    .filter((part) => part !== "");
}
