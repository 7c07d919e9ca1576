/** The entries that a target product has registered: whether an id is taken, and whether a name is nearly one of theirs. */

import type { Registry, RegistryEntry } from "../types.ts";
import { createRegistryBuilder } from "./builder.ts";
import type { RegistryData } from "./data.ts";
import { foldId } from "./names/forms.ts";
import { createNearSearch } from "./names/search.ts";
import { hashId } from "./names/words.ts";
import { entryAt, seek } from "./table.ts";
import { textAt } from "./texts.ts";

export { createRegistryBuilder, type RegistryBuilder } from "./builder.ts";
export { type RegistryData, registryBuffers } from "./data.ts";

/** Builds and opens a registry from a list. If entries share an id, the first one is found. */
export function createRegistry(entries: Iterable<RegistryEntry>, asOf: string): Registry {
  const builder = createRegistryBuilder();
  for (const entry of entries) builder.add(entry);
  return openRegistry(builder.finish(asOf));
}

/** Reads the arrays as they are, so opening is quick at any size. */
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
