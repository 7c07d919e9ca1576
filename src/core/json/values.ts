/**
 * Values of JSON: RFC 6901 pointers, paths and their patterns; own members whatever their name; what is equal, can be
 * stored, and how large it is.
 */

export type PathKey = string | number;
export type Path = readonly PathKey[];

export function escapeToken(key: PathKey): string {
  if (typeof key === "number") return String(key);
  return key.includes("~") || key.includes("/") ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

export function pointerOf(path: Path): string {
  let pointer = "";
  for (const key of path) pointer += `/${escapeToken(key)}`;
  return pointer;
}

export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  const tokens = pointer.slice(1).split("/");
  if (!pointer.includes("~")) return tokens;
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An object as JSON has them: none that inherits members, as instances of classes, dates and maps do. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  if (parent === Object.prototype || parent === null) return true;
  // Each realm, such as a vm context, has an Object.prototype of its own.
  return Object.getPrototypeOf(parent) === null && Object.hasOwn(parent as object, "isPrototypeOf");
}

/** The member or item at `key`, own ones only, so that `constructor` and `__proto__` are ordinary names. */
export function child(value: unknown, key: PathKey): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const found = (value as Record<PathKey, unknown>)[key];
  // Objects inherit only functions, which JSON does not have, and `__proto__`. Object.hasOwn would cost more.
  if (typeof found === "function") return undefined;
  // A list has a length of its own, which is none of its items.
  if (key === "length" && Array.isArray(value)) return undefined;
  return key === "__proto__" && !Object.hasOwn(value, key) ? undefined : found;
}

/** The path of a member or an item. A loop, because walks spend much of their time here, and a spread takes several times as long and twice the memory. */
export function below(path: Path, key: PathKey): Path {
  const made = new Array<PathKey>(path.length + 1);
  for (let depth = 0; depth < path.length; depth++) made[depth] = path[depth]!;
  made[path.length] = key;
  return made;
}

/** Of a path into a list, the name of the member that has the list. */
export const memberNameAt = (path: Path) => String(path.findLast((key) => typeof key === "string") ?? "");

export function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const key of path) found = child(found, key);
  return found;
}

/** Sets an own member even where the name is `__proto__`. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Values by paths. A position and its name are one key, as in a pointer. */
export class PathMap<Value> {
  size = 0;
  private value: Value | undefined;
  private below: Map<string, PathMap<Value>> | undefined;

  set(path: Path, value: Value): void {
    let step: PathMap<Value> = this;
    for (const key of path) {
      step.below ??= new Map();
      let next = step.below.get(String(key));
      if (next === undefined) {
        next = new PathMap();
        step.below.set(String(key), next);
      }
      step = next;
    }
    if (step.value === undefined) this.size++;
    step.value = value;
  }

  get(path: Path): Value | undefined {
    return this.size === 0 ? undefined : this.stepTo(path)?.value;
  }

  hasWithin(path: Path): boolean {
    return this.size > 0 && this.stepTo(path) !== undefined;
  }

  /** How many of the first keys of the path lead to the value nearest to its end; -1 if none do. */
  depthOfNearest(path: Path, length = path.length): number {
    let nearest = -1;
    let step: PathMap<Value> | undefined = this.size === 0 ? undefined : this;
    for (let depth = 0; step !== undefined && depth <= length; depth++) {
      if (step.value !== undefined) nearest = depth;
      step = step.below?.get(String(path[depth]));
    }
    return nearest;
  }

  private stepTo(path: Path): PathMap<Value> | undefined {
    let step: PathMap<Value> | undefined = this;
    for (let depth = 0; step !== undefined && depth < path.length; depth++)
      step = step.below?.get(String(path[depth]));
    return step;
  }
}

type Test = (value: unknown, path: Path) => boolean;

/** The key that a token of a pattern or pointer stands for in a list or object; undefined in anything else. */
function keyIn(container: unknown, token: string): PathKey | undefined {
  if (Array.isArray(container)) return LIST_INDEX.test(token) ? Number(token) : undefined;
  return isPlainObject(container) ? token : undefined;
}

const LIST_INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** `seesAbsentParents`: finds an absent member also where the objects around it are absent. */
export function compilePathPattern(source: string, seesAbsentParents = false) {
  const tokens = parsePointer(source);
  const last = tokens.length;

  function every(value: unknown, path: PathKey[], test: Test): boolean {
    if (path.length === last) return test(value, path);
    const token = tokens[path.length]!;
    if (token !== "*") {
      const key = value === undefined && seesAbsentParents ? token : keyIn(value, token);
      return key === undefined || everyIn(child(value, key), key, path, test);
    }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++)
        if (!everyIn(value[index], index, path, test)) return false;
    } else if (isPlainObject(value))
      for (const key in value) if (!everyIn(value[key], key, path, test)) return false;
    return true;
  }

  function everyIn(value: unknown, key: PathKey, path: PathKey[], test: Test): boolean {
    path.push(key);
    const isFine = every(value, path, test);
    path.pop();
    return isFine;
  }

  /** Without `*` and places in lists there is one value at most, so there is one path. */
  function only(candidate: unknown, test: Test): boolean {
    let value = candidate;
    for (let depth = 0; depth < last; depth++) {
      if (!isPlainObject(value) && !(value === undefined && seesAbsentParents)) return true;
      value = child(value, tokens[depth]!);
    }
    return test(value, tokens);
  }

  const ofAll: typeof only = tokens.some((token) => token === "*" || LIST_INDEX.test(token))
    ? (candidate, test) => every(candidate, [], test)
    : only;
  return {
    source,
    /** Whether `test` holds for every value that `each` finds; stops at the first that fails. */
    every: ofAll,
    /** Undefined for a member that is absent from an object that is there. The path is reused: copy it to keep it. */
    each(candidate: unknown, visit: (value: unknown, path: Path) => void): void {
      ofAll(candidate, (value, path) => {
        visit(value, path);
        return true;
      });
    },
    matches: (path: Path): boolean =>
      path.length === last && tokens.every((token, depth) => token === "*" || String(path[depth]) === token),
  };
}

// What is equal, can be stored, and how large it is.

/**
 * The canonical form of a JSON value (RFC 8785). Throws if a text holds a lone surrogate or a number cannot be written
 * as JSON; neither passes a check. Callers bound the depth, as the check does.
 */
export function canonicalize(value: unknown): string {
  if (typeof value === "string" && !value.isWellFormed())
    throw new TypeError("RFC 8785 has no form for a lone surrogate");
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError("RFC 8785 has no form for a number that is not finite");
  if (value === null || SCALARS.has(typeof value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`RFC 8785 has no form for ${typeof value}`);
  if (!isPlainObject(value)) throw new TypeError("RFC 8785 has no form for an object that inherits members");
  // The default sort compares UTF-16 code units, as RFC 8785 requires.
  const members = Object.keys(value)
    .sort()
    .map((key) => `${canonicalize(key)}:${canonicalize(value[key])}`);
  return `{${members.join(",")}}`;
}

const SCALARS = new Set(["string", "number", "boolean"]);

/** Deep equality of JSON values, not recursive: the values come from callers. */
export function equalJson(a: unknown, b: unknown): boolean {
  const pairs: [unknown, unknown][] = [[a, b]];
  while (pairs.length > 0) {
    const [left, right] = pairs.pop()!;
    if (left === right) continue;
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      for (const [index, item] of left.entries()) pairs.push([item, right[index]]);
    } else if (isPlainObject(left) && isPlainObject(right)) {
      const keys = Object.keys(left);
      if (keys.length !== Object.keys(right).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(right, key)) return false;
        pairs.push([left[key], right[key]]);
      }
    } else return false;
  }
  return true;
}

/** How many levels of objects and lists a candidate may have, including its own. */
export const MAX_NESTING = 64;

/** Whether it can be stored as it is. Recursion ends at the bound on nesting. */
export function isSafeJson(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return typeof value === "boolean";
  if (value === null) return true;
  if (depth >= MAX_NESTING) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isSafeJson(value[index], depth + 1)) return false;
    return true;
  }
  if (!isPlainObject(value)) return false;
  for (const key in value) if (!key.isWellFormed() || !isSafeJson(value[key], depth + 1)) return false;
  return true;
}

/** Whether JSON text can say the same: no number is beyond its range, and the nesting does not exhaust a writer. */
export function isWritableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth >= 2 * MAX_NESTING) return false;
  for (const key in value)
    if (!isWritableJson((value as Record<string, unknown>)[key], depth + 1)) return false;
  return true;
}

/** Values that no product can store are equal to nothing. */
export function createValueMap<Item>() {
  const scalars = new Map<unknown, Item>();
  /** By canonical form, apart from texts, which may look the same. */
  const containers = new Map<string, Item>();
  const formOf = (value: unknown) => (isSafeJson(value, 0) ? canonicalize(value) : undefined);
  return {
    get(value: unknown): Item | undefined {
      if (!isContainer(value)) return scalars.get(value);
      return containers.size === 0 ? undefined : containers.get(formOf(value)!);
    },
    set(value: unknown, item: Item): void {
      const form = isContainer(value) ? formOf(value) : undefined;
      if (form !== undefined) containers.set(form, item);
      else if (!isContainer(value)) scalars.set(value, item);
    },
    values: () => [...scalars.values(), ...containers.values()],
  };
}

/** Of a number, a boolean or null, and of the punctuation around a value. */
const SCALAR = 24;
const AROUND = 6;

/** A bound that is quick to tell, and up to six times too high: JSON needs that much for a unit of UTF-16, as in `\u0000`. */
export function sizeBound(value: unknown): number {
  if (typeof value === "string") return value.length * 6 + AROUND;
  if (!isContainer(value)) return SCALAR;
  let sum = AROUND;
  if (Array.isArray(value)) for (const item of value) sum += sizeBound(item) + 1;
  else
    for (const key in value) sum += key.length * 6 + 8 + sizeBound((value as Record<string, unknown>)[key]);
  return sum;
}

/** In bytes, as JSON. */
export const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Makes what belongs to a text, and keeps the last ones for whoever asks next: authors check a draft again and again. */
export function remember<Made>(most: number, longest: number, make: (text: string) => Made) {
  const known = new Map<string, Made>();
  return (text: string): Made => {
    const kept = known.get(text);
    if (kept !== undefined || known.has(text)) return kept as Made;
    if (text.length > longest) return make(text);
    // A copy: a part of a text keeps all of that text in memory.
    const copy = ` ${text}`.slice(1);
    const made = make(copy);
    if (known.size >= most) known.clear();
    known.set(copy, made);
    return made;
  };
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** What is made of an object when it is asked for first, and kept for as long as the object is in use. */
export function once<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => {
    let made = known.get(of);
    if (made === undefined) {
      made = make(of);
      known.set(of, made);
    }
    return made;
  };
}

// What a text said that the value read from it cannot hold: digits beyond those of a double, and the earlier values of
// a name that an object has twice. It is kept by the list or object around it, so that it goes wherever that goes.

/** The longest texts that are compared with a double, which has 17 digits and an exponent of up to 308. */
const MAX_DIGITS = 400;
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

/** What there is to note about one list or object. Repeats are own members of an object, whatever their names are. */
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

  occurrencesOf(name: string): Occurrence[] | undefined {
    return this.repeats && ownMember(this.repeats, name);
  }

  addRepeat(name: string, first: Occurrence, another: Occurrence): void {
    this.isRepeating = true;
    this.repeats ??= {};
    // A list that is made with both takes a fifth of the memory of one that grows.
    setOwn(this.repeats, name, [first, another]);
  }

  /** What holds for something inside holds for what is around it. */
  addInner({ isInexact, isRepeating }: Notes): void {
    this.isInexact ||= isInexact;
    this.isRepeating ||= isRepeating;
  }
}

export const ownMember = <Value>(named: Record<string, Value>, name: string): Value | undefined =>
  child(named, name) as Value | undefined;

class Itself {
  constructor(container: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is how an object that is there gets a private member
    return container;
  }
}

/**
 * Notes are a private member of the list or object, which nothing lists, copies or writes. To define a property that is
 * not listed takes as long as to read ten members. A WeakMap would keep those of a request until all of the memory is
 * searched, and copy them meanwhile.
 */
class Noted extends Itself {
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

const notesOf = (container: unknown): Notes | undefined =>
  isContainer(container) ? Noted.notesOf(container) : undefined;

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
export const numberOf = (text: string): number =>
  text.startsWith("-") ? -Number(text.slice(1)) : Number(text.replace(/^\+/, ""));

/** How a number was written, if that is known and not what JSON would write. */
export function numberText(container: unknown, key: PathKey): string | undefined {
  const texts = notesOf(container)?.texts;
  const text = texts && ownMember(texts, String(key));
  return text !== undefined && numberOf(text) === child(container, key) ? text : undefined;
}

export const hasInexactNumber = (value: unknown): boolean => notesOf(value)?.isInexact === true;

/** Notes for another list or object how a number was written that it takes over. */
export function keepNumber(from: object, key: PathKey, to: object, name: PathKey): void {
  const text = numberText(from, key);
  if (text !== undefined) noteNumber([to], name, text);
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

export const hasRepeats = (value: unknown): boolean => notesOf(value)?.isRepeating === true;

/** By their names, own members only. */
export const repeatsOf = (object: unknown): Readonly<Record<string, readonly Occurrence[]>> =>
  notesOf(object)?.repeats ?? NO_REPEATS;

const NO_REPEATS: Record<string, never> = {};

export type Repeat = { readonly path: Path; readonly occurrences: readonly Occurrence[] };

/** The path is reused: copy it to keep it. */
export function eachRepeat(
  value: unknown,
  visit: (path: Path, occurrences: readonly Occurrence[]) => void,
  path: PathKey[] = [],
): void {
  if (!hasRepeats(value) || path.length > MAX_NESTING) return;
  const named = repeatsOf(value);
  const isList = Array.isArray(value);
  for (const key in value as object) {
    const item = (value as Record<string, unknown>)[key];
    const occurrences = ownMember(named, key);
    if (occurrences === undefined && !hasRepeats(item)) continue;
    path.push(isList ? Number(key) : key);
    if (occurrences !== undefined) visit(path, occurrences);
    eachRepeat(item, visit, path);
    path.pop();
  }
}

export function findRepeats(value: unknown): Repeat[] {
  const repeats: Repeat[] = [];
  eachRepeat(value, (path, occurrences) => repeats.push({ path: path.slice(), occurrences }));
  return repeats;
}

export function countRepeats(value: unknown): number {
  let count = 0;
  eachRepeat(value, () => count++);
  return count;
}

export function keepNotes<Copy extends object>(container: object, copy: Copy): Copy {
  const known = notesOf(container);
  if (known === undefined) return copy;
  const noted = openNotes(copy);
  noted.addInner(known);
  if (known.texts !== undefined) noted.texts = { ...noted.texts, ...known.texts };
  if (known.repeats !== undefined) noted.repeats = { ...known.repeats };
  return copy;
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
  const entryOf = (key: PathKey, item: unknown) => {
    const text = numberText(value, key);
    return text === undefined ? write(item) : asJsonNumber(text);
  };
  const isList = Array.isArray(value);
  const members = Object.entries(value as object).filter(([, item]) => item !== undefined);
  const named = repeatsOf(value);
  const ofObject = () =>
    members.flatMap(([key, item]) => {
      const name = `${JSON.stringify(key)}:${indent === 0 ? "" : " "}`;
      const earlier = ownMember(named, key)?.slice(0, -1) ?? [];
      return [...earlier.map((each) => name + write(each.value)), name + entryOf(key, item)];
    });
  const written = isList ? value.map((item, index) => entryOf(index, item)) : ofObject();
  const lines = written.map((entry) => lineStart(depth + 1) + entry).join(",") + lineStart(depth);
  return isList ? `[${lines}]` : `{${lines}}`;
}

/** YAML and JSON5 write more numbers than JSON does: in other bases, with a plus, and with nothing beside the point. */
function asJsonNumber(text: string): string {
  const digits = text.replace(/^[+-]/, "");
  const written = /^0[xo]/i.test(digits) ? String(BigInt(digits)) : digits.replace(/^0*(?=\d)/, "");
  return (text.startsWith("-") ? "-" : "") + written.replace(/^\./, "0.").replace(/\.(?!\d)/, "");
}

const hasNotes = (value: unknown) => hasInexactNumber(value) || hasRepeats(value);

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a double says exactly what the text says: digits that it cannot hold would be lost. */
export function saysExactly(number: number, text: string): boolean {
  if (text.length > MAX_DIGITS) return false;
  if (SURELY_EXACT.test(text) && Number(text) === number) return true;
  // YAML has numbers in other bases, a plus sign and a point without digits before it.
  if (/^[+-]?0[xo]/i.test(text)) return Number.isSafeInteger(number);
  const written = decimalOf(text);
  return written !== undefined && Number.isFinite(number) && decimalOf(String(number)) === written;
}

/** A decimal number as its digits and the place of the point, so that spellings of one number are equal. */
function decimalOf(text: string): string | undefined {
  const parts = /^\+?(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const shorter = digits.replace(/(?<!0)0+$/, "");
  if (shorter === "") return "0";
  return `${sign}${shorter}e${Number(exponent) - fraction.length + digits.length - shorter.length}`;
}
