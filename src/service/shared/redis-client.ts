/** Opens connections to Redis. No call may wait long for a server that is down. */
import { Cluster, Redis, type RedisOptions } from "ioredis";
import type { RedisAddress } from "./redis-url.ts";

const MAX_PAUSE_MS = 2_000;

/** What differs between uses. */
type OwnOptions = Pick<
  RedisOptions,
  "connectionName" | "enableOfflineQueue" | "socketTimeout" | "commandTimeout" | "reconnectOnError"
> & {
  /** Milliseconds until the next attempt to connect. */
  readonly retryStrategy?: (failures: number) => number;
};

type RedisClient = Redis | Cluster;

export function createRedisClient(address: RedisAddress, own: OwnOptions) {
  const client = openClient(address, own);
  let isClosed = false;
  // An attempt that throws, as to a port that is no number, would be the client's last one.
  client.on("end", () => {
    const connect = () => isClosed || client.connect().catch(() => {});
    setTimeout(connect, (own.retryStrategy ?? reconnectPause)(1)).unref();
  });
  const close = (): void => {
    isClosed = true;
    client.disconnect();
  };
  return { client, close };
}

function openClient(address: RedisAddress, own: OwnOptions): RedisClient {
  const { tls, username, password, db } = address;
  const { retryStrategy = reconnectPause, enableOfflineQueue, ...others } = own;
  const options = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: {} }),
    disableClientInfo: true,
    // Commands of one event loop turn are sent together, which costs less than half of one write each.
    enableAutoPipelining: true,
    // A failed command is not sent again: its caller has already been answered.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: MAX_PAUSE_MS,
    disconnectTimeout: 50,
    ...others,
  } satisfies RedisOptions;
  if ("nodes" in address)
    return new Cluster(address.nodes, {
      redisOptions: options,
      enableAutoPipelining: true,
      // Commands that wait for a cluster to come back would wait without a limit.
      enableOfflineQueue: false,
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      // Names stay names: certificates are issued for them.
      dnsLookup: (name, found) => found(null, name),
      clusterRetryStrategy: retryStrategy,
    });
  const single = {
    ...options,
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    db,
    retryStrategy,
  };
  if ("host" in address) return new Redis({ ...single, host: address.host, port: address.port });
  const { sentinels, master, sentinelUsername, sentinelPassword } = address;
  return new Redis({
    ...single,
    sentinels,
    name: master,
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinelCommandTimeout: MAX_PAUSE_MS,
    sentinelRetryStrategy: retryStrategy,
  });
}

/** Milliseconds until the next attempt to connect. Grows with each failure; random, so replicas spread out. */
export function reconnectPause(failures: number): number {
  return Math.min(MAX_PAUSE_MS, 50 * 2 ** Math.min(failures, 10)) + Math.random() * 50;
}

/** A short code such as ECONNREFUSED. Nothing else is safe to log: client errors quote commands, such as AUTH. */
export function redisReason(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  // A cluster: what the last node said.
  if ("lastNodeError" in error) return redisReason(error.lastNodeError, otherwise);
  if (/^Socket timeout|^Command timed out/.test(error.message)) return "timeout";
  const { message } = error;
  // A Sentinel: why it was not asked, or that it knows no master of that name.
  if (/^connected to sentinel .* invalid reply|No such master with that name/.test(message))
    return "unknown-master";
  const cause = /^failed to connect to sentinel \S+ because (.*)$/s.exec(message)?.[1] ?? message;
  return /^\w+ (E[A-Z_]{3,20})\b/.exec(cause)?.[1] ?? /^[A-Z]{3,20}(?= )/.exec(cause)?.[0] ?? otherwise;
}
