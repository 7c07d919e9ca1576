/** Builds a registry entry by entry, so that a loader may read it in pages and in slices. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { createNameForm, foldId, readName, sameUnits } from "./names.ts";
import type { RegistryData } from "./registry-data.ts";
import { createLettersBuilder } from "./registry-letters.ts";
import { createHashSetBuilder, createTableBuilder } from "./registry-table.ts";
import { createTextsBuilder, textAt } from "./registry-texts.ts";
import { bagText, hashBag, hashId, hashName, hashWord, ordinaryWordHashes } from "./registry-words.ts";
import type { RegistryEntry } from "./types.ts";

export interface RegistryBuilder {
  readonly size: number;
  /**
   * Adds an entry; false when an earlier one holds its id, compared without case. Such an entry still counts in
   * the digest, which is over the list as published: a loader should refuse the list.
   */
  add(entry: RegistryEntry): boolean;
  /** The arrays are handed over: nothing can be added afterwards. */
  finish(asOf: string): RegistryData;
}

export function createRegistryBuilder(): RegistryBuilder {
  const texts = createTextsBuilder();
  const letters = createLettersBuilder();
  const words = createHashSetBuilder();
  for (const hash of ordinaryWords()) words.add(hash);
  const digest = createListDigest();

  // What is being added, and the earlier entry that it is held against when hashes agree.
  const form = createNameForm();
  const earlierForm = createNameForm();
  let id = "";
  let size = 0;
  const ids = createTableBuilder((earlier) => foldId(textAt(texts, 2 * earlier)) === id);
  const names = createTableBuilder((earlier) => {
    readName(earlierForm, textAt(texts, 2 * earlier + 1));
    return sameUnits(earlierForm, form);
  });
  const bags = createTableBuilder((earlier) => {
    readName(earlierForm, textAt(texts, 2 * earlier + 1));
    return bagText(earlierForm) === bagText(form);
  });

  return {
    get size() {
      return size;
    },
    add(entry) {
      const index = size++;
      // UTF-8 and RFC 8785 have no form for a lone surrogate.
      const published = { id: entry.id.toWellFormed(), name: entry.name.toWellFormed() };
      texts.append(published.id);
      texts.append(published.name);
      digest.add(published);

      id = foldId(published.id);
      const isFree = ids.add(hashId(id), index) < 0;
      readName(form, published.name);
      if (form.length > 0) {
        names.add(hashName(form), index);
        bags.add(hashBag(form), index);
        letters.add(form);
        for (let word = 0; word < form.words; word++) words.add(hashWord(form, word));
      }
      return isFree;
    },
    finish: (asOf) => ({
      digest: digest.finish(),
      asOf,
      size,
      ...texts.finish(),
      ids: ids.finish(),
      names: names.finish(),
      bags: bags.finish(),
      words: words.finish(),
      ...letters.finish(),
    }),
  };
}

let ordinary: number[] | undefined;

function ordinaryWords(): number[] {
  ordinary ??= ordinaryWordHashes();
  return ordinary;
}

/** The digest over the RFC 8785 form of `{"generators":[…]}`, of which no more than a few pages are ever held. */
function createListDigest() {
  const hash = sha256.create();
  let pending = '{"generators":[';
  let separator = "";
  return {
    add({ id, name }: RegistryEntry): void {
      pending += `${separator}{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`;
      separator = ",";
      if (pending.length < 16_384) return;
      hash.update(utf8ToBytes(pending));
      pending = "";
    },
    finish(): string {
      return `sha256:${bytesToHex(hash.update(utf8ToBytes(`${pending}]}`)).digest())}`;
    },
  };
}
