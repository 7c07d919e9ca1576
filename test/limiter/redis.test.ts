import "../support/patient-redis.ts";
import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createRedisLimiter, type LimiterState, type RedisLimiter } from "../../src/service/budget/redis.ts";
import type { LimitDecision } from "../../src/service/operations/ports.ts";
import { parseRedisUrl } from "../../src/service/shared/redis-url.ts";
import { builtFile } from "../support/built.ts";
import { freePort } from "../support/free-port.ts";
import { redisPatience } from "../support/patient-redis.ts";
import { outputOf } from "../support/processes.ts";
import { type RedisServer, requireServer, startRedis } from "../support/servers.ts";
import { PATIENT } from "../support/service.ts";

interface Replica extends RedisLimiter {
  /** Every change of state so far, each with its reason. */
  readonly changes: [LimiterState, string][];
  state(): LimiterState | undefined;
}

const replicas: Replica[] = [];
let buckets = 0;
/** A bucket no other test has used: tests share a server. */
const freshBucket = () => `ip:203.0.113.${buckets++}`;

async function replica(url: string, options: { limit?: number; windowSeconds?: number } = {}) {
  const changes: [LimiterState, string][] = [];
  const limiter = await createRedisLimiter({
    address: parseRedisUrl(url),
    limit: 20,
    ...options,
    onStateChange: (state, reason) => changes.push([state, reason]),
  });
  const made: Replica = { ...limiter, changes, state: () => changes.at(-1)?.[0] };
  replicas.push(made);
  return made;
}

const becomes = (state: LimiterState, ...of: Replica[]) =>
  expect.poll(() => of.map((one) => one.state())).toEqual(of.map(() => state));

const passed = (decisions: LimitDecision[]) => decisions.filter((decision) => decision.allowed).length;

/** As many calls as given, spread over the replicas, all at once. */
const storm = (of: Replica[], bucket: string, calls: number) =>
  Promise.all(Array.from({ length: calls }, (_, call) => of[call % of.length]!.take(bucket)));

afterEach(async () => {
  redisPatience.isReal = false;
  await Promise.all(replicas.splice(0).map((one) => one.close()));
});

requireServer("redis-server")("a budget shared through Redis", () => {
  let server: RedisServer;
  let four: () => Promise<Replica[]>;
  beforeAll(async () => {
    server = await startRedis();
    four = () => Promise.all([1, 2, 3, 4].map(() => replica(server.url)));
  });
  afterAll(() => server.stop());

  test("of 1,000 concurrent calls at four replicas exactly 20 pass", async () => {
    const all = await four();
    expect(passed(await storm(all, freshBucket(), 1_000))).toBe(20);
    expect(all.map((one) => one.changes)).toEqual(all.map(() => [["shared", "connected"]]));
  });

  test("each decision says what is left and when the window ends", async () => {
    const [one, two] = await four();
    const bucket = freshBucket();
    expect(await one!.take(bucket)).toEqual({ allowed: true, limit: 20, remaining: 19, resetSeconds: 60 });
    expect(await two!.take(bucket, 19)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await one!.take(bucket)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await two!.take(freshBucket())).toMatchObject({ allowed: true, remaining: 19 });
  });

  test("several calls at once pass whole or not at all, and count either way", async () => {
    const one = await replica(server.url);
    const bucket = freshBucket();
    expect(await one.take(bucket, 15)).toMatchObject({ allowed: true, remaining: 5 });
    expect(await one.take(bucket, 6)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await one.take(bucket)).toMatchObject({ allowed: false });
  });

  test("after the window the full budget is back, and refused calls have not moved it", async () => {
    const one = await replica(server.url, { limit: 2, windowSeconds: 1 });
    const bucket = freshBucket();
    // Sent together: on a busy machine the window may be over before the next call.
    const decisions = await Promise.all([one.take(bucket, 2), one.take(bucket)]);
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, false]);
    await expect.poll(() => one.take(bucket)).toMatchObject({ allowed: true, remaining: 1 });
  });

  test("a clock of Redis that was set back by an hour refuses nobody for longer than a window", async () => {
    const one = await replica(server.url);
    const bucket = freshBucket();
    const inspector = new Redis(server.url);
    await inspector.flushall();
    await one.take(bucket, 25);
    const [key] = await inspector.keys("*");
    // What is left of a window is the time on Redis's clock until its end.
    await inspector.pexpire(key!, 3_600_000);
    expect(await one.take(bucket)).toMatchObject({ allowed: false, resetSeconds: 60 });
    expect(await inspector.pttl(key!)).toBeLessThanOrEqual(60_000);
    inspector.disconnect();
  });

  test.each([
    ["text", (redis: Redis, key: string) => redis.set(key, "twenty")],
    ["a list", (redis: Redis, key: string) => redis.del(key).then(() => redis.lpush(key, "1"))],
  ])("a key that holds %s in place of a count is replaced, and nobody counts alone", async (_, damage) => {
    const bucket = freshBucket();
    const [one, other] = [await replica(server.url), await replica(server.url)];
    await one.take(bucket);
    const redis = new Redis(server.url);
    const before = new Set(await redis.keys("preflight:calls:*"));
    const mine = freshBucket();
    await one.take(mine, 3);
    const [key] = (await redis.keys("preflight:calls:*")).filter((name) => !before.has(name));
    await damage(redis, key!);
    redis.disconnect();
    expect(await one.take(mine)).toMatchObject({ allowed: true, remaining: 19 });
    expect(await other.take(mine)).toMatchObject({ remaining: 18 });
    expect([one.state(), other.state()]).toEqual(["shared", "shared"]);
  });

  test("Redis holds neither addresses nor anything that could be matched with one", async () => {
    const one = await replica(server.url);
    const bucket = freshBucket();
    await one.take(bucket);
    const inspector = new Redis(server.url);
    const keys = await inspector.keys("*");
    inspector.disconnect();
    expect(keys.length).toBeGreaterThan(0);
    const address = bucket.slice("ip:".length);
    for (const text of [bucket, address]) {
      const sha = createHash("sha256").update(text);
      const guesses = [text, sha.copy().digest("hex"), sha.digest("base64url")];
      expect(keys.filter((key) => guesses.some((guess) => key.includes(guess)))).toEqual([]);
    }
  });

  test("forgotten scripts are sent again", async () => {
    const one = await replica(server.url);
    const bucket = freshBucket();
    await one.take(bucket);
    const operator = new Redis(server.url);
    await operator.script("FLUSH");
    operator.disconnect();
    expect(await one.take(bucket)).toMatchObject({ allowed: true, remaining: 18 });
    expect(one.changes).toHaveLength(1);
  });

  test("a server that refuses to write is as good as lost until it writes again", async () => {
    const one = await replica(server.url);
    const bucket = freshBucket();
    const operator = new Redis(server.url);
    await operator.config("SET", "maxmemory", "1");
    expect(passed(await storm([one], bucket, 50))).toBe(20);
    await becomes("local", one);
    // Its probes are refused too: it must not announce a return that is none.
    await expect.poll(() => connectionsSince(operator)).toBeGreaterThan(2);
    expect(one.changes.slice(1)).toEqual([["local", "OOM"]]);
    await operator.config("SET", "maxmemory", "0");
    operator.disconnect();
    await becomes("shared", one);
    expect(passed(await storm([one], freshBucket(), 50))).toBe(20);
  });

  test("calls under way when it is closed are answered, and later ones too", async () => {
    const one = await replica(server.url);
    const bucket = freshBucket();
    const pending = storm([one], bucket, 30);
    await one.close();
    expect(passed(await pending)).toBe(20);
    expect(await one.take(bucket)).toMatchObject({ allowed: false });
    expect(one.changes).toHaveLength(1);
  });
});

requireServer("redis-server")("when Redis is lost", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  test("killed in the middle: at most 20 a replica, said once; restarted: exact again", async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => replica(server.url)));
    const bucket = freshBucket();
    const before = storm(all, bucket, 200);
    const killed = server.kill();
    const inTheGap = [...(await before), ...(await storm(all, bucket, 800))];
    await killed;
    await becomes("local", ...all);
    inTheGap.push(...(await storm(all, bucket, 200)));
    // 20 by the shared count, and what each replica lets through on its own.
    expect(passed(inTheGap)).toBeLessThanOrEqual(20 + 4 * 20);
    const another = freshBucket();
    for (const one of all) expect(passed(await storm([one], another, 100))).toBe(20);

    await server.restart();
    await becomes("shared", ...all);
    expect(passed(await storm(all, freshBucket(), 1_000))).toBe(20);
    for (const one of all) expect(one.changes.map(([state]) => state)).toEqual(["shared", "local", "shared"]);
  });

  test("after a long failure and a recovery, the next failure is over soon again", async () => {
    const one = await replica(server.url);
    const timers = vi.spyOn(globalThis, "setTimeout");
    // Of all that is waited for here, only the pauses between attempts have a random part.
    const pauses = () => timers.mock.calls.map(([, ms]) => Number(ms)).filter((ms) => !Number.isInteger(ms));
    await server.kill();
    await becomes("local", one);
    await expect.poll(() => Math.max(...pauses())).toBeGreaterThan(1_500);
    await server.restart();
    await becomes("shared", one);
    timers.mockClear();
    const changes = one.changes.length;
    const operator = new Redis(server.url);
    await operator.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    operator.disconnect();
    await expect.poll(() => one.changes.length).toBe(changes + 2);
    expect(one.state()).toBe("shared");
    expect(pauses()).toEqual([expect.any(Number)]);
    expect(Math.max(...pauses())).toBeLessThan(150);
    timers.mockRestore();
  });

  test("a budget spent at a replica stays spent there", async () => {
    const one = await replica(server.url);
    const bucket = freshBucket();
    expect(passed(await storm([one], bucket, 20))).toBe(20);
    await server.kill();
    await becomes("local", one);
    expect(await one.take(bucket)).toMatchObject({ allowed: false });
    await server.restart();
    await becomes("shared", one);
  });

  test("silent but connected: the calls under way are answered, later ones do not wait for it", async () => {
    redisPatience.isReal = true;
    const one = await replica(server.url);
    const bucket = freshBucket();
    server.pause();
    expect(passed(await storm([one], bucket, 100))).toBe(20);
    await becomes("local", one);
    expect(one.changes.at(-1)).toEqual(["local", "timeout"]);
    expect(one.take(freshBucket())).toMatchObject({ allowed: true });
    server.resume();
    await becomes("shared", one);
    expect(passed(await storm([one], freshBucket(), 100))).toBe(20);
  });

  test("not there at start: counts for itself and joins when it comes", async () => {
    await server.kill();
    const one = await replica(server.url);
    expect(one.changes).toEqual([["local", "ECONNREFUSED"]]);
    expect(passed(await storm([one], freshBucket(), 100))).toBe(20);
    await server.restart();
    await becomes("shared", one);
  });

  test("closed while it is away: it stays quiet when Redis returns", async () => {
    const one = await replica(server.url);
    await server.kill();
    await becomes("local", one);
    await one.close();
    await server.restart();
    const witness = await replica(server.url);
    await becomes("shared", witness);
    expect(one.changes).toHaveLength(2);
  });
});

requireServer("redis-server")("Redis behind a password", () => {
  const password = "p@ss/wörd%";
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis({ password });
  });
  afterAll(() => server.stop());

  test("the right one works", async () => {
    const both = [await replica(server.url), await replica(server.url)];
    expect(passed(await storm(both, freshBucket(), 100))).toBe(20);
    expect(both.map((one) => one.state())).toEqual(["shared", "shared"]);
  });

  test("hides the addresses from whoever reads the data without it", async () => {
    const bucket = freshBucket();
    const open = await startRedis();
    const keysIn = async (url: string): Promise<string[]> => {
      const one = await replica(url);
      const inspector = new Redis(url);
      await inspector.flushall();
      await one.take(bucket);
      const keys = await inspector.keys("*");
      inspector.disconnect();
      return keys;
    };
    const [hidden, hiddenAgain, plain] = [
      await keysIn(server.url),
      await keysIn(server.url),
      await keysIn(open.url),
    ];
    await open.stop();
    expect([hidden.length, plain.length]).toEqual([1, 1]);
    expect(hiddenAgain).toEqual(hidden);
    // The same address under another password, or none, has another name, so a table of all addresses is of no use.
    expect(plain).not.toEqual(hidden);
    expect(JSON.stringify([hidden, plain])).not.toContain(bucket.slice("ip:".length));
  });

  test("the wrong one leaves the replica on its own count and is not repeated anywhere", async () => {
    const output = [vi.spyOn(console, "warn"), vi.spyOn(console, "error"), vi.spyOn(console, "log")];
    const one = await replica(server.url.replace("%25", "-hunter2"));
    expect(one.changes).toEqual([["local", "WRONGPASS"]]);
    expect(passed(await storm([one], freshBucket(), 100))).toBe(20);
    for (const spy of output) {
      expect(JSON.stringify(spy.mock.calls)).not.toContain("hunter2");
      spy.mockRestore();
    }
  });
});

requireServer("redis-server", "openssl")("Redis over TLS", () => {
  // Whom TLS trusts is fixed when a process starts, so each case is a process of its own, on the built adapter.
  const program = `
    const { createRedisLimiter } = await import("${builtFile("service/budget/redis.ts")}");
    const { parseRedisUrl } = await import("${builtFile("service/shared/redis-url.ts")}");
    const states = [];
    const limiter = await createRedisLimiter({
      address: parseRedisUrl(process.env.REDIS_URL), limit: 20,
      onStateChange: (state, reason) => states.push(state + " " + reason),
    });
    const decision = await limiter.take("ip:203.0.113.7");
    await limiter.close();
    console.log(JSON.stringify({ states, remaining: decision.remaining }));`;
  const run = async (environment: Record<string, string>): Promise<unknown> => {
    const args = ["--input-type=module", "--eval", program];
    return JSON.parse(
      await outputOf(process.execPath, args, { environment: { ...PATIENT, ...environment } }),
    );
  };

  test("works with a certificate that is trusted, and only then", async () => {
    const server = await startRedis({ tls: true, password: "secret" });
    try {
      const [trusted, untrusted] = await Promise.all([
        run({ REDIS_URL: server.url, NODE_EXTRA_CA_CERTS: server.caFile }),
        run({ REDIS_URL: server.url }),
      ]);
      expect(trusted).toEqual({ states: ["shared connected"], remaining: 19 });
      expect(untrusted).toEqual({ states: ["local DEPTH_ZERO_SELF_SIGNED_CERT"], remaining: 19 });
    } finally {
      await server.stop();
    }
  });
});

test("an address where nothing listens", async () => {
  const one = await replica(`redis://127.0.0.1:${await freePort()}`);
  expect(one.changes).toEqual([["local", "ECONNREFUSED"]]);
  expect(one.take(freshBucket())).toMatchObject({ allowed: true, remaining: 19 });
});

/** How many connections the server has taken in all: each probe of a replica makes one. */
async function connectionsSince(operator: Redis): Promise<number> {
  const stats = await operator.info("stats");
  const total = Number(/total_connections_received:(\d+)/.exec(stats)?.[1]);
  connectionsAtFirst ??= total;
  return total - connectionsAtFirst;
}
let connectionsAtFirst: number | undefined;
