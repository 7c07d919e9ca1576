/** A registry as plain arrays: it can be built in one thread and moved to another. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { RegistryIdentity } from "../types.ts";

/** A registry as plain arrays: it can be built in one thread and moved to another. */
export interface RegistryData extends RegistryIdentity {
  size: number;
  /** What makes no difference between two ids: nothing, case, or case and spaces. */
  caseRule: "exact" | "ignore" | "ignore-spaces";
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
  return Object.values(data).flatMap((part) =>
    ArrayBuffer.isView(part) ? (part.buffer as ArrayBuffer) : [],
  );
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
      builder.offsets[++count] = start + encoder.encodeInto(text, builder.bytes.subarray(start)).written;
    },
    finish: () => ({
      bytes: builder.bytes.slice(0, builder.offsets[count]!),
      offsets: builder.offsets.slice(0, count + 1),
    }),
  };
  return builder;
}

function grown<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: T, least: number): T {
  const Kind = array.constructor as new (length: number) => T;
  const larger = new Kind(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}

/** So much text is hashed at once. */
const PAGE = 65_536;

/** The digest of the canonical form of the whole list, of which a page is held at a time. */
export function createListDigest() {
  const hash = sha256.create();
  let text = "[";
  let isFirst = true;
  return {
    add(id: string, name: string): void {
      text += `${isFirst ? "" : ","}{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}}`;
      isFirst = false;
      if (text.length < PAGE) return;
      hash.update(utf8ToBytes(text));
      text = "";
    },
    finish() {
      const whole = hash.clone().update(utf8ToBytes(`${text}]`));
      return `sha256:${bytesToHex(whole.digest())}`;
    },
  };
}

/** A finalizer (murmur3's): every bit of the input reaches every bit of the result. */
export function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** The first entry of those that may have this hash, and that is the one; -1 when there is none. */
export function findEntry(table: Uint32Array, hash: number, isFound: (entry: number) => boolean): number {
  const mask = table.length - 1;
  let slot = hash & mask;
  for (let held = table[slot]!; held !== 0; held = table[slot]!) {
    const entry = (held & mask) - 1;
    if (((held ^ hash) & ~mask) === 0 && isFound(entry)) return entry;
    slot = (slot + 1) & mask;
  }
  return -1;
}

/** Of a table that is only a set: keys that share their upper bits and their place count as one. */
export function hasHash(table: Uint32Array, hash: number): boolean {
  return findEntry(table, hash, () => true) >= 0;
}

/** `isSame` says whether an earlier entry of equal hash has the key that is being added. */
export function createTableBuilder(isSame: (earlier: number) => boolean) {
  let capacity = 16;
  // Pairs of hash and index + 1: growing needs the whole hash.
  let pairs = new Uint32Array(2 * capacity);
  let used = 0;

  function put(key: number, held: number, isKnown: (earlier: number) => boolean): boolean {
    const mask = capacity - 1;
    let slot = key & mask;
    for (; pairs[2 * slot + 1] !== 0; slot = (slot + 1) & mask)
      if (pairs[2 * slot] === key && isKnown(pairs[2 * slot + 1]! - 1)) return false;
    pairs[2 * slot] = key;
    pairs[2 * slot + 1] = held;
    return true;
  }

  function grow(): void {
    const old = pairs;
    capacity *= 2;
    pairs = new Uint32Array(2 * capacity);
    for (let at = 0; at < old.length; at += 2)
      if (old[at + 1] !== 0) put(old[at]!, old[at + 1]!, () => false);
  }

  return {
    /** Adds the entry under the hash, unless there is one of the same key. Returns whether it was added. */
    add(hash: number, index = used): boolean {
      // The index itself has to fit below the hash bits, whether or not earlier entries were added.
      while (2 * (index + 1) > capacity) grow();
      const isAdded = put(hash >>> 0, index + 1, isSame);
      if (isAdded) used++;
      return isAdded;
    },
    finish(): Uint32Array<ArrayBuffer> {
      const table = new Uint32Array(capacity);
      if (used === 0) return table;
      for (let slot = 0; slot < capacity; slot++) {
        const held = pairs[2 * slot + 1]!;
        if (held !== 0) table[slot] = (pairs[2 * slot]! & ~(capacity - 1)) | held;
      }
      return table;
    },
  };
}
