/** Entries to choose from, for people who do not know an id by heart. */
import type { Registry, RegistryEntry } from "../types.ts";
import { lowerCase } from "../unicode/unicode.ts";

/** A larger registry is not read as a whole: there, an id has to be nearly right. */
const MAX_SEARCHED = 10_000;

/** What each entry is found by, kept while its registry is in use. */
const searched = new WeakMap<Registry, { entry: RegistryEntry; text: string }[]>();

/** Entries whose id or name starts with the text, then those that contain it, without case. */
export function searchEntries(registry: Registry, text: string, limit: number): RegistryEntry[] {
  const wanted = lowerCase(text.trim());
  if (registry.size > MAX_SEARCHED) {
    const found = wanted === "" ? undefined : (registry.findById(text.trim()) ?? registry.findNearId(text));
    return found === undefined ? [] : [found];
  }
  let all = searched.get(registry);
  if (all === undefined) {
    all = Array.from(registry.entries(), (entry) => ({
      entry,
      text: `\n${lowerCase(entry.id)}\n${lowerCase(entry.name)}`,
    }));
    searched.set(registry, all);
  }
  const starting: RegistryEntry[] = [];
  const containing: RegistryEntry[] = [];
  for (const { entry, text: own } of all) {
    if (starting.length >= limit) break;
    if (own.includes(`\n${wanted}`)) starting.push(entry);
    else if (containing.length < limit && own.includes(wanted)) containing.push(entry);
  }
  return [...starting, ...containing].slice(0, limit);
}
