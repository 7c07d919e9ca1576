/** Tries again what is safe to repeat: every operation reads only, and a submission has its idempotency key. */
import { ConnectionError, ProblemError, TimeoutError, UnexpectedAnswerError } from "./errors.ts";

/** Why the client is waiting. */
export interface Wait {
  /** `retry`: after a failure. `budget`: the calls of this minute are used up, so the next one waits. */
  readonly reason: "retry" | "budget";
  readonly waitMs: number;
  /** What failed; only for `retry`. */
  readonly error?: unknown;
}

interface RetryPolicy {
  readonly retries: number;
  readonly maxWaitMs: number;
  readonly onWait: ((wait: Wait) => void) | undefined;
}

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;
/** Statuses that say "later", of the service or of a proxy in front of it. 500 is not one: it would fail again. */
const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

export async function withRetries<Value>(
  attempt: () => Promise<Value>,
  { retries, maxWaitMs, onWait }: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<Value> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= retries || !isTransient(error)) throw error;
      const asked = askedWaitMs(error);
      if (asked !== undefined && asked > maxWaitMs) throw error;
      const waitMs = asked === undefined ? backoffMs(failures) : asked + jitterAfter(asked);
      onWait?.({ reason: "retry", waitMs, error });
      await wait(waitMs, signal);
    }
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  return isAnswer(error) && TRANSIENT.has(error.status);
}

function askedWaitMs(error: unknown): number | undefined {
  return isAnswer(error) && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1_000
    : undefined;
}

function isAnswer(error: unknown): error is ProblemError | UnexpectedAnswerError {
  return error instanceof ProblemError || error instanceof UnexpectedAnswerError;
}

/** Full jitter: callers that failed together do not come back together. */
function backoffMs(failures: number): number {
  return Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures);
}

/** Never less than asked for, and a little more for some. */
function jitterAfter(askedMs: number): number {
  return Math.random() * Math.min(1_000, askedMs / 10);
}

/** Rejects with the signal's reason as soon as it is aborted. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
