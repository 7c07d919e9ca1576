/**
 * Two replicas of the service that count in Redis behind Sentinels, and in a Redis Cluster, while callers keep calling:
 * the server that counts is killed, another one takes its place, and the first one returns.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRedisLimiter } from "../../src/service/budget/redis.ts";
import { parseRedisUrl } from "../../src/service/shared/redis-url.ts";
import { type RedisGroup, startCluster, startSentinels } from "../support/redis-groups.ts";
import { requireServer } from "../support/servers.ts";
import { type RunningService, startService } from "../support/service.ts";

const LIMIT = 20;
const KINDS = [
  ["Sentinels", startSentinels],
  ["a cluster", startCluster],
] as const;

requireServer("redis-server", "openssl")("a budget shared through", () => {
  describe.each(KINDS)("%s", (name, start) => {
    let group: RedisGroup;
    let replicas: RunningService[];
    beforeAll(async () => {
      group = await start({ password: "p@ss/word" });
      replicas = await Promise.all([1, 2].map(() => startReplica(group)));
    });
    afterAll(async () => {
      expect(await Promise.all(replicas.map((replica) => replica.stop()))).toEqual([0, 0]);
    });

    test("is exact", async () => {
      for (let client = 0; client < 10; client++) expect(await passed(replicas, 50)).toBe(LIMIT);
      for (const replica of replicas) await expect.poll(() => redisLines(replica)).toEqual([COUNTED]);
    });

    test.each(["killed", "silent"])("survives that the master is %s", async (fate) => {
      const said = replicas.map((replica) => redisLines(replica).length);
      const callers = startCallers(replicas);
      await callers.untilAnswered(20);
      const master = await group.master();
      if (fate === "killed") await master.kill();
      else master.pause();
      await untilSaid(replicas, said, 2);
      const duration = callers.untilAnswered(20).then(() => callers.stop());
      // Another server counts now, so the budget is exact again, for clients of every node of a cluster.
      for (let client = 0; client < 20; client++) expect(await passed(replicas, 50)).toBe(LIMIT);
      const { statuses, slowestMs } = await duration;
      expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([]);
      for (const [at, replica] of replicas.entries()) {
        const lines = redisLines(replica).slice(said[at]);
        expect(lines).toEqual([ALONE, COUNTED]);
        console.log(
          `${name}, master ${fate}: ${secondsAlone(replica)} s alone; slowest call ${slowestMs} ms`,
        );
      }
      if (fate === "killed") await master.restart();
      else master.resume();
      // What was the master returns as a replica, and nobody notices.
      for (let client = 0; client < 20; client++) expect(await passed(replicas, 50)).toBe(LIMIT);
      for (const [at, replica] of replicas.entries())
        expect(redisLines(replica).slice(said[at])).toEqual([ALONE, COUNTED]);
    });

    test("survives that an operator lets another server count", async () => {
      const said = replicas.map((replica) => redisLogs(replica).length);
      const callers = startCallers(replicas);
      await callers.untilAnswered(20);
      await group.failOver();
      // A connection that was closed is replaced, and what has moved is found.
      await expect
        .poll(() => replicas.every((replica, at) => redisLines(replica).slice(said[at]).at(-1) !== ALONE))
        .toBe(true);
      await callers.untilAnswered(200);
      const { statuses, slowestMs } = await callers.stop();
      expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([]);
      for (let client = 0; client < 20; client++) expect(await passed(replicas, 50)).toBe(LIMIT);
      for (const [at, replica] of replicas.entries()) {
        const lines = redisLines(replica).slice(said[at]);
        const seconds = lines.length > 0 ? secondsAlone(replica) : "0";
        console.log(`${name}, failover by an operator: ${seconds} s alone; slowest call ${slowestMs} ms`);
      }
    });

    test("all servers gone: each counts alone; all back: one budget again", async () => {
      const said = replicas.map((replica) => redisLines(replica).length);
      const all = [...group.sentinels, ...group.servers];
      await Promise.all(all.map((server) => server.kill()));
      for (let client = 0; client < 3; client++) await passed(replicas, 2);
      await untilSaid(replicas, said, 1);
      for (const replica of replicas) expect(await passed([replica], 50)).toBe(LIMIT);
      await Promise.all(all.map((server) => server.restart()));
      await untilSaid(replicas, said, 2);
      for (let client = 0; client < 20; client++) expect(await passed(replicas, 50)).toBe(LIMIT);
      for (const [at, replica] of replicas.entries())
        expect(redisLines(replica).slice(said[at])).toEqual([ALONE, COUNTED]);
    });

    test("a nonce counts once, before and after a failover", async () => {
      const both = await Promise.all(
        [1, 2].map(() => createRedisLimiter({ address: parseRedisUrl(group.url), limit: LIMIT })),
      );
      const claim = async (nonce: string) =>
        (await Promise.all(both.map((nonces) => nonces.claim(nonce, 121)))).filter(Boolean).length;
      for (let nonce = 0; nonce < 20; nonce++) expect(await claim(`before-${nonce}`)).toBe(1);
      const master = await group.master();
      await master.kill();
      let tries = 0;
      await expect
        .poll(async () => {
          const claims = [];
          for (let nonce = 0; nonce < 20; nonce++) claims.push(await claim(`try-${tries++}`));
          return claims.every((count) => count === 1);
        })
        .toBe(true);
      await master.restart();
      for (const nonces of both) nonces.close();
    });
  });

  test.each(KINDS)("%s over TLS, with a password for each", async (_, start) => {
    const group = await start({ tls: true, password: "p@ss/word", sentinelPassword: "other" });
    const replicas = await Promise.all([1, 2].map(() => startReplica(group)));
    expect(await passed(replicas, 50)).toBe(LIMIT);
    for (const replica of replicas) await expect.poll(() => redisLines(replica)).toEqual([COUNTED]);
    const stranger = await startService({ PREFLIGHT_REDIS_URL: group.url });
    await expect.poll(() => redisLines(stranger)).toEqual([ALONE]);
    await Promise.all([...replicas, stranger].map((replica) => replica.stop()));
  });
});

const COUNTED = "calls are counted in Redis, for all replicas";
const ALONE = "Redis cannot be reached: this process counts calls alone";

function startReplica({ url, caFile }: RedisGroup): Promise<RunningService> {
  return startService({
    PREFLIGHT_REDIS_URL: url,
    PREFLIGHT_TRUST_PROXY: "loopback",
    PREFLIGHT_RATE_LIMIT: String(LIMIT),
    ...(url.startsWith("rediss") && { NODE_EXTRA_CA_CERTS: caFile }),
  });
}

const redisLogs = (replica: RunningService) => replica.logs().filter(({ msg }) => /Redis/.test(String(msg)));
const redisLines = (replica: RunningService) => redisLogs(replica).map(({ msg }) => String(msg));

function secondsAlone(replica: RunningService): string {
  const [lost, back] = redisLogs(replica)
    .slice(-2)
    .map(({ time }) => Number(new Date(time as string)));
  return ((back! - lost!) / 1000).toFixed(1);
}

async function untilSaid(replicas: RunningService[], before: number[], more: number): Promise<void> {
  await expect
    .poll(() => replicas.every((replica, at) => redisLines(replica).length >= before[at]! + more))
    .toBe(true);
}

let clients = 0;

/** A new client calls that often, in turns at each of the replicas. */
async function passed(replicas: RunningService[], calls: number): Promise<number> {
  const client = `10.1.${clients >> 8}.${clients++ & 255}`;
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, at) => call(replicas[at % replicas.length]!, client)),
  );
  return answers.filter((status) => status === 200).length;
}

/** Again, if the machine is too busy for it: such a call is not counted. */
async function call(replica: RunningService, client: string): Promise<number> {
  const response = await fetch(`${replica.url}/api/domains`, { headers: { "X-Forwarded-For": client } });
  const { code } = (await response.json()) as { code?: string };
  return code === "overloaded" ? call(replica, client) : response.status;
}

/** Other clients call all the time, so that a lost server is noticed and nobody waits for it. */
function startCallers(replicas: RunningService[]) {
  const statuses = new Map<number, number>();
  let slowestMs = 0;
  let answered = 0;
  let stopped = false;
  const loops = replicas.map(async (replica, at) => {
    for (let count = 0; !stopped; count++) {
      const started = performance.now();
      const status = await call(replica, `10.2.${at}.${count % 200}`);
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - started));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      answered++;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  return {
    async untilAnswered(more: number) {
      const before = answered;
      await expect.poll(() => answered - before).toBeGreaterThanOrEqual(more);
    },
    async stop() {
      stopped = true;
      await Promise.all(loops);
      return { statuses, slowestMs };
    },
  };
}
