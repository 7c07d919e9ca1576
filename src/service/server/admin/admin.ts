/** Starts the thread of the admin port, and tells it every second how the service is. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type MessagePort, Worker } from "node:worker_threads";
import type { Log } from "../../observe/log.ts";
import type { Config } from "../../settings/settings.ts";
import { BEAT_MS } from "../health.ts";
import type { Service } from "../service.ts";

/** What the thread says first. Later it sends ports, each of which wants the metrics. */
export type AdminAddress =
  | { readonly address: AddressInfo }
  | { readonly code: string | undefined; readonly message: string };

export type AdminSettings = Pick<Config, "adminHost" | "adminPort" | "logLevel"> &
  Pick<Service, "baseUrl"> & { contentType: string };

export async function startAdmin(config: Config, { baseUrl, metrics, isReady }: Service, log: Log) {
  const { adminHost, adminPort, logLevel } = config;
  if (adminPort === undefined) return undefined;
  const { registry } = metrics;
  const { contentType } = registry;
  const thread = new Worker(new URL("./admin-thread.js", import.meta.url), {
    name: "admin",
    workerData: { adminHost, adminPort, baseUrl, logLevel, contentType } satisfies AdminSettings,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const report = (): void => thread.postMessage(isReady());
  const [answer] = (await once(thread, "message")) as [AdminAddress];
  if (!("address" in answer)) throw Object.assign(new Error(answer.message), { code: answer.code });
  // Written when somebody asks: that takes milliseconds, and far longer with a thousand domains.
  thread.on("message", async (port: MessagePort) => port.postMessage(await registry.metrics()));
  // It must not end the service.
  thread.on("error", ({ name }: Error) =>
    log.error({ error: name }, "the admin port has failed: it answers no more"),
  );
  const timer = setInterval(report, BEAT_MS).unref();
  thread.unref();
  report();
  return {
    address: answer.address,
    close(): void {
      clearInterval(timer);
      void thread.terminate();
    },
  };
}
