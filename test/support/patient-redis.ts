/**
 * The product gives Redis up when it does not answer within half a second. On a busy machine that can happen to a
 * healthy server, so tests wait longer. A test about a silent server sets `isReal`. Import this module before the code
 * under test.
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
  return { ...options, socketTimeout: 60_000, connectTimeout: 60_000 };
}
