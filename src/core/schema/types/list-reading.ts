/** Reads a list that was written as text or as a map, or a single item without its list. */
import { originOf, type Reading, readJson, type SentShape } from "../../findings/reading.ts";
import { isPlainObject, type PathKey, setOwn } from "../../json/pointer.ts";
import type { Meter } from "../../meter/meter.ts";
import { type FixedValue, splitText } from "../../values/readings.ts";
import { readingsOf } from "../../values/value-types.ts";
import { KIND } from "../kinds.ts";
import { fits, type Place } from "../place.ts";

/** Items beyond this are checked as they are: no package of any use has so many. */
export const MAX_READ_ITEMS = 256;
/** Longer texts are prose, not lists. */
const MAX_LIST_LENGTH = 2_000;
/** What else divides words, where each of them is one of the list. */
const OTHER_MARKS = /\s*[,;/+&]\s*|\s+and\s+/;

/** What a text can be a notation of, besides a text. */
const SCALARS = KIND.string | KIND.number | KIND.boolean;

/** What a word of a list stands for, as far as nobody has to decide. */
export type WordReader = (text: string, meter: Meter) => string | undefined;

interface FoundList {
  list: unknown[];
  /** Absent if it was a text. */
  shape?: SentShape;
}

/**
 * `prefix`: what the first items are, if each has its own description; then only texts are read. `wordOf` tells what a
 * word of the list stands for, if rules say so.
 */
export function createListReader(prefix: readonly Place[], items: Place, wordOf: WordReader | undefined) {
  const isDeclared = items.shape.type !== "any" || items.shape.alternatives !== undefined;
  const wordFor = wordOf ?? (items.shape.type === "choice" && items.shape.words ? choiceFor : undefined);

  function choiceFor(text: string, meter: Meter): string | undefined {
    const match = items.certain?.(text, meter);
    return match && String(match.value);
  }

  function read(value: unknown, path: readonly PathKey[], reading: Reading): unknown[] | undefined {
    const found = find(value, reading.meter);
    if (found === undefined) return undefined;
    const { list, shape } = found;
    const origin = originOf(reading, path);
    reading.origins.set(path, { ...origin, sent: value, ...(shape && { shape }) });
    if (shape?.as === "map") {
      for (const [index, name] of Object.keys(value as object).entries()) {
        const entry = origin.isInText ? origin : { path: [...origin.path, name] };
        reading.origins.set([...path, index], entry);
        reading.origins.set([...path, index, shape.key], { ...entry, isInText: true });
      }
    } else if (shape?.as === "item") reading.origins.set([...path, 0], origin);
    return list;
  }

  /** The list that a value other than a list was meant as. */
  function find(value: unknown, meter: Meter): FoundList | undefined {
    if (value === null || value === undefined) return undefined;
    if (typeof value === "string") {
      const list = findInText(value, meter);
      return list && { list };
    }
    // An empty object is evidence of nothing.
    if (prefix.length > 0 || (isPlainObject(value) && Object.keys(value).length === 0)) return undefined;
    const map = asMap(value, meter);
    if (map !== undefined) return map;
    const isItem = isDeclared && fits(items, value, meter);
    return isItem || isSingle(value, meter) ? { list: [value], shape: { as: "item" } } : undefined;
  }

  function findInText(text: string, meter: Meter): unknown[] | undefined {
    const json = readJson(text, meter);
    if (json !== undefined) {
      if (json.hasRepeats) return undefined;
      if (Array.isArray(json.value)) return json.value;
      return items.shape.type === "object" && items.suits(json.value, meter) ? [json.value] : undefined;
    }
    if (text.length > MAX_LIST_LENGTH || text.trim() === "" || /^\s*(?:[{[]|```)/.test(text))
      return undefined;
    if (prefix.length > 0) return readParts(text, 2, meter);
    switch (items.shape.type) {
      case "string":
        return wordFor === undefined
          ? readTexts(text, meter)
          : readWords(text, (word) => wordFor(word, meter));
      case "choice":
        return wordFor === undefined
          ? readParts(text, 1, meter)
          : readWords(text, (word) => wordFor(word, meter));
      case "integer":
      case "number":
      case "boolean":
        return readParts(text, 1, meter);
      default:
        return isDeclared && (items.shape.kinds & SCALARS) === KIND.string
          ? readTexts(text, meter)
          : undefined;
    }
  }

  function isSingle(value: unknown, meter: Meter): boolean {
    return items.shape.type === "object" && isPlainObject(value) && items.suits(value, meter);
  }

  /**
   * A map in place of a list of objects: each value lacks the same one text that every item needs, and its name in the map
   * is that text.
   */
  function asMap(value: unknown, meter: Meter): FoundList | undefined {
    const { object } = items.shape;
    if (object === undefined || !isPlainObject(value)) return undefined;
    const entries = Object.entries(value);
    const isMap =
      entries.length > 0 &&
      entries.length <= MAX_READ_ITEMS &&
      entries.every(
        ([, entry]) => isPlainObject(entry) && Object.keys(entry).some((name) => object.members.has(name)),
      );
    if (!isMap) return undefined;
    const keys = [...object.required].filter((name) => {
      const place = object.members.get(name);
      return (
        place?.shape.type === "string" &&
        place.shape.words === undefined &&
        entries.every(([text, entry]) => !Object.hasOwn(entry as object, name) && fits(place, text, meter))
      );
    });
    const [key] = keys;
    if (key === undefined || keys.length > 1) return undefined;
    const list = entries.map(([name, entry]) => {
      const item: Record<string, unknown> = {};
      setOwn(item, key, name);
      for (const [member, inner] of Object.entries(entry as object)) setOwn(item, member, inner);
      return item;
    });
    return { list, shape: { as: "map", key } };
  }

  /** Texts of any content: what looks like a mark inside one of them is a part of it. */
  function readTexts(text: string, meter: Meter): string[] | undefined {
    return [splitText(text), [text]].find(
      (parts) => parts.length > 0 && parts.every((part) => fits(items, part, meter)),
    );
  }

  /** Each part as the value of its place, if all of them are one. */
  function readParts(text: string, fewest: number, meter: Meter): unknown[] | undefined {
    const parts = splitText(text);
    const values = parts.map((part, index) => readPart(part, prefix[index] ?? items, meter));
    return parts.length >= fewest && !values.includes(undefined) ? values : undefined;
  }

  /** Words of a closed list. Other marks divide a text only if all that they divide are such words. */
  function readWords(text: string, meantBy: (text: string) => string | undefined): string[] | undefined {
    const parts = splitText(text);
    for (const words of [parts, text.split(OTHER_MARKS), text.trim().split(/\s+/)])
      if (words.length > 0 && words.every((word) => meantBy(word) !== undefined))
        return words.map((word) => meantBy(word)!);
    return parts.some((word) => meantBy(word) !== undefined)
      ? parts.map((word) => meantBy(word) ?? word)
      : undefined;
  }

  return { read, find };
}

function readPart(text: string, place: Place, meter: Meter): unknown {
  const [reading, other] = readingsAt(place, text, meter);
  const isClear = reading !== undefined && other === undefined && reading.grounds[1] !== "open";
  return isClear && fits(place, reading.value, meter) ? reading.value : undefined;
}

function readingsAt({ shape: { type }, certain }: Place, text: string, meter: Meter): readonly FixedValue[] {
  switch (type) {
    case "integer":
    case "number":
    case "boolean":
      return readingsOf(type, text);
    case "string":
      return [{ value: text, grounds: ["notation", "same"] }];
    case "choice": {
      const meant = certain?.(text, meter);
      return meant === undefined ? [] : [meant];
    }
    default:
      return [];
  }
}
