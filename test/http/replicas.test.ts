/** Several processes, one budget, on a real Redis. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { envelope } from "../support/envelopes.ts";
import { type Answer, type Client, createClient } from "../support/http.ts";
import { type RedisServer, requireServer, startRedis } from "../support/servers.ts";
import { PATIENT, type RunningService, startService } from "../support/service.ts";

const apiKey = "ai_replicas_0123456789";

requireServer("redis-server")("replicas that share Redis", () => {
  let redis: RedisServer;
  let replicas: RunningService[];
  let clients: Client[];

  beforeAll(async () => {
    redis = await startRedis({ password: "not-in-the-log" });
    const environment = {
      ...PATIENT,
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

  /** A storm from a new address while all replicas count in Redis. */
  async function sharedStorm(count: number): Promise<Answer[]> {
    await everyoneIs("1");
    return storm(count, `203.0.113.${++addresses}`);
  }
  let addresses = 0;

  const countOf = (answers: Answer[], status: number) =>
    answers.filter((answer) => answer.status === status).length;
  /** Over the budget, or on a busy machine, more than can be done in time. */
  const refusedIn = (answers: Answer[]) =>
    answers.filter(({ status, json }) => status >= 400 && /^(rate-limited|overloaded)$/.test(json().code))
      .length;

  async function shared(replica: RunningService): Promise<string> {
    return /^preflight_limiter_shared (\d)$/m.exec(await (await fetch(replica.adminUrl)).text())![1]!;
  }
  const everyoneIs = (state: string) =>
    expect.poll(async () => (await Promise.all(replicas.map(shared))).join("")).toBe(state.repeat(4));

  test("of 1,000 concurrent calls of one address exactly 20 pass", async () => {
    const answers = await sharedStorm(1_000);
    expect([countOf(answers, 200), refusedIn(answers)]).toEqual([20, 980]);
    expect(countOf(await sharedStorm(40), 200)).toBe(20);
  });

  test("Redis killed and restarted in the middle: no 500, at most 20 a replica in the gap, exact again after", async () => {
    await everyoneIs("1");
    const before = storm(200, "198.51.100.3");
    await redis.kill();
    const during = [...(await before), ...(await storm(400, "198.51.100.3"))];
    expect(countOf(during, 200) + refusedIn(during)).toBe(600);
    expect(countOf(during, 200)).toBeGreaterThanOrEqual(20);
    expect(countOf(during, 200)).toBeLessThanOrEqual(80 + 20);
    await everyoneIs("0");
    await redis.restart();
    expect(countOf(await sharedStorm(400), 200)).toBe(20);
    // Each change is told once.
    for (const replica of replicas) {
      const told = () => replica.logs().filter(({ msg }) => /Redis/.test(String(msg)));
      await expect.poll(() => told().map(({ level }) => level)).toEqual([30, 40, 30]);
    }
  });
});
