/** The shared budget against a Redis that does what each test says. With a real server: redis.test.ts. */
import "../support/patient-redis.ts";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRedisLimiter, type LimiterState, type RedisLimiter } from "../../src/service/budget/redis.ts";
import type { RedisAddress } from "../../src/service/shared/redis-url.ts";
import { redisPatience } from "../support/patient-redis.ts";
import { type ScriptedRedis, startScriptedRedis } from "../support/scripted-redis.ts";

let redis: ScriptedRedis;
let limiters: RedisLimiter[] = [];
beforeEach(async () => {
  redis = await startScriptedRedis();
});
afterEach(async () => {
  redisPatience.isReal = false;
  await Promise.all(limiters.map((limiter) => limiter.close()));
  limiters = [];
  await redis.stop();
});

async function open(more: Partial<RedisAddress> = {}, options: { windowSeconds?: number } = {}) {
  const changes: [LimiterState, string][] = [];
  const limiter = await createRedisLimiter({
    address: { ...redis.address, ...more },
    limit: 20,
    ...options,
    onStateChange: (...change) => changes.push(change),
  });
  limiters.push(limiter);
  return { limiter, changes };
}

/** The keys under which calls were counted, except for the one that tries the server out. */
function countedKeys(password = ""): string[] {
  const digest = (text: string) => createHash("sha256").update(text);
  const secret = digest(`preflight call budget\n${password}`).digest("hex");
  const probe = `preflight:calls:${digest(`${secret}probe`).digest("base64url")}`;
  expect([...redis.data.keys()]).toContain(probe);
  return [...redis.data.keys()].filter((key) => key !== probe);
}

describe("while Redis counts", () => {
  test("a decision is what Redis counted, not what this process did", async () => {
    const { limiter, changes } = await open();
    expect(changes).toEqual([["shared", "connected"]]);
    expect(await limiter.take("ip:203.0.113.7")).toEqual({
      allowed: true,
      limit: 20,
      remaining: 19,
      resetSeconds: 60,
    });
    const [key] = countedKeys();
    redis.data.get(key!)!.value = 18;
    expect(await limiter.take("ip:203.0.113.7", 2)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take("ip:203.0.113.7")).toMatchObject({ allowed: false, remaining: 0 });
  });

  test.each([
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [59_001, 60],
    [-2, 1],
  ])("with %i ms left the window ends in %i s", async (msLeft, resetSeconds) => {
    const { limiter } = await open();
    redis.behaviour.msLeft = msLeft;
    expect(await limiter.take("a")).toMatchObject({ resetSeconds });
  });

  test("windows have the length that was configured, and a minute by default", async () => {
    const { limiter } = await open();
    await limiter.take("a");
    expect([...redis.data.values()].map(({ seconds }) => seconds)).toEqual([60, 60]);
    redis.data.clear();
    const { limiter: short } = await open({}, { windowSeconds: 5 });
    await short.take("a");
    expect([...redis.data.values()].map(({ seconds }) => seconds)).toEqual([5, 5]);
  });

  test("addresses are digests under the password, so a dump of the data tells none", async () => {
    const address = "ip:203.0.113.7";
    const nameUnder = async (password?: string) => {
      redis.data.clear();
      const { limiter } = await open(password === undefined ? {} : { password });
      await limiter.take(address);
      return countedKeys(password)[0]!;
    };
    const names = [await nameUnder(), await nameUnder("one"), await nameUnder("two"), await nameUnder("one")];
    expect(names[1]).toBe(names[3]);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^preflight:calls:[\w-]{43}$/);
  });

  test("a user who may not ask for the kind of the server may still count", async () => {
    redis.behaviour.info = undefined;
    expect((await open()).changes).toEqual([["shared", "connected"]]);
  });

  test("it says who it is, and uses the credentials and the database it was given", async () => {
    await open({ username: "preflight", password: "secret", db: 3 });
    const said = redis.commands.map((command) => command.join(" ").toLowerCase());
    expect(said).toContain("hello 3 auth preflight secret");
    expect(said).toContain("select 3");
    expect(said).toContain("client setname preflight");
    expect(said).toContain("info server");
  });
});

describe("when Redis does not count", () => {
  test.each(["cluster", "sentinel"])("a %s is refused by name, and not tried again", async (mode) => {
    redis.behaviour.info = `redis_mode:${mode}\r\n`;
    const changes: unknown[] = [];
    const limiter = createRedisLimiter({
      address: redis.address,
      limit: 20,
      onStateChange: (...change) => changes.push(change),
    });
    await expect(limiter).rejects.toThrow(
      mode === "cluster"
        ? "PREFLIGHT_REDIS_URL names a Redis Cluster; write redis+cluster://host:port,host:port for it."
        : "PREFLIGHT_REDIS_URL names a Redis Sentinel; write redis+sentinel://host:port,host:port/master for it.",
    );
    expect(changes).toEqual([]);
    await expect.poll(() => redis.connections()).toBe(1);
  });

  test("a server that turns into a cluster is left for good; this process goes on by itself", async () => {
    const { limiter, changes } = await open();
    redis.behaviour.info = "redis_mode:cluster\r\n";
    redis.drop();
    await expect.poll(() => redis.connections()).toBe(2);
    // The client asks for it too, on each connection.
    await expect.poll(() => redis.commands.filter(([name]) => name === "info")).toHaveLength(4);
    expect(await limiter.take("a")).toMatchObject({ allowed: true, remaining: 19 });
    expect(changes).toEqual([
      ["shared", "connected"],
      ["local", "closed"],
    ]);
  });

  test("a Sentinel that names no port is asked again, until it does", async () => {
    const { host, port } = redis.address as { host: string; port: number };
    const changes: unknown[] = [];
    const limiter = await createRedisLimiter({
      address: { sentinels: [{ host, port }], master: "budget", tls: false, db: 0 },
      limit: 20,
      onStateChange: (...change) => changes.push(change),
    });
    limiters.push(limiter);
    redis.behaviour.masterPort = String(port);
    await expect
      .poll(() => changes, { timeout: 20_000 })
      .toEqual([
        ["local", "ERR_SOCKET_BAD_PORT"],
        ["shared", "connected"],
      ]);
    expect(await limiter.take("a")).toMatchObject({ remaining: 19 });
  });

  test("a server that cannot write is left until it can; each change is said once", async () => {
    redis.behaviour.refusesWrites = "-OOM command not allowed when used memory > 'maxmemory'.\r\n";
    const { limiter, changes } = await open();
    expect(changes).toEqual([["local", "OOM"]]);
    expect(limiter.take("a")).toMatchObject({ allowed: true, remaining: 19 });
    await expect.poll(() => redis.connections()).toBeGreaterThan(3);
    expect(changes).toHaveLength(1);
    redis.behaviour.refusesWrites = undefined;
    await expect
      .poll(() => changes)
      .toEqual([
        ["local", "OOM"],
        ["shared", "connected"],
      ]);
  });

  test("a call that Redis fails to count is decided here, with what was counted here before", async () => {
    const { limiter, changes } = await open();
    await limiter.take("a", 5);
    redis.behaviour.refusesWrites = "-READONLY You can't write against a read only replica.\r\n";
    const decisions = await Promise.all([limiter.take("a"), limiter.take("a", 14), limiter.take("a")]);
    expect(decisions.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 14],
      [true, 0],
      [false, 0],
    ]);
    await expect.poll(() => changes.at(-1)).toEqual(["local", "READONLY"]);
  });

  test("a lost connection is replaced, and the count goes on where Redis has it", async () => {
    const { limiter, changes } = await open();
    await limiter.take("a", 7);
    redis.drop();
    await expect
      .poll(() => changes)
      .toEqual([
        ["shared", "connected"],
        ["local", "closed"],
        ["shared", "connected"],
      ]);
    expect(await limiter.take("a")).toMatchObject({ remaining: 12 });
  });

  test("a silent server is given up after half a second", async () => {
    redisPatience.isReal = true;
    const { limiter, changes } = await open();
    redis.behaviour.isSilent = true;
    expect(await limiter.take("a")).toMatchObject({ allowed: true, remaining: 19 });
    await expect.poll(() => changes.at(-1)).toEqual(["local", "timeout"]);
  });

  test("so is one that goes on sending, but not the answer", async () => {
    redisPatience.isReal = true;
    const { limiter, changes } = await open();
    redis.behaviour.isEndless = true;
    expect(await limiter.take("a")).toMatchObject({ allowed: true, remaining: 19 });
    await expect.poll(() => changes.at(-1)).toEqual(["local", "timeout"]);
  });

  test("a server that answered while this process was held up is not given up", async () => {
    redisPatience.isReal = true;
    const { limiter, changes } = await open();
    redis.behaviour.stallMs = 1_000;
    await limiter.take("a");
    expect(changes).toEqual([["shared", "connected"]]);
    expect(redis.connections()).toBe(1);
  });

  test("nothing listens: the reason is the system's, and no call waits", async () => {
    await redis.stop();
    const { limiter, changes } = await open();
    expect(changes).toEqual([["local", "ECONNREFUSED"]]);
    expect(limiter.take("a")).toMatchObject({ allowed: true, remaining: 19 });
  });

  test("after it is closed it says nothing more, answers by itself and does not connect again", async () => {
    const { limiter, changes } = await open();
    await limiter.close();
    await expect.poll(() => redis.connections()).toBe(1);
    expect(limiter.take("a")).toMatchObject({ allowed: true, remaining: 19 });
    expect(changes).toEqual([["shared", "connected"]]);
  });
});

describe("the nonces of signed calls", () => {
  test("the first to claim one gets it, for as long as a call with it could be accepted", async () => {
    const [{ limiter: one }, { limiter: other }] = await Promise.all([open(), open()]);
    redis.data.clear();
    expect(await one.claim("n1", 121)).toBe(true);
    expect(await other.claim("n1", 121)).toBe(false);
    expect(await one.claim("n1", 121)).toBe(false);
    expect(await other.claim("n2", 7)).toBe(true);
    expect([...redis.data]).toEqual([
      ["preflight:nonce:n1", { value: 3, seconds: 121 }],
      ["preflight:nonce:n2", { value: 1, seconds: 7 }],
    ]);
  });

  test("a Redis that fails refuses nobody, and is tried again", async () => {
    const { limiter, changes } = await open();
    redis.behaviour.refusesWrites = "-READONLY You can't write against a read only replica.\r\n";
    expect(await limiter.claim("n1", 121)).toBe(true);
    await expect.poll(() => changes.at(-1)).toEqual(["local", "READONLY"]);
    expect(limiter.claim("n1", 121)).toBe(true);
    redis.behaviour.refusesWrites = undefined;
    await expect.poll(() => changes.at(-1)).toEqual(["shared", "connected"]);
    expect(await limiter.claim("n1", 121)).toBe(true);
    expect(await limiter.claim("n1", 121)).toBe(false);
  });

  test("nobody waits for a silent Redis longer than half a second", async () => {
    redisPatience.isReal = true;
    const { limiter, changes } = await open();
    redis.behaviour.isSilent = true;
    expect(await limiter.claim("n1", 121)).toBe(true);
    await expect.poll(() => changes.at(-1)).toEqual(["local", "timeout"]);
  });
});
