/** Nonces shared through a Redis that does what each test says. With a real server: nonce-redis.test.ts. */
import "../support/patient-redis.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSharedNonces, type SharedNonces } from "../../src/service/identity/nonce-redis.ts";
import type { NeighbourEvent } from "../../src/service/operations/record.ts";
import { redisPatience } from "../support/patient-redis.ts";
import { type ScriptedRedis, startScriptedRedis } from "../support/scripted-redis.ts";

let redis: ScriptedRedis;
let nonces: SharedNonces;
let events: NeighbourEvent[];
beforeEach(async () => {
  redis = await startScriptedRedis();
  events = [];
  nonces = await createSharedNonces(redis.address, (event) => events.push(event));
});
afterEach(async () => {
  vi.restoreAllMocks();
  redisPatience.isReal = false;
  nonces.close();
  await redis.stop();
});

/** Moves the clock that the pause after a failure is measured by. */
function passTime(milliseconds: number): void {
  vi.restoreAllMocks();
  const from = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(from + milliseconds);
}

test("the first to claim a nonce gets it, for as long as a call with it could be accepted", async () => {
  expect(await nonces.claim("n1", 121)).toBe(true);
  expect(await nonces.claim("n1", 121)).toBe(false);
  expect(await nonces.claim("n2", 7)).toBe(true);
  expect([...redis.data]).toEqual([
    ["preflight:nonce:n1", { value: 1, seconds: 121 }],
    ["preflight:nonce:n2", { value: 1, seconds: 7 }],
  ]);
  const [set] = redis.commands.filter(([name]) => name === "set");
  expect(set).toEqual(["set", "preflight:nonce:n1", "1", "EX", "121", "NX"]);
  expect(redis.commands).toContainEqual(["client", "setname", "preflight-nonces"]);
  expect(events).toEqual([]);
});

test("a Redis that fails refuses nobody, is left alone for a second, and each change is said once", async () => {
  redis.behaviour.refusesWrites = "-OOM command not allowed when used memory > 'maxmemory'.\r\n";
  expect(await nonces.claim("n1", 121)).toBe(true);
  expect(await nonces.claim("n1", 121)).toBe(true);
  const sets = () => redis.commands.filter(([name]) => name === "set").length;
  expect(sets()).toBe(1);
  expect(events).toEqual([{ type: "nonce-sharing-failed", reason: "OOM" }]);

  passTime(1_000);
  expect(await nonces.claim("n1", 121)).toBe(true);
  expect(sets()).toBe(2);
  expect(events).toHaveLength(1);

  passTime(2_000);
  redis.behaviour.refusesWrites = undefined;
  expect(await nonces.claim("n1", 121)).toBe(true);
  expect(await nonces.claim("n1", 121)).toBe(false);
  expect(events).toEqual([
    { type: "nonce-sharing-failed", reason: "OOM" },
    { type: "nonce-sharing-restored" },
  ]);
});

test("nobody waits for a silent Redis longer than half a second", async () => {
  nonces.close();
  redisPatience.isReal = true;
  nonces = await createSharedNonces(redis.address, (event) => events.push(event));
  redis.behaviour.isSilent = true;
  expect(await nonces.claim("n1", 121)).toBe(true);
  expect(events).toEqual([{ type: "nonce-sharing-failed", reason: "timeout" }]);
});

test("without anybody to tell, a failure is still none of the caller's business", async () => {
  nonces.close();
  redis.behaviour.refusesWrites = "-OOM no room\r\n";
  nonces = await createSharedNonces(redis.address);
  expect(await nonces.claim("n1", 121)).toBe(true);
  redis.behaviour.refusesWrites = undefined;
  passTime(1_000);
  expect(await nonces.claim("n1", 121)).toBe(true);
});

test("a server that became a replica is left, since its name may lead to the new one", async () => {
  redis.behaviour.refusesWrites = "-READONLY You can't write against a read only replica.\r\n";
  expect(await nonces.claim("n1", 121)).toBe(true);
  await expect.poll(() => redis.connections()).toBe(2);
  expect(events).toEqual([{ type: "nonce-sharing-failed", reason: "READONLY" }]);
});
