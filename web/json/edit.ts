/** Reads and changes JSON values by pointer. Nothing is altered in place, so that unchanged parts stay identical. */
import {
  child,
  isPlainObject,
  keepNotes,
  keepNumber,
  noteInner,
  numberText,
  parsePointer,
  saysExactly,
  setOwn,
  settleRepeats,
} from "../../src/core/json/values.ts";

export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of parsePointer(pointer)) value = child(value, token);
  return value;
}

/** The items of a list; none if something else stands there. */
export function listAt(root: unknown, pointer: string): readonly unknown[] {
  const list = valueAt(root, pointer);
  return Array.isArray(list) ? list : [];
}

/** What an input shows of a value: a number as it was written, if a double cannot hold its digits. */
export function shownAt(root: unknown, pointer: string, value: unknown): unknown {
  if (typeof value !== "number") return value;
  const holder = valueAt(root, pointer.slice(0, pointer.lastIndexOf("/")));
  const text = numberText(holder, parsePointer(pointer).at(-1)!);
  return text === undefined || saysExactly(value, text) ? value : text;
}

/** Sets a value; undefined removes it. Objects that are missing on the way are created. */
export function setAt(root: unknown, pointer: string, value: unknown): unknown {
  return set(root, parsePointer(pointer), value);
}

function set(holder: unknown, tokens: readonly string[], value: unknown): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  const next = set(child(holder, token), rest, value);
  if (Array.isArray(holder)) {
    const index = Number(token);
    if (next === undefined) return withoutItem(holder, index);
    const copy = holder.slice();
    keepNotes(holder, copy);
    noteInner(copy, next);
    copy[index] = next;
    return copy;
  }
  const copy: Record<string, unknown> = isPlainObject(holder) ? { ...holder } : {};
  if (isPlainObject(holder)) keepNotes(holder, copy);
  noteInner(copy, next);
  // Who writes another value has decided on it.
  if (rest.length === 0) settleRepeats(copy, token);
  if (next === undefined) delete copy[token];
  else setOwn(copy, token, next);
  return copy;
}

/** The items of a list in this order, each as it was written, and others after them. */
export function arranged(list: readonly unknown[], order: Iterable<number>, ...others: unknown[]): unknown[] {
  const places = [...order];
  const copy = [...places.map((at) => list[at]), ...others];
  for (const [to, from] of places.entries()) keepNumber(list, from, copy, to);
  for (const item of copy) noteInner(copy, item);
  return copy;
}

export function withoutItem(list: readonly unknown[], index: number): unknown[] {
  return arranged(list, [...list.keys()].toSpliced(index, 1));
}

export function moveItem(list: readonly unknown[], from: number, to: number): unknown[] {
  return arranged(list, [...list.keys()].toSpliced(from, 1).toSpliced(to, 0, from));
}

/** The object with one member renamed, in the same order. Unchanged if that would hide another member. */
export function renameMember(
  object: Readonly<Record<string, unknown>>,
  from: string,
  to: string,
): Readonly<Record<string, unknown>> {
  if (from === to || !Object.hasOwn(object, from) || Object.hasOwn(object, to)) return object;
  const renamed: Record<string, unknown> = {};
  keepNotes(object, renamed);
  for (const [name, value] of Object.entries(object)) setOwn(renamed, name === from ? to : name, value);
  keepNumber(object, from, renamed, to);
  settleRepeats(renamed, from)(to);
  return renamed;
}
