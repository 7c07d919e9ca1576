/**
 * The registry thread: fetches, parses and indexes registries so that a million entries never block a
 * request. Answers with flat buffers, which are transferred rather than copied.
 */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { registryBuffers } from "../../core/registry/registry.ts";
import { type RegistryAnswer, type RegistryJob, readRegistry } from "./registry.ts";

export interface RegistryJobMessage {
  id: number;
  job: RegistryJob;
}

export interface RegistryAnswerMessage {
  id: number;
  answer: RegistryAnswer;
}

// Requests come first. On Linux a priority belongs to a thread, and 0 means the calling one; elsewhere this call
// would slow the whole process down.
if (process.platform === "linux") {
  try {
    setPriority(0, 10);
  } catch {
    // Not permitted here; the thread then runs at the usual priority.
  }
}

const port = parentPort;
port?.on("message", ({ id, job }: RegistryJobMessage) => {
  readRegistry(job)
    .catch((error: unknown): RegistryAnswer => {
      const kind = error instanceof Error ? error.name : "unknown";
      return {
        status: "failed",
        problem: { code: "internal", message: `reading the registry failed (${kind})` },
      };
    })
    .then((answer) => {
      const message: RegistryAnswerMessage = { id, answer };
      port.postMessage(message, answer.status === "loaded" ? registryBuffers(answer.data) : []);
    });
});
