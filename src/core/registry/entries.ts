/** Reads an entry of a registry that a spec package declares by name. */
import type { RegistryEntry } from "../types.ts";

export const MAX_ID_LENGTH = 256;
export const MAX_NAME_LENGTH = 1_000;

/**
 * The entry under its key: a text or a number in the member `key`, or the entry itself if it is a text or a number.
 * Undefined if it has no key that can be looked up. Without a usable name, the key is the name.
 */
export function readKeyedEntry(value: unknown, key: string): RegistryEntry | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const object = isObject ? (value as Record<string, unknown>) : undefined;
  const id = textOf(object === undefined ? value : Object.hasOwn(object, key) ? object[key] : undefined);
  if (id === undefined || id === "" || id.length > MAX_ID_LENGTH || !id.isWellFormed()) return undefined;
  const name = object !== undefined && Object.hasOwn(object, "name") ? object.name : undefined;
  const isUsable = typeof name === "string" && name.length <= MAX_NAME_LENGTH && name.isWellFormed();
  return { id, name: isUsable ? name : id };
}

function textOf(value: unknown): string | undefined {
  if (Number.isFinite(value)) return String(value);
  return typeof value === "string" ? value : undefined;
}
