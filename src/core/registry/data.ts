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

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Ids and names lie one after the other: id, name, id, name … */
export function textAt(texts: Pick<RegistryData, "bytes" | "offsets">, index: number): string {
  return decoder.decode(texts.bytes.subarray(texts.offsets[index]!, texts.offsets[index + 1]!));
}

export function createTextsBuilder() {
  let count = 0;
  const builder = {
    bytes: new Uint8Array(4096),
    offsets: new Uint32Array(128),
    append(text: string): void {
      const start = builder.offsets[count]!;
      const most = start + 3 * text.length;
      if (most > 0xffff_ffff) throw new RangeError("A registry's ids and names may fill 4 GiB, no more");
      if (most > builder.bytes.length) builder.bytes = grown(builder.bytes, most);
      if (count + 2 > builder.offsets.length) builder.offsets = grown(builder.offsets, count + 2);
      builder.offsets[++count] = start + write(builder.bytes, start, text);
    },
    finish: () => ({
      bytes: builder.bytes.slice(0, builder.offsets[count]!),
      offsets: builder.offsets.slice(0, count + 1),
    }),
  };
  return builder;
}

/** Nearly every text here is short ASCII, which is copied faster than an encoder can be called. */
function write(bytes: Uint8Array, start: number, text: string): number {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 127) return encoder.encodeInto(text, bytes.subarray(start)).written;
    bytes[start + index] = unit;
  }
  return text.length;
}

function grown<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: T, least: number): T {
  const Kind = array.constructor as new (length: number) => T;
  const larger = new Kind(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}
