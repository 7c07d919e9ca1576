/** The entries that a target product has registered: whether an id is taken, and whether a name is nearly one of theirs. */

import type { Registry, RegistryEntry } from "../types.ts";
import { trimEnds } from "../unicode/unicode.ts";
import { createRegistryBuilder, type NewRegistryEntry, type RegistryForm } from "./builder.ts";
import type { RegistryData } from "./data.ts";
import { createNameForm, foldOf, readName, sameUnits } from "./names/forms.ts";
import { createNearSearch } from "./names/search.ts";
import { hashId, hashName } from "./names/words.ts";
import { entryAt, seek } from "./table.ts";
import { textAt } from "./texts.ts";

export {
  createRegistryBuilder,
  type NewRegistryEntry,
  type RegistryBuilder,
  type RegistryForm,
} from "./builder.ts";
export { type RegistryData, registryBuffers } from "./data.ts";

/** Builds and opens a registry from a list. If entries share an id, the first one is found. `asOf`: when it was that list. */
export function createRegistry(
  entries: Iterable<NewRegistryEntry>,
  asOf?: string,
  form: RegistryForm = {},
): Registry {
  const builder = createRegistryBuilder(form);
  for (const entry of entries) builder.add(entry);
  return openRegistry(builder.finish(asOf));
}

/** Where look-ups read names into; none of them runs while another does. */
const earlierForm = createNameForm();

/** Reads the arrays as they are, so opening is quick at any size. `asOf`: if it is not that of the arrays. */
export function openRegistry(data: RegistryData, asOf = data.asOf): Registry {
  const { digest, size } = data;
  const fold = foldOf(data.caseRule);
  const near = createNearSearch(data);

  function entry(index: number): RegistryEntry {
    return { id: textAt(data, 2 * index), name: textAt(data, 2 * index + 1) };
  }

  function findById(id: string): RegistryEntry | undefined {
    const folded = fold(id);
    const hash = hashId(folded);
    for (let slot = seek(data.ids, hash, hash); slot >= 0; slot = seek(data.ids, hash, slot + 1)) {
      const index = entryAt(data.ids, slot);
      if (fold(textAt(data, 2 * index)) === folded) return entry(index);
    }
    return undefined;
  }

  /** The entries whose ids have the same letters and digits. */
  function findSameLetters(id: string): RegistryEntry[] {
    const found: RegistryEntry[] = [];
    readName(near.asked, id);
    const hash = hashName(near.asked);
    for (let slot = seek(data.idForms, hash, hash); slot >= 0; slot = seek(data.idForms, hash, slot + 1)) {
      const index = entryAt(data.idForms, slot);
      readName(earlierForm, textAt(data, 2 * index));
      if (sameUnits(near.asked, earlierForm)) found.push(entry(index));
    }
    return found;
  }

  function findNearId(id: string): RegistryEntry | undefined {
    return findSameLetters(id)[0] ?? nearest();
  }

  function nearest(): RegistryEntry | undefined {
    const index = near.find();
    return index < 0 ? undefined : entry(index);
  }

  return {
    digest,
    ...(asOf !== undefined && { asOf }),
    size,
    findById,
    findNearId,
    suggest(id) {
      const own = findById(trimEnds(id));
      if (own !== undefined) return [own];
      const alike = findSameLetters(id);
      if (alike.length > 0) return alike;
      const named = nearest();
      return named === undefined ? [] : [named];
    },
    findNearName(name) {
      readName(near.asked, name);
      return nearest();
    },
    *entries(from = 0) {
      for (let index = from; index < size; index++) yield entry(index);
    },
  };
}
