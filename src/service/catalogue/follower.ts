/** Keeps one upstream document current: fetches it at once and at intervals, and keeps the last good copy. */
import type { RefusedDocument } from "../operations/ports.ts";
import { type FetchFailure, failed, type UpstreamProblem } from "../shared/bounded-fetch.ts";

/** Of problems of products that were reached and published what is not taken. All others mean that nothing could be had. */
const REFUSALS: readonly [RefusedDocument["kind"], codes: RegExp][] = [
  ["older", /^spec-package-older$/],
  ["shrunken", /^registry-shrunken$/],
  ["empty", /^registry-empty$/],
  ["refused", /^spec-package-(?:refused|unproven|of-another-domain|version-reused)$/],
  ["refused", /^(?:registry-not-configured|invalid-shape|invalid-entries|duplicate-ids)$/],
];

export interface Copy<T> {
  value: T;
  /** When the product last confirmed this copy, by the clock of the follower. */
  confirmedAt: number;
  /** When the product last sent a document in its place, be it one that was refused. */
  answeredAt: number;
  /** Why the document that the product sends now is not taken. The words of refusals may hold texts of the document. */
  refused?: Omit<RefusedDocument, "document">;
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
    | FetchFailure
    /** `ageMs`: how long ago the product sent or confirmed it, since a cache may lie between. */
  ) & { ageMs?: number | undefined };

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
  now(): number;
}

export type Follower<T> = ReturnType<typeof createFollower<T>>;

/** Every so many refreshes the whole document is fetched, so that a tag that never changes cannot freeze it. */
const WHOLE_EVERY = 20;
/** After this many failures in a row the intervals grow: a product that is down should not be kept down by replicas. */
const PATIENT_FAILURES = 2;
/** They grow to this many times their length, so that a product that is back is noticed within minutes. */
const MAX_PACE = 4;
/** The longest interval while there is no copy: a product that was away for a moment should not be missing for an hour. */
export const MAX_FIRST_SECONDS = 30;
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
    if (startedAt - held.since < holdMs)
      return despite === undefined
        ? { status: "confirmed", value: copy!.value, waiting: reading.value, ageMs }
        : { status: "failed", problem: despite, ageMs };
    held = undefined;
    return reading;
  };

  const read = async (): Promise<void> => {
    const startedAt = options.now();
    const reading = await options
      .read(copy?.value, refreshes++ % WHOLE_EVERY === 0)
      .catch((): Reading<T> => failed("internal", "reading failed unexpectedly"));
    if (closed) return;
    let outcome = decide(reading, startedAt);
    if (outcome.status === "replaced" && options.prepare !== undefined)
      outcome = { ...outcome, value: await options.prepare(outcome.value) };
    if (closed) return;
    const before = problem;
    // What was known about the same copy before stays known; of another copy it says nothing.
    const known = outcome.status === "replaced" ? undefined : copy?.answeredAt;
    const answeredAt = Math.max(known ?? Number.NEGATIVE_INFINITY, startedAt - (outcome.ageMs ?? 0));
    if (outcome.status === "failed") {
      ({ problem } = outcome);
      const kind = REFUSALS.find(([, codes]) => codes.test(outcome.problem.code))?.[0];
      failures = kind === undefined ? failures + 1 : 0;
      restMs = Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
      const refused = kind && { kind, ...(kind !== "refused" && { detail: problem.message }) };
      if (copy !== undefined && refused !== undefined) copy = { ...copy, answeredAt, refused };
    } else {
      problem = undefined;
      failures = 0;
      restMs = 0;
      copy = { value: outcome.value, confirmedAt: answeredAt, answeredAt };
    }
    options.onReading(outcome, before);
  };

  const pause = (): number => {
    const pace = Math.min(MAX_PACE, 2 ** Math.max(0, failures - PATIENT_FAILURES));
    const mostMs = copy === undefined ? MAX_FIRST_SECONDS * 1_000 : Number.POSITIVE_INFINITY;
    // Up to a fifth sooner or later, so that documents and replicas do not all fetch at the same time.
    const spread = 0.8 + 0.4 * Math.random();
    // Never sooner than the upstream wants, and spread out too.
    return Math.max(Math.min(options.intervalMs, mostMs) * pace * spread, restMs * (spread + 0.2));
  };

  /** Reads now, or joins the read that is in progress. */
  const refresh = (): Promise<void> => {
    clearTimeout(timer);
    running ??= read().finally(() => {
      running = undefined;
      if (!closed) timer = setTimeout(refresh, pause()).unref();
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
