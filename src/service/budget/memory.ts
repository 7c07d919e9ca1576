/**
 * The call budget of one process, counted exactly in fixed windows that start at a bucket's first call, in bounded memory.
 *
 * A generation of buckets is retired when it is one window old, and dropped when the next one is retired: by then all its
 * windows have ended. If more than `maxBuckets / 2` new buckets appear within one window, generations are retired early and
 * live windows are lost. That does not pay: 100,000 other clients would have to call first, and their own budgets add up to
 * 2,000,000 calls a minute, more than a process can serve.
 */
import type { LimitDecision, Limiter } from "../operations/ports.ts";

export interface MemoryLimiterOptions {
  /** Calls allowed in a window. */
  limit: number;
  /** Default 60. */
  windowSeconds?: number;
  /** How many buckets are kept at most. */
  maxBuckets?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

export interface MemoryLimiter extends Limiter {
  /** Never a promise: the decision is made at once. */
  take(bucket: string, cost?: number): LimitDecision;
  /** How many buckets are kept now. */
  size(): number;
}

/** About 45 MB when full. */
const MAX_BUCKETS = 200_000;

type Window = { count: number; readonly endsAt: number };

/** Counts calls in the memory of this process. */
export function createMemoryLimiter(options: MemoryLimiterOptions): MemoryLimiter {
  const { limit, windowSeconds = 60, maxBuckets = MAX_BUCKETS, now = () => performance.now() } = options;
  const windowMs = windowSeconds * 1000;
  const generationSize = Math.max(1, Math.floor(maxBuckets / 2));
  let older = new Map<string, Window>();
  let younger = new Map<string, Window>();
  let youngerSince = Number.NEGATIVE_INFINITY;

  return {
    take(bucket, cost = 1) {
      // Whole milliseconds: with fractions, rounding alone could make a fresh window last 61 seconds.
      const time = Math.floor(now());
      let window = younger.get(bucket) ?? older.get(bucket);
      if (window === undefined || time >= window.endsAt) {
        if (time - youngerSince >= windowMs || younger.size >= generationSize) {
          older = younger;
          younger = new Map();
          youngerSince = time;
        }
        window = { count: 0, endsAt: time + windowMs };
        younger.set(bucket, window);
      }
      window.count += cost;
      return decisionOf(limit, window.count, window.endsAt - time);
    },
    size: () => younger.size + older.size,
  };
}

/** `leftMs`: of the window in which so many calls were made. */
export function decisionOf(limit: number, calls: number, leftMs: number): LimitDecision {
  const resetSeconds = Math.max(1, Math.ceil(leftMs / 1000));
  return { allowed: calls <= limit, limit, remaining: Math.max(0, limit - calls), resetSeconds };
}
