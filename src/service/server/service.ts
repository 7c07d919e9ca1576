/** The composition root: puts adapters, gate and transports together and listens. */
import { existsSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { createMemoryLimiter } from "../budget/memory.ts";
import type { RedisLimiter } from "../budget/redis.ts";
import { createEmbeddedCatalogue } from "../catalogue/embedded.ts";
import { createEndpoint } from "../endpoint/endpoint.ts";
import { createRequestIds } from "../http/call.ts";
import { createListener, type ListenerLimits, urlOf } from "../http/listener.ts";
import {
  createClientErrorHandler,
  createNodeHandler,
  createTraceReader,
  decodeUtf8,
  rawAnswer,
  TOO_MANY_CONNECTIONS,
} from "../http/node.ts";
import { createWorkQueue, type WorkQueueOptions } from "../http/work-queue.ts";
import { createKeyList } from "../identity/key-list.ts";
import type { ProxyVerifierOptions } from "../identity/verifier.ts";
import type { Log } from "../observe/log.ts";
import { createMetrics, type Metrics } from "../observe/metrics.ts";
import type { Catalogue, Limiter } from "../operations/ports.ts";
import type { NeighbourEvent, Recorder } from "../operations/record.ts";
import { readAssets } from "../pages/assets.ts";
import { createReceiptSigner } from "../receipts/receipts.ts";
import type { Config } from "../settings/settings.ts";
import type { RedisAddress } from "../shared/redis-url.ts";
import { watchHealth } from "./health.ts";

/** A few milliseconds for the largest document; the best would take a second. */
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface ServiceOptions {
  readonly config: Config;
  /** The keys to accept, if they are embedded. */
  readonly keys: readonly string[];
  readonly log: Log;
  readonly limits?: ListenerLimits;
  /** Instead of the one that the configuration selects. */
  readonly limiter?: Limiter;
  readonly maxConnections?: number;
  /** Under how much load calls are refused. */
  readonly work?: WorkQueueOptions;
  /** Where the workbench was built. Without it, `/` is a page of links. */
  readonly workbench?: URL;
}

export type Service = Awaited<ReturnType<typeof startService>>;

export async function startService({ config, keys, log, limits, ...given }: ServiceOptions) {
  const about = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(about) as { version: string };
  const metrics = createMetrics(version);
  const ownLimiter = given.limiter === undefined ? await chooseLimiter({ config, log, metrics }) : undefined;
  const { maxConnections: wanted = MAX_CONNECTIONS } = given;
  const maxConnections = Math.min(wanted, maxSockets());
  const accepted = `${maxConnections} connections are accepted instead of ${wanted}`;
  const tooFew = `the limit of open files is low: ${accepted}; raise it (ulimit -n, LimitNOFILE)`;
  if (maxConnections < wanted) log.warn({ maxConnections }, tooFew);
  const health = watchHealth(log, metrics, maxConnections);
  const nextRefusalId = createRequestIds();
  const listener = createListener({
    ...{ maxConnections, limits, ...health },
    // Whose word about another address is taken.
    isProxy: (address) => config.clientAddress(address, SOMEBODY) === SOMEBODY && address !== SOMEBODY,
    refusal: () => rawAnswer(TOO_MANY_CONNECTIONS, baseUrl, nextRefusalId()),
  });
  const url = urlOf(await listener.listen(config.host, config.port));
  const baseUrl = config.baseUrl ?? url;
  let current = config;
  const surroundings = { config, current: () => current, baseUrl, log, metrics };

  const followed = await followProducts(surroundings);
  const catalogue: Catalogue = followed ?? createEmbeddedCatalogue(baseUrl);
  const loaded = followed?.firstRound ?? Promise.resolve();
  health.watchDomains(catalogue, followed, loaded);
  const work = createWorkQueue(given.work);
  const inFlight = "Calls that have been received and not been answered.";
  metrics.show("in_flight_calls", inFlight, () => [{ value: listener.inFlight() }]);
  const lost = "Lines of the log that could not be written.";
  metrics.count("log_lines_dropped_total", lost, () => [{ value: log.dropped() }]);
  listener.server.on("connection", work.connected);
  const traces = await chooseTraces(surroundings, version);
  let keyList = createKeyList(keys);
  const listed = { verify: (key: string) => keyList.verify(key) };
  const keyVerifier = (await chooseIntrospection(surroundings)) ?? listed;
  const proxy = await chooseProxyVerifier(surroundings, ownLimiter?.claim);
  const identity = { issuer: baseUrl, service: `proposal-preflight/${version}` };
  const { signingKeys } = config;
  const receipts =
    signingKeys && createReceiptSigner(() => (current.signingKeys ?? signingKeys).keys, identity);
  let stopping = false;
  const isStopping = () => stopping;
  const recorders: readonly Recorder[] = [log, metrics, health.recorder, ...(traces ? [traces] : [])];
  const recorder: Recorder = {
    record(call) {
      for (const each of recorders) each.record(call);
    },
  };
  const onFault = (error: unknown, requestId: string) =>
    log.error({ requestId, ...describeFault(error) }, "fault");
  const endpoint = createEndpoint({
    ...{ baseUrl, catalogue, keys: keyVerifier },
    ...{ proxy, limiter: given.limiter ?? ownLimiter!, receipts, version, recorder, onFault },
    rateLimit: config.rateLimit,
    issuer: config.identityIssuer,
    keyHelpUrl: config.keyHelpUrl,
    assets: given.workbench && readAssets(given.workbench),
    compress: (text, coding) => (coding === "br" ? brotliCompressSync(text, QUICK_BROTLI) : gzipSync(text)),
    decode: decodeUtf8,
    isOverloaded: work.isOverloaded,
    isFull: listener.isFull,
    isStopping,
  });
  const handler = createNodeHandler({
    ...{ ...endpoint, work, onFault, isStopping, isReserved: listener.isReserved },
    // Node joins the values of repeated headers.
    clientAddressOf: ({ socket, headers }) =>
      config.clientAddress(socket.remoteAddress, headers["x-forwarded-for"] as string | undefined),
    traceOf: createTraceReader(sampledShare(config)),
  });
  const { nextRequestId } = endpoint;
  const onClientError = createClientErrorHandler({ baseUrl, recorder, nextRequestId, dueOn: listener.dueOn });
  listener.server.on("clientError", onClientError).on("connect", (_, socket) => {
    // Node has let go of this connection, and an error that nobody listens to would end the process.
    socket.on("error", () => socket.destroy());
    // Otherwise it would be closed without a word.
    onClientError({ code: "CONNECT" }, socket as Socket);
  });
  // A balancer may send calls as soon as the port is open. They wait for the rules, but not for long.
  const loadedOrLate = Promise.race([loaded, sleep(MAX_LOADING_MS, undefined, { ref: false })]);
  void loadedOrLate.then(() => listener.serve(handler));
  void endpoint.warm();

  return {
    /** Where it listens; `baseUrl` is its public URL. */
    url,
    baseUrl,
    metrics,
    context: endpoint.context,
    /** Settles when calls are served: every document has been fetched once, successfully or not, or it took too long. */
    loaded: loadedOrLate,
    /** Whether at least one domain can be checked, and the service is not about to stop. */
    isReady: () =>
      !stopping && !listener.isFull() && catalogue.list().some(({ status }) => status === "ready"),
    /** From now on, accepts and signs with these keys or uses this token, follows these domains and uses this Redis. */
    async reload(next: Config): Promise<void> {
      // First what can fail, so that the old state is kept as a whole.
      if (next.redis !== undefined && JSON.stringify(next.redis) !== JSON.stringify(current.redis))
        await ownLimiter?.reload(next.redis);
      // A product that does not answer holds up neither the keys nor the next reload.
      if (next.domains !== undefined) void followed?.setDomains(next.domains);
      if (next.apiKeys.length > 0) keyList = createKeyList(next.apiKeys);
      current = next;
    },
    /** From now on, callers are asked to leave. Everything is still served. */
    drain(): void {
      stopping = true;
    },
    /** Finishes the requests in progress. False if some had to be cut off. */
    async stop(graceMs: number): Promise<boolean> {
      stopping = true;
      // A busy loop would let connections wait, and callers that get answers now would make new ones.
      work.setPaused(true);
      await sleep(RECONNECT_MS);
      await listener.stopAccepting();
      work.setPaused(false);
      const finished = await listener.close(graceMs);
      health.stop();
      ownLimiter?.close();
      await Promise.allSettled([followed?.close(), traces?.close()]);
      return finished;
    },
  };
}

const MAX_CONNECTIONS = 20_000;
/** An address that nobody has (RFC 5737). */
const SOMEBODY = "192.0.2.1";
/** How long the first calls wait for documents to be fetched. */
const MAX_LOADING_MS = 2_000;
/** How long callers that have just got an answer may take to connect again. */
const RECONNECT_MS = 50;

/** The message of an error may quote the request; its name and stack frames do not. */
export function describeFault(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { error: error.name, at: frames.slice(0, 8).map((line) => line.trim()) };
}

/** Chooses the adapter for each port, by the configuration. Adapters that are not used are not loaded. */
interface Surroundings {
  readonly config: Config;
  /** What was read last. */
  readonly current: () => Config;
  readonly baseUrl: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

const CLOCKS = { now: Date.now, elapsed: () => performance.now() };

async function chooseLimiter({ config, log, metrics }: Pick<Surroundings, "config" | "log" | "metrics">) {
  const { rateLimit: limit } = config;
  let isShared = false;
  const help = "1 while the call budget is shared through Redis, 0 while this process counts alone.";
  // Otherwise a process that counts alone is as it should be.
  if (config.redis !== undefined) metrics.show("limiter_shared", help, () => [{ value: isShared ? 1 : 0 }]);
  const open = async (address: Config["redis"]): Promise<Limiter & Partial<RedisLimiter>> => {
    if (address === undefined) return createMemoryLimiter({ limit });
    const { createRedisLimiter } = await import("../budget/redis.ts");
    return createRedisLimiter({
      address,
      limit,
      onStateChange(state, reason) {
        isShared = state === "shared";
        metrics.countEvent("limiter", state);
        if (isShared) log.info({ reason }, "calls are counted in Redis, for all replicas");
        else log.warn({ reason }, `${redisTrouble(reason)}: this process counts calls alone`);
      },
    });
  };
  let limiter = await open(config.redis);
  return {
    take: (bucket: string, cost?: number) => limiter.take(bucket, cost),
    claim: (nonce: string, seconds: number) => limiter.claim?.(nonce, seconds) ?? true,
    close: () => limiter.close?.(),
    async reload(address: RedisAddress): Promise<void> {
      const before = limiter;
      limiter = await open(address);
      before.close?.();
    },
  };
}

/** Undefined: the embedded product is served. */
async function followProducts({ config, log, metrics }: Surroundings) {
  if (config.domains === undefined) return undefined;
  const { createRemoteCatalogue, logFields } = await import("../catalogue/remote.ts");
  return createRemoteCatalogue({
    domains: config.domains,
    refreshSeconds: config.refreshSeconds,
    onEvent(event) {
      const { level, kind, document, problem } = event;
      metrics.countEvent(document, kind);
      if (problem !== undefined) metrics.countEvent(document, problem.code);
      log[level](logFields(event), `${document} ${kind}`);
    },
  });
}

/** Undefined: the keys are listed. */
async function chooseIntrospection(surroundings: Surroundings) {
  const { identityUrl: url } = surroundings.config;
  if (url === undefined) return undefined;
  const { createRemoteKeyVerifier } = await import("../identity/introspection.ts");
  const token = () => surroundings.current().identityToken ?? "";
  return createRemoteKeyVerifier({ url, token, ...CLOCKS, onEvent: eventLog("identity", surroundings) });
}

/** Undefined: nobody collects traces. */
async function chooseTraces(surroundings: Surroundings, version: string) {
  const { tracesUrl: url, tracesHeaders: headers, tracesName: serviceName } = surroundings.config;
  if (url === undefined) return undefined;
  const { createOtlpExporter } = await import("../observe/otlp-traces.ts");
  const onEvent = eventLog("traces", surroundings);
  return createOtlpExporter({ url, headers, serviceName, version, onEvent });
}

/** Of new traces, the share that is sampled, if somebody collects them. */
function sampledShare({ tracesUrl, tracesSampler, tracesShare }: Config): number | undefined {
  if (tracesUrl === undefined) return undefined;
  return { always_on: 1, always_off: 0, traceidratio: tracesShare }[tracesSampler];
}

/** Undefined: signed calls are refused. */
async function chooseProxyVerifier(surroundings: Surroundings, claim: ProxyVerifierOptions["claimNonce"]) {
  const { identityToken, proxyJwks: jwks, redis } = surroundings.config;
  if (jwks === undefined) return undefined;
  const { createProxyVerifier } = await import("../identity/verifier.ts");
  const onEvent = eventLog("proxy", surroundings);
  const logSecret = identityToken ?? redis?.password ?? "";
  const { baseUrl: audience } = surroundings;
  const verifier = createProxyVerifier({ jwks, audience, claimNonce: claim, logSecret, ...CLOCKS, onEvent });
  const loading = verifier.loadKeys();
  // A URL may be down for a moment, which the log tells. A file is either good or a mistake.
  const problem = /^https?:/i.test(jwks) ? undefined : await loading;
  if (problem !== undefined) throw new Error(`PREFLIGHT_PROXY_JWKS: ${problem.message}.`);
  return verifier;
}

/** What is wrong with Redis, by the code of its error. */
const REDIS_PROBLEMS: Readonly<Record<string, string>> = {
  WRONGPASS: "Redis refuses the user name or password",
  NOAUTH: "Redis refuses the user name or password",
  "wrong-kind": "PREFLIGHT_REDIS_URL names another kind of Redis than it says",
  "unknown-master": "no Redis Sentinel knows the master that PREFLIGHT_REDIS_URL names",
  NOPERM: "Redis does not permit this user to count calls",
};

function redisTrouble(reason: string): string {
  // The codes of the system, and those of a connection without an answer.
  const isAway = /^E[A-Z_]{3,}$|^[a-z]/.test(reason);
  const other = isAway ? "Redis cannot be reached" : `Redis answers with the error ${reason}`;
  return REDIS_PROBLEMS[reason] ?? other;
}

/** These events hold codes and numbers, never keys or text from neighbours. */
function eventLog(source: string, { log, metrics }: Surroundings) {
  return (event: NeighbourEvent): void => {
    metrics.countEvent(source, event.type);
    if (/failed|full/.test(event.type)) log.warn({ source, ...event }, event.type);
    else log[/restored/.test(event.type) ? "info" : "debug"]({ source, ...event }, event.type);
  };
}

/** For the log, threads, Redis, the identity service and the products. */
const RESERVED = 256;

/** How many connections of callers fit. Without Linux' `/proc` nobody knows. */
function maxSockets(): number {
  const file = "/proc/self/limits";
  const limits = existsSync(file) ? readFileSync(file, "utf8") : "";
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return limit - Math.min(RESERVED, Math.ceil(limit / 4));
}
