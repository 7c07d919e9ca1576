/**
 * Keeps the event loop responsive under load. Each turn of the loop spends a limited time on calls; the calls that are
 * left wait in a queue, so that new requests, health checks and timers are served in between. When more work arrives than
 * can be done, `isOverloaded` says so, and further calls are refused before they cost anything.
 *
 * A burst is no overload: the queue may grow as long as it was empty a moment ago. Neither is a moderate queue that
 * stays, as callers make it that wait for their answers. But once calls are refused, a long queue only makes the accepted
 * calls late and serves none more. So it is kept very short then, until nothing has been refused for a while.
 */
export interface WorkQueue {
  /** Runs the task now if this turn has time left and nothing waits, or else soon, in order. */
  run(task: () => void): void;
  /** Whether a new call would have to wait for too long. If so, it must be refused. */
  isOverloaded(): boolean;
  /** A call that will reach the queue, but waits for something else first. To be followed by `arrive`. */
  expect(): void;
  arrive(): void;
  /** While paused, calls wait, and nothing is refused. */
  pause(): void;
  resume(): void;
  /** Calls that have been received and not been answered. */
  inFlight(): number;
  begin(): void;
  end(): void;
}

export interface WorkQueueOptions {
  /** Milliseconds of work in one turn of the event loop. */
  readonly sliceMs?: number;
  /** Milliseconds of work that may wait in a burst, which lasts this long at most. */
  readonly burstMs?: number;
  /** Milliseconds of work that may wait after that. */
  readonly steadyMs?: number;
  /** Milliseconds of work that may wait while calls are refused. */
  readonly strictMs?: number;
  readonly now?: () => number;
}

/** The weight of the latest task in the mean duration of tasks. */
const WEIGHT = 1 / 16;
/** Overload is over when nothing has been refused for this time: refused callers are told to come back after it. */
const CALM_MS = 1_000;

export function createWorkQueue({
  sliceMs = 8,
  burstMs = 500,
  steadyMs = 250,
  strictMs = 20,
  now = () => performance.now(),
}: WorkQueueOptions = {}): WorkQueue {
  let tasks: (() => void)[] = [];
  /** How many of `tasks` are done: removing each one from the front would move all others. */
  let done = 0;
  let spentMs = 0;
  let meanMs = 0.1;
  let expected = 0;
  let inFlight = 0;
  let isTurnMarked = false;
  let isPaused = false;
  /** When the queue was empty last, if it is not. */
  let emptyAt = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;

  function runNow(task: () => void): void {
    const started = now();
    try {
      task();
    } finally {
      const took = now() - started;
      spentMs += took;
      // A task that the system interrupted says nothing about the others.
      meanMs += (Math.min(took, 4 * meanMs + 0.5) - meanMs) * WEIGHT;
    }
  }

  /** Called after the loop has read what has arrived, once in each turn that has done work. */
  function nextTurn(): void {
    isTurnMarked = false;
    spentMs = 0;
    if (isPaused) return;
    while (done < tasks.length && spentMs < sliceMs) runNow(tasks[done++]!);
    if (done === tasks.length) {
      if (done > 0) tasks = [];
      done = 0;
    } else if (done > 1_000) {
      tasks = tasks.slice(done);
      done = 0;
    }
    if (tasks.length > 0) markTurn();
  }

  function markTurn(): void {
    if (isTurnMarked) return;
    isTurnMarked = true;
    setImmediate(nextTurn);
  }

  return {
    run(task) {
      markTurn();
      if (tasks.length === 0 && spentMs < sliceMs && !isPaused) runNow(task);
      else {
        if (tasks.length === 0) emptyAt = now();
        tasks.push(task);
      }
    },
    isOverloaded() {
      if (isPaused) return false;
      const waitMs = (tasks.length - done + expected) * meanMs;
      if (waitMs <= strictMs) return false;
      const time = now();
      const isTooLong =
        time - refusedAt < CALM_MS ||
        waitMs > burstMs ||
        (waitMs > steadyMs && tasks.length > 0 && time - emptyAt > burstMs);
      if (isTooLong) refusedAt = time;
      return isTooLong;
    },
    expect: () => {
      expected++;
    },
    arrive: () => {
      expected--;
    },
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      markTurn();
    },
    inFlight: () => inFlight,
    begin: () => {
      inFlight++;
    },
    end: () => {
      inFlight--;
    },
  };
}
