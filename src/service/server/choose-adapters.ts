/** Chooses the adapter for each port, by the configuration. Adapters that are not used are not loaded. */

import { createMemoryLimiter } from "../budget/memory.ts";
import type { RedisLimiter } from "../budget/redis.ts";
import { createEmbeddedCatalogue } from "../catalogue/embedded.ts";
import type { RemoteCatalogue } from "../catalogue/remote.ts";
import { createKeyList } from "../identity/keys/list.ts";
import type { SignedCallVerifier } from "../identity/signed-calls/verifier.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Catalogue, KeyVerifier, Limiter } from "../operations/ports.ts";
import type { Recorder } from "../operations/record.ts";
import type { Config } from "../settings/config.ts";
import { DEFAULT_REGISTRY_MEMBER } from "../settings/domains-file.ts";
import type { RedisAddress } from "../shared/redis-url.ts";
import { sha256 } from "../shared/sha256.ts";

interface Surroundings {
  readonly config: Config;
  readonly baseUrl: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

const CLOCKS = { now: Date.now, elapsed: () => performance.now() };

interface ReloadableLimiter extends Limiter {
  /** Counts in this Redis from now on. */
  reload(address: RedisAddress): Promise<void>;
  close(): void;
}

export async function chooseLimiter({
  config,
  log,
  metrics,
}: Omit<Surroundings, "baseUrl">): Promise<ReloadableLimiter> {
  const { rateLimit: limit } = config;
  let isShared = false;
  // Otherwise a process that counts alone is as it should be.
  if (config.redis !== undefined)
    metrics.show(
      "limiter_shared",
      "1 while the call budget is shared through Redis, 0 while this process counts alone.",
      () => [{ value: isShared ? 1 : 0 }],
    );
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
    take: (bucket, cost) => limiter.take(bucket, cost),
    close: () => limiter.close?.(),
    async reload(address) {
      const before = limiter;
      limiter = await open(address);
      before.close?.();
    },
  };
}

interface ChosenCatalogue {
  readonly catalogue: Catalogue;
  /** The same, if it follows products. */
  readonly followed: RemoteCatalogue | undefined;
  readonly loaded: Promise<void>;
}

/** `loaded` settles when every document has been fetched once, whether that succeeded or not. */
export async function chooseCatalogue(surroundings: Surroundings): Promise<ChosenCatalogue> {
  const { config, baseUrl, log, metrics } = surroundings;
  if (config.domains === undefined)
    return {
      catalogue: createEmbeddedCatalogue(baseUrl, DEFAULT_REGISTRY_MEMBER),
      followed: undefined,
      loaded: Promise.resolve(),
    };
  const [{ createRemoteCatalogue }, { logFields }] = await Promise.all([
    import("../catalogue/remote.ts"),
    import("../catalogue/events.ts"),
  ]);
  const catalogue = createRemoteCatalogue({
    domains: config.domains,
    refreshSeconds: config.refreshSeconds,
    onEvent(event) {
      const { level, kind, document, problem } = event;
      metrics.countEvent(document, kind);
      if (problem !== undefined) metrics.countEvent(document, problem.code);
      log[level](logFields(event), `${document} ${kind}`);
    },
  });
  return { catalogue, followed: catalogue, loaded: catalogue.firstRound };
}

export async function chooseKeyVerifier(
  { config, log, metrics }: Surroundings,
  keys: readonly string[],
): Promise<ReloadableKeyVerifier> {
  if (config.identity.kind === "embedded") {
    const verifier = createKeyList(keys, sha256);
    const reload = ({ identity }: Config): void => {
      if (identity.kind === "embedded" && identity.keys.length > 0) verifier.replace(identity.keys);
    };
    return { ...verifier, reload };
  }
  const { createRemoteKeyVerifier } = await import("../identity/keys/remote.ts");
  const { url, token } = config.identity;
  const onEvent = eventLog("identity", log, metrics);
  const verifier = createRemoteKeyVerifier({ url, token, ...CLOCKS, onEvent });
  const reload = ({ identity }: Config): void => {
    if (identity.kind === "remote") verifier.replaceToken(identity.token);
  };
  return { ...verifier, reload };
}

interface ReloadableKeyVerifier extends KeyVerifier {
  /** Uses the keys, or the token, of this configuration from now on. */
  reload(config: Config): void;
}

/** Undefined: nobody collects traces. */
export async function chooseTraces(
  { config, log, metrics }: Surroundings,
  version: string,
): Promise<(Recorder & { close(): Promise<void> }) | undefined> {
  if (config.otlp === undefined) return undefined;
  const { createOtlpExporter } = await import("../observe/otlp-traces.ts");
  return createOtlpExporter({ ...config.otlp, version, onEvent: eventLog("traces", log, metrics) });
}

/** Undefined: signed calls are refused. */
export async function chooseProxyVerifier(
  surroundings: Surroundings,
): Promise<SignedCallVerifier | undefined> {
  const { config, baseUrl, log, metrics } = surroundings;
  if (config.proxyJwks === undefined) return undefined;
  const { createProxyVerifier } = await import("../identity/signed-calls/verifier.ts");
  const { identity, proxyJwks: jwks, redis } = config;
  const verifier = createProxyVerifier({
    jwks,
    audience: baseUrl,
    redis,
    logSecret: (identity.kind === "remote" ? identity.token : "") || (redis?.password ?? ""),
    ...CLOCKS,
    onEvent: eventLog("proxy", log, metrics),
  });
  const failure = verifier.loadKeys();
  // A URL may be down for a moment, which the log tells. A file is either good or a mistake.
  if (/^https?:/i.test(jwks)) return verifier;
  const reason = await failure;
  if (reason === undefined) return verifier;
  throw new Error(`PREFLIGHT_PROXY_JWKS: ${KEY_SET_PROBLEMS.get(reason) ?? "the file is not a JWK set"}.`);
}

const KEY_SET_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["unreachable", "the file cannot be read"],
  ["malformed", "the file is not JSON"],
  ["no-usable-key", "the file has no public Ed25519 or P-256 key with a kid"],
]);

/** What is wrong with Redis, by the code of its error. */
function redisTrouble(reason: string): string {
  switch (reason) {
    case "WRONGPASS":
    case "NOAUTH":
      return "Redis refuses the user name or password";
    case "wrong-kind":
      return "PREFLIGHT_REDIS_URL names another kind of Redis than it says";
    case "unknown-master":
      return "no Redis Sentinel knows the master that PREFLIGHT_REDIS_URL names";
    case "NOPERM":
      return "Redis does not permit this user to count calls";
    default:
      return "Redis cannot be reached";
  }
}

/** These events hold codes and numbers, never keys or text from neighbours. */
function eventLog(source: string, log: Log, metrics: Metrics) {
  return (event: { readonly type: string }): void => {
    metrics.countEvent(source, event.type);
    if (/failed|full/.test(event.type)) log.warn({ source, ...event }, event.type);
    else log[/restored/.test(event.type) ? "info" : "debug"]({ source, ...event }, event.type);
  };
}
