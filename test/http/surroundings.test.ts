/** A running service whose clock is set, whose resolver fails, or whose files are damaged. */
import { generateKeyPairSync } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PrivateJwk, signProxyCall } from "proposal-preflight/proxy-signing";
import { afterAll, describe, expect, test } from "vitest";
import { listen, readBody, sendJson } from "../identity/support.ts";
import { embedded, envelope } from "../support/envelopes.ts";
import { send } from "../support/http.ts";
import { startProductHere } from "../support/product-here.ts";
import { makeCertificate, requireServer, startRedis } from "../support/servers.ts";
import { launchService, type RunningService, startService, untilReady } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "preflight-surroundings-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const key = "ai_0123456789abcdef0123";
const validate = (service: RunningService, more: object = {}) =>
  send(service.url, { path: "/api/validate", key, body: envelope(), ...more });
const linesOf = (service: RunningService, pattern: RegExp) =>
  service.logs().filter(({ msg }) => pattern.test(String(msg)));

/** What the process sees of the world, and a way to change it. */
function surroundings(name: string) {
  // The process reads the file at any time, so it is replaced as a whole: half of one is no surroundings.
  const set = (state: { clockMs?: number; namesFail?: string }) => {
    const path = join(folder, `${name}.json`);
    renameSync(file(`${name}.next`, JSON.stringify({ clockMs: 0, ...state })), path);
    return path;
  };
  const environment = {
    NODE_OPTIONS: `--import=${new URL("../support/surroundings.mjs", import.meta.url).href}`,
    TEST_SURROUNDINGS: set({}),
  };
  return { set, environment };
}

function domainsAt(url: string): string {
  const domain = {
    ...{ targetProduct: "datagen", domainId: "generator-option", specPackageUrl: `${url}/spec` },
    ...{ registryUrl: `${url}/registry`, submissionUrl: `${url}/api/proposals` },
  };
  return file("domains.json", JSON.stringify({ domains: [domain] }));
}

test("a clock that is set back or forward gives nobody a new budget and no call a second life", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const jwk = { ...privateKey.export({ format: "jwk" }), kid: "k1" } as unknown as PrivateJwk;
  const product = await startProductHere({ ...embedded });
  const { set, environment } = surroundings("clock");
  const audience = "https://preflight.example";
  const service = await startService({
    ...environment,
    PREFLIGHT_API_KEYS: key,
    PREFLIGHT_BASE_URL: audience,
    PREFLIGHT_DOMAINS: domainsAt(product.url),
    PREFLIGHT_PROXY_JWKS: file(
      "clock-jwks.json",
      JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] }),
    ),
  });
  await untilReady(service);
  // On a busy machine the first attempt to read the product may have failed.
  const told = () => linesOf(service, /stale|last good|unavailable/);
  const earlier = told().length;
  const body = JSON.stringify(envelope());
  const sign = (clockMs: number) =>
    signProxyCall({
      ...{ privateKey: jwk, audience, method: "POST", target: "/api/validate", body },
      ...{ agent: "agent-1", subject: "user-1", capability: "preflight.validateProposal" },
      timestamp: Math.floor((Date.now() + clockMs) / 1000),
    });
  const signed = (headers: object) =>
    send(service.url, {
      ...{ path: "/api/validate", body, headers: { ...headers } },
      // Refused calls are counted by address, and the other one is used up.
      localAddress: "127.0.0.2",
    }).then(({ status }) => status);
  const first = await sign(0);
  expect([await signed(first), await signed(first)]).toEqual([200, 401]);
  expect((await validate(service)).json().valid).toBe(true);
  while ((await validate(service)).status !== 429);
  for (const clockMs of [-3_600_000, 3_600_000, -86_400_000, 0]) {
    set({ clockMs });
    const refused = await validate(service);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    // Calls that are signed by the new time are good, and the first one is not.
    expect([await signed(await sign(clockMs)), await signed(first)]).toEqual([200, 401]);
    expect((await send(service.url, { path: "/readyz" })).status).toBe(200);
    const ages = async () => {
      const metrics = await (await fetch(service.adminUrl)).text();
      return [...metrics.matchAll(/^preflight_(?:rules|registry)_age_seconds\{.*\} (\S+)$/gm)];
    };
    await expect.poll(ages).toHaveLength(2);
    for (const [, age] of await ages()) {
      expect(Number(age)).toBeGreaterThanOrEqual(0);
      expect(Number(age)).toBeLessThan(600);
    }
  }
  expect(told().slice(earlier)).toEqual([]);
  expect(await service.stop()).toBe(0);
  product.close();
});

requireServer("redis-server")("a resolver that fails", () => {
  test("copies stay in use, new keys are 503, a lost Redis is told, and all of it comes back", async () => {
    // Connections that are kept would need no names.
    const product = await listen(({ url }, response) => {
      response.setHeader("connection", "close");
      sendJson(response, url === "/spec" ? embedded : { generators: [] });
    });
    const redis = await startRedis();
    const identity = await listen(async (request, response) => {
      const token = new URLSearchParams(await readBody(request)).get("token");
      response.setHeader("connection", "close");
      sendJson(response, { active: token === key, sub: "alice" });
    });
    const named = (url: string) => url.replace("127.0.0.1", "neighbour.test");
    const { set, environment } = surroundings("names");
    const service = await startService({
      ...environment,
      PREFLIGHT_DOMAINS: domainsAt(named(product.url)),
      PREFLIGHT_REFRESH_SECONDS: "1",
      PREFLIGHT_IDENTITY_URL: named(identity.url),
      PREFLIGHT_IDENTITY_TOKEN: "token",
      PREFLIGHT_REDIS_URL: named(redis.url),
      PREFLIGHT_RATE_LIMIT: "10000",
    });
    await untilReady(service);
    expect((await validate(service)).json().valid).toBe(true);
    const redisLines = () => linesOf(service, /Redis/).map(({ level, reason }) => [level, reason]);
    await expect.poll(() => redisLines().at(-1)).toEqual([30, "connected"]);

    set({ namesFail: "EAI_AGAIN" });
    await redis.restart();
    await expect
      .poll(async () => {
        await validate(service);
        return redisLines().at(-1)![0];
      })
      .toBe(40);
    await expect.poll(() => linesOf(service, /^domain stale/).length).toBe(1);
    // The key was known, and so were the rules. What was not known is not guessed.
    const kept = await validate(service);
    expect(kept.status).toBe(200);
    expect(kept.json().diagnostics.map((one: { code: string }) => one.code)).toContain("rules-stale");
    expect((await validate(service, { key: "ai_another_0123456789ab" })).status).toBe(503);

    set({});
    await expect.poll(() => redisLines().at(-1)).toEqual([30, "connected"]);
    await expect.poll(async () => (await validate(service)).json().diagnostics).toEqual([]);
    await expect
      .poll(async () => (await validate(service, { key: "ai_another_0123456789ab" })).status)
      .toBe(401);
    expect(await service.stop()).toBe(0);
    await Promise.all([product.stop(), identity.stop(), redis.stop()]);
  });
});

requireServer("openssl")("half a certificate", () => {
  test("among those that are trusted: told, and what it would vouch for is not believed", async () => {
    await makeCertificate(folder);
    const [cert, secret] = ["cert.pem", "key.pem"].map((name) => readFileSync(join(folder, name)));
    const server = createServer({ cert: cert!, key: secret! }, (request, response) =>
      sendJson(response, request.url === "/spec" ? embedded : { generators: [] }),
    ).listen(0, "127.0.0.1");
    const address = () => server.address() as { port: number };
    await expect.poll(() => server.listening).toBe(true);
    const environment = {
      PREFLIGHT_API_KEYS: key,
      PREFLIGHT_DOMAINS: domainsAt(`https://127.0.0.1:${address().port}`),
    };
    const whole = await startService({ ...environment, NODE_EXTRA_CA_CERTS: file("whole.pem", cert!) });
    await untilReady(whole);
    expect((await validate(whole)).json().valid).toBe(true);
    const half = launchService({
      ...{ ...environment, PORT: "0" },
      NODE_EXTRA_CA_CERTS: file("half.pem", cert!.subarray(0, cert!.length / 2)),
    });
    const [url] = await half.said(/http:\/\/\S+/);
    expect((await send(url, { path: "/api/validate", key, body: envelope() })).status).toBe(503);
    half.process.kill("SIGTERM");
    expect(await Promise.all([whole.stop(), half.exit])).toEqual([0, 0]);
    // Node says this itself.
    expect(half.errors().match(/Ignoring extra certs/g)).toHaveLength(1);
    server.close();
  });
});

describe("files that cannot be used", () => {
  const good = {
    PREFLIGHT_API_KEYS_FILE: `${key}\n`,
    PREFLIGHT_DOMAINS: JSON.stringify({ domains: [] }),
  };

  const damages: readonly [string, (path: string) => void][] = [
    ["missing", () => undefined],
    ["a folder", (path) => void mkdirSync(path)],
    ["empty", (path) => writeFileSync(path, "")],
    ["blank", (path) => writeFileSync(path, " \n")],
    ["binary", (path) => writeFileSync(path, Buffer.from([0, 0xff, 0xfe, 0, 0x80, 0xc3]))],
    ["far too large", (path) => writeFileSync(path, Buffer.alloc(17 * 1024 * 1024, "a"))],
  ];

  test("each of them, at start and on SIGHUP: one line that names the setting, and the old state is kept", async () => {
    const product = await startProductHere({ ...embedded });
    const paths = Object.fromEntries(
      Object.entries(good).map(([name, content]) => [name, file(name, content)]),
    ) as Record<keyof typeof good, string>;
    copyFileSync(domainsAt(product.url), paths.PREFLIGHT_DOMAINS);
    const service = await startService({ ...paths });
    await untilReady(service);
    const faults = () => service.logs().filter(({ faults }) => faults !== undefined);
    for (const [name, path] of Object.entries(paths)) {
      const before = readFileSync(path);
      for (const [damage, apply] of damages) {
        const count = faults().length;
        rmSync(path, { recursive: true });
        apply(path);
        service.process.kill("SIGHUP");
        await expect.poll(() => faults().length, { message: `${name} ${damage}` }).toBe(count + 1);
        expect(faults().at(-1)!.faults).toEqual([expect.stringContaining(name.replace(/_FILE$/, ""))]);
        expect((await validate(service)).json().valid).toBe(true);
        if (damage === "a folder") {
          const launched = launchService({ PORT: "0", ...paths });
          expect(await launched.exit).toBe(1);
          const lines = launched.errors().trim().split("\n");
          expect(lines).toEqual([
            expect.stringContaining(`Preflight cannot start: ${name.replace(/_FILE$/, "")}`),
          ]);
        }
        rmSync(path, { recursive: true, force: true });
        writeFileSync(path, before);
      }
    }
    const again = linesOf(service, /were read again/).length;
    service.process.kill("SIGHUP");
    await expect.poll(() => linesOf(service, /were read again/).length).toBe(again + 1);
    expect((await validate(service)).json().valid).toBe(true);
    expect(await service.stop()).toBe(0);
    product.close();
  });
});
