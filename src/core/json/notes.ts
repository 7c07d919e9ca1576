/**
 * What a text said that the value read from it cannot hold: digits beyond those of a double, and the earlier values of a
 * name that an object has twice. It is kept by the list or object around it, so that it goes wherever that goes.
 */
import { below, child, type Path, type PathKey } from "./pointer.ts";
import { MAX_NESTING } from "./values.ts";

/** The longest texts that are compared with a double, which has 17 digits and an exponent of up to 308. */
const MAX_DIGITS = 400;
/** And so many characters as `decimalOf` writes it. */
const MAX_DECIMAL = 1 + 17 + "e-324".length;

/** One of the members with the same name in one object. Offsets and lines are those of the text that was read. */
export interface Occurrence {
  readonly value: unknown;
  /** Of the name. */
  readonly start: number;
  /** Of the value. */
  readonly end: number;
  /** Of the name, both from 1. Columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

const texts = new WeakMap<object, Map<string, string>>();
const repeats = new WeakMap<object, Map<string, readonly Occurrence[]>>();
/** Lists and objects with a number inside that is not what was written, and those with a repeated name inside. */
const inexact = new WeakSet<object>();
const repeating = new WeakSet<object>();

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
  if (!saysExactly(value, text)) mark(inexact, around);
}

export function noteRepeats(
  around: readonly unknown[],
  name: string,
  occurrences: readonly Occurrence[],
): void {
  const object = around.at(-1) as object;
  const known = repeats.get(object) ?? new Map<string, readonly Occurrence[]>();
  repeats.set(object, known.set(name, occurrences));
  mark(repeating, around);
}

/** What is around something that is marked was marked with it. */
function mark(marked: WeakSet<object>, around: readonly unknown[]): void {
  for (let index = around.length - 1; index >= 0 && !marked.has(around[index] as object); index--)
    marked.add(around[index] as object);
}

/** How a number was written, if that is known and not what JSON would write. */
export function numberText(container: unknown, key: PathKey): string | undefined {
  const text = isContainer(container) ? texts.get(container)?.get(String(key)) : undefined;
  return text !== undefined && Number(text) === child(container, key) ? text : undefined;
}

export function hasInexactNumber(value: unknown): boolean {
  return isContainer(value) && inexact.has(value);
}

/** Notes for another list or object how a number was written that it takes over. */
export function keepNumber(from: object, key: PathKey, to: object, name: PathKey): void {
  const text = numberText(from, key);
  if (text !== undefined) noteNumber([to], name, text);
}

export function keepNumbers<Copy extends object>(from: object, copy: Copy): Copy {
  const known = texts.get(from);
  if (known !== undefined) texts.set(copy, new Map([...(texts.get(copy) ?? []), ...known]));
  return copy;
}

export function findInexact(value: unknown, depth = 0): string | undefined {
  if (!hasInexactNumber(value) || depth > MAX_NESTING) return undefined;
  for (const [key, item] of Object.entries(value as object)) {
    const text = numberText(value, key);
    if (text !== undefined && !saysExactly(item, text)) return text;
    const inner = findInexact(item, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

export function hasRepeats(value: unknown): boolean {
  return isContainer(value) && repeating.has(value);
}

export function repeatsOf(object: unknown): ReadonlyMap<string, readonly Occurrence[]> {
  return (isContainer(object) ? repeats.get(object) : undefined) ?? NO_REPEATS;
}

const NO_REPEATS: ReadonlyMap<string, readonly Occurrence[]> = new Map();

export interface Repeat {
  readonly path: Path;
  readonly occurrences: readonly Occurrence[];
}

export function findRepeats(value: unknown): Repeat[] {
  const found: Repeat[] = [];
  const walk = (inner: unknown, path: Path): void => {
    if (!hasRepeats(inner) || path.length > MAX_NESTING) return;
    const named = repeatsOf(inner);
    for (const [name, item] of Object.entries(inner as object)) {
      const key = Array.isArray(inner) ? Number(name) : name;
      const occurrences = named.get(name);
      if (occurrences !== undefined) found.push({ path: below(path, key), occurrences });
      walk(item, below(path, key));
    }
  };
  walk(value, []);
  return found;
}

export function keepNotes(container: object, copy: object): void {
  const known = texts.get(container);
  if (known !== undefined) texts.set(copy, known);
  if (inexact.has(container)) inexact.add(copy);
  if (!repeating.has(container)) return;
  repeating.add(copy);
  const names = repeats.get(container);
  if (names !== undefined) repeats.set(copy, new Map(names));
}

/** Forgets that a name is repeated, since somebody has decided on its value. Returns how to take that back. */
export function settleRepeats(object: object, name: string): () => void {
  const names = repeats.get(object);
  const known = names?.get(name);
  names?.delete(name);
  return () => void (known && names?.set(name, known));
}

/** JSON.stringify, with long numbers and repeated names as they were written. `indent`: spaces for each level. */
export function writeJson(value: unknown, indent = 0, depth = 0): string {
  const lineStart = (level: number) => (indent === 0 ? "" : `\n${" ".repeat(indent * level)}`);
  if (!isContainer(value) || ![value, ...Object.values(value)].some(hasNotes))
    return JSON.stringify(value, null, indent)?.replaceAll("\n", lineStart(depth) || "\n");
  const write = (item: unknown) => writeJson(item, indent, depth + 1) ?? "null";
  const enclose = (open: string, entries: readonly string[], close: string) =>
    `${open}${entries.map((entry) => lineStart(depth + 1) + entry).join(",")}${lineStart(depth)}${close}`;
  const entryOf = (key: PathKey, item: unknown) => numberText(value, key) ?? write(item);
  if (Array.isArray(value))
    return enclose(
      "[",
      value.map((item, index) => entryOf(index, item)),
      "]",
    );
  const members = Object.entries(value as object).filter(([, item]) => item !== undefined);
  const named = repeatsOf(value);
  const written = members.flatMap(([key, item]) => {
    const name = `${JSON.stringify(key)}:${indent === 0 ? "" : " "}`;
    const earlier = named.get(key)?.slice(0, -1) ?? [];
    return [...earlier.map((each) => name + write(each.value)), name + entryOf(key, item)];
  });
  return enclose("{", written, "}");
}

const hasNotes = (value: unknown) => hasInexactNumber(value) || hasRepeats(value);

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether a double says exactly what the text says: digits that it cannot hold would be lost. */
export function saysExactly(number: number, text: string): boolean {
  if (text.length > MAX_DIGITS) return false;
  // YAML has numbers in other bases, a plus sign and a point without digits before it.
  if (/^0[xo]/.test(text)) return Number.isSafeInteger(number);
  const written = decimalOf(text);
  if (written === undefined || !Number.isFinite(number)) return false;
  return written.length <= MAX_DECIMAL && decimalOf(String(number)) === written;
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
