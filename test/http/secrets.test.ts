/**
 * A scan for secrets in everything that the service says: its log at the most talkative level, standard output, metrics,
 * spans and answers. Secrets stand wherever callers and operators put them, in good and in bad places.
 */
import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PrivateJwk, signProxyCall } from "proposal-preflight/proxy-signing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen, readBody, sendJson, until } from "../identity/support.ts";
import { bolts, json, startUpstream, tinyPackage, type Upstream } from "../products/support.ts";
import { envelope } from "../support/envelopes.ts";
import { exchange, parseAnswer, send } from "../support/http.ts";
import { type RedisServer, requireServer, startRedis } from "../support/servers.ts";
import { launchService, startService } from "../support/service.ts";

/** A text in the ways in which it could be written by accident. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // In base64, bytes before it move the text by up to two places; the characters at the ends depend on their neighbours.
  const shifted = [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const inner = text.slice(shift === 0 ? 0 : 4, -2);
    return [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const percent = [...bytes].map((byte) => `%${byte.toString(16)}`).join("");
  const digests = ["sha256", "sha1", "md5", "sha512"].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(secret).digest();
    // Also if it is shortened.
    return [digest.toString("hex").slice(0, 12), digest.toString("base64url").slice(0, 12)];
  });
  return [
    secret,
    [...secret].reverse().join(""),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    percent,
    percent.toUpperCase(),
    ...shifted,
    ...digests,
  ];
}

const WHERE = { inLog: true, inAnswers: true };

function createScan() {
  const secrets = new Map<string, { readonly name: string; readonly where: typeof WHERE }>();
  const said: { readonly source: string; readonly isAnswer: boolean; readonly text: string }[] = [];
  let count = 0;
  return {
    /** A new secret, which may not be seen in the places that `where` names. */
    make(name: string, { prefix = "", where = WHERE } = {}): string {
      const random = createHash("sha256").update(`${name} ${++count}`).digest("base64url").slice(0, 24);
      const secret = `${prefix}${random}`;
      secrets.set(secret, { name, where });
      return secret;
    },
    hear(source: string, text: string, isAnswer = false): void {
      said.push({ source, isAnswer, text });
    },
    /** The answers of callers may quote what they sent in bodies. */
    own: { ...WHERE, inAnswers: false },
    findings(): string[] {
      expect(secrets.size).toBeGreaterThan(0);
      return [...secrets].flatMap(([secret, { name, where }]) =>
        formsOf(secret).flatMap((form) =>
          said
            .filter(({ isAnswer }) => (isAnswer ? where.inAnswers : where.inLog))
            .filter(({ text }) => text.toLowerCase().includes(form.toLowerCase()))
            .map(({ source }) => `${name} in ${source}`),
        ),
      );
    },
  };
}

test("the scan finds a secret in every form", () => {
  const scan = createScan();
  const secret = scan.make("key", { prefix: "ai_" });
  const forms = formsOf(secret);
  for (const form of forms) scan.hear(form, `{"text":"${form}"}`);
  for (const before of ["", "a", "ab"])
    scan.hear(`base64 ${before.length}`, Buffer.from(`${before}${secret}${before}`).toString("base64"));
  const found = scan.findings();
  for (const source of [...forms, "base64 0", "base64 1", "base64 2"])
    expect(found).toContain(`key in ${source}`);
});

const folder = mkdtempSync(join(tmpdir(), "preflight-secrets-"));
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const privateJwk = { ...privateKey.export({ format: "jwk" }), kid: "k1" } as unknown as PrivateJwk;
const jwksFile = join(folder, "jwks.json");
writeFileSync(jwksFile, JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] }));

let upstream: Upstream;
let identity: Listening;
let collector: Listening;
const activeKeys = new Set<string>();
const spans: string[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  identity = await listen(async (request, response) => {
    const token = new URLSearchParams(await readBody(request)).get("token") ?? "";
    if (token.includes("broken")) response.writeHead(500).end(token);
    else sendJson(response, { active: activeKeys.has(token), sub: "alice" });
  });
  collector = await listen(async (request, response) => {
    spans.push(await readBody(request));
    sendJson(response, {});
  });
});
afterAll(async () => {
  await Promise.all([upstream.close(), identity.stop(), collector.stop()]);
  rmSync(folder, { recursive: true });
});

requireServer("redis-server")("a service with everything connected", () => {
  test("says no secret, whatever callers send", async () => {
    const scan = createScan();
    const redis: RedisServer = await startRedis({ password: scan.make("Redis password") });
    const documentToken = scan.make("token in the URL of a spec package");
    const registryToken = scan.make("token in the URL of a registry");
    const [specPath, registryPath] = [`/spec?token=${documentToken}`, `/registry?token=${registryToken}`];
    upstream.on(specPath, json(tinyPackage()));
    upstream.on(registryPath, json({ generators: bolts }));
    const domains = join(folder, "domains.json");
    const domain = {
      targetProduct: "acme",
      domainId: "widget",
      specPackageUrl: `${upstream.url}${specPath}`,
      registryUrl: `${upstream.url}${registryPath}`,
      submissionUrl: `${upstream.url}/api/proposals`,
    };
    writeFileSync(domains, JSON.stringify({ domains: [domain] }));
    const service = await startService({
      LOG_LEVEL: "trace",
      PREFLIGHT_REFRESH_SECONDS: "1",
      PREFLIGHT_RATE_LIMIT: "100000",
      PREFLIGHT_DOMAINS: domains,
      PREFLIGHT_REDIS_URL: redis.url,
      PREFLIGHT_IDENTITY_URL: `${identity.url}/introspect?client=${scan.make("token in the identity URL")}`,
      PREFLIGHT_IDENTITY_TOKEN: scan.make("identity token"),
      PREFLIGHT_PROXY_JWKS: jwksFile,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${scan.make("collector token")}`,
    });

    const call = async (options: Parameters<typeof send>[1]): Promise<void> => {
      const answer = await send(service.url, options);
      scan.hear(`answer ${answer.status} of ${options.path.split("?")[0]}`, answer.text, true);
      scan.hear(`headers ${answer.status}`, JSON.stringify(answer.headers), true);
    };
    const key = (name: string) => scan.make(name, { prefix: "ai_" });
    const own = (name: string) => scan.make(name, { prefix: "ai_", where: scan.own });
    const good = key("key in use");
    activeKeys.add(good);
    const body = proposal(scan.make("candidate", { where: scan.own }));

    for (const path of ["/api/validate", "/api/build"]) {
      await call({ path, body, key: good });
      await call({ path, body, key: key("unknown key") });
      await call({ path, body, key: `${key("key of a failing identity service")}-broken` });
      await call({ path, body, key: `sk-${key("key of another kind")}` });
      await call({ path, body, headers: { authorization: `Basic ${btoa(`ada:${key("password")}`)}` } });
      await call({ path, body, headers: { authorization: key("key without a scheme") } });
      await call({
        path,
        body,
        headers: { "x-api-key": key("key in another header"), cookie: `k=${key("cookie")}` },
      });
      await call({ path: `${path}?key=${key("key in the query")}`, body, key: good });
      await call({ path: `${path}/${key("key in the path")}`, body, key: good });
      await call({ path, body: { ...body, key: key("key in the envelope") }, key: good });
      await call({ path, body: { ...body, targetProduct: own("key as the product") }, key: good });
      await call({ path, body: `{"candidate": "${key("key in text that is not JSON")}`, key: good });
      await call({ path, body: "x".repeat(70_000) + key("key in a long body"), key: good });
    }
    await call({ path: `/api/domains?targetProduct=${key("key as a filter")}` });
    await call({ path: `/${key("key as a page")}?${key("key as a query")}` });
    await call({ path: "/rules", headers: { referer: `https://x/?${key("key in the referrer")}` } });
    await call({ path: "/readyz" });

    for (const params of [
      { name: "validateProposal", arguments: body },
      { name: own("key as a tool"), arguments: {} },
      { name: "validateProposal", arguments: { key: key("key as an argument") } },
    ])
      await call({
        path: "/mcp",
        key: good,
        headers: { accept: "application/json, text/event-stream" },
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      });

    const text = JSON.stringify(body);
    const sign = () =>
      signProxyCall({
        privateKey: privateJwk,
        audience: service.url,
        method: "POST",
        target: "/api/validate",
        agent: scan.make("agent"),
        subject: scan.make("subject of an agent"),
        capability: "preflight.validateProposal",
        body: text,
      });
    const signed = await sign();
    for (const headers of [
      signed,
      signed,
      { ...(await sign()), "x-adt-proxy-signature": scan.make("forged signature") },
      { ...(await sign()), "x-adt-proxy-nonce": scan.make("forged nonce") },
      { ...(await sign()), authorization: `Bearer ${key("key beside a signature")}` },
    ])
      await call({ path: "/api/validate", body: text, headers });

    for (const raw of [
      `GET /api/domains HTTP/1.1\r\nHost: x\r\nX-Broken ${key("key in a broken header")}\r\n\r\n`,
      `POST /api/validate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key("key of a cut body")}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"${key("cut body")}`,
      `GET /${"x".repeat(20_000)}${key("key in a long path")} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ]) {
      const answer = parseAnswer(await exchange(service.url, raw, { end: true }));
      scan.hear(`answer ${answer.status} to raw bytes`, JSON.stringify(answer), true);
    }

    // Neighbours that fail and quote what they were sent.
    upstream.on(specPath, (request, response) => void response.writeHead(500).end(request.url));
    upstream.on(registryPath, (request, response) => {
      response.writeHead(302, { location: `${upstream.url}/elsewhere?token=${registryToken}` });
      response.end(request.url);
    });
    await redis.kill();
    const failures = () => service.logs().filter(({ msg }) => /failed|Redis cannot/.test(String(msg)));
    await until(() => failures().length >= 3, "failures of product and Redis are logged");
    await call({ path: "/api/validate", body, key: good });

    scan.hear("metrics", await (await fetch(service.adminUrl)).text());
    expect(await service.stop()).toBe(0);
    await redis.stop();
    scan.hear(
      "the log",
      service
        .logs()
        .map((line) => JSON.stringify(line))
        .join("\n"),
    );
    scan.hear("standard output", service.output());
    scan.hear("spans", spans.join("\n"));
    expect(service.logs().length).toBeGreaterThan(40);
    expect(spans.join()).toContain("validateProposal");
    expect(scan.findings()).toEqual([]);
  });
});

test("a service with embedded keys and neighbours that cannot be reached says no secret", async () => {
  const scan = createScan();
  const keys = [scan.make("key", { prefix: "ai_" }), scan.make("other key", { prefix: "ai_" })];
  const file = join(folder, "keys");
  writeFileSync(file, keys.join("\n"));
  const service = await startService({
    LOG_LEVEL: "trace",
    PREFLIGHT_API_KEYS_FILE: file,
    PREFLIGHT_REDIS_URL: `redis://user:${scan.make("password")}@127.0.0.1:9`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://ada:${scan.make("collector password")}@127.0.0.1:9`,
    OTEL_EXPORTER_OTLP_HEADERS: `x-token=${scan.make("collector token")}`,
  });
  for (const key of keys) {
    const answer = await send(service.url, { path: "/api/validate", body: envelope(), key });
    expect(answer.status).toBe(200);
    scan.hear("answer", answer.text + JSON.stringify(answer.headers), true);
  }
  writeFileSync(file, `${keys[0]} short,${scan.make("malformed key", { prefix: "sk_" })}`);
  service.process.kill("SIGHUP");
  await until(() => service.logs().some(({ msg }) => String(msg).includes("not valid any more")), "reload");
  scan.hear("metrics", await (await fetch(service.adminUrl)).text());
  expect(await service.stop()).toBe(0);
  scan.hear("the log", JSON.stringify(service.logs()));
  scan.hear("standard output", service.output());
  expect(scan.findings()).toEqual([]);
});

test("a service that refuses its configuration does not quote the secrets in it", async () => {
  const scan = createScan();
  const domains = join(folder, "bad-domains.json");
  const address = `https://ada:${scan.make("password of a product")}@127.0.0.1`;
  writeFileSync(
    domains,
    JSON.stringify({
      domains: [{ targetProduct: "a", domainId: "b", specPackageUrl: address, registryUrl: address }],
    }),
  );
  const launched = launchService({
    PORT: "0",
    PREFLIGHT_DOMAINS: domains,
    PREFLIGHT_API_KEYS: scan.make("malformed key", { prefix: "sk-" }),
    PREFLIGHT_IDENTITY_URL: `https://ada:${scan.make("password of the identity service")}@127.0.0.1`,
    PREFLIGHT_IDENTITY_TOKEN: `${scan.make("token with a blank")} x`,
    PREFLIGHT_REDIS_URL: `redis://:${scan.make("Redis password")}%@127.0.0.1`,
    PREFLIGHT_PROXY_JWKS: `https://ada:${scan.make("password of the key set")}@127.0.0.1`,
    PREFLIGHT_BASE_URL: `https://ada:${scan.make("password in the base URL")}@127.0.0.1`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `ftp://ada:${scan.make("password of the collector")}@127.0.0.1`,
    PREFLIGHT_RATE_LIMIT: scan.make("key in the wrong variable", { prefix: "ai_" }),
    PREFLIGHT_API_KEY: scan.make("key in an unknown variable", { prefix: "ai_" }),
  });
  expect(await launched.exit).toBe(1);
  scan.hear("standard error", launched.errors());
  scan.hear("standard output", launched.output());
  expect(launched.errors()).toContain("Preflight cannot start");
  expect(scan.findings()).toEqual([]);
});

function proposal(secret: string) {
  return { targetProduct: "acme", domainId: "widget", candidate: { id: secret, [secret]: secret } };
}
