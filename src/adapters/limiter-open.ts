/** Opens the limiter that the configuration asks for. Redis's client is loaded only where it is used. */
import type { Limiter } from "../operations/ports.ts";
import { createMemoryLimiter } from "./limiter-memory.ts";
import type { LimiterState } from "./limiter-redis.ts";
import type { RedisAddress } from "./limiter-redis-url.ts";

export interface LimiterSettings {
  limit: number;
  /** Undefined: this process counts for itself. */
  redis: RedisAddress | undefined;
  onStateChange: (state: LimiterState, reason: string) => void;
}

export async function openLimiter({ limit, redis, onStateChange }: LimiterSettings): Promise<Limiter> {
  if (redis === undefined) return createMemoryLimiter({ limit });
  const { createRedisLimiter } = await import("./limiter-redis.ts");
  return createRedisLimiter({ address: redis, limit, onStateChange });
}
