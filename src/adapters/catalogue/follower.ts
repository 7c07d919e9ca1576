/** Keeps one upstream document at hand: asks for it again and again, and holds on to the last good copy. */
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";

export interface Copy<T> {
  value: T;
  /** When the upstream was last asked and stood by this copy, in ms since the epoch. */
  confirmedAt: number;
}

export type Reading<T> =
  | { status: "confirmed"; value: T }
  | { status: "replaced"; value: T }
  | { status: "failed"; problem: UpstreamProblem };

export interface FollowerOptions<T> {
  /** `unconditional`: fetch the document itself, whatever its tag says. */
  read(current: T | undefined, unconditional: boolean): Promise<Reading<T>>;
  /** `before` is what was wrong at the asking before this one. */
  onReading(reading: Reading<T>, before: UpstreamProblem | undefined): void;
  intervalMs: number;
  /** Every so many refreshes the document is fetched whole, so that a tag that never changes cannot freeze it. */
  wholeEvery: number;
  now(): number;
}

export interface Follower<T> {
  copy(): Copy<T> | undefined;
  /** Asks now; while an asking is under way, joins it. */
  refresh(): Promise<void>;
  close(): void;
}

export function createFollower<T>(options: FollowerOptions<T>): Follower<T> {
  let copy: Copy<T> | undefined;
  let problem: UpstreamProblem | undefined;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let refreshes = 0;
  let closed = false;

  const ask = async (): Promise<void> => {
    const askedAt = options.now();
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
      copy = { value: reading.value, confirmedAt: askedAt };
      problem = undefined;
    }
    options.onReading(reading, before);
  };

  const schedule = (): void => {
    if (closed) return;
    // A fifth either way, so that many documents and many replicas do not ask in step.
    timer = setTimeout(refresh, options.intervalMs * (0.8 + 0.4 * Math.random()));
    timer.unref();
  };

  const refresh = (): Promise<void> => {
    clearTimeout(timer);
    underWay ??= ask().finally(() => {
      underWay = undefined;
      schedule();
    });
    return underWay;
  };

  const close = (): void => {
    closed = true;
    clearTimeout(timer);
  };

  return { copy: () => copy, refresh, close };
}
