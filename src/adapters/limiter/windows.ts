/**
 * What is known of each bucket in its current window, in bounded memory. A window starts at a bucket's first call.
 *
 * There are two generations of buckets. A generation is retired when it is one window old, and dropped when the next
 * one is retired: by then all its windows have ended, so nothing is lost. If more than `maxBuckets / 2` new buckets
 * appear within one window, generations are retired early and live windows are lost. That does not pay for an attacker:
 * with the defaults, 100,000 other clients would have to call first, and their own budgets already add up to 2,000,000
 * calls a minute, more than a process can serve.
 */
export interface Window {
  readonly endsAt: number;
}

export interface Windows<W extends Window> {
  /** The window that is open at this time. */
  get(bucket: string, time: number): W | undefined;
  open(bucket: string, time: number, window: W): W;
  size(): number;
}

export const DEFAULT_WINDOW_SECONDS = 60;
/** About 45 MB when full. */
export const MAX_BUCKETS = 200_000;

export function createWindows<W extends Window>(windowMs: number, maxBuckets: number): Windows<W> {
  const generationSize = Math.max(1, Math.floor(maxBuckets / 2));
  let older = new Map<string, W>();
  let younger = new Map<string, W>();
  let youngerSince = Number.NEGATIVE_INFINITY;

  return {
    get(bucket, time) {
      const window = younger.get(bucket) ?? older.get(bucket);
      return window === undefined || time >= window.endsAt ? undefined : window;
    },
    open(bucket, time, window) {
      if (time - youngerSince >= windowMs || younger.size >= generationSize) {
        older = younger;
        younger = new Map();
        youngerSince = time;
      }
      younger.set(bucket, window);
      return window;
    },
    size: () => younger.size + older.size,
  };
}

/** Whole seconds until the window ends, at least 1. */
export function resetSeconds({ endsAt }: Window, time: number): number {
  return Math.max(1, Math.ceil((endsAt - time) / 1000));
}
