/** Keeps one upstream document current: fetches it at intervals and keeps the last good copy. */
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";

export interface Copy<T> {
  value: T;
  /** When the upstream last confirmed this copy, by the clock of the follower. */
  confirmedAt: number;
}

export type Reading<T> =
  | { status: "confirmed"; value: T }
  | { status: "replaced"; value: T }
  | { status: "failed"; problem: UpstreamProblem };

export interface FollowerOptions<T> {
  /** `unconditional`: fetch the document even if its tag has not changed. */
  read(current: T | undefined, unconditional: boolean): Promise<Reading<T>>;
  /** `before`: what was wrong with the previous read. */
  onReading(reading: Reading<T>, before: UpstreamProblem | undefined): void;
  intervalMs: number;
  /** Every how many refreshes the whole document is fetched, so that a tag that never changes cannot freeze it. */
  wholeEvery: number;
  now(): number;
}

export interface Follower<T> {
  copy(): Copy<T> | undefined;
  /** Reads now, or joins the read that is in progress. */
  refresh(): Promise<void>;
  close(): void;
}

export function createFollower<T>(options: FollowerOptions<T>): Follower<T> {
  let copy: Copy<T> | undefined;
  let problem: UpstreamProblem | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let refreshes = 0;
  let closed = false;

  const read = async (): Promise<void> => {
    const startedAt = options.now();
    const reading = await options.read(copy?.value, refreshes++ % options.wholeEvery === 0).catch(
      (): Reading<T> => ({
        status: "failed",
        problem: { code: "internal", message: "reading failed unexpectedly" },
      }),
    );
    if (closed) return;
    const before = problem;
    if (reading.status === "failed") {
      problem = reading.problem;
    } else {
      copy = { value: reading.value, confirmedAt: startedAt };
      problem = undefined;
    }
    options.onReading(reading, before);
  };

  const schedule = (): void => {
    if (closed) return;
    // Up to a fifth sooner or later, so that documents and replicas do not all fetch at the same time.
    timer = setTimeout(refresh, options.intervalMs * (0.8 + 0.4 * Math.random()));
    timer.unref();
  };

  const refresh = (): Promise<void> => {
    clearTimeout(timer);
    running ??= read().finally(() => {
      running = undefined;
      schedule();
    });
    return running;
  };

  const close = (): void => {
    closed = true;
    clearTimeout(timer);
  };

  return { copy: () => copy, refresh, close };
}
