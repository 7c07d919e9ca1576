/**
 * The primary of several worker processes. It accepts connections and deals them out, counts calls for all workers if
 * there is no Redis, serves the admin port, and replaces workers that end. It serves no calls itself.
 */
import cluster, { type Worker } from "node:cluster";
import type { Socket } from "node:net";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Counter, Gauge, Registry } from "prom-client";
import { createLeaseGiver } from "../adapters/limiter/lease-giver.ts";
import type { Log } from "../adapters/observe/log.ts";
import { createMetricsPool } from "../adapters/observe/metrics-pool.ts";
import { serveAdmin } from "../transports/http/admin.ts";
import { createDistributor, type Receiver } from "../transports/http/distributor.ts";
import { urlOf } from "../transports/http/listener.ts";
import { MAX_SILENCE_MS } from "./admin.ts";
import type { Config } from "./config.ts";
import { RECONNECT_MS } from "./service.ts";
import type { PrimaryMessage, WorkerMessage } from "./worker.ts";

export interface PrimaryParts {
  readonly config: Config;
  readonly log: Log;
  /** A key made for this run, where the configuration gives none. */
  readonly madeKey: string | undefined;
  readonly graceMs: number;
  readonly exit: (code: number) => Promise<void>;
}

export interface Primary {
  stop(): Promise<void>;
  /** Tells every worker to read its keys again. */
  reload(): void;
}

/** One worker process. */
interface Member extends Receiver {
  readonly worker: Worker;
  send(message: object): void;
  isServing: boolean;
  ready: boolean;
  reportedAt: number;
}

/** Pauses before a worker is replaced grow while workers end before they serve. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;
/** How long a request for metrics waits for the workers before it gets their previous ones. */
const MAX_COLLECT_MS = 500;
/** While stopping, how long connections wait for workers to take them. A worker that serves and takes longer hangs. */
const MAX_DEAL_MS = 2_000;

/**
 * V8 collects garbage on several threads at a time. If every core has a worker, these threads take each other's time, and
 * a call costs up to a sixth more. So each worker then collects by itself, and less often.
 */
export function workerFlags(workers: number, cores: number): string[] {
  return workers < cores ? [] : ["--single-threaded-gc", "--max-semi-space-size=32"];
}

export async function runPrimary(parts: PrimaryParts): Promise<Primary> {
  const { config, log, madeKey, graceMs, exit } = parts;
  const registry = new Registry();
  const restarts = new Counter({
    name: "preflight_worker_restarts_total",
    help: "Workers that ended by themselves and were replaced.",
    registers: [registry],
  });
  const members = new Set<Member>();
  new Gauge({
    name: "preflight_workers",
    help: "Workers that serve now.",
    registers: [registry],
    collect() {
      this.set(serving().length);
    },
  });
  const pool = createMetricsPool();
  const budget = config.redis === undefined ? createLeaseGiver({ limit: config.rateLimit }) : undefined;
  const distributor = await createDistributor(config.host, config.port, {
    maxWaiting: config.maxConnections,
    onRefused: () => log.warn({}, "connections are refused: no worker takes them"),
  });
  const admin =
    config.adminPort === undefined
      ? undefined
      : await serveAdmin(config.adminHost, config.adminPort, {
          contentType: pool.contentType,
          metrics: collect,
          health,
        });

  let announced = false;
  let stopping = false;
  let failed = false;
  let failures = 0;
  let collecting: { readonly waitingFor: Set<Member>; readonly done: () => void } | undefined;
  let collected: Promise<void> | undefined;

  function serving(): Member[] {
    return [...members].filter(({ isServing }) => isServing);
  }

  function health() {
    const now = performance.now();
    const alive = serving().some(({ reportedAt }) => now - reportedAt < MAX_SILENCE_MS);
    return { alive, ready: !stopping && serving().some(({ ready }) => ready) };
  }

  /** A worker that is busy or dies meanwhile is shown as it was last. */
  async function collect(): Promise<string> {
    collected ??= new Promise<void>((resolve) => {
      const waitingFor = new Set(serving());
      const done = (): void => {
        clearTimeout(timer);
        collecting = undefined;
        collected = undefined;
        resolve();
      };
      const timer = setTimeout(done, MAX_COLLECT_MS);
      collecting = { waitingFor, done };
      for (const member of waitingFor) member.send({ preflightCollect: true } satisfies PrimaryMessage);
      if (waitingFor.size === 0) done();
    });
    await collected;
    return pool.text(registry);
  }

  function reported(member: Member): void {
    collecting?.waitingFor.delete(member);
    if (collecting?.waitingFor.size === 0) collecting.done();
  }

  function announce(text: string): void {
    if (announced) return;
    announced = true;
    process.stdout.write(`${text}\n`);
    if (madeKey !== undefined) process.stdout.write(`API key, valid until this process ends: ${madeKey}\n`);
    if (admin !== undefined) process.stdout.write(`Metrics: ${urlOf(admin.address)}/metrics\n`);
  }

  function start(): void {
    if (stopping) return;
    // Every worker must have the same key.
    const worker = cluster.fork(madeKey === undefined ? {} : { PREFLIGHT_API_KEYS: madeKey });
    // A worker may end at any moment. What was sent to it then is handled when its end is noticed.
    const send = (message: object, socket?: Socket): void => {
      if (worker.isConnected()) worker.process.send(message, socket, { keepOpen: true }, () => undefined);
    };
    const member: Member = {
      worker,
      send,
      give: (socket) => send({ preflightConnection: true } satisfies PrimaryMessage, socket),
      isServing: false,
      ready: false,
      reportedAt: performance.now(),
    };
    members.add(member);
    worker.on("error", () => undefined);
    worker.on("message", (message: WorkerMessage) => receive(member, message));
    worker.on("disconnect", () => distributor.remove(member, true));
    worker.on("exit", (code, signal) => ended(member, code, signal));
  }

  function receive(member: Member, message: WorkerMessage): void {
    if ("preflightAccepted" in message) distributor.confirm(member);
    else if ("preflightHello" in message)
      member.send({ preflightAddress: distributor.address } satisfies PrimaryMessage);
    else if ("preflightServing" in message) {
      member.isServing = true;
      failures = 0;
      announce(message.preflightServing);
      distributor.add(member);
    } else if ("preflightStopping" in message) distributor.remove(member, false);
    else if ("preflightReport" in message) {
      const { metrics, ready } = message.preflightReport;
      pool.update(member.worker.id, metrics);
      member.ready = ready;
      member.reportedAt = performance.now();
      reported(member);
    } else budget?.receive(member, message);
  }

  function ended(member: Member, code: number | null, signal: string | null): void {
    members.delete(member);
    distributor.remove(member, true);
    budget?.forget(member);
    pool.retire(member.worker.id);
    reported(member);
    if (stopping) return;
    log.error({ worker: member.worker.process.pid, code, signal }, "a worker ended");
    // What refuses to start before anything has been served would refuse the next time too.
    if (!announced && signal === null && code !== 0) {
      failed = true;
      void stop();
      return;
    }
    restarts.inc();
    const pause = member.isServing ? 0 : Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** failures++);
    if (pause === 0) start();
    else setTimeout(start, pause);
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({}, "stopping");
    for (const member of members) member.send({ preflightDrain: true } satisfies PrimaryMessage);
    if (!failed) {
      await sleep(config.drainSeconds * 1_000);
      for (const member of members) member.send({ preflightPause: true } satisfies PrimaryMessage);
      await sleep(RECONNECT_MS);
      // Where all workers have just died, connections wait for one that is starting.
      await distributor.close(serving().length > 0 ? MAX_DEAL_MS : graceMs);
    }
    const codes = await Promise.all([...members].map(({ worker }) => stopWorker(worker, graceMs, log)));
    admin?.close();
    await exit(failed || codes.includes(1) ? 1 : 0);
  }

  const flags = workerFlags(config.workers, availableParallelism());
  cluster.setupPrimary({ execArgv: [...flags, ...process.execArgv] });
  for (let count = 0; count < config.workers; count++) start();
  return {
    stop,
    reload() {
      for (const { worker } of serving()) worker.process.kill("SIGHUP");
    },
  };
}

/** The exit code, or null if a signal ended the worker. */
function stopWorker(worker: Worker, graceMs: number, log: Log): Promise<number | null> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve(null);
    const timer = setTimeout(() => {
      log.error({ worker: worker.process.pid }, "a worker did not stop in time and is killed");
      worker.process.kill("SIGKILL");
    }, graceMs + 1_000);
    worker.once("exit", (code) => {
      clearTimeout(timer);
      if (code) log.error({ worker: worker.process.pid, code }, "a worker failed while it stopped");
      resolve(code);
    });
    worker.process.kill("SIGTERM");
  });
}
