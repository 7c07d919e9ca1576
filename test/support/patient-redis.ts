/**
 * To the product, Redis is lost when it does not answer within half a second. A busy machine can be that slow, and then
 * calls are counted otherwise, as they should be. Tests in which Redis is up have more patience; the one about a silent
 * server asks for the real thing. Import this module before what it is for.
 */
import type { RedisOptions } from "ioredis";
import { vi } from "vitest";

export const redisPatience = { isReal: false };

vi.mock(import("ioredis"), async (load) => {
  const actual = await load();
  class PatientRedis extends actual.Redis {
    constructor(given: string | RedisOptions) {
      const isAsGiven = typeof given === "string" || redisPatience.isReal;
      super((isAsGiven ? given : patient(given)) as never);
    }
  }
  return { ...actual, Redis: PatientRedis as unknown as typeof actual.Redis };
});

function patient(options: RedisOptions): RedisOptions {
  const { socketTimeout, commandTimeout } = options;
  return {
    ...options,
    ...(socketTimeout !== undefined && { socketTimeout: 60_000 }),
    ...(commandTimeout !== undefined && { commandTimeout: 60_000 }),
    connectTimeout: 60_000,
  };
}
