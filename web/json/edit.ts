/** Reads and changes JSON values by pointer. Nothing is altered in place, so that unchanged parts stay identical. */
import { keepNotes, settleRepeats } from "../../src/core/json/notes.ts";
import { child, isPlainObject, parsePointer, setOwn } from "../../src/core/json/pointer.ts";

export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of parsePointer(pointer)) value = child(value, token);
  return value;
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
    const copy = holder.slice();
    keepNotes(holder, copy);
    const index = Number(token);
    if (next === undefined) copy.splice(index, 1);
    else copy[index] = next;
    return copy;
  }
  const copy: Record<string, unknown> = isPlainObject(holder) ? { ...holder } : {};
  if (isPlainObject(holder)) keepNotes(holder, copy);
  // Who writes another value has decided on it.
  if (rest.length === 0) settleRepeats(copy, token);
  if (next === undefined) delete copy[token];
  else setOwn(copy, token, next);
  return copy;
}

export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const copy = list.slice();
  const [item] = copy.splice(from, 1);
  if (item !== undefined) copy.splice(to, 0, item);
  return copy;
}

/** The object with one member renamed, in the same order. Unchanged if that would hide another member. */
export function renameMember(
  object: Record<string, unknown>,
  from: string,
  to: string,
): Record<string, unknown> {
  if (from === to || !Object.hasOwn(object, from) || Object.hasOwn(object, to)) return object;
  const renamed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) setOwn(renamed, name === from ? to : name, value);
  return renamed;
}
