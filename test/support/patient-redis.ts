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

/** The steps in which src/service/budget/redis.ts waits for an answer. */
const STEP_MS = 125;
const { setInterval: repeat } = globalThis;
globalThis.setInterval = ((run: () => void, ms?: number, ...given: []) =>
  repeat(run, ms === STEP_MS && !redisPatience.isReal ? 15_000 : ms, ...given)) as typeof setInterval;

function patient(options: RedisOptions): RedisOptions {
  return { ...options, socketTimeout: 60_000, connectTimeout: 60_000 };
}
