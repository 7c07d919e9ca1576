/** Starts the thread of the admin port, and tells it every second how the service is. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type MessagePort, Worker } from "node:worker_threads";
import { BEAT_MS } from "../health.ts";

/** What the thread says first. Later it sends ports, each of which wants the metrics. */
export type AdminAddress =
  | { readonly address: AddressInfo }
  | { readonly code: string | undefined; readonly message: string };

export interface AdminSettings {
  readonly host: string;
  readonly port: number;
  readonly contentType: string;
  readonly logsWarnings: boolean;
}

interface AdminThreadOptions extends AdminSettings {
  readonly isReady: () => boolean;
  readonly metrics: () => Promise<string>;
  /** The thread has ended by itself. */
  readonly onFailure: (error: Error) => void;
}

export async function startAdminThread(options: AdminThreadOptions): Promise<{
  readonly address: AddressInfo;
  close(): void;
}> {
  const { isReady, metrics, onFailure, ...settings } = options;
  const thread = new Worker(new URL("./admin-thread.js", import.meta.url), {
    name: "admin",
    workerData: settings satisfies AdminSettings,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const report = (): void => thread.postMessage(isReady());
  const [answer] = (await once(thread, "message")) as [AdminAddress];
  if (!("address" in answer)) throw Object.assign(new Error(answer.message), { code: answer.code });
  // Written when somebody asks: that takes milliseconds, and far longer with a thousand domains.
  thread.on("message", async (port: MessagePort) => port.postMessage(await metrics()));
  // It must not end the service.
  thread.on("error", onFailure);
  const timer = setInterval(report, BEAT_MS);
  timer.unref();
  thread.unref();
  report();
  return {
    address: answer.address,
    close() {
      clearInterval(timer);
      void thread.terminate();
    },
  };
}
