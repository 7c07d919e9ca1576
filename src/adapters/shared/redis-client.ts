/** Opens connections to Redis. No call may wait long for a server that is down. */
import { Redis, type RedisOptions } from "ioredis";
import type { RedisAddress } from "./redis-url.ts";

const MAX_PAUSE_MS = 2_000;

/** What differs between uses. */
type OwnOptions = Pick<
  RedisOptions,
  "connectionName" | "enableOfflineQueue" | "socketTimeout" | "commandTimeout" | "retryStrategy"
>;

export function createRedisClient({ tls, ...server }: RedisAddress, own: OwnOptions): Redis {
  return new Redis({
    ...server,
    ...(tls ? { tls: {} } : {}),
    disableClientInfo: true,
    // Commands of one event loop turn are sent together, which costs less than half of one write each.
    enableAutoPipelining: true,
    // A failed command is not sent again: its caller has already been answered.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: MAX_PAUSE_MS,
    disconnectTimeout: 50,
    retryStrategy: reconnectPause,
    ...own,
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
  if (error.message.startsWith("Socket timeout")) return "timeout";
  return /^[A-Z]{3,20}(?= )/.exec(error.message)?.[0] ?? otherwise;
}
