/**
 * What a text said that the value read from it cannot hold: digits beyond those of a double, and the earlier values of a
 * name that an object has twice. It is kept by the list or object around it, so that it goes wherever that goes.
 */
import { below, child, type Path, type PathKey, setOwn } from "./pointer.ts";
import { MAX_NESTING } from "./values.ts";

/** The longest texts that are compared with a double, which has 17 digits and an exponent of up to 308. */
const MAX_DIGITS = 400;
/** And so many characters as `decimalOf` writes it. */
const MAX_DECIMAL = 1 + 17 + "e-324".length;
/** A double has fifteen digits of every number that is neither huge nor tiny. */
const SURELY_EXACT = /^-?[\d.]{1,15}(?:[eE][+-]?\d\d?)?$/;

/** One of the members with the same name in one object. Offsets and lines are those of the text that was read. */
export interface Occurrence {
  readonly value: unknown;
  /** Of the name. */
  readonly start: number;
  /** Of the value. */
  readonly end: number;
  /** Of the name, both from 1. Columns count UTF-16 units. */
  line: number;
  column: number;
}

/**
 * What there is to note about one list or object. By name are own members of objects, whatever the names are: there can be
 * thousands of them, and a Map would take three times the memory.
 */
export class Notes {
  /** How its numbers were written, by their keys. */
  texts: Record<string, string> | undefined;
  repeats: Record<string, Occurrence[]> | undefined;
  /** Whether a number somewhere inside is not what was written. */
  isInexact = false;
  /** Whether a name somewhere inside is repeated. */
  isRepeating = false;

  addNumber(key: PathKey, value: number, text: string): void {
    this.texts ??= {};
    setOwn(this.texts, String(key), text);
    if (!saysExactly(value, text)) this.isInexact = true;
  }

  addRepeat(name: string, first: Occurrence, another: Occurrence): void {
    this.isRepeating = true;
    this.repeats ??= {};
    const same = ownMember(this.repeats, name);
    if (same === undefined) setOwn(this.repeats, name, [first, another]);
    else same.push(another);
  }

  /** What holds for something inside holds for what is around it. */
  addInner({ isInexact, isRepeating }: Notes): void {
    this.isInexact ||= isInexact;
    this.isRepeating ||= isRepeating;
  }
}

export function ownMember<Value>(named: Record<string, Value>, name: string): Value | undefined {
  return child(named, name) as Value | undefined;
}

class Given {
  constructor(container: object) {
    // biome-ignore lint/correctness/noConstructorReturn: so that the fields of Noted become fields of what is given
    return container;
  }
}

/**
 * Gives a list or object a private field with its notes. Nothing lists it, copies it or writes it. A WeakMap would keep the
 * notes of a request until all of the memory is searched, and copy them meanwhile.
 */
class Noted extends Given {
  readonly #notes: Notes;

  constructor(container: object, notes: Notes) {
    super(container);
    this.#notes = notes;
  }

  static notesOf(container: object): Notes | undefined {
    return #notes in container ? container.#notes : undefined;
  }
}

export function keepNoted(container: object, notes: Notes): void {
  new Noted(container, notes);
}

function notesOf(container: unknown): Notes | undefined {
  return isContainer(container) ? Noted.notesOf(container) : undefined;
}

function openNotes(container: object): Notes {
  const known = notesOf(container);
  if (known !== undefined) return known;
  const noted = new Notes();
  keepNoted(container, noted);
  return noted;
}

/** Notes how the number with this key was written. `around` are the lists and objects that it is in, the outermost first. */
export function noteNumber(around: readonly object[], key: PathKey, text: string): void {
  const container = around.at(-1)!;
  const value = numberOf(text);
  if (child(container, key) !== value) return;
  const noted = openNotes(container);
  noted.addNumber(key, value, text);
  if (noted.isInexact) for (const outer of around) openNotes(outer).isInexact = true;
}

/** JSON5 allows a sign before a number of another base. */
function numberOf(text: string): number {
  return text.startsWith("-") ? -Number(text.slice(1)) : Number(text.replace(/^\+/, ""));
}

/** How a number was written, if that is known and not what JSON would write. */
export function numberText(container: unknown, key: PathKey): string | undefined {
  const text = child(notesOf(container)?.texts, key) as string | undefined;
  return text !== undefined && numberOf(text) === child(container, key) ? text : undefined;
}

export function hasInexactNumber(value: unknown): boolean {
  return notesOf(value)?.isInexact === true;
}

/** Notes for another list or object how a number was written that it takes over. */
export function keepNumber(from: object, key: PathKey, to: object, name: PathKey): void {
  const text = numberText(from, key);
  if (text !== undefined) noteNumber([to], name, text);
}

export function keepNumbers<Copy extends object>(from: object, copy: Copy): Copy {
  const known = notesOf(from)?.texts;
  if (known !== undefined) {
    const noted = openNotes(copy);
    noted.texts = { ...noted.texts, ...known };
  }
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
  return notesOf(value)?.isRepeating === true;
}

/** By their names, own members only. */
export function repeatsOf(object: unknown): Readonly<Record<string, readonly Occurrence[]>> {
  return notesOf(object)?.repeats ?? NO_REPEATS;
}

const NO_REPEATS: Record<string, never> = {};

export interface Repeat {
  readonly path: Path;
  readonly occurrences: readonly Occurrence[];
}

export function findRepeats(value: unknown): Repeat[] {
  const repeats: Repeat[] = [];
  const walk = (inner: unknown, path: Path): void => {
    if (path.length > MAX_NESTING) return;
    if (Array.isArray(inner)) {
      for (let index = 0; index < inner.length; index++)
        if (hasRepeats(inner[index])) walk(inner[index], below(path, index));
      return;
    }
    const named = repeatsOf(inner);
    for (const name in inner as object) {
      const occurrences = ownMember(named, name);
      if (occurrences !== undefined) repeats.push({ path: below(path, name), occurrences });
      const item = child(inner, name);
      if (hasRepeats(item)) walk(item, below(path, name));
    }
  };
  if (hasRepeats(value)) walk(value, []);
  return repeats;
}

export function keepNotes(container: object, copy: object): void {
  const known = notesOf(container);
  if (known === undefined) return;
  const noted = openNotes(copy);
  noted.addInner(known);
  if (known.texts !== undefined) noted.texts = { ...known.texts };
  if (known.repeats !== undefined) noted.repeats = { ...known.repeats };
}

/** For a list or object that a value with notes is put into. */
export function noteInner(container: object, inner: unknown): void {
  const known = notesOf(inner);
  if (known !== undefined) openNotes(container).addInner(known);
}

/** Forgets that a name is repeated, since somebody has decided on its value. Returns how to note it again, for any name. */
export function settleRepeats(object: object, name: string): (as: string) => void {
  const names = notesOf(object)?.repeats;
  const known = names && ownMember(names, name);
  if (known === undefined) return () => {};
  delete names![name];
  return (as) => setOwn(names!, as, known);
}

/** JSON.stringify, with long numbers and repeated names as they were written. `indent`: spaces for each level. */
export function writeJson(value: unknown, indent = 0, depth = 0): string {
  const lineStart = (level: number) => (indent === 0 ? "" : `\n${" ".repeat(indent * level)}`);
  if (!isContainer(value) || ![value, ...Object.values(value)].some(hasNotes))
    return JSON.stringify(value, null, indent)?.replaceAll("\n", lineStart(depth) || "\n");
  const write = (item: unknown) => writeJson(item, indent, depth + 1) ?? "null";
  const enclose = (open: string, entries: readonly string[], close: string) =>
    `${open}${entries.map((entry) => lineStart(depth + 1) + entry).join(",")}${lineStart(depth)}${close}`;
  const entryOf = (key: PathKey, item: unknown) => {
    const text = numberText(value, key);
    return text === undefined ? write(item) : asJsonNumber(text);
  };
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
    const earlier = ownMember(named, key)?.slice(0, -1) ?? [];
    return [...earlier.map((each) => name + write(each.value)), name + entryOf(key, item)];
  });
  return enclose("{", written, "}");
}

/** YAML and JSON5 write more numbers than JSON does: in other bases, with a plus, and with nothing beside the point. */
function asJsonNumber(text: string): string {
  const digits = text.replace(/^[+-]/, "");
  const written = /^0[xo]/i.test(digits) ? String(BigInt(digits)) : digits.replace(/^0*(?=\d)/, "");
  return (text.startsWith("-") ? "-" : "") + written.replace(/^\./, "0.").replace(/\.(?!\d)/, "");
}

const hasNotes = (value: unknown) => hasInexactNumber(value) || hasRepeats(value);

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether a double says exactly what the text says: digits that it cannot hold would be lost. */
export function saysExactly(number: number, text: string): boolean {
  if (text.length > MAX_DIGITS) return false;
  if (SURELY_EXACT.test(text) && Number(text) === number) return true;
  // YAML has numbers in other bases, a plus sign and a point without digits before it.
  if (/^[+-]?0[xo]/i.test(text)) return Number.isSafeInteger(number);
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
