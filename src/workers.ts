/** Several processes on one port. The primary serves only metrics; it starts, watches and stops the workers. */
import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";
import { createWorkerBudget } from "./adapters/limiter/primary.ts";
import type { Log } from "./adapters/observe/log.ts";
import type { Config } from "./config.ts";
import { serveAdmin } from "./transports/http/admin.ts";
import { urlOf } from "./transports/http/listener.ts";

export interface PrimaryParts {
  readonly config: Config;
  readonly log: Log;
  /** A key made for this run, where the configuration gives none. */
  readonly madeKey: string | undefined;
  readonly graceMs: number;
}

interface Announcement {
  readonly preflightBanner: string;
}

/** Lets the primary collect the metrics of this worker. Returns how to print through the primary. */
export function joinPrimary(registry: Registry): (text: string) => void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
  return (preflightBanner) => process.send?.({ preflightBanner } satisfies Announcement);
}

export async function runPrimary({ config, log, madeKey, graceMs }: PrimaryParts): Promise<void> {
  // Every worker must have the same key.
  const environment = madeKey === undefined ? {} : { PREFLIGHT_API_KEYS: madeKey };
  const aggregate = new AggregatorRegistry();
  const admin =
    config.adminPort === undefined
      ? undefined
      : await serveAdmin(config.host, config.adminPort, {
          contentType: aggregate.contentType,
          metrics: () => aggregate.clusterMetrics(),
        });

  const countFor = config.redis === undefined ? createWorkerBudget(config.rateLimit) : undefined;
  let announced = false;
  let stopping = false;
  let failed = false;

  function announce(text: string): void {
    if (announced) return;
    announced = true;
    process.stdout.write(`${text}\n`);
    if (madeKey !== undefined) process.stdout.write(`API key, valid until this process ends: ${madeKey}\n`);
    if (admin !== undefined) process.stdout.write(`Metrics: ${urlOf(admin.address)}/metrics\n`);
  }

  function start(): void {
    const worker = cluster.fork(environment);
    countFor?.(worker);
    let serves = false;
    worker.on("message", (message: Partial<Announcement>) => {
      if (typeof message.preflightBanner !== "string") return;
      serves = true;
      announce(message.preflightBanner);
    });
    worker.on("exit", (code, signal) => {
      if (stopping) return;
      log.error({ worker: worker.id, code, signal }, "a worker ended");
      if (serves) start();
      // A worker that never started would not start the next time either.
      else {
        failed = true;
        void stop();
      }
    });
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const codes = await Promise.all(running.map((worker) => stopWorker(worker, graceMs)));
    admin?.close();
    await log.flush();
    process.exit(failed || codes.some((code) => code !== 0) ? 1 : 0);
  }

  process.on("SIGTERM", stop).on("SIGINT", stop);
  for (let count = 0; count < config.workers; count++) start();
}

function stopWorker(worker: Worker, graceMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => worker.process.kill("SIGKILL"), graceMs + 1_000);
    worker.once("exit", (code) => {
      clearTimeout(timer);
      resolve(code);
    });
    worker.process.kill("SIGTERM");
  });
}
