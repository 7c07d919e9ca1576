/** The call budget of one process, counted exactly in fixed windows that start at a bucket's first call. */
import type { LimitDecision, Limiter } from "../../operations/ports.ts";
import { createWindows, DEFAULT_WINDOW_SECONDS, MAX_BUCKETS, resetSeconds } from "./windows.ts";

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

export function createMemoryLimiter({
  limit,
  windowSeconds = DEFAULT_WINDOW_SECONDS,
  maxBuckets = MAX_BUCKETS,
  now = () => performance.now(),
}: MemoryLimiterOptions): MemoryLimiter {
  const windowMs = windowSeconds * 1000;
  const windows = createWindows<{ count: number; readonly endsAt: number }>(windowMs, maxBuckets);

  return {
    take(bucket, cost = 1) {
      // Whole milliseconds: with fractions, rounding alone could make a fresh window last 61 seconds.
      const time = Math.floor(now());
      const window =
        windows.get(bucket, time) ?? windows.open(bucket, time, { count: 0, endsAt: time + windowMs });
      window.count += cost;
      return {
        allowed: window.count <= limit,
        limit,
        remaining: Math.max(0, limit - window.count),
        resetSeconds: resetSeconds(window, time),
      };
    },
    size: windows.size,
    close: () => Promise.resolve(),
  };
}
