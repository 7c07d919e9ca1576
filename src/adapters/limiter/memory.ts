/**
 * The call budget of one process, counted exactly in fixed windows that start at a bucket's first call.
 *
 * Memory is bounded by keeping two generations of buckets. A generation is retired once it is a window old, and
 * dropped when the next one retires: every window in it is over by then, so dropping it loses nothing. Should
 * more than `maxBuckets / 2` new buckets appear within one window, generations turn over early and live counts
 * are lost. That cannot pay: to make the limiter forget one bucket, that many others have to call first, and with
 * the defaults those alone are entitled to 100,000 × 20 calls a minute, which is more than a process can serve.
 */
import type { LimitDecision, Limiter } from "../../operations/ports.ts";

export interface MemoryLimiterOptions {
  /** Calls allowed in a window. */
  limit: number;
  /** Default 60. */
  windowSeconds?: number;
  /** How many buckets are remembered at most; default 200,000, which takes some 45 MB when full. */
  maxBuckets?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

export interface MemoryLimiter extends Limiter {
  /** Never a promise: an answer is always at hand. */
  take(bucket: string, cost?: number): LimitDecision;
  /** Buckets remembered at present. */
  size(): number;
}

interface Window {
  count: number;
  endsAt: number;
}

export function createMemoryLimiter({
  limit,
  windowSeconds = 60,
  maxBuckets = 200_000,
  now = () => performance.now(),
}: MemoryLimiterOptions): MemoryLimiter {
  const windowMs = windowSeconds * 1000;
  const generationSize = Math.max(1, Math.floor(maxBuckets / 2));
  let older = new Map<string, Window>();
  let younger = new Map<string, Window>();
  let youngerSince = Math.floor(now());

  function openWindow(bucket: string, time: number): Window {
    if (time - youngerSince >= windowMs || younger.size >= generationSize) {
      older = younger;
      younger = new Map();
      youngerSince = time;
    }
    const opened: Window = { count: 0, endsAt: time + windowMs };
    younger.set(bucket, opened);
    return opened;
  }

  return {
    take(bucket, cost = 1) {
      // Whole milliseconds: with fractions, rounding alone could make a fresh window last 61 seconds.
      const time = Math.floor(now());
      let window = younger.get(bucket) ?? older.get(bucket);
      if (window === undefined || time >= window.endsAt) window = openWindow(bucket, time);
      window.count += cost;
      return {
        allowed: window.count <= limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - time) / 1000)),
      };
    },
    size: () => younger.size + older.size,
    close: () => Promise.resolve(),
  };
}
