/** Keeps one upstream document current: fetches it at intervals and keeps the last good copy. */
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";
import { refusalOf } from "./refusals.ts";

export interface Copy<T> {
  value: T;
  /** When the upstream last confirmed this copy, by the clock of the follower. */
  confirmedAt: number;
  /** When the upstream last sent a document in its place, be it one that was refused. */
  answeredAt: number;
  /** Why the document that the upstream sends now is not taken. */
  refused?: UpstreamProblem;
}

export type Reading<T> =
  | { status: "confirmed"; value: T }
  /** `despite`: what speaks against the new document. It was held back for as long as `holdMs` says. */
  | { status: "replaced"; value: T; despite?: UpstreamProblem }
  /** The document is sound, but looks like a mistake. */
  | { status: "suspected"; value: T; problem: UpstreamProblem }
  | { status: "failed"; problem: UpstreamProblem };

/** What became of a reading. */
export type Outcome<T> = Exclude<Reading<T>, { status: "suspected" }>;

export interface FollowerOptions<T> {
  /** `unconditional`: fetch the document even if its tag has not changed. */
  read(current: T | undefined, unconditional: boolean): Promise<Reading<T>>;
  /** Whether a new document may take over from the one in use. Asked again with every reading. */
  mayTakeOver?(value: T): boolean;
  /** Called before a new document takes over. */
  prepare?(value: T): Promise<void>;
  /** `before`: what was wrong with the previous read. */
  onReading(outcome: Outcome<T>, before: UpstreamProblem | undefined): void;
  /** How long a document that looks like a mistake has to be published before it is taken. */
  holdMs: number;
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

/** After this many failures in a row the intervals grow: a product that is down should not be kept down by replicas. */
const PATIENT_FAILURES = 2;
/** They grow to this many times their length, so that a product that is back is noticed within minutes. */
const MAX_PACE = 4;

export function createFollower<T>(options: FollowerOptions<T>): Follower<T> {
  let copy: Copy<T> | undefined;
  let problem: UpstreamProblem | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let refreshes = 0;
  /** How often in a row the document could not be had. */
  let failures = 0;
  let closed = false;
  /** Since when every document that was sent looked like a mistake. */
  let suspectedSince: number | undefined;

  /** A document that looks like a mistake counts as failed until it was published for long enough. */
  const decide = (reading: Reading<T>, startedAt: number): Outcome<T> => {
    if (reading.status !== "suspected") {
      if (reading.status !== "failed") suspectedSince = undefined;
      return reading;
    }
    const { value, problem } = reading;
    suspectedSince ??= startedAt;
    if (startedAt - suspectedSince < options.holdMs) return { status: "failed", problem };
    suspectedSince = undefined;
    return { status: "replaced", value, despite: problem };
  };

  const read = async (): Promise<void> => {
    const startedAt = options.now();
    const reading = await options.read(copy?.value, refreshes++ % options.wholeEvery === 0).catch(
      (): Reading<T> => ({
        status: "failed",
        problem: { code: "internal", message: "reading failed unexpectedly" },
      }),
    );
    if (closed) return;
    const decided = decide(reading, startedAt);
    const waits =
      decided.status === "replaced" && copy !== undefined && options.mayTakeOver?.(decided.value) === false;
    const outcome: Outcome<T> = waits ? { status: "confirmed", value: copy!.value } : decided;
    if (outcome.status === "replaced") await options.prepare?.(outcome.value);
    if (closed) return;
    const before = problem;
    const isAway = outcome.status === "failed" && refusalOf(outcome.problem) === undefined;
    failures = isAway ? failures + 1 : 0;
    if (outcome.status === "failed") {
      ({ problem } = outcome);
      if (copy !== undefined && refusalOf(problem) !== undefined)
        copy = { ...copy, answeredAt: startedAt, refused: problem };
    } else {
      copy = { value: outcome.value, confirmedAt: startedAt, answeredAt: startedAt };
      problem = undefined;
    }
    options.onReading(outcome, before);
  };

  const schedule = (): void => {
    if (closed) return;
    const pace = Math.min(MAX_PACE, 2 ** Math.max(0, failures - PATIENT_FAILURES));
    // Up to a fifth sooner or later, so that documents and replicas do not all fetch at the same time.
    timer = setTimeout(refresh, options.intervalMs * pace * (0.8 + 0.4 * Math.random()));
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
