/** Changes as the pages write them: JSON Pointer → value, where `-` appends to a list. */
import { parsePointer, setOwn } from "../../src/core/json/values.ts";

/** A copy of the document with all changes applied. */
export function withChanges(document: unknown, changes: Record<string, unknown>): unknown {
  return Object.entries(changes).reduce((at, [pointer, value]) => put(at, pointer, value), document);
}

export function put(document: unknown, pointer: string, value: unknown): unknown {
  const copy = structuredClone(document);
  const { parent, key } = find(copy, pointer);
  if (Array.isArray(parent)) parent[key === "-" ? parent.length : Number(key)] = value;
  else setOwn(parent as Record<string, unknown>, key, value);
  return copy;
}

export function without(document: unknown, pointer: string): unknown {
  const copy = structuredClone(document);
  const { parent, key } = find(copy, pointer);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete (parent as Record<string, unknown>)[key];
  return copy;
}

function find(document: unknown, pointer: string): { parent: object; key: string } {
  const tokens = parsePointer(pointer);
  const key = tokens.pop();
  if (key === undefined) throw new Error("the document itself cannot be replaced or removed");
  let parent = document;
  for (const token of tokens) parent = (parent as Record<string, unknown>)[token];
  if (typeof parent !== "object" || parent === null) throw new Error(`${pointer} has no parent`);
  return { parent, key };
}
