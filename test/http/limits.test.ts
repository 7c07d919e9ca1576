import { afterEach, describe, expect, test } from "vitest";
import { createMemoryLimiter } from "../../src/service/budget/memory.ts";
import { envelope } from "../support/envelopes.ts";
import { type Call, createClient, send } from "../support/http.ts";
import { type InProcessOptions, startServiceHere } from "../support/service-here.ts";

const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
});

async function start(options: InProcessOptions = {}) {
  const service = await startServiceHere(options);
  const call = createClient(service.url);
  running.push(() => {
    call.close();
    return service.stop();
  });
  return { ...service, call };
}

/** A clock that tests move by hand. */
function createClock() {
  let time = 1_000;
  return { now: () => time, advance: (ms: number) => (time += ms) };
}

test("exactly 20 of 200 concurrent calls of one address pass, whatever their mix; another address is unaffected", async () => {
  // On a busy machine, so many would be refused because of the machine.
  const { call, key } = await start({ work: { maxWaitMs: Number.POSITIVE_INFINITY } });
  const mix: Call[] = [
    { path: "/api/domains" },
    { path: "/api/validate", body: envelope(), key },
    { path: "/api/build", body: envelope(), key },
    { path: "/api/validate", body: envelope({}), key },
  ];
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => call(mix[index % mix.length]!)),
  );
  const passed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([passed.length, refused.length]).toEqual([20, 180]);
  for (const answer of refused) {
    expect(answer.json().code).toBe("rate-limited");
    // To the second it is right under a clock of ours, below; here both must tell the same time.
    const [, left] = /^"default";r=0;t=(\d+)$/.exec(String(answer.headers.ratelimit)) ?? [];
    expect(Number(left)).toBeGreaterThan(0);
    expect(Number(left)).toBeLessThanOrEqual(60);
    expect(answer.headers["retry-after"]).toBe(left);
  }
  for (const path of ["/api/domains", "/api/domains"])
    expect((await call({ path, localAddress: "127.0.0.2" })).status).toBe(200);
});

test("after the window 20 more pass, and Retry-After says when to the second", async () => {
  const clock = createClock();
  const { call } = await start({ limiter: createMemoryLimiter({ limit: 20, now: clock.now }) });
  const domains = () => call("/api/domains");
  expect((await domains()).headers).toMatchObject({
    "ratelimit-policy": '"default";q=20;w=60',
    ratelimit: '"default";r=19;t=60',
  });
  clock.advance(17_500);
  for (let count = 2; count <= 20; count++) expect((await domains()).status).toBe(200);
  const refused = await domains();
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "43"]);
  expect(refused.json().detail).toContain("43 seconds");
  clock.advance(42_499);
  expect((await domains()).headers["retry-after"]).toBe("1");
  clock.advance(1);
  for (let count = 1; count <= 20; count++) expect((await domains()).status).toBe(200);
  expect((await domains()).status).toBe(429);
});

describe("what counts", () => {
  const limit = 100;
  const remaining = (ratelimit: unknown) => Number(/r=(\d+)/.exec(String(ratelimit))![1]);

  test("refused and failed calls do, each once", async () => {
    const { call, key } = await start({ environment: { PREFLIGHT_RATE_LIMIT: String(limit) } });
    const path = "/api/validate";
    const calls: Call[] = [
      { path, body: envelope() },
      { path, body: envelope(), key: "ai_0123456789abcdef" },
      { path, body: envelope(), key, headers: { "x-adt-proxy-agent": "a" } },
      { path, body: envelope(), headers: { "x-adt-proxy-agent": "a" } },
      { path, body: envelope(), headers: { authorization: "Basic x" } },
      { path, body: "{", key },
      { path, body: "x", key, headers: { "content-type": "text/plain" } },
      { path, body: "x".repeat(70_000), key },
      { path, body: { targetProduct: "x", domainId: "y" }, key },
      { path, body: envelope(null), key },
    ];
    for (const [index, each] of calls.entries())
      expect(remaining((await call(each)).headers.ratelimit)).toBe(limit - index - 1);
  });

  test("pages, health, preflights and other methods do not", async () => {
    const { call } = await start({ environment: { PREFLIGHT_RATE_LIMIT: String(limit) } });
    for (const path of ["/", "/docs", "/openapi.json", "/rules", "/healthz", "/readyz", "/llms.txt", "/nope"])
      expect((await call(path)).headers.ratelimit).toBeUndefined();
    expect((await call({ path: "/api/validate", method: "OPTIONS" })).status).toBe(204);
    expect((await call({ path: "/api/validate", method: "PUT" })).status).toBe(405);
    expect(remaining((await call("/api/domains")).headers.ratelimit)).toBe(limit - 1);
  });

  test("a call over the limit is refused before its body is read or its key looked at", async () => {
    const { call } = await start({ environment: { PREFLIGHT_RATE_LIMIT: "1" } });
    await call("/api/domains");
    const answer = await call({ path: "/api/validate", body: "x".repeat(70_000), key: "nonsense" });
    expect(answer.status).toBe(429);
  });
});

describe("whose budget", () => {
  const limited = { PREFLIGHT_RATE_LIMIT: "1" };
  const from = (forwarded: string): Call => ({
    path: "/api/domains",
    headers: { "x-forwarded-for": forwarded },
  });

  test("X-Forwarded-For is nothing from a stranger", async () => {
    const { call } = await start({ environment: limited });
    expect((await call(from("203.0.113.1"))).status).toBe(200);
    expect((await call(from("203.0.113.2"))).status).toBe(429);
  });

  test("behind a trusted proxy the client it names pays", async () => {
    const { call } = await start({ environment: { ...limited, PREFLIGHT_TRUST_PROXY: "loopback" } });
    expect((await call(from("203.0.113.1"))).status).toBe(200);
    expect((await call(from("203.0.113.1"))).status).toBe(429);
    expect((await call(from("203.0.113.2"))).status).toBe(200);
    // What a client wrote itself stands left of what the proxy appended.
    expect((await call(from("198.51.100.9, 203.0.113.2"))).status).toBe(429);
    expect(
      (await call({ path: "/api/domains", headers: { "x-forwarded-for": ["9.9.9.9", "203.0.113.2"] } }))
        .status,
    ).toBe(429);
  });

  test("of IPv6 addresses, the /64", async () => {
    const { call } = await start({ environment: { ...limited, PREFLIGHT_TRUST_PROXY: "loopback" } });
    expect((await call(from("2001:db8:0:1::1"))).status).toBe(200);
    expect((await call(from("2001:db8:0:1:ffff::2"))).status).toBe(429);
    expect((await call(from("2001:db8:0:2::1"))).status).toBe(200);
  });

  test("over IPv6 as well as over IPv4", async () => {
    const { url, call } = await start({ environment: { ...limited, HOST: "::1" } });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await call("/api/domains")).status).toBe(200);
    expect((await send(url, { path: "/api/domains" })).status).toBe(429);
  });
});
