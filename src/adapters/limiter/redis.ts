/**
 * One call budget for any number of replicas, counted by Redis in fixed windows of Redis's own clock.
 *
 * Every call is counted in this process as well. When Redis fails, that own count is the answer, and stays it
 * until Redis has been seen to count again: no call waits for a server known to be away, none is refused or let
 * through because of it, and a client that used up its budget here finds no fresh one.
 *
 * There is one way back from any fault, be it a lost connection, a silent server or one that refuses to write:
 * drop the connection, connect again with growing pauses, and count one call for show. Only when that works is
 * the shared budget in force again.
 */
import { hash } from "node:crypto";
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import type { LimitDecision, Limiter } from "../../operations/ports.ts";
import { createRedisClient, reconnectPause, redisReason } from "../shared/redis-client.ts";
import type { RedisAddress } from "../shared/redis-url.ts";
import { createMemoryLimiter } from "./memory.ts";

/** Who counts: Redis for all replicas, or each replica for itself. */
export type LimiterState = "shared" | "local";

export interface RedisLimiterOptions {
  address: RedisAddress;
  limit: number;
  /** Default 60. */
  windowSeconds?: number;
  /** Told of each change, once. `reason` is a short code such as ECONNREFUSED or WRONGPASS, safe to log. */
  onStateChange?: (state: LimiterState, reason: string) => void;
}

/** How long Redis may be silent on a call before it counts as lost. */
const TIMEOUT_MS = 500;

/** Answers once Redis counts, or once it is clear that it does not for now. Never fails. */
export async function createRedisLimiter({
  address,
  limit,
  windowSeconds = 60,
  onStateChange = () => {},
}: RedisLimiterOptions): Promise<Limiter> {
  const own = createMemoryLimiter({ limit, windowSeconds });
  const bucketKey = createBucketKey(address.password ?? "");
  let state: LimiterState | undefined;
  let closed = false;
  let failures = 0;
  let reason = "closed";
  let dropping = false;

  const client = createRedisClient(address, {
    connectionName: "preflight",
    // Nothing is kept for later: a call that cannot be counted now is answered from the own count, now.
    enableOfflineQueue: false,
    socketTimeout: TIMEOUT_MS,
    // The client's own counter starts anew at every connection, even to a server that refuses to write.
    retryStrategy: () => reconnectPause(failures++),
  });
  const shared = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: "preflight:calls",
    points: limit,
    duration: windowSeconds,
  });

  const settled = new Promise<void>((resolve) => {
    const enter = (next: LimiterState, why: string): void => {
      if (closed) return;
      if (state !== next) {
        state = next;
        onStateChange(next, why);
      }
      resolve();
    };
    client.on("error", (error: unknown) => {
      reason = redisReason(error, "closed");
    });
    client.on("close", () => {
      dropping = false;
      enter("local", reason);
      reason = "closed";
    });
    client.on("ready", () => {
      shared.penalty(bucketKey("probe"), 1).then(() => {
        failures = 0;
        enter("shared", "connected");
      }, reconnect);
    });
  });

  function reconnect(error: unknown): void {
    // Only a live connection needs dropping; one that is lost or being made already leads to a retry.
    if (client.status !== "ready" || dropping) return;
    dropping = true;
    reason = redisReason(error, "closed");
    client.disconnect(true);
  }

  function decisionOf({ consumedPoints, msBeforeNext }: RateLimiterRes): LimitDecision {
    return {
      allowed: consumedPoints <= limit,
      limit,
      remaining: Math.max(0, limit - consumedPoints),
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    };
  }

  await settled;
  return {
    take(bucket, cost = 1) {
      const ownDecision = own.take(bucket, cost);
      if (state !== "shared") return ownDecision;
      // `penalty` is `consume` without the exception for a spent budget.
      return shared.penalty(bucketKey(bucket), cost).then(decisionOf, (error: unknown) => {
        reconnect(error);
        return ownDecision;
      });
    },
    close() {
      closed = true;
      state = "local";
      client.disconnect();
      return Promise.resolve();
    },
  };
}

/**
 * Redis must not hold client addresses that someone who reads a dump could tell. A bare digest would not do:
 * all IPv4 addresses are hashed in minutes. The digest is therefore keyed by what all replicas share and a dump
 * does not hold, the password of the Redis URL. A secret of one whole SHA-256 block makes prefixing it safe here:
 * digests are never verified for others, so extending one gains nothing, and it takes a sixth of the time of HMAC.
 */
function createBucketKey(password: string): (bucket: string) => string {
  const secret = hash("sha256", `preflight call budget\n${password}`, "hex");
  return (bucket) => hash("sha256", secret + bucket, "base64url");
}
