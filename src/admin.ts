/** Starts the thread of the admin port, and tells it every second how the service is. */
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";

export interface AdminReport {
  /** The metrics, in the format of Prometheus. */
  readonly text: string;
  readonly ready: boolean;
}

export type AdminAddress =
  | { readonly address: AddressInfo }
  | { readonly code: string | undefined; readonly message: string };

export interface AdminThreadOptions {
  readonly host: string;
  readonly port: number;
  readonly contentType: string;
  readonly report: () => Promise<AdminReport>;
}

const REPORT_EVERY_MS = 1_000;
/** When a process that does not report counts as hung. */
export const MAX_SILENCE_MS = 30_000;

export async function startAdminThread(options: AdminThreadOptions): Promise<{
  readonly address: AddressInfo;
  close(): void;
}> {
  const { host, port, contentType } = options;
  const thread = new Worker(new URL("./admin-thread.js", import.meta.url), {
    name: "admin",
    workerData: { host, port, contentType, maxSilenceMs: MAX_SILENCE_MS },
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const report = async (): Promise<void> => thread.postMessage(await options.report());
  const address = await new Promise<AddressInfo>((resolve, reject) => {
    thread.once("error", reject);
    thread.once("message", (answer: AdminAddress) => {
      if ("address" in answer) resolve(answer.address);
      else reject(Object.assign(new Error(answer.message), { code: answer.code }));
    });
  });
  thread.on("message", () => void report());
  // A failure of the thread must not end the service.
  thread.on("error", () => undefined);
  const timer = setInterval(report, REPORT_EVERY_MS);
  timer.unref();
  thread.unref();
  await report();
  return {
    address,
    close() {
      clearInterval(timer);
      void thread.terminate();
    },
  };
}
