/**
 * Keeps the event loop responsive under load. Each turn of the loop spends a limited time on calls; the calls that are
 * left wait in a queue, so that new requests, health checks and timers are served in between. If a new call would have
 * to wait for too long, `isOverloaded` says so, and the call is refused before it costs anything: a longer queue would
 * make all calls late and serve none more.
 */
export type WorkQueue = ReturnType<typeof createWorkQueue>;

export interface WorkQueueOptions {
  /** Milliseconds of work in one turn of the event loop. */
  readonly sliceMs?: number;
  /** Milliseconds of work that may wait. */
  readonly maxWaitMs?: number;
  readonly now?: () => number;
}

/** The weight of the latest task in the mean duration of tasks. */
const WEIGHT = 1 / 16;
/**
 * Node accepts one connection in each turn of the loop. If every turn did a slice of work, a few hundred callers that
 * connect at once would wait for seconds, and a health check behind them too. So turns with a new connection do no work,
 * up to this many in a row.
 */
const MAX_IDLE_TURNS = 64;

export function createWorkQueue({
  sliceMs = 8,
  maxWaitMs = 100,
  now = () => performance.now(),
}: WorkQueueOptions = {}) {
  let tasks: (() => void)[] = [];
  /** How many of `tasks` are done: removing each one from the front would move all others. */
  let done = 0;
  let spentMs = 0;
  let meanMs = 0.1;
  let expected = 0;
  let isTurnMarked = false;
  let isPaused = false;
  let hasNewConnection = false;
  let idleTurns = 0;

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
    const isIdle = hasNewConnection && idleTurns < MAX_IDLE_TURNS;
    hasNewConnection = false;
    idleTurns = isIdle ? idleTurns + 1 : 0;
    if (isIdle) {
      if (tasks.length > 0) markTurn();
      return;
    }
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
    /** Runs the task now if this turn has time left and nothing waits, or else soon, in order. */
    run(task: () => void): void {
      markTurn();
      if (tasks.length === 0 && spentMs < sliceMs && !isPaused) runNow(task);
      else tasks.push(task);
    },
    /** Whether a new call would have to wait for too long. If so, it must be refused. */
    isOverloaded: () => !isPaused && (tasks.length - done + expected) * meanMs > maxWaitMs,
    /** For a call that will reach the queue, but waits for something else first: it counts as waiting meanwhile. */
    waitFor<T>(promise: Promise<T>, then: (value: T) => void): void {
      expected++;
      void promise.then((value) => {
        expected--;
        then(value);
      });
    },
    /** To be called with every new connection. */
    connected: () => {
      hasNewConnection = true;
    },
    /** While paused, calls wait, and nothing is refused. */
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      markTurn();
    },
  };
}
