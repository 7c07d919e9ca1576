/** Reads a list that was written as text, or a single item without its list. */
import { originOf, type Reading } from "../../findings/reading.ts";
import type { PathKey } from "../../json/pointer.ts";
import { type Place, SCHEMA_ALONE } from "../place.ts";
import { parseText } from "./mismatch.ts";

/** Items beyond this are checked as they are: no package of any use has so many. */
export const MAX_READ_ITEMS = 256;
/** Longer texts are prose, not lists. */
const MAX_LIST_LENGTH = 2_000;

/** `wordFor` tells what a word of the list stands for, if rules say so. */
export function createListReader(items: Place, wordFor: ((text: string) => string | undefined) | undefined) {
  function read(value: unknown, path: readonly PathKey[], reading: Reading): unknown[] | undefined {
    const list = find(value);
    if (list === undefined) return undefined;
    const sent = [...originOf(reading, path).path];
    reading.origins.set(path, { path: sent, sent: value });
    const isText = typeof value === "string";
    const origin = isText ? { path: sent, isInText: true } : { path: sent };
    for (const index of list.keys()) reading.origins.set([...path, index], origin);
    return list;
  }

  /** The list that a value other than a list was meant as. */
  function find(value: unknown): unknown[] | undefined {
    if (value === null || value === undefined) return undefined;
    if (typeof value === "string") {
      const parsed = parseText(value, "[");
      if (Array.isArray(parsed)) return parsed;
      const single = items.shape.type === "object" ? parseText(value, "{") : undefined;
      if (single !== undefined && items.suits(single)) return [single];
      if (items.shape.type === "string" || items.shape.type === "choice") return readWords(value);
      return undefined;
    }
    return items.shape.type !== "any" && items.ok(value, SCHEMA_ALONE)
      ? [value]
      : isSingle(value)
        ? [value]
        : undefined;
  }

  function isSingle(value: unknown): boolean {
    return (
      items.shape.type === "object" &&
      typeof value === "object" &&
      !Array.isArray(value) &&
      items.suits(value)
    );
  }

  function readWords(text: string): string[] | undefined {
    if (text.length > MAX_LIST_LENGTH) return undefined;
    const words = text
      .split(/[,;|\n/]|\s+(?:and|or|&)\s+/)
      .map((word) => word.trim())
      .filter((word) => word !== "");
    // Without separators a text is a single word of the list, or a few words of it between spaces.
    const parts =
      words.length === 1 && wordFor !== undefined && wordFor(words[0]!) === undefined
        ? words[0]!.split(/\s+/)
        : words;
    const meant = wordFor === undefined ? parts : parts.map((word) => wordFor(word) ?? word);
    const isReadable =
      wordFor === undefined
        ? meant.length > 0 && meant.every((word) => items.ok(word, SCHEMA_ALONE))
        : parts.some((word) => wordFor(word) !== undefined);
    return isReadable ? meant : undefined;
  }

  return { read, find };
}
