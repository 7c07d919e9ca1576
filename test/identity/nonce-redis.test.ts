/** Two processes that share a Redis take a signed call once between them. */
import "../support/patient-redis.ts";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { type PrivateJwk, signProxyCall } from "proposal-preflight/proxy-signing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRedisLimiter, type LimiterState, type RedisLimiter } from "../../src/service/budget/redis.ts";
import { createProxyVerifier } from "../../src/service/identity/verifier.ts";
import { parseRedisUrl } from "../../src/service/shared/redis-url.ts";
import { type RedisServer, requireServer, startRedis } from "../support/servers.ts";
import { until } from "./support.ts";

const audience = "https://preflight.example";
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const privateJwk = { ...privateKey.export({ format: "jwk" }), kid: "k1" } as unknown as PrivateJwk;

requireServer("redis-server")("with Redis", () => {
  let redis: RedisServer;
  let folder: string;
  let limiters: RedisLimiter[];
  let verifiers: ReturnType<typeof createProxyVerifier>[];
  const changes: LimiterState[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    folder = await mkdtemp(join(tmpdir(), "preflight-nonces-"));
    const jwks = join(folder, "jwks.json");
    await writeFile(jwks, JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] }));
    const address = parseRedisUrl(redis.url);
    const onStateChange = (state: LimiterState) => changes.push(state);
    limiters = await Promise.all([1, 2].map(() => createRedisLimiter({ address, limit: 20, onStateChange })));
    verifiers = limiters.map(({ claim: claimNonce }) =>
      createProxyVerifier({ jwks, audience, now: Date.now, elapsed: () => performance.now(), claimNonce }),
    );
  });
  afterAll(async () => {
    for (const limiter of limiters) limiter.close();
    await redis.stop();
    await rm(folder, { recursive: true });
  });

  /** One call, sent to each of them at once. */
  async function sendToAll(timestamp = Math.floor(Date.now() / 1000)) {
    const headers = await signProxyCall({
      privateKey: privateJwk,
      audience,
      method: "POST",
      target: "/api/validate",
      agent: "agent-1",
      subject: "user-1",
      capability: "preflight.validateProposal",
      timestamp,
    });
    const head = { method: "POST", target: "/api/validate", rawHeaders: Object.entries(headers).flat() };
    const verdicts = await Promise.all(verifiers.map((verifier) => verifier.verify(head)));
    return verdicts.map(({ status }) => status).sort();
  }

  it("a nonce is kept in Redis for the 121 seconds in which a call with it could be accepted", async () => {
    const inspector = new Redis(redis.url);
    await inspector.flushall();
    for (const shift of [-59, 0, 59]) {
      await sendToAll(Math.floor(Date.now() / 1000) + shift);
      const [key = "", ...others] = await inspector.keys("preflight:nonce:*");
      expect(others).toEqual([]);
      const left = await inspector.pttl(key);
      expect(left).toBeGreaterThan(116_000);
      expect(left).toBeLessThanOrEqual(121_000);
      await inspector.flushall();
    }
    inspector.disconnect();
  });

  it("a call is taken by one of them", async () => {
    for (let time = 0; time < 5; time++) expect(await sendToAll()).toEqual(["refused", "verified"]);
  });

  it("each relies on its own memory while Redis is away, and they find each other again", async () => {
    await redis.kill();
    expect(await sendToAll()).toEqual(["verified", "verified"]);
    await until(() => changes.length === 4, "both say so");
    expect(changes.slice(2)).toEqual(["local", "local"]);
    await redis.restart();
    await until(() => changes.length === 6, "both share them again");
    expect(await sendToAll()).toEqual(["refused", "verified"]);
  });
});
