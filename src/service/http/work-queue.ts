/**
 * Keeps the event loop responsive under load. Each turn of the loop spends a limited time on calls, and new requests, health
 * checks and timers are served in between. If a new call would have to wait for too long, `isOverloaded` says so, and it is
 * refused before it costs anything: a longer queue would make all calls late and serve none more.
 */
export type WorkQueue = ReturnType<typeof createWorkQueue>;

export type WorkQueueOptions = Parameters<typeof createWorkQueue>[0];

/** The work of a call. It returns what follows, such as sending the answer, and must not throw. */
type Task = () => () => void;

/** So many calls are done before any is answered: with all in the processor's caches, one takes a third of the time. */
const BATCH = 16;
/** The weight of the latest task in the mean duration of tasks. */
const WEIGHT = 1 / BATCH;
/**
 * Node accepts one connection in each turn of the loop. A few hundred callers that connect at once would wait for seconds, and
 * a health check behind them. So turns with a new connection do no work, up to this many in a row.
 */
const MAX_IDLE_TURNS = 64;

/** `sliceMs`: of work in one turn of the event loop. `maxWaitMs`: of work that may wait. */
export function createWorkQueue({ sliceMs = 8, maxWaitMs = 100, now = () => performance.now() } = {}) {
  let tasks: Task[] = [];
  /** How many of `tasks` are done: removing each one from the front would move all others. */
  let done = 0;
  let meanMs = 0.1;
  let expected = 0;
  let isTurnMarked = false;
  let isPaused = false;
  let hasNewConnection = false;
  let idleTurns = 0;

  function runSlice(): void {
    const started = now();
    for (let ended = started; done < tasks.length && ended - started < sliceMs; ) {
      const batchStarted = ended;
      const followUps: (() => void)[] = [];
      do {
        followUps.push(tasks[done++]!());
        ended = now();
      } while (done < tasks.length && followUps.length < BATCH && ended - started < sliceMs);
      for (const followUp of followUps) followUp();
      ended = now();
      // A batch that the system interrupted says nothing about the others.
      const took = Math.min((ended - batchStarted) / followUps.length, 4 * meanMs + 0.5);
      meanMs += (took - meanMs) * followUps.length * WEIGHT;
    }
  }

  /** Called after the loop has read what has arrived, once in each turn that has done work. */
  function nextTurn(): void {
    isTurnMarked = false;
    if (isPaused) return;
    const isIdle = hasNewConnection && idleTurns < MAX_IDLE_TURNS;
    hasNewConnection = false;
    idleTurns = isIdle ? idleTurns + 1 : 0;
    if (!isIdle) runSlice();
    if (done === tasks.length || done > 1_000) {
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
    /** Runs the task once the loop has read what has arrived, in order. */
    run(task: Task): void {
      markTurn();
      tasks.push(task);
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
    setPaused: (paused: boolean) => {
      isPaused = paused;
      markTurn();
    },
  };
}
