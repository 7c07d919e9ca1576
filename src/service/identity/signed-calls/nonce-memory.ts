/**
 * Remembers nonces for at least as long as a call with one could be accepted. When full, it refuses new ones instead of
 * dropping old ones: a dropped nonce could be used twice.
 */
interface NonceMemory {
  has(nonce: string, second: number): boolean;
  /** `until`: the last second in which the nonce is remembered; `second`: the current one, of a clock that is never set. */
  remember(nonce: string, timestamp: number, until: number, second: number): "new" | "seen" | "full";
  /** The latest timestamp among the calls whose nonces are not remembered any more. */
  newestForgotten(): number;
  /** Whole seconds until the first entries expire, at least 1. */
  secondsUntilRoom(second: number): number;
}

export function createNonceMemory(limit: number): NonceMemory {
  const seen = new Set<string>();
  /** Grouped by their last second, so that removing them costs nothing per call. */
  const byEnd = new Map<number, { nonces: string[]; newest: number }>();
  let sweptAt = -1;
  let newestForgotten = Number.NEGATIVE_INFINITY;

  function sweep(second: number): void {
    if (second === sweptAt) return;
    sweptAt = second;
    for (const [until, { nonces, newest }] of byEnd) {
      if (until >= second) continue;
      for (const nonce of nonces) seen.delete(nonce);
      newestForgotten = Math.max(newestForgotten, newest);
      byEnd.delete(until);
    }
  }

  return {
    has(nonce, second) {
      sweep(second);
      return seen.has(nonce);
    },
    newestForgotten: () => newestForgotten,
    remember(nonce, timestamp, until, second) {
      sweep(second);
      if (seen.has(nonce)) return "seen";
      if (seen.size >= limit) return "full";
      seen.add(nonce);
      const group = byEnd.get(until);
      if (group === undefined) byEnd.set(until, { nonces: [nonce], newest: timestamp });
      else {
        group.nonces.push(nonce);
        group.newest = Math.max(group.newest, timestamp);
      }
      return "new";
    },
    secondsUntilRoom(second) {
      let first = Number.POSITIVE_INFINITY;
      for (const until of byEnd.keys()) first = Math.min(first, until);
      return Number.isFinite(first) ? Math.max(1, first - second + 1) : 1;
    },
  };
}
