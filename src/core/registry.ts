/** The generators that a target product has: is an id taken, and is a name nearly one of theirs? */
import { foldId } from "./names.ts";
import { createRegistryBuilder } from "./registry-builder.ts";
import type { RegistryData } from "./registry-data.ts";
import { createNearSearch } from "./registry-near.ts";
import { entryAt, seek } from "./registry-table.ts";
import { textAt } from "./registry-texts.ts";
import { hashId } from "./registry-words.ts";
import type { Registry, RegistryEntry } from "./types.ts";

export { createRegistryBuilder, type RegistryBuilder } from "./registry-builder.ts";
export { type RegistryData, registryBuffers } from "./registry-data.ts";

/** Builds and opens at once, for lists at hand. Of entries that share an id the first is found. */
export function createRegistry(entries: Iterable<RegistryEntry>, asOf: string): Registry {
  const builder = createRegistryBuilder();
  for (const entry of entries) builder.add(entry);
  return openRegistry(builder.finish(asOf));
}

/** Answers from the arrays as they are: opening takes no time to speak of, whatever the size. */
export function openRegistry(data: RegistryData): Registry {
  const { digest, asOf, size } = data;
  const findNear = createNearSearch(data);

  function entry(index: number): RegistryEntry {
    return { id: textAt(data, 2 * index), name: textAt(data, 2 * index + 1) };
  }

  return {
    digest,
    asOf,
    size,
    findById(id) {
      const folded = foldId(id);
      const hash = hashId(folded);
      for (let slot = seek(data.ids, hash, hash); slot >= 0; slot = seek(data.ids, hash, slot + 1)) {
        const index = entryAt(data.ids, slot);
        if (foldId(textAt(data, 2 * index)) === folded) return entry(index);
      }
      return undefined;
    },
    findNearName(name) {
      const index = findNear(name);
      return index < 0 ? undefined : entry(index);
    },
  };
}
