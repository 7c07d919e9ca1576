/** The entries of registries: how one is read and found by people, and a registry without any. */
import { once } from "../json/values.ts";
import type { Registry, RegistryEntry } from "../types.ts";
import { lowerCase } from "../unicode/unicode.ts";

export const MAX_ID_LENGTH = 256;
export const MAX_NAME_LENGTH = 1_000;

/** The entry under its key, or itself if it is a text or a number. Without a usable name, the key is the name. */
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

/** A registry without entries. */
export const EMPTY_REGISTRY: Registry = {
  ...{ digest: "", size: 0, suggest: () => [], entries: () => [] },
  ...{ findById: () => undefined, findNearName: () => undefined },
};

/** A larger registry is not read as a whole: there, an id has to be nearly right. */
const MAX_SEARCHED = 10_000;

/** What each entry is found by, kept while its registry is in use. */
const searched = once((registry: Registry) =>
  Array.from(registry.entries(), (entry) => ({
    entry,
    text: `\n${lowerCase(entry.id)}\n${lowerCase(entry.name)}`,
  })),
);

export function searchEntries(registry: Registry, text: string, limit: number): RegistryEntry[] {
  const wanted = lowerCase(text.trim());
  if (registry.size > MAX_SEARCHED) {
    return wanted === "" ? [] : registry.suggest(text).slice(0, 1);
  }
  const starting: RegistryEntry[] = [];
  const containing: RegistryEntry[] = [];
  for (const { entry, text: own } of searched(registry)) {
    if (starting.length >= limit) break;
    if (own.includes(`\n${wanted}`)) starting.push(entry);
    else if (containing.length < limit && own.includes(wanted)) containing.push(entry);
  }
  return [...starting, ...containing].slice(0, limit);
}
