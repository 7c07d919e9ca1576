/** The inside of a worker thread that is started by `createThread`. */
import { setPriority } from "node:os";
import { parentPort, type TransferListItem } from "node:worker_threads";
import type { AnswerMessage, JobMessage, Slot } from "./thread.ts";

interface Served<Answer> {
  answer: Answer;
  /** What is handed over rather than copied. */
  transfer?: readonly TransferListItem[];
}

/** An error in `serve` ends the thread; the job is then answered as failed. */
export function serveJobs<Job, Answer>(serve: (job: Job, slot: Slot) => Promise<Served<Answer>>): void {
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
  port?.on("message", ({ id, job }: JobMessage<Job>) => {
    const tell = (message: AnswerMessage<Answer>, transfer: readonly TransferListItem[] = []): void =>
      port.postMessage(message, [...transfer]);
    const slot = {
      leave: () => tell({ id, slot: "leave" }),
      take: () => tell({ id, slot: "take" }),
    };
    void serve(job, slot).then(({ answer, transfer }) => tell({ id, answer }, transfer));
  });
}
