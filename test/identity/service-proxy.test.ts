/** Signed calls at the doors of the real service: every way to get one wrong, with its status. */
import { createHmac, generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type PrivateJwk,
  type ProxyCall,
  type ProxyHeaders,
  signProxyCall,
} from "proposal-preflight/proxy-signing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../support/http.ts";
import { type RunningService, startService } from "../support/service.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { proposal } from "./proposal.ts";
import { createSecrets } from "./secrets.ts";
import { proxyHeaderNames } from "./support.ts";

const secrets = createSecrets();
const body = JSON.stringify(proposal);
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const publicJwk = { ...publicKey.export({ format: "jwk" }), kid: "k1" };
const privateJwk = { ...privateKey.export({ format: "jwk" }), kid: "k1" } as unknown as PrivateJwk;
const stranger = {
  ...generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }),
  kid: "k1",
} as unknown as PrivateJwk;

let folder: string;
let jwks: string;
let service: RunningService;
let http: Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "preflight-proxy-"));
  jwks = join(folder, "jwks.json");
  await writeFile(jwks, JSON.stringify({ keys: [publicJwk] }));
  service = await startService({
    PREFLIGHT_PROXY_JWKS: jwks,
    PREFLIGHT_API_KEYS: secrets.keep("ai_proxy_test_0123456789"),
    PREFLIGHT_RATE_LIMIT: "100000",
    LOG_LEVEL: "trace",
  });
  http = createClient(service.url);
});
afterAll(async () => {
  http.close();
  await service.stop();
  await rm(folder, { recursive: true });
  secrets.expectUnseen(service);
});

async function sign(changes: Partial<ProxyCall> = {}): Promise<ProxyHeaders> {
  const headers = await signProxyCall({
    privateKey: privateJwk,
    audience: service.url,
    method: "POST",
    target: "/api/validate",
    agent: "agent-1",
    subject: "user-1",
    capability: "preflight.validateProposal",
    body,
    ...changes,
  });
  secrets.keep(headers["x-adt-proxy-signature"]);
  secrets.keep(headers["x-adt-proxy-nonce"]);
  return headers;
}

async function send(call: Parameters<Client>[0]) {
  const answer = await http(call);
  secrets.hear(answer);
  return answer;
}

const validate = (headers: Record<string, string | string[]>, more: object = {}) =>
  send({ path: "/api/validate", headers, body, ...more });

const seconds = () => Math.floor(Date.now() / 1000);

describe("a signed call", () => {
  it("does what its capability names", async () => {
    const validated = await validate(await sign());
    expect([validated.status, validated.json().valid]).toEqual([200, true]);
    const build = await sign({ target: "/api/build", capability: "preflight.buildProposal" });
    expect((await send({ path: "/api/build", headers: build, body })).json().proposalPackage).toBeDefined();
    const list = await sign({
      method: "GET",
      target: "/api/domains",
      capability: "preflight.listDomains",
      body: "",
    });
    expect((await send({ path: "/api/domains", headers: list })).status).toBe(200);
  });

  it("may be an MCP tool call", async () => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "validateProposal", arguments: proposal },
    };
    const text = JSON.stringify(message);
    const accept = "application/json, text/event-stream";
    const call = async (changes: Partial<ProxyCall>) =>
      send({
        path: "/mcp",
        headers: { accept, ...(await sign({ target: "/mcp", body: text, ...changes })) },
        body: text,
      });
    const answer = await call({});
    expect(answer.json().result.structuredContent).toMatchObject({ valid: true });
    expect((await call({ capability: "preflight.buildProposal" })).status).toBe(403);
    expect((await call({ body: "{}" })).status).toBe(401);
  });

  it("for another operation is 403", async () => {
    const answer = await validate(await sign({ capability: "preflight.buildProposal" }));
    expect([answer.status, answer.json().code]).toEqual([403, "capability-mismatch"]);
  });

  it("with a key beside it is 400, be the key good or bad", async () => {
    for (const key of [service.key, "ai_not_a_good_key_at_all"]) {
      const answer = await validate(await sign(), { key });
      expect([answer.status, answer.json().code]).toEqual([400, "ambiguous-credentials"]);
    }
  });

  it("is bound to its body, to the byte", async () => {
    expect((await validate(await sign(), { body: `${body} ` })).status).toBe(401);
    expect((await validate(await sign({ body: "{}" }))).status).toBe(401);
  });

  it("to a GET must not announce a body, which nobody would check", async () => {
    const list = () =>
      sign({ method: "GET", target: "/api/domains", capability: "preflight.listDomains", body: "" });
    const get = async (more: Record<string, string>, text?: string) => {
      const headers = { ...(await list()), ...more };
      return (await send({ method: "GET", path: "/api/domains", headers, ...(text && { body: text }) }))
        .status;
    };
    expect(await get({ "content-length": "0" })).toBe(200);
    expect(await get({}, "{}")).toBe(401);
    expect(await get({ "content-length": "1" }, "x")).toBe(401);
    // Without a signature it means nothing, so it is ignored.
    expect((await send({ method: "GET", path: "/api/domains", body: "{}" })).status).toBe(200);
  });

  it("is good once", async () => {
    const headers = await sign();
    expect((await validate(headers)).status).toBe(200);
    expect((await validate(headers)).status).toBe(401);
  });
});

describe("401 and nothing more is said to whoever gets one wrong", () => {
  const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString("base64url");
  const resigned = async (fields: object, signature = "AA") => ({
    ...(await sign()),
    "x-adt-proxy-signature": `${header(fields)}..${signature}`,
  });
  const typ = "adt-proxy+jws";

  const wrong: Record<string, () => Promise<Record<string, string | string[]>>> = {
    "an unknown header of the family": async () => ({ ...(await sign()), "x-adt-proxy-tenant": "acme" }),
    "headers that an ordinary client made up": async () => ({
      "x-adt-proxy-agent": "agent-1",
      "x-adt-proxy-subject": "admin",
    }),
    "alg none": () => resigned({ alg: "none", kid: "k1", typ }),
    "HS256 with the public key as its secret": () =>
      resigned(
        { alg: "HS256", kid: "k1", typ },
        createHmac("sha256", Buffer.from(String(publicJwk.x), "base64url"))
          .update("x")
          .digest("base64url"),
      ),
    "another typ": () => resigned({ alg: "EdDSA", kid: "k1", typ: "JWT" }),
    crit: () => resigned({ alg: "EdDSA", kid: "k1", typ, crit: ["exp"], exp: 1 }),
    "an unknown kid": () => sign({ kid: "k2" }),
    "a stranger's key under a known kid": () => sign({ privateKey: stranger }),
    "a signature for another path": () => sign({ target: "/api/build" }),
    "a signature for another query": () => sign({ target: "/api/validate?x=1" }),
    "a signature for another method": () => sign({ method: "PUT" }),
    "a signature for another service": () => sign({ audience: "https://other.example" }),
    "a capability that was not signed": async () => ({
      ...(await sign({ capability: "preflight.listDomains" })),
      "x-adt-proxy-capability": "preflight.validateProposal",
    }),
    "a timestamp in milliseconds": async () => ({
      ...(await sign()),
      "x-adt-proxy-timestamp": String(Date.now()),
    }),
    "a timestamp in the future": () => sign({ timestamp: seconds() + 90 }),
    "an old timestamp": () => sign({ timestamp: seconds() - 70 }),
  };
  for (const name of proxyHeaderNames) {
    wrong[`${name} missing`] = async () => {
      const { [name]: _, ...rest } = await sign();
      return rest;
    };
    wrong[`${name} repeated`] = async () => {
      const headers = await sign();
      return { ...headers, [name]: [headers[name], headers[name]] };
    };
    wrong[`${name} empty`] = async () => ({ ...(await sign()), [name]: "" });
    wrong[`${name} over-long`] = async () => {
      const headers = await sign();
      return { ...headers, [name]: headers[name].padEnd(2_000, "1") };
    };
  }

  it.each(Object.entries(wrong))("%s", async (_, make) => {
    const answer = await validate(await make());
    expect(answer.status).toBe(401);
    const { detail, code } = answer.json();
    expect(code).toBe("invalid-credentials");
    expect(detail).toBe("The signature of the proxy call is not valid for this request.");
    expect(answer.headers["www-authenticate"]).toBeDefined();
  });
});

it("without a key set every signed call is 401", async () => {
  const closed = await startServiceHere();
  const there = createClient(closed.url);
  const headers = await sign({ audience: closed.url });
  expect((await there({ path: "/api/validate", headers, body })).status).toBe(401);
  there.close();
  await closed.stop();
});

describe("calls are counted", () => {
  const limited = async (test: (at: InProcessService, there: Client) => Promise<void>) => {
    const at = await startServiceHere({ environment: { PREFLIGHT_PROXY_JWKS: jwks } });
    const there = createClient(at.url);
    try {
      await test(at, there);
    } finally {
      there.close();
      await at.stop();
    }
  };
  const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (let at = 0; at < count; at++) seen.push((await call()).status);
    return seen;
  };
  const twenty = Array(20).fill(200);

  it("per agent: 20 of each from one address pass, the 21st is 429, and keys from there are unaffected", () =>
    limited(async (at, there) => {
      const asAgent = (agent: string) => async () =>
        there({ path: "/api/validate", headers: await sign({ audience: at.url, agent }), body });
      const withKey = () => there({ path: "/api/validate", key: at.key, body });
      expect(await statuses(21, asAgent("agent-a"))).toEqual([...twenty, 429]);
      expect(await statuses(21, asAgent("agent-b"))).toEqual([...twenty, 429]);
      expect(await statuses(21, withKey)).toEqual([...twenty, 429]);
    }));

  it("against the address where the signature fails, never against the agent it names", () =>
    limited(async (at, there) => {
      const forged = async () =>
        there({
          path: "/api/validate",
          headers: await sign({ audience: at.url, agent: "agent-a", privateKey: stranger }),
          body,
        });
      expect(await statuses(21, forged)).toEqual([...Array(20).fill(401), 429]);
      const genuine = await sign({ audience: at.url, agent: "agent-a" });
      const answer = await there({ path: "/api/validate", headers: genuine, body });
      expect(answer.status).toBe(200);
      expect(answer.headers.ratelimit).toContain("r=19");
      expect((await there({ path: "/api/validate", key: at.key, body })).status).toBe(429);
    }));
});
