/** Reads registries in a thread of their own: see registry-worker.ts. */
import { createThread } from "../shared/thread.ts";
import type { RegistryAnswer, RegistryJob } from "./registry.ts";

export interface RegistryThread {
  read(job: RegistryJob): Promise<RegistryAnswer>;
  close(): Promise<void>;
}

interface RegistryThreadOptions {
  /** Reads in progress at once; limits the memory of unfinished indexes. */
  concurrency?: number;
  /** How long after a job's own time limit the thread counts as hung. */
  graceMs?: number;
  script?: URL;
}

export function createRegistryThread(options: RegistryThreadOptions = {}): RegistryThread {
  const { concurrency = 8, graceMs = 30_000 } = options;
  const { script = new URL("./registry-worker.js", import.meta.url) } = options;
  const { run, close } = createThread<RegistryJob, RegistryAnswer>({
    name: "registry",
    script,
    concurrency,
    maxMegabytes: 1_024,
    maxYoungMegabytes: 2,
    timeLimitMs: ({ limits }) => limits.totalMs + graceMs,
    failed: (message) => ({ status: "failed", problem: { code: "registry-thread", message } }),
    stopped: { status: "failed", problem: { code: "stopped", message: "the service is stopping" } },
  });
  return { read: run, close };
}
