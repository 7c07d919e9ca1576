/** Sends jobs to a worker thread, a few at a time, and replaces a thread that hangs or dies. */
import { Worker } from "node:worker_threads";

export interface Thread<Job, Answer> {
  run(job: Job): Promise<Answer>;
  close(): Promise<void>;
}

export interface ThreadOptions<Job, Answer> {
  /** For messages to the operator. */
  name: string;
  /** Serves jobs with `serveJobs`. */
  script: URL;
  /** Jobs in progress at once. */
  concurrency: number;
  maxMegabytes: number;
  /**
   * For new objects, in addition. What they hold outside of the heap, such as pieces of a response, is given back only when
   * this is full.
   */
  maxYoungMegabytes: number;
  /** Without a job for this long the thread ends, and gives its memory back. The next job starts another one. */
  idleMs?: number;
  /** When the thread counts as hung. */
  timeLimitMs(job: Job): number;
  /** The answer to jobs that the thread did not finish. */
  failed(message: string): Answer;
  /** The answer to jobs that were cut off by `close`. */
  stopped: Answer;
}

export interface JobMessage<Job> {
  id: number;
  job: Job;
}

export interface AnswerMessage<Answer> {
  id: number;
  answer: Answer;
}

interface Task<Job, Answer> {
  job: Job;
  resolve: (answer: Answer) => void;
  timer?: NodeJS.Timeout;
}

export function createThread<Job, Answer>(options: ThreadOptions<Job, Answer>): Thread<Job, Answer> {
  const { name, concurrency, stopped } = options;
  const waiting: Task<Job, Answer>[] = [];
  const running = new Map<number, Task<Job, Answer>>();
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
    if (options.idleMs !== undefined) idle = setTimeout(end, options.idleMs).unref();
  };

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };

  /** Ends the thread and every job in it; the next job starts a new one. */
  const replace = (gone: Worker, message: string): void => {
    if (worker !== gone) return;
    worker = undefined;
    void gone.terminate();
    for (const id of [...running.keys()]) settle(id, options.failed(message));
    dispatch();
  };

  const start = (): Worker => {
    const started = new Worker(options.script, {
      name,
      resourceLimits: {
        maxOldGenerationSizeMb: options.maxMegabytes,
        maxYoungGenerationSizeMb: options.maxYoungMegabytes,
      },
    });
    started.on("message", ({ id, answer }: AnswerMessage<Answer>) => {
      settle(id, answer);
      dispatch();
    });
    started.on("error", (error: NodeJS.ErrnoException) =>
      replace(started, `the ${name} thread failed (${error.code ?? error.name})`),
    );
    started.on("exit", () => replace(started, `the ${name} thread ended`));
    return started;
  };

  const dispatch = (): void => {
    while (!closed && waiting.length > 0 && running.size < concurrency) {
      const task = waiting.shift() as Task<Job, Answer>;
      clearTimeout(idle);
      worker ??= start();
      const thread = worker;
      thread.ref();
      const id = ++lastId;
      running.set(id, task);
      task.timer = setTimeout(
        () => replace(thread, `the ${name} thread hung`),
        options.timeLimitMs(task.job),
      );
      thread.postMessage({ id, job: task.job } satisfies JobMessage<Job>);
    }
  };

  const run = (job: Job): Promise<Answer> =>
    new Promise((resolve) => {
      if (closed) return resolve(stopped);
      waiting.push({ job, resolve });
      dispatch();
    });

  const close = async (): Promise<void> => {
    closed = true;
    for (const task of waiting.splice(0)) task.resolve(stopped);
    for (const id of [...running.keys()]) settle(id, stopped);
    await end();
  };

  return { run, close };
}
