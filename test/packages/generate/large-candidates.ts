/** Candidates as large as a request may be, made of a small one by repeating a part of it in one way or another. */
import { allPaths, valueAt, withValue } from "./places.ts";
import { isPlainObject, pick, type Roll, setOwn } from "./shapes.ts";

const MAX_BYTES = 60_000;
const MAX_COPIES = 20_000;

type Variation = (value: unknown, index: number) => unknown;

/** Letters that differ from number to number. */
const letters = (index: number): string =>
  index.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]!);

const VARIATIONS: Variation[] = [
  (value) => value,
  // Words that are like each other, and like what was meant.
  (value, index) => mapped(value, (text) => text + letters(index), String),
  (value, index) => mapped(value, (text) => text.slice(0, 1) + letters(index) + text.slice(1), String),
  // Names that are like each other.
  (value, index) => mapped(value, String, (name) => name + letters(index)),
  (value, index) => mapped(value, String, (name) => name.slice(0, -1) + letters(index % 7)),
  (value, index) => mapped(value, (text) => text.repeat(1 + (index % 40)), String),
];

function mapped(value: unknown, text: (text: string) => string, name: (name: string) => string): unknown {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, text, name));
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) setOwn(copy, name(key), mapped(part, text, name));
  return copy;
}

/** Undefined if there is nothing in it to repeat. */
export function enlarged(candidate: unknown, roll: Roll): unknown {
  const containers = allPaths(candidate).filter((path) => {
    const value = valueAt(candidate, path);
    return typeof value === "object" && value !== null && Object.keys(value).length > 0;
  });
  if (containers.length === 0) return undefined;
  const path = pick(containers, roll);
  const vary = pick(VARIATIONS, roll);
  const container = valueAt(candidate, path) as unknown[] | Record<string, unknown>;
  const entries = Object.entries(container);
  const grown: [string, unknown][] = [];
  let bytes = JSON.stringify(candidate).length;
  for (let index = 0; bytes < MAX_BYTES && index < MAX_COPIES; index++) {
    const [name, value] = entries[index % entries.length]!;
    const entry: [string, unknown] = [
      index < entries.length ? name : name + letters(index),
      vary(value, index),
    ];
    grown.push(entry);
    bytes += JSON.stringify(entry[1]).length + (Array.isArray(container) ? 1 : entry[0].length + 4);
  }
  return withValue(
    candidate,
    path,
    Array.isArray(container) ? grown.map(([, value]) => value) : Object.fromEntries(grown),
  );
}
