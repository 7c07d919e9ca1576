/**
 * Loaded into a process before its own code, with `--import`: a Redis that does not answer within half a second is not given
 * up, since on a busy machine that can happen to a healthy one. What patient-redis.ts does to the code in a test's process.
 */
import { Socket } from "node:net";
import { promisify } from "node:util";

/** The limit for connections in src/service/budget/redis.ts, and the four steps in which it waits for an answer. */
const LIMITS_MS = new Map([
  [2_000, 60_000],
  [125, 15_000],
]);
const patient = (ms) => LIMITS_MS.get(ms) ?? ms;

const { setTimeout: start, setInterval: repeat } = globalThis;
globalThis.setTimeout = (run, ms, ...given) => start(run, patient(ms), ...given);
globalThis.setTimeout[promisify.custom] = start[promisify.custom];
globalThis.setInterval = (run, ms, ...given) => repeat(run, patient(ms), ...given);

const { setTimeout: limit } = Socket.prototype;
Socket.prototype.setTimeout = function (ms, ...given) {
  return limit.call(this, patient(ms), ...given);
};
