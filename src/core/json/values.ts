/** Whether values are equal, can be stored, and how large they are. */

import { isPlainObject } from "./pointer.ts";

/**
 * The canonical form of a JSON value (RFC 8785). Throws if a text holds a lone surrogate or a number cannot be written
 * as JSON; neither passes a check. Callers bound the depth, as the check does.
 */
export function canonicalize(value: unknown): string {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("RFC 8785 has no form for a lone surrogate");
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("RFC 8785 has no form for a number that is not finite");
    return JSON.stringify(value);
  }
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`RFC 8785 has no form for ${typeof value}`);
  if (!isPlainObject(value)) throw new TypeError("RFC 8785 has no form for an object that inherits members");
  // The default sort compares UTF-16 code units, as RFC 8785 requires.
  const members = Object.keys(value)
    .sort()
    .map((key) => `${canonicalize(key)}:${canonicalize(value[key])}`);
  return `{${members.join(",")}}`;
}

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
    } else {
      return false;
    }
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
      if (typeof value !== "object" || value === null) return scalars.get(value);
      const form = containers.size === 0 ? undefined : formOf(value);
      return form === undefined ? undefined : containers.get(form);
    },
    set(value: unknown, item: Item): void {
      if (typeof value !== "object" || value === null) {
        scalars.set(value, item);
        return;
      }
      const form = formOf(value);
      if (form !== undefined) containers.set(form, item);
    },
    values: () => [...scalars.values(), ...containers.values()],
  };
}

/** The most that JSON needs for one UTF-16 unit: `\u0000`. */
const MAX_BYTES_PER_UNIT = 6;
/** Of a number, a boolean or null, and of the punctuation around a value. */
const SCALAR = 24;
const AROUND = 6;

/** A bound that is quick to tell, and up to six times too high. */
export function sizeBound(value: unknown): number {
  if (typeof value === "string") return value.length * MAX_BYTES_PER_UNIT + AROUND;
  return containerSize(value, sizeBound);
}

/** At most a few bytes for each number too high. Stops counting the items of a list at the limit. */
export function sizeOf(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  if (typeof value === "string") return textSize(value);
  return containerSize(value, sizeOf, limit);
}

function containerSize(
  value: unknown,
  size: (item: unknown) => number,
  limit = Number.POSITIVE_INFINITY,
): number {
  if (typeof value !== "object" || value === null) return SCALAR;
  let sum = AROUND;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && sum <= limit; index++) sum += size(value[index]) + 1;
    return sum;
  }
  for (const key in value) sum += size(key) + size((value as Record<string, unknown>)[key]) + 2;
  return sum;
}

/** Most texts: as many bytes as units. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textSize(text: string): number {
  let size = 2;
  if (PLAIN.test(text)) return size + text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || (unit >= 0xd800 && unit <= 0xdfff)) size += MAX_BYTES_PER_UNIT;
    else if (unit === 0x22 || unit === 0x5c) size += 2;
    else size += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return size;
}

/** Makes what belongs to a text, and keeps the last ones for whoever asks next: authors check a draft again and again. */
export function remember<Made>(
  most: number,
  longest: number,
  make: (text: string) => Made,
): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined || known.has(text)) return kept as Made;
    const made = make(text);
    if (known.size >= most) known.clear();
    if (text.length <= longest) known.set(text, made);
    return made;
  };
}
