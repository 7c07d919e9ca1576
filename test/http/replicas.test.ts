/** Several processes, one budget, on a real Redis. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { envelope } from "../support/envelopes.ts";
import { type Answer, type Client, createClient } from "../support/http.ts";
import { type RedisServer, requireServer, startRedis } from "../support/servers.ts";
import { type RunningService, startService } from "../support/service.ts";

const apiKey = "ai_replicas_0123456789";

requireServer("redis-server")("replicas that share Redis", () => {
  let redis: RedisServer;
  let replicas: RunningService[];
  let clients: Client[];

  beforeAll(async () => {
    redis = await startRedis({ password: "not-in-the-log" });
    const environment = {
      PREFLIGHT_REDIS_URL: redis.url,
      PREFLIGHT_API_KEYS: apiKey,
      PREFLIGHT_TRUST_PROXY: "loopback",
    };
    replicas = await Promise.all(Array.from({ length: 4 }, () => startService(environment)));
    clients = replicas.map(({ url }) => createClient(url));
    // The descriptions that answers are checked against, before a storm makes fetching them slow.
    await Promise.all(clients.map((call) => call("/api/domains")));
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    const codes = await Promise.all(replicas.map((replica) => replica.stop()));
    await redis.stop();
    expect(codes).toEqual([0, 0, 0, 0]);
    for (const replica of replicas) expect(JSON.stringify(replica.logs())).not.toContain("not-in-the-log");
  });

  /** Calls of one client, spread over all replicas. */
  function storm(count: number, address: string): Promise<Answer[]> {
    const headers = { "x-forwarded-for": address };
    return Promise.all(
      Array.from({ length: count }, (_, index) => {
        const call = clients[index % clients.length]!;
        return index % 2 === 0
          ? call({ path: "/api/domains", headers })
          : call({ path: "/api/validate", body: envelope(), key: apiKey, headers });
      }),
    );
  }

  /** A replica gives Redis up when it does not answer within half a second, which can happen on a busy machine. */
  const lossesOf = (replica: RunningService) =>
    replica.logs().filter(({ msg, level }) => level === 40 && /Redis/.test(String(msg)));

  /** A storm from a new address during which no replica gave Redis up. */
  async function sharedStorm(count: number): Promise<Answer[]> {
    for (;;) {
      await everyoneIs("1");
      const losses = () => replicas.flatMap(lossesOf).length;
      const before = losses();
      const answers = await storm(count, `203.0.113.${++addresses}`);
      // A loss is logged before the calls it concerns.
      const logged = () => new Set(replicas.flatMap((each) => each.logs().map(({ requestId }) => requestId)));
      await expect
        .poll(() => answers.every(({ headers }) => logged().has(headers["x-request-id"])), { interval: 500 })
        .toBe(true);
      if (losses() === before) return answers;
    }
  }
  let addresses = 0;

  const countOf = (answers: Answer[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  async function shared(replica: RunningService): Promise<string> {
    return /^preflight_limiter_shared (\d)$/m.exec(await (await fetch(replica.adminUrl)).text())![1]!;
  }
  const everyoneIs = (state: string) =>
    expect.poll(async () => (await Promise.all(replicas.map(shared))).join("")).toBe(state.repeat(4));

  test("of 1,000 concurrent calls of one address exactly 20 pass", async () => {
    const answers = await sharedStorm(1_000);
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([20, 980]);
    expect(countOf(await sharedStorm(40), 200)).toBe(20);
  });

  test("Redis killed and restarted in the middle: no 500, at most 20 a replica in the gap, exact again after", async () => {
    await everyoneIs("1");
    const before = storm(200, "198.51.100.3");
    await redis.kill();
    const during = [...(await before), ...(await storm(400, "198.51.100.3"))];
    expect(countOf(during, 200) + countOf(during, 429)).toBe(600);
    expect(countOf(during, 200)).toBeGreaterThanOrEqual(20);
    expect(countOf(during, 200)).toBeLessThanOrEqual(80 + 20);
    await everyoneIs("0");
    await redis.restart();
    expect(countOf(await sharedStorm(400), 200)).toBe(20);
    for (const replica of replicas) {
      const told = replica.logs().filter(({ msg }) => /Redis/.test(String(msg)));
      // Each change is logged once, and only one loss is not due to a slow machine.
      expect(lossesOf(replica).filter(({ reason }) => reason !== "timeout")).toHaveLength(1);
      expect(told.at(-1)).toMatchObject({ level: 30 });
      for (const [at, { level }] of told.slice(1).entries()) expect(level).not.toBe(told[at]!.level);
    }
  });
});
