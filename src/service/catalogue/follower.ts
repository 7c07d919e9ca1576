/** Keeps one upstream document current: fetches it at once and at intervals, and keeps the last good copy. */
import type { RefusedDocument } from "../operations/ports.ts";
import { failed, type UpstreamProblem } from "../shared/bounded-fetch.ts";

/**
 * The problems that mean that a product was reached and published something that is not taken. What was good then stays in
 * use for as long as it takes, and callers are told. All other problems mean that the document could not be had.
 */
const REFUSALS: Readonly<Record<string, RefusedDocument["kind"]>> = {
  "spec-package-older": "older",
  "registry-shrunken": "shrunken",
  "registry-empty": "empty",
  "spec-package-refused": "refused",
  "spec-package-unproven": "refused",
  "spec-package-of-another-domain": "refused",
  "spec-package-version-reused": "refused",
  "registry-not-configured": "refused",
  "invalid-shape": "refused",
  "invalid-entries": "refused",
  "duplicate-ids": "refused",
};

/** How the document was refused; undefined if there was none to refuse. */
export const refusalOf = ({ code }: UpstreamProblem) => REFUSALS[code];

export interface Copy<T> {
  value: T;
  /** When the product last confirmed this copy, by the clock of the follower. */
  confirmedAt: number;
  /** When the product last sent a document in its place, be it one that was refused. */
  answeredAt: number;
  /** Why the document that the product sends now is not taken. */
  refused?: UpstreamProblem;
}

export type Reading<T> =
  /** `waiting`: the new document that is not taken yet. */
  (
    | { status: "confirmed"; value: T; waiting?: T }
    /**
     * `despite`: why the new document, which is sound, looks like a mistake. It is taken once it was published for as long as
     * `holdMs` says. `delay`: how long this very one has to be published in any case.
     */
    | { status: "replaced"; value: T; despite?: UpstreamProblem; delay?: { of: string; ms: number } }
    /** `retryAfterMs`: for how long the upstream does not want to be asked. */
    | { status: "failed"; problem: UpstreamProblem; retryAfterMs?: number | undefined }
  ) & {
    /** How long ago the product sent or confirmed it: a cache may lie between. */
    ageMs?: number | undefined;
  };

interface FollowerOptions<T> {
  /** `unconditional`: fetch the document even if its tag has not changed. */
  read(current: T | undefined, unconditional: boolean): Promise<Reading<T>>;
  /** Called before a new document takes over. Returns what is kept. */
  prepare?(value: T): Promise<T>;
  /** `before`: what was wrong with the previous read. */
  onReading(outcome: Reading<T>, before: UpstreamProblem | undefined): void;
  /** How long a document that looks like a mistake has to be published before it is taken. */
  holdMs: number;
  intervalMs: number;
  /** Every how many refreshes the whole document is fetched, so that a tag that never changes cannot freeze it. */
  wholeEvery: number;
  now(): number;
}

export type Follower<T> = ReturnType<typeof createFollower<T>>;

/** After this many failures in a row the intervals grow: a product that is down should not be kept down by replicas. */
const PATIENT_FAILURES = 2;
/** They grow to this many times their length, so that a product that is back is noticed within minutes. */
const MAX_PACE = 4;
/** How long an upstream may ask not to be asked. Copies last three times as long. */
const MAX_RETRY_AFTER_MS = 300_000;

export function createFollower<T>(options: FollowerOptions<T>) {
  let copy: Copy<T> | undefined;
  let problem: UpstreamProblem | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let refreshes = 0;
  /** How often in a row the document could not be had. */
  let failures = 0;
  /** For how long the upstream does not want to be asked. */
  let restMs = 0;
  let closed = false;
  /** Since when every document that was sent was this one, or looked like this mistake. */
  let held: { what: string; since: number } | undefined;

  /** Until it was published for long enough, a new document waits, and one that looks like a mistake counts as failed. */
  const decide = (reading: Reading<T>, startedAt: number): Reading<T> => {
    if (reading.status === "confirmed") held = undefined;
    if (reading.status !== "replaced") return reading;
    const { despite, delay, ageMs } = reading;
    const what = despite?.code ?? delay?.of ?? "";
    if (held?.what !== what) held = { what, since: startedAt };
    const holdMs = Math.max(despite === undefined ? 0 : options.holdMs, delay?.ms ?? 0);
    const publishedMs = startedAt - held.since;
    if (publishedMs < holdMs && despite !== undefined) return { status: "failed", problem: despite, ageMs };
    if (publishedMs < holdMs)
      return { status: "confirmed", value: copy!.value, waiting: reading.value, ageMs };
    held = undefined;
    return reading;
  };

  const read = async (): Promise<void> => {
    const startedAt = options.now();
    const reading = await options
      .read(copy?.value, refreshes++ % options.wholeEvery === 0)
      .catch((): Reading<T> => failed("internal", "reading failed unexpectedly"));
    if (closed) return;
    let outcome = decide(reading, startedAt);
    if (outcome.status === "replaced" && options.prepare !== undefined)
      outcome = { ...outcome, value: await options.prepare(outcome.value) };
    if (closed) return;
    const before = problem;
    const isAway = outcome.status === "failed" && refusalOf(outcome.problem) === undefined;
    failures = isAway ? failures + 1 : 0;
    restMs = outcome.status === "failed" ? Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0;
    const answeredAt = startedAt - (outcome.ageMs ?? 0);
    if (outcome.status === "failed") {
      ({ problem } = outcome);
      if (copy !== undefined && refusalOf(problem) !== undefined)
        copy = { ...copy, answeredAt: Math.max(copy.answeredAt, answeredAt), refused: problem };
    } else {
      // What was known about the same copy before stays known; of another copy it says nothing.
      const before = outcome.status === "confirmed" ? copy?.answeredAt : undefined;
      const latest = Math.max(before ?? answeredAt, answeredAt);
      copy = { value: outcome.value, confirmedAt: latest, answeredAt: latest };
      problem = undefined;
    }
    options.onReading(outcome, before);
  };

  const schedule = (): void => {
    if (closed) return;
    const pace = Math.min(MAX_PACE, 2 ** Math.max(0, failures - PATIENT_FAILURES));
    // Up to a fifth sooner or later, so that documents and replicas do not all fetch at the same time.
    const spread = 0.8 + 0.4 * Math.random();
    // Never sooner than the upstream wants, and spread out too.
    timer = setTimeout(refresh, Math.max(options.intervalMs * pace * spread, restMs * (spread + 0.2)));
    timer.unref();
  };

  /** Reads now, or joins the read that is in progress. */
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

  /** `first`: settles when the document has been read once, successfully or not. */
  return { copy: () => copy, first: refresh(), refresh, close };
}
