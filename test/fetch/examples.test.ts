/** The examples that need nothing but Node, and the limiter that asks a real Redis over HTTP. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { envelope } from "../support/envelopes.ts";
import { send } from "../support/http.ts";
import { type RedisServer, requireServer, startRedis } from "../support/servers.ts";
import { comparable, requestOf } from "./compare.ts";
import { key, otherCalls } from "./corpus.ts";

const settings = {
  PREFLIGHT_BASE_URL: "https://preflight.example/preflight",
  PREFLIGHT_API_KEYS: key,
  PREFLIGHT_RATE_LIMIT: "100000",
};
const example = (name: string) => import(new URL(`../../deploy/runtimes/${name}`, import.meta.url).href);

test("the glue to node:http answers as the handler itself", async () => {
  const { createPreflight } = await example("preflight.js");
  const { createGlue } = await example("node-glue.js");
  const glue = createGlue((options: object) => createPreflight(settings, options));
  const server = createServer((request, response) => glue(request, response, () => response.destroy()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const handler = createPreflight(settings, { clientAddress: () => "127.0.0.1" });
  for (const call of otherCalls().filter((_, index) => index % 7 === 0)) {
    const served = await send(url, call);
    const response: Response = await handler(requestOf(call));
    expect(
      comparable(served.status, (name) => served.headers[name] as string | undefined, served.text),
      call.name,
    ).toEqual(
      comparable(response.status, (name) => response.headers.get(name) ?? undefined, await response.text()),
    );
  }
  server.close();
});

test("the route of Next.js serves every method below its path", async () => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const route = await example("next-route.js");
  vi.unstubAllEnvs();
  const valid = await route.POST(
    requestOf({
      path: "/preflight/api/validate",
      key,
      body: envelope(),
      headers: { "x-forwarded-for": "a, ::1" },
    }),
  );
  expect((await valid.json()).valid).toBe(true);
  expect((await route.GET(requestOf({ path: "/preflight/docs" }))).status).toBe(200);
  expect((await route.DELETE(requestOf({ path: "/preflight/docs", method: "DELETE" }))).status).toBe(405);
});

requireServer("redis-server")("the limiter over HTTP", () => {
  let redis: RedisServer;
  let client: Redis;
  /** Speaks the HTTP of Upstash to a Redis behind it. */
  const bridge = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const [command, ...args] = JSON.parse(text) as [string, ...string[]];
    const isKnown = request.headers.authorization === "Bearer token";
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify({ result: isKnown ? await client.call(command, args) : null }));
  });
  let url: string;
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url);
    await once(bridge.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(bridge.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    client.disconnect();
    bridge.close();
    await redis.stop();
  });

  test("counts for all isolates together, and each for itself when Redis is away", async () => {
    const { createRedisHttpLimiter } = await example("limiters/redis-over-http.js");
    // It gives Redis up after half a second, which can happen to a healthy one on a busy machine.
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal);
    const [one, other] = [0, 1].map(() => createRedisHttpLimiter({ url, token: "token", limit: 3 }));
    const allowed = [];
    for (const limiter of [one, other, one, other])
      allowed.push((await limiter.take("ip:192.0.2.1")).allowed);
    expect(allowed).toEqual([true, true, true, false]);
    const { remaining, resetSeconds } = await one.take("ip:192.0.2.9", 2);
    expect([remaining, resetSeconds]).toEqual([1, 60]);
    const alone = createRedisHttpLimiter({ url, token: "wrong", limit: 3 });
    expect((await alone.take("ip:192.0.2.1")).allowed).toBe(true);
    vi.restoreAllMocks();
  });
});
