/** A registry as plain arrays: it can be built in one thread and moved to another. */
import type { RegistryIdentity } from "../types.ts";

/** What makes no difference between two ids: nothing, case, or case and spaces. */
export type CaseRule = "exact" | "ignore" | "ignore-spaces";

/** A registry as plain arrays: it can be built in one thread and moved to another. */
export interface RegistryData extends RegistryIdentity {
  size: number;
  /** What makes no difference between two ids. */
  caseRule: CaseRule;
  /** Ids and names as UTF-8, id before name; text `n` lies between the offsets `n` and `n + 1`. */
  bytes: Uint8Array<ArrayBuffer>;
  offsets: Uint32Array<ArrayBuffer>;
  /** Entries by folded id, by the letters of the id, by the units of the name, and by its words in any order. */
  ids: Uint32Array<ArrayBuffer>;
  idForms: Uint32Array<ArrayBuffer>;
  names: Uint32Array<ArrayBuffer>;
  bags: Uint32Array<ArrayBuffer>;
  /** Hashes of the words in use. */
  words: Uint32Array<ArrayBuffer>;
  /** A bit for every window of five letters in use, and the letters, most frequent first. */
  windows: Uint32Array<ArrayBuffer>;
  letters: Uint16Array<ArrayBuffer>;
}

/** The buffers to name in `postMessage(data, registryBuffers(data))`, which moves instead of copying. */
export function registryBuffers(data: RegistryData): ArrayBuffer[] {
  const { bytes, offsets, ids, idForms, names, bags, words, windows, letters } = data;
  return [bytes, offsets, ids, idForms, names, bags, words, windows, letters].map((array) => array.buffer);
}
