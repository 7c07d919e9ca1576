/**
 * One call budget for any number of replicas, counted by Redis in fixed windows of its own clock.
 *
 * Every call is also counted in this process. When Redis fails, that local count decides until Redis counts again: no
 * call waits for a server that is known to be down, none is refused or allowed because of it, and a client that has
 * used up its budget here does not get a new one.
 *
 * Recovery is the same after every failure, be it a lost connection, a silent server or one that refuses to write:
 * drop the connection, connect again with growing pauses, and count a test call. Only when that works does the
 * shared budget apply again.
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
  /**
   * Called once per change, and again if Redis turns out to refuse this user after it was lost. `reason` is a short code
   * such as ECONNREFUSED or WRONGPASS, safe to log.
   */
  onStateChange?: (state: LimiterState, reason: string) => void;
}

/** How long Redis may take to answer before it counts as lost. */
const TIMEOUT_MS = 500;

/** Codes of Redis that somebody has to do something about. */
const REFUSALS: readonly string[] = ["WRONGPASS", "NOAUTH", "NOPERM"];

/** Kinds of Redis that cannot count here, by the name that they give themselves. */
const UNSUPPORTED_MODES: ReadonlyMap<string, string> = new Map([
  [
    "cluster",
    "PREFLIGHT_REDIS_URL names a Redis Cluster, which is not supported; name a single Redis server.",
  ],
  [
    "sentinel",
    "PREFLIGHT_REDIS_URL names a Redis Sentinel, which is not supported; name the Redis server that it watches, or a proxy in front of it.",
  ],
]);

/**
 * Resolves when Redis counts, or when it is clear that it does not for now. Rejects only if it never will, because the
 * server is of a kind that is not supported.
 */
export async function createRedisLimiter({
  address,
  limit,
  windowSeconds = 60,
  onStateChange = () => {},
}: RedisLimiterOptions): Promise<Limiter> {
  const local = createMemoryLimiter({ limit, windowSeconds });
  const bucketKey = createBucketKey(address.password ?? "");
  let state: LimiterState | undefined;
  let reported = "";
  let closed = false;
  let failures = 0;
  let reason = "closed";
  let dropping = false;

  const client = createRedisClient(address, {
    connectionName: "preflight",
    // Nothing is queued: a call that Redis cannot count now is decided by the local count, now.
    enableOfflineQueue: false,
    socketTimeout: TIMEOUT_MS,
    // The client resets its own counter on every connection, even to a server that refuses to write.
    retryStrategy: () => reconnectPause(failures++),
  });
  const shared = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: "preflight:calls",
    points: limit,
    duration: windowSeconds,
  });

  const settled = new Promise<void>((resolve, reject) => {
    const enter = (next: LimiterState, why: string): void => {
      if (closed) return;
      if (state !== next || (why !== reported && REFUSALS.includes(why))) {
        state = next;
        reported = why;
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
    client.on("ready", async () => {
      // A user without the right to ask for it may still count.
      const mode = await client.info("server").then(modeIn, () => "");
      const unsupported = UNSUPPORTED_MODES.get(mode);
      if (unsupported !== undefined) {
        reject(new Error(unsupported));
        // If the service runs already, it goes on by itself, and does not try again: that would never work.
        enter("local", `${mode}-unsupported`);
        client.disconnect();
        return;
      }
      shared.penalty(bucketKey("probe"), 1).then(() => {
        failures = 0;
        enter("shared", "connected");
      }, reconnect);
    });
  });

  function reconnect(error: unknown): void {
    // Only a live connection has to be dropped; a lost one is already being replaced.
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
      const localDecision = local.take(bucket, cost);
      if (state !== "shared") return localDecision;
      // `penalty` is `consume` without the exception when the budget is used up.
      return shared.penalty(bucketKey(bucket), cost).then(decisionOf, (error: unknown) => {
        reconnect(error);
        return localDecision;
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

/** `standalone`, `cluster` or `sentinel`. */
function modeIn(info: unknown): string {
  return /^redis_mode:(\w+)/m.exec(String(info))?.[1] ?? "";
}

/**
 * Nobody who reads a Redis dump should learn client addresses. A plain digest is not enough, since all IPv4 addresses
 * can be hashed in minutes. So the digest is keyed with what all replicas share and a dump does not contain: the
 * password of the Redis URL. Prefixing a secret of one SHA-256 block is safe here, because digests are never verified
 * for others and extending one gains nothing; it takes a sixth of the time of HMAC.
 */
function createBucketKey(password: string): (bucket: string) => string {
  const secret = hash("sha256", `preflight call budget\n${password}`, "hex");
  return (bucket) => hash("sha256", secret + bucket, "base64url");
}
