/**
 * Open addressing in one Uint32Array: no object per entry, so a million entries cost the garbage collector
 * nothing, and a finished table moves between threads by transfer.
 *
 * A slot holds the upper bits of the key's hash over the index of its entry plus one; 0 is a free slot. The hash
 * bits rule out nearly every key that only shares the slot, so texts are compared about once per look-up.
 */

/** A finalizer (murmur3's): every bit of the input reaches every bit of the result. */
export function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** The next slot, from `at` on, whose entry may have this hash; -1 when there is none. */
export function seek(table: Uint32Array, hash: number, at: number): number {
  const mask = table.length - 1;
  let slot = at & mask;
  for (let held = table[slot]!; held !== 0; held = table[slot]!) {
    if (((held ^ hash) & ~mask) === 0) return slot;
    slot = (slot + 1) & mask;
  }
  return -1;
}

/** Of a table that is only a set: keys that share their upper bits and their place count as one. */
export function hasHash(table: Uint32Array, hash: number): boolean {
  return seek(table, hash, hash) >= 0;
}

export function entryAt(table: Uint32Array, slot: number): number {
  return (table[slot]! & (table.length - 1)) - 1;
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
