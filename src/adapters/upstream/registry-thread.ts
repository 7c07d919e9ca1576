/** Sends registry reads to the registry thread, a few at a time, and replaces a thread that hangs or dies. */
import { Worker } from "node:worker_threads";
import type { RegistryAnswer, RegistryJob } from "./registry.ts";
import type { RegistryAnswerMessage, RegistryJobMessage } from "./registry-worker.ts";

export interface RegistryThread {
  read(job: RegistryJob): Promise<RegistryAnswer>;
  close(): Promise<void>;
}

export interface RegistryThreadOptions {
  /** Reads in progress at once; limits the memory of unfinished indexes. */
  concurrency?: number;
  /** How long after a job's own time limit the thread counts as hung. */
  graceMs?: number;
  script?: URL;
}

const STOPPED: RegistryAnswer = {
  status: "failed",
  problem: { code: "stopped", message: "the service is stopping" },
};

interface Task {
  job: RegistryJob;
  resolve: (answer: RegistryAnswer) => void;
  timer?: NodeJS.Timeout;
}

export function createRegistryThread(options: RegistryThreadOptions = {}): RegistryThread {
  const { concurrency = 8, graceMs = 30_000 } = options;
  const script = options.script ?? new URL("./registry-worker.js", import.meta.url);
  const waiting: Task[] = [];
  const running = new Map<number, Task>();
  let worker: Worker | undefined;
  let lastId = 0;
  let closed = false;

  const settle = (id: number, answer: RegistryAnswer): void => {
    const task = running.get(id);
    if (task === undefined) return;
    running.delete(id);
    clearTimeout(task.timer);
    task.resolve(answer);
    if (running.size === 0) worker?.unref();
  };

  /** Ends the thread and every read in it; the next read starts a new one. */
  const replace = (gone: Worker, message: string): void => {
    if (worker !== gone) return;
    worker = undefined;
    void gone.terminate();
    for (const id of [...running.keys()]) {
      settle(id, { status: "failed", problem: { code: "registry-thread", message } });
    }
    dispatch();
  };

  const start = (): Worker => {
    const started = new Worker(script, {
      name: "registry",
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    started.on("message", ({ id, answer }: RegistryAnswerMessage) => {
      settle(id, answer);
      dispatch();
    });
    started.on("error", (error: NodeJS.ErrnoException) =>
      replace(started, `the registry thread failed (${error.code ?? error.name})`),
    );
    started.on("exit", () => replace(started, "the registry thread ended"));
    return started;
  };

  const dispatch = (): void => {
    while (!closed && waiting.length > 0 && running.size < concurrency) {
      const task = waiting.shift() as Task;
      worker ??= start();
      const thread = worker;
      thread.ref();
      const id = ++lastId;
      running.set(id, task);
      task.timer = setTimeout(
        () => replace(thread, "the registry thread hung"),
        task.job.limits.totalMs + graceMs,
      );
      thread.postMessage({ id, job: task.job } satisfies RegistryJobMessage);
    }
  };

  const read = (job: RegistryJob): Promise<RegistryAnswer> =>
    new Promise((resolve) => {
      if (closed) return resolve(STOPPED);
      waiting.push({ job, resolve });
      dispatch();
    });

  const close = async (): Promise<void> => {
    closed = true;
    for (const task of waiting.splice(0)) task.resolve(STOPPED);
    for (const id of [...running.keys()]) settle(id, STOPPED);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };

  return { read, close };
}
