import { type Detail, fix, type Sink } from "../findings/finding.ts";
import { originOf, type Reading } from "../findings/reading.ts";
import type { PathKey } from "../json/pointer.ts";
import { count, grouped, rangeOf } from "../text/describe.ts";
import type { Json } from "../types.ts";
import { parseText, reportMismatch, reportReading } from "./mismatch.ts";
import { SCHEMA_ALONE, type SchemaNode } from "./node.ts";

export interface ArrayOptions {
  at: string;
  items: SchemaNode;
  min: number;
  max: number;
  /** What a word of a list stands for, if rules say so. */
  wordFor: ((text: string) => string | undefined) | undefined;
}

const MAX_PLACEHOLDERS = 3;
/** Items beyond this are checked as they are: no package of any use has so many. */
const MAX_READ_ITEMS = 256;
/** Longer texts are prose, not lists. */
const MAX_LIST_LENGTH = 2_000;

export function arrayNode({ at, items, min, max, wordFor }: ArrayOptions): SchemaNode {
  const node: SchemaNode = {
    type: "array",
    phrase: items.words === undefined ? "an array" : `an array of ${items.phrase}`,
    bounds: rangeOf(min, max, "item"),
    items,
    placeholder() {
      const shapes = Array.from({ length: Math.min(min, MAX_PLACEHOLDERS) }, () => items.placeholder());
      return shapes.filter((shape): shape is Json => shape !== undefined);
    },
    suits(value) {
      if (Array.isArray(value)) return value.slice(0, MAX_PLACEHOLDERS).every((item) => items.suits(item));
      return readOther(value) !== undefined;
    },
    ok(value, scope) {
      if (!Array.isArray(value) || value.length < min || value.length > max) return false;
      for (let index = 0; index < value.length; index++) if (!items.ok(value[index], scope)) return false;
      return true;
    },
    report(value, sink) {
      if (!Array.isArray(value)) {
        reportMismatch(node, "array", at, value, sink, []);
        return;
      }
      const { path, reading } = sink;
      if (reading.altered.has(value)) reportReading(node, "array", value, sink);
      if (value.length < min) sink.add("list-too-short", "error", tooShort(value, sink));
      else if (value.length > max) {
        sink.add("list-too-long", "error", () => ({
          message: `The list has ${count(value.length, "item")}; the maximum is ${grouped(max)}.`,
          expected: { maxItems: max },
          actual: value.length,
        }));
      }
      for (let index = 0; index < value.length; index++) {
        const item = value[index];
        if (!reading.altered.has(item) && items.ok(item, sink.scope)) continue;
        path.push(index);
        items.report(item, sink);
        path.pop();
      }
    },
    read(value, path, reading) {
      const list = Array.isArray(value) ? value : readAsList(value, path, reading);
      if (list === undefined) return value;
      if (list !== value) reading.altered.add(list);
      if (items.read === undefined) return list;
      let copy: unknown[] | undefined;
      for (let index = 0; index < Math.min(list.length, MAX_READ_ITEMS); index++) {
        path.push(index);
        const item = items.read(list[index], path, reading);
        path.pop();
        if (item === list[index]) continue;
        copy ??= list.slice();
        copy[index] = item;
      }
      if (copy) reading.altered.add(copy);
      return copy ?? list;
    },
    ...(items.withDefaults && {
      withDefaults: (value: unknown) =>
        Array.isArray(value) ? value.map((item) => items.withDefaults!(item)) : value,
    }),
  };

  function tooShort(value: readonly unknown[], sink: Sink): () => Detail {
    const path = sink.path.slice();
    return () => {
      const item = items.onlyValue ?? items.placeholder();
      return {
        message: `The list has ${count(value.length, "item")}; the minimum is ${min}. Add ${items.phrase}.`,
        expected: { minItems: min },
        actual: value.length,
        ...(item !== undefined && {
          fixes: [
            fix("Add an item to fill in", "placeholder", {
              kind: "add",
              path: [...path, value.length],
              value: item,
            }),
          ],
        }),
      };
    };
  }

  function readAsList(value: unknown, path: readonly PathKey[], reading: Reading): unknown[] | undefined {
    const list = readOther(value);
    if (list === undefined) return undefined;
    const sent = [...originOf(reading, path).path];
    reading.origins.set(path, { path: sent, sent: value });
    const isText = typeof value === "string";
    const origin = isText ? { path: sent, isPart: true } : { path: sent };
    for (const index of list.keys()) reading.origins.set([...path, index], origin);
    return list;
  }

  /** A list that was written as text, or a single item without its list. */
  function readOther(value: unknown): unknown[] | undefined {
    if (value === null || value === undefined) return undefined;
    if (typeof value === "string") {
      const parsed = parseText(value, "[");
      if (Array.isArray(parsed)) return parsed;
      const single = items.type === "object" ? parseText(value, "{") : undefined;
      if (single !== undefined && items.suits(single)) return [single];
      if (items.type === "string" || items.type === "choice") return readWords(value);
      return undefined;
    }
    return items.type !== "any" && items.ok(value, SCHEMA_ALONE)
      ? [value]
      : isSingle(value)
        ? [value]
        : undefined;
  }

  function isSingle(value: unknown): boolean {
    return (
      items.type === "object" && typeof value === "object" && !Array.isArray(value) && items.suits(value)
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

  return node;
}
