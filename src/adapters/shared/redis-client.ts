/** The connection to Redis, the same for all that use it. Nobody may wait long for a server that is away. */
import { Redis, type RedisOptions } from "ioredis";
import type { RedisAddress } from "./redis-url.ts";

const MAX_PAUSE_MS = 2_000;

/** What differs from one use to another. */
type OwnOptions = Pick<
  RedisOptions,
  "connectionName" | "enableOfflineQueue" | "socketTimeout" | "commandTimeout" | "retryStrategy"
>;

export function createRedisClient({ tls, ...server }: RedisAddress, own: OwnOptions): Redis {
  return new Redis({
    ...server,
    ...(tls ? { tls: {} } : {}),
    disableClientInfo: true,
    // Commands of one turn of the event loop travel together: less than half the cost of one write each.
    enableAutoPipelining: true,
    // A command that fails is never sent again later: by then its caller has been answered.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: MAX_PAUSE_MS,
    disconnectTimeout: 50,
    retryStrategy: reconnectPause,
    ...own,
  });
}

/** Milliseconds to wait before the next attempt to connect: grows with each failure, and differs by replica. */
export function reconnectPause(failures: number): number {
  return Math.min(MAX_PAUSE_MS, 50 * 2 ** Math.min(failures, 10)) + Math.random() * 50;
}

/** A short code such as ECONNREFUSED and nothing else: errors of the client hold commands, and AUTH is one. */
export function redisReason(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error.message.startsWith("Socket timeout")) return "timeout";
  return /^[A-Z]{3,20}(?= )/.exec(error.message)?.[0] ?? otherwise;
}
