/** The composition root: puts adapters, gate and transports together and listens. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createEndpoint } from "../endpoint/endpoint.ts";
import { decodeUtf8 } from "../http/body.ts";
import { createClientErrorHandler } from "../http/client-error.ts";
import { createListener, type ListenerLimits, urlOf } from "../http/listener.ts";
import { createNodeHandler } from "../http/node.ts";
import { createTraceReader } from "../http/trace.ts";
import { createWorkQueue, type WorkQueueOptions } from "../http/work-queue.ts";
import type { Log } from "../observe/log.ts";
import { createMetrics, type Metrics } from "../observe/metrics.ts";
import type { OperationContext } from "../operations/operation.ts";
import { OPERATIONS } from "../operations/operations.ts";
import type { Limiter } from "../operations/ports.ts";
import type { Recorder } from "../operations/record.ts";
import { readAssets } from "../pages/assets.ts";
import { createReceiptSigner } from "../receipts/receipts.ts";
import type { Config } from "../settings/config.ts";
import {
  chooseCatalogue,
  chooseKeyVerifier,
  chooseLimiter,
  chooseProxyVerifier,
  chooseTraces,
} from "./choose-adapters.ts";
import { maxSockets } from "./descriptors.ts";
import { watchHealth } from "./health.ts";

interface ServiceOptions {
  readonly config: Config;
  /** The keys to accept, if they are embedded. */
  readonly keys: readonly string[];
  readonly log: Log;
  readonly limits?: ListenerLimits;
  /** Instead of the one that the configuration selects. */
  readonly limiter?: Limiter;
  /** How many connections may be open. */
  readonly maxConnections?: number;
  /** Under how much load calls are refused. */
  readonly work?: WorkQueueOptions;
  /** Where the workbench was built. Without it, `/` is a page of links. */
  readonly workbench?: URL;
}

export interface Service {
  /** Where it listens; `baseUrl` is its public URL. */
  readonly url: string;
  readonly baseUrl: string;
  readonly metrics: Metrics;
  readonly context: OperationContext;
  /** Settles when calls are served: every document has been fetched once, successfully or not, or it took too long. */
  readonly loaded: Promise<void>;
  /** Whether at least one domain can be checked, and the service is not about to stop. */
  isReady(): boolean;
  /** From now on, accepts and signs with these keys or uses this token, follows these domains and uses this Redis. */
  reload(config: Config): Promise<void>;
  /** From now on, callers are asked to leave. Everything is still served. */
  drain(): void;
  /** Finishes the requests in progress. False if some had to be cut off. */
  stop(graceMs: number): Promise<boolean>;
}

export async function startService({
  config,
  keys,
  log,
  limits,
  ...given
}: ServiceOptions): Promise<Service> {
  const version = readVersion();
  const metrics = createMetrics(version);
  const ownLimiter = given.limiter === undefined ? await chooseLimiter({ config, log, metrics }) : undefined;
  const limiter = given.limiter ?? ownLimiter!;
  const { maxConnections: wanted = MAX_CONNECTIONS } = given;
  const maxConnections = Math.min(wanted, maxSockets());
  if (maxConnections < wanted)
    log.warn(
      { maxConnections },
      `the limit of open files is low: ${maxConnections} connections are accepted instead of ${wanted}; raise it (ulimit -n, LimitNOFILE)`,
    );
  const health = watchHealth(log, metrics, maxConnections);
  const listener = createListener({ maxConnections, limits, ...health });
  const url = urlOf(await listener.listen(config.host, config.port));
  const baseUrl = config.baseUrl ?? url;
  const surroundings = { config, baseUrl, log, metrics };

  const { catalogue, followed, loaded } = await chooseCatalogue(surroundings);
  health.watchDomains(catalogue, followed, loaded);
  const work = createWorkQueue(given.work);
  metrics.show("in_flight_calls", "Calls that have been received and not been answered.", () => [
    { value: listener.inFlight() },
  ]);
  metrics.setDroppedLines(log.dropped);
  listener.server.on("connection", work.connected);
  const traces = await chooseTraces(surroundings, version);
  const keyVerifier = await chooseKeyVerifier(surroundings, keys);
  const proxy = await chooseProxyVerifier(surroundings);
  const receipts =
    config.signingKeys &&
    createReceiptSigner(config.signingKeys, { issuer: baseUrl, service: `proposal-preflight/${version}` });
  let current = config;
  let stopping = false;
  const isStopping = () => stopping;
  const recorder = toAll([log, metrics, health.recorder, ...(traces === undefined ? [] : [traces])]);
  const onFault = (error: unknown, requestId: string) =>
    log.error({ requestId, ...describeFault(error) }, "fault");
  const endpoint = createEndpoint({
    ...{
      baseUrl,
      operations: OPERATIONS,
      catalogue,
      keys: keyVerifier,
      proxy,
      limiter,
      receipts,
      version,
      recorder,
      onFault,
    },
    rateLimit: config.rateLimit,
    issuer: config.identityIssuer,
    keyHelpUrl: config.keyHelpUrl,
    assets: given.workbench && readAssets(given.workbench),
    decode: decodeUtf8,
    isOverloaded: work.isOverloaded,
    isStopping,
  });
  const handler = createNodeHandler({
    ...{ ...endpoint, work, onFault, isStopping },
    // Node joins the values of repeated headers.
    clientAddressOf: ({ socket, headers }) =>
      config.clientAddress(socket.remoteAddress, headers["x-forwarded-for"] as string | undefined),
    traceOf: createTraceReader(config.otlp?.ratio),
  });
  const { nextRequestId } = endpoint;
  listener.server.on(
    "clientError",
    createClientErrorHandler({ baseUrl, recorder, nextRequestId, dueOn: listener.dueOn }),
  );
  // A balancer may send calls as soon as the port is open. They wait for the rules, but not for long.
  const loadedOrLate = Promise.race([loaded, sleep(MAX_LOADING_MS, undefined, { ref: false })]);
  void loadedOrLate.then(() => listener.serve(handler));
  void endpoint.warm();

  return {
    url,
    baseUrl,
    metrics,
    context: endpoint.context,
    loaded: loadedOrLate,
    isReady: () => !stopping && catalogue.list().some(({ status }) => status === "ready"),
    async reload(next) {
      // First what can fail, so that the old state is kept as a whole.
      if (next.redis !== undefined && JSON.stringify(next.redis) !== JSON.stringify(current.redis)) {
        await ownLimiter?.reload(next.redis);
        await proxy?.replaceRedis(next.redis);
      }
      // A product that does not answer holds up neither the keys nor the next reload.
      if (next.domains !== undefined) void followed?.setDomains(next.domains);
      keyVerifier.reload(next);
      if (next.signingKeys !== undefined) receipts?.replace(next.signingKeys);
      current = next;
    },
    drain() {
      stopping = true;
    },
    async stop(graceMs) {
      stopping = true;
      // A busy loop would let connections wait, and callers that get answers now would make new ones.
      work.pause();
      await sleep(RECONNECT_MS);
      await listener.stopAccepting();
      work.resume();
      const finished = await listener.close(graceMs);
      health.stop();
      ownLimiter?.close();
      await Promise.allSettled([followed?.close(), proxy?.close(), traces?.close()]);
      return finished;
    },
  };
}

const MAX_CONNECTIONS = 20_000;
/** How long the first calls wait for documents to be fetched. */
const MAX_LOADING_MS = 2_000;
/** How long callers that have just got an answer may take to connect again. */
const RECONNECT_MS = 50;

function toAll(recorders: readonly Recorder[]): Recorder {
  return {
    record(call) {
      for (const recorder of recorders) recorder.record(call);
    },
  };
}

/** The message of an error may quote the request; its name and stack frames do not. */
function describeFault(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { error: error.name, at: frames.slice(0, 8).map((line) => line.trim()) };
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return String(version);
}
