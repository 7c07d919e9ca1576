/** Chooses the adapter for each port, by the configuration. Adapters that are not used are not loaded. */
import cluster from "node:cluster";
import type { IncomingMessage } from "node:http";
import { createEmbeddedCatalogue } from "./adapters/catalogue/embedded.ts";
import { createEmbeddedKeyVerifier } from "./adapters/keys/embedded.ts";
import { createMemoryLimiter } from "./adapters/limiter/memory.ts";
import { type Channel, createPrimaryLimiter } from "./adapters/limiter/primary.ts";
import type { Log } from "./adapters/observe/log.ts";
import type { Metrics } from "./adapters/observe/metrics.ts";
import type { Config } from "./config.ts";
import { DEFAULT_REGISTRY_MEMBER } from "./config-domains.ts";
import type { Catalogue, KeyVerifier, Limiter, ProxyVerifier } from "./operations/ports.ts";

export interface Surroundings {
  readonly config: Config;
  readonly baseUrl: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

const CLOCKS = { now: Date.now, elapsed: () => performance.now() };

export async function chooseLimiter(surroundings: Omit<Surroundings, "baseUrl">): Promise<Limiter> {
  const { config, log, metrics } = surroundings;
  const { rateLimit: limit, redis: address } = config;
  if (address === undefined)
    return cluster.isWorker ? createPrimaryLimiter(process as Channel) : createMemoryLimiter({ limit });
  const { createRedisLimiter } = await import("./adapters/limiter/redis.ts");
  return createRedisLimiter({
    address,
    limit,
    onStateChange(state, reason) {
      metrics.setLimiterShared(state === "shared");
      metrics.countEvent("limiter", state);
      if (state === "shared") log.info({ reason }, "calls are counted in Redis, for all replicas");
      else log.warn({ reason }, "Redis cannot be reached: this process counts calls alone");
    },
  });
}

/** `loaded` settles when every document has been fetched once, whether that succeeded or not. */
export async function chooseCatalogue(
  surroundings: Surroundings,
): Promise<{ catalogue: Catalogue; loaded: Promise<void> }> {
  const { config, baseUrl, log, metrics } = surroundings;
  if (config.domains === undefined)
    return {
      catalogue: createEmbeddedCatalogue(baseUrl, DEFAULT_REGISTRY_MEMBER),
      loaded: Promise.resolve(),
    };
  const [{ createRemoteCatalogue }, { logFields }] = await Promise.all([
    import("./adapters/catalogue/remote.ts"),
    import("./adapters/catalogue/events.ts"),
  ]);
  const catalogue = createRemoteCatalogue({
    domains: config.domains,
    refreshSeconds: config.refreshSeconds,
    onEvent(event) {
      const { level, kind, document } = event;
      metrics.countEvent(document, kind);
      log[level](logFields(event), `${document} ${kind}`);
    },
  });
  return { catalogue, loaded: catalogue.firstRound };
}

export async function chooseKeyVerifier(
  { config, log, metrics }: Surroundings,
  keys: readonly string[],
): Promise<KeyVerifier> {
  if (config.identity.kind === "embedded") return createEmbeddedKeyVerifier(keys);
  const { createRemoteKeyVerifier } = await import("./adapters/keys/remote.ts");
  const { url, token } = config.identity;
  return createRemoteKeyVerifier({ url, token, ...CLOCKS, onEvent: eventLog("identity", log, metrics) });
}

/** Undefined: signed calls are refused. */
export async function chooseProxyVerifier(
  surroundings: Surroundings,
): Promise<(ProxyVerifier & { close(): Promise<void> }) | undefined> {
  const { config, baseUrl, log, metrics } = surroundings;
  if (config.proxyJwks === undefined) return undefined;
  const { createProxyVerifier } = await import("./adapters/signed-calls/verifier.ts");
  return createProxyVerifier({
    jwks: config.proxyJwks,
    audience: baseUrl,
    redis: config.redis,
    ...CLOCKS,
    onEvent: eventLog("proxy", log, metrics),
  });
}

/** These events hold codes and numbers, never keys or text from neighbours. */
function eventLog(source: string, log: Log, metrics: Metrics) {
  return (event: { readonly type: string }): void => {
    metrics.countEvent(source, event.type);
    if (/failed|full/.test(event.type)) log.warn({ source, ...event }, event.type);
    else log.debug({ source, ...event }, event.type);
  };
}

export function chooseClientAddress({ clientAddress }: Config): (request: IncomingMessage) => string {
  return ({ socket, headers }) => {
    const forwarded = headers["x-forwarded-for"];
    return clientAddress(socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join() : forwarded);
  };
}
