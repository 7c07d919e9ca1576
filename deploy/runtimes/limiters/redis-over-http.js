/** Counts calls in a Redis that is reached over HTTP, in the form that Upstash and serverless-redis-http have. */
import { createMemoryLimiter } from "proposal-preflight/fetch";

const COUNT = `
local count = redis.call("INCRBY", KEYS[1], ARGV[1])
if count == tonumber(ARGV[1]) then redis.call("PEXPIRE", KEYS[1], 60000) end
return { count, redis.call("PTTL", KEYS[1]) }`;

/** When Redis cannot be asked, each isolate counts for itself. */
export function createRedisHttpLimiter({ url, token, limit }) {
  const local = createMemoryLimiter({ limit });
  return {
    async take(bucket, cost = 1) {
      const decision = local.take(bucket, cost);
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify(["EVAL", COUNT, "1", `preflight:calls:${bucket}`, String(cost)]),
          signal: AbortSignal.timeout(500),
        });
        if (!response.ok) return decision;
        const [count, leftMs] = (await response.json()).result;
        return {
          allowed: count <= limit,
          limit,
          remaining: Math.max(0, limit - count),
          resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
        };
      } catch {
        return decision;
      }
    },
  };
}
