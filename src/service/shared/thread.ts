/** Sends jobs to a worker thread, a few at a time, and replaces a thread that hangs or dies. */
import { setPriority } from "node:os";
import { parentPort, type ResourceLimits, type TransferListItem, Worker } from "node:worker_threads";

/** Runs as many tasks at once as there are slots; the others wait in line. */
export function createSlots(size: number) {
  const waiting: (() => void)[] = [];
  let free = size;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

interface ThreadOptions<Job, Answer> {
  /** For messages to the operator. */
  name: string;
  script: URL;
  /** What it is told at its start. */
  data?: unknown;
  concurrency: number;
  /** What new objects hold outside of the heap is given back only when `maxYoungGenerationSizeMb` is full. */
  resourceLimits: ResourceLimits;
  /** Without a job for this long the thread ends, and gives its memory back. The next job starts another one. */
  idleMs?: number;
  /** When the thread counts as hung. */
  timeLimitMs(job: Job): number;
  /** How many times as long jobs that only compute may take while this process gets the processor less than half of the time. */
  patience?: number;
  /** The answer to jobs that the thread did not finish. */
  failed(message: string): Answer;
}

const STOPPED = "was stopped";

export function createThread<Job, Answer>(options: ThreadOptions<Job, Answer>) {
  const { name, concurrency, patience = 1 } = options;
  const slots = createSlots(concurrency);
  const running = new Map<number, { resolve: (answer: Answer) => void; timer: NodeJS.Timeout }>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  const settle = (id: number, answer: Answer): void => {
    const task = running.get(id);
    if (task === undefined) return;
    running.delete(id);
    clearTimeout(task.timer);
    task.resolve(answer);
    if (running.size > 0) return;
    worker?.unref();
    if (options.idleMs !== undefined) idle = setTimeout(end, options.idleMs, "was idle").unref();
  };

  const unfinished = (how: string): Answer => options.failed(`the ${name} thread ${how}`);

  /** Ends the thread and every job in it; the next job starts a new one. */
  const end = async (how: string): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    for (const id of [...running.keys()]) settle(id, unfinished(how));
    await ending?.terminate();
  };

  const replace = (gone: Worker, how: string): void => {
    if (worker === gone) void end(how);
  };

  const start = (): Worker => {
    const { script, data: workerData, resourceLimits } = options;
    const started = new Worker(script, { name, workerData, resourceLimits });
    started.on("message", ({ id, answer }: { id: number; answer: Answer }) => settle(id, answer));
    started.on("error", (error: NodeJS.ErrnoException) =>
      replace(started, `failed (${error.code ?? error.name})`),
    );
    started.on("exit", () => replace(started, "ended"));
    return started;
  };

  const run = (job: Job): Promise<Answer> =>
    slots(
      () =>
        new Promise((resolve) => {
          if (closed) return resolve(unfinished(STOPPED));
          clearTimeout(idle);
          worker ??= start();
          const thread = worker;
          thread.ref();
          const id = ++lastId;
          const limitMs = options.timeLimitMs(job);
          const before = process.cpuUsage();
          let turns = patience;
          const expire = () => {
            const { user, system } = process.cpuUsage(before);
            if (--turns === 0 || (user + system) / 1_000 > limitMs / 2) replace(thread, "hung");
            else task.timer = setTimeout(expire, limitMs);
          };
          const task = { resolve, timer: setTimeout(expire, limitMs) };
          running.set(id, task);
          thread.postMessage({ id, job });
        }),
    );

  const close = async (): Promise<void> => {
    closed = true;
    await end(STOPPED);
  };

  return { run, close };
}

/** The inside of such a thread. `transfer`: handed over, not copied. An error ends the thread, and the job fails. */
export function serveJobs<Job, Answer>(
  serve: (job: Job) => Promise<{ answer: Answer; transfer?: TransferListItem[] }>,
  isBackground = true,
): void {
  // Requests come first. On Linux a priority belongs to a thread, and 0 means the calling one; elsewhere this call
  // would slow the whole process down.
  if (isBackground && process.platform === "linux") {
    try {
      setPriority(0, 10);
    } catch {
      // Not permitted here; the thread then runs at the usual priority.
    }
  }
  parentPort?.on("message", async ({ id, job }: { id: number; job: Job }) => {
    const { answer, transfer } = await serve(job);
    parentPort?.postMessage({ id, answer }, transfer);
  });
}
