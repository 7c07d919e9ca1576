/** Builds a registry entry by entry, so that a loader can read it page by page. */

import type { RegistryEntry } from "../types.ts";
import type { CaseRule, RegistryData } from "./data.ts";
import { createListDigest } from "./digest.ts";
import { createNameForm, foldOf, readName, sameUnits, sameWords } from "./names/forms.ts";
import { createLettersBuilder } from "./names/letters.ts";
import { bagText, hashId, hashName, hashWord, ordinaryWordHashes } from "./names/words.ts";
import { createHashSetBuilder, createTableBuilder, mix } from "./table.ts";
import { createTextsBuilder, textAt } from "./texts.ts";

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

/** Of ids with the same letters, so many are kept: enough to see that there are several. */
const MAX_ALIKE = 4;

/** Made for the first registry: most processes have several. */
let ordinary: number[] | undefined;

/** Starts an empty registry, for lists that are too long to hold at once. */
export function createRegistryBuilder({ case: caseRule = "ignore" }: RegistryForm = {}): RegistryBuilder {
  const fold = foldOf(caseRule);
  const texts = createTextsBuilder();
  const letters = createLettersBuilder();
  const words = createHashSetBuilder();
  ordinary ??= ordinaryWordHashes();
  for (const hash of ordinary) words.add(hash);
  const digest = createListDigest();

  // The entry being added, and the earlier entry that it is compared with when hashes agree.
  const form = createNameForm();
  const earlierForm = createNameForm();
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
