/**
 * Loaded into a process before its own code, with `--import`: a Redis that does not answer within half a second is not given
 * up, since on a busy machine that can happen to a healthy one. What patient-redis.ts does to the code in a test's process.
 */
import { Socket } from "node:net";
import { promisify } from "node:util";

/** The limits for answers and for connections in src/service/budget/redis.ts. */
const LIMITS_MS = [500, 2_000];
const patient = (ms) => (LIMITS_MS.includes(ms) ? 60_000 : ms);

const { setTimeout: start } = globalThis;
globalThis.setTimeout = (run, ms, ...given) => start(run, patient(ms), ...given);
globalThis.setTimeout[promisify.custom] = start[promisify.custom];

const { setTimeout: limit } = Socket.prototype;
Socket.prototype.setTimeout = function (ms, ...given) {
  return limit.call(this, patient(ms), ...given);
};
