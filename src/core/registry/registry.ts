/** The entries that a target product has registered: whether an id is taken, and whether a name is nearly one of theirs. */

import type { Registry, RegistryEntry } from "../types.ts";
import { trimEnds } from "../unicode/unicode.ts";
import { type CaseRule, createTextsBuilder, type RegistryData, textAt } from "./data.ts";
import { createListDigest } from "./digest.ts";
import { createNameForm, foldOf, readName, sameUnits, sameWords } from "./names/forms.ts";
import { createLettersBuilder } from "./names/letters.ts";
import { createNearSearch } from "./names/search.ts";
import { bagText, hashId, hashName, hashWord, ordinaryWordHashes } from "./names/words.ts";
import { createTableBuilder, entryAt, mix, seek } from "./table.ts";

export { type RegistryData, registryBuffers } from "./data.ts";

/** An entry to add. Without a name, its id is the name. */
export type NewRegistryEntry = Pick<RegistryEntry, "id"> & Partial<RegistryEntry>;

/** Builds a registry entry by entry, so that a loader can read it page by page. */
export interface RegistryBuilder {
  readonly size: number;
  /**
   * Adds an entry; false if an earlier one has its id, compared without case unless case counts. Such an entry still counts in
   * the digest, which covers the list as published; a loader should refuse the list.
   */
  add(entry: NewRegistryEntry): boolean;
  /** Hands the arrays over; nothing can be added afterwards. */
  finish(asOf: string | undefined): RegistryData;
}

/** How the ids of a registry are compared. */
export interface RegistryForm {
  /** What makes no difference between two ids; without it, their case. */
  case?: CaseRule | undefined;
}

/** Where the names of earlier entries are read into; nothing else runs meanwhile. */
const earlierForm = createNameForm();

/** Of ids with the same letters, so many are kept: enough to see that there are several. */
const MAX_ALIKE = 4;

/** Made for the first registry: most processes have several. */
let ordinary: number[] | undefined;

/** Starts an empty registry, for lists that are too long to hold at once. */
export function createRegistryBuilder({ case: caseRule = "ignore" }: RegistryForm = {}): RegistryBuilder {
  const fold = foldOf(caseRule);
  const texts = createTextsBuilder();
  const letters = createLettersBuilder();
  const words = createTableBuilder(() => true);
  ordinary ??= ordinaryWordHashes();
  for (const hash of ordinary) words.add(hash);
  const digest = createListDigest();

  // The entry being added.
  const form = createNameForm();
  let id: string;
  let alike = 0;
  let size = 0;
  const ids = createTableBuilder((earlier) => fold(textAt(texts, 2 * earlier)) === id);
  const idForms = createTableBuilder((earlier) => {
    readName(earlierForm, textAt(texts, 2 * earlier));
    return sameUnits(earlierForm, form) && ++alike === MAX_ALIKE;
  });
  const names = createTableBuilder((earlier) => {
    readName(earlierForm, textAt(texts, 2 * earlier + 1));
    return sameUnits(earlierForm, form);
  });
  const bags = createTableBuilder((earlier) => {
    readName(earlierForm, textAt(texts, 2 * earlier + 1));
    return sameWords(earlierForm, form) || bagText(earlierForm) === bagText(form);
  });

  return {
    get size() {
      return size;
    },
    add(entry) {
      if (typeof entry?.id !== "string") throw new TypeError('An entry of a registry needs the text "id".');
      const index = size++;
      // UTF-8 and RFC 8785 have no form for a lone surrogate.
      const name = (entry.name ?? entry.id).toWellFormed();
      id = entry.id.toWellFormed();
      texts.append(id);
      digest.add(id, texts.bytes, texts.offsets[2 * index]!, texts.offsets[2 * index + 1]!);
      texts.append(name);
      digest.add(name, texts.bytes, texts.offsets[2 * index + 1]!, texts.offsets[2 * index + 2]!);

      id = fold(id);
      const isFree = ids.add(hashId(id), index);
      readName(form, id);
      alike = 0;
      if (isFree && form.length > 0) idForms.add(hashName(form), index);
      readName(form, name);
      if (form.length > 0) {
        if (names.add(hashName(form), index)) letters.add(form);
        let bag = 0;
        for (let word = 0; word < form.words; word++) {
          const hash = hashWord(form, word);
          words.add(hash);
          bag = (bag + hash) | 0;
        }
        bags.add(mix(bag), index);
      }
      return isFree;
    },
    finish: (asOf) => ({
      digest: digest.finish(),
      ...(asOf !== undefined && { asOf }),
      size,
      caseRule,
      ...texts.finish(),
      ids: ids.finish(),
      idForms: idForms.finish(),
      names: names.finish(),
      bags: bags.finish(),
      words: words.finish(),
      ...letters.finish(),
    }),
  };
}

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
