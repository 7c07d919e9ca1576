/** Opens the limiter that the configuration asks for. Redis's client is loaded only where it is used. */
import type { Limiter } from "../../operations/ports.ts";
import type { RedisAddress } from "../shared/redis-url.ts";
import { createMemoryLimiter } from "./memory.ts";
import { type Channel, createPrimaryLimiter } from "./primary.ts";
import type { LimiterState } from "./redis.ts";

export interface LimiterSettings {
  limit: number;
  /** Undefined: this process counts for itself, or its primary does for all workers. */
  redis: RedisAddress | undefined;
  /** The channel to the primary, where there is one. */
  primary?: Channel | undefined;
  onStateChange: (state: LimiterState, reason: string) => void;
}

export async function openLimiter(settings: LimiterSettings): Promise<Limiter> {
  const { limit, redis, primary, onStateChange } = settings;
  if (redis === undefined) return primary ? createPrimaryLimiter(primary) : createMemoryLimiter({ limit });
  const { createRedisLimiter } = await import("./redis.ts");
  return createRedisLimiter({ address: redis, limit, onStateChange });
}
