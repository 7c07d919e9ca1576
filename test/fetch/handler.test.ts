/** What a host of the handler chooses: who counts, who knows the keys, where it is mounted. */
import { expect, test } from "vitest";
import { verifyReceipt } from "../../src/core/index.ts";
import type { GivenDomain } from "../../src/service/fetch/handler.ts";
import { createFetchHandler, type HandlerOptions } from "../../src/service/fetch/handler.ts";
import type { Catalogue, Limiter } from "../../src/service/operations/ports.ts";
import type { CallRecord } from "../../src/service/operations/record.ts";
import { legacyCall } from "../mcp/messages.ts";
import { tinyPackage } from "../products/support.ts";
import { embedded, envelope } from "../support/envelopes.ts";
import { ecKey, edKey, jwkOf } from "../support/signing-keys.ts";
import { embeddedOptions, requestOf } from "./compare.ts";
import { key } from "./corpus.ts";

const { rateLimit: _, ...options } = embeddedOptions();

function start(more: Partial<HandlerOptions> = {}) {
  const handler = createFetchHandler({ ...options, ...more }, "1.0.0");
  return async (call: Parameters<typeof requestOf>[0]) => {
    const response = await handler(requestOf(call));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
}

const check = { path: "/api/validate", key, body: envelope() };

test("twenty calls a minute, REST and MCP together, each address for itself", async () => {
  const ask = start({ clientAddress: ({ headers }) => headers.get("x-from") ?? undefined });
  const from = (address: string) => ({ ...check, headers: { "x-from": address } });
  const tool = {
    path: "/mcp",
    key,
    method: "POST",
    body: JSON.stringify(legacyCall().body),
    headers: { "x-from": "192.0.2.1" },
  };
  for (let count = 0; count < 19; count++) expect((await ask(from("192.0.2.1"))).status).toBe(200);
  expect((await ask(tool)).status).toBe(200);
  const refused = await ask(from("192.0.2.1"));
  expect([refused.status, refused.json().code]).toEqual([429, "rate-limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(tool)).status).toBe(429);
  expect((await ask(from("192.0.2.2"))).status).toBe(200);
});

test("a limiter of the host counts by address, and refuses", async () => {
  const taken: [string, number | undefined][] = [];
  const limiter: Pick<Limiter, "take"> = {
    take: async (bucket, cost) => {
      taken.push([bucket, cost]);
      return { allowed: taken.length < 2, limit: 1, remaining: 0, resetSeconds: 7 };
    },
  };
  const ask = start({ limiter, clientAddress: () => "2001:db8::1" });
  expect((await ask(check)).json().valid).toBe(true);
  expect((await ask(check)).headers.get("retry-after")).toBe("7");
  expect(taken.map(([bucket]) => bucket)).toEqual(["ip:2001:db8::/64", "ip:2001:db8::/64"]);
});

test("keys may be known to somebody else, who may be away", async () => {
  const ask = start({
    keys: {
      verify: async (given) =>
        given === key
          ? { status: "active", subject: "ada" }
          : { status: "unavailable", retryAfterSeconds: 3 },
    },
  });
  expect((await ask(check)).json().valid).toBe(true);
  const away = await ask({ ...check, key: "ai_other_0123456789abcdef" });
  expect([away.status, away.json().code, away.headers.get("retry-after")]).toEqual([
    503,
    "upstream-unavailable",
    "3",
  ]);
});

test("a verdict that is none of those lets nobody in", async () => {
  const verdict = { status: "expired", subject: "ada" } as never;
  const ask = start({ keys: { verify: () => verdict }, signedCalls: { verify: async () => verdict } });
  expect((await ask(check)).status).toBe(401);
  const signed = { path: "/api/validate", body: envelope(), headers: { "x-adt-proxy-agent": "a1" } };
  expect((await ask(signed)).status).toBe(401);
});

test("signed calls are taken if somebody verifies them, and their body is bound", async () => {
  const ask = start({
    signedCalls: {
      verify: async () => ({
        status: "verified",
        agent: "a1",
        subject: "ada",
        capability: "preflight.validateProposal",
        contentSha256: "0".repeat(64),
      }),
    },
  });
  const answer = await ask({
    path: "/api/validate",
    body: envelope(),
    headers: { "x-adt-proxy-agent": "a1" },
  });
  expect([answer.status, answer.json().code]).toEqual([401, "invalid-credentials"]);
});

test("below a path, with links that say so", async () => {
  const ask = start({ baseUrl: "https://shop.example/preflight/" });
  const { text, status } = await ask({ path: "/preflight/openapi.json" });
  expect([status, JSON.parse(text).servers]).toEqual([200, [{ url: "https://shop.example/preflight" }]]);
  expect((await ask({ ...check, path: "/preflight/api/validate" })).json().valid).toBe(true);
  expect((await ask({ path: "/preflighting/openapi.json" })).status).toBe(404);
});

test("below a path, with links that stay there", async () => {
  const ask = start({ baseUrl: "https://shop.example/preflight" });
  const domain = "rules/datagen/generator-option";
  const pages = [
    "/",
    "/docs",
    "/problems",
    "/problems/not-found",
    "/rules",
    `/${domain}`,
    `/${domain}/unknown-member`,
  ];
  // Next.js takes the last slash away.
  for (const path of ["", ...pages, "/nowhere"]) {
    const { text, headers } = await ask({ path: `/preflight${path}`, headers: { accept: "text/html" } });
    const [, base = ""] = /<base href="([^"]+)">/.exec(text) ?? [];
    const isAllowed = headers.get("content-security-policy")?.includes("base-uri 'self'");
    expect(isAllowed, path).toBe(base !== "");
    const links = [...text.matchAll(/ (?:href|src)="(?!data:|#)([^"]+)"/g)].map(([, link]) => link!);
    const places = links.map((link) => new URL(link, new URL(base, `https://shop.example/preflight${path}`)));
    expect(places.map(String), path).toContain("https://shop.example/preflight/docs");
    for (const { pathname, href } of places) {
      expect(href).toMatch(/^https:\/\/shop\.example\/preflight\//);
      expect((await ask({ path: pathname })).status, `${path}: ${href}`).toBe(200);
    }
  }
});

test("a catalogue of the host decides what can be checked", async () => {
  const description = {
    targetProduct: "p",
    domainId: "d",
    title: "T",
    specPackageUrl: "",
    submissionUrl: "",
  };
  const state = { status: "unavailable", description, retryAfterSeconds: 9 } as const;
  const domains: Catalogue = { list: () => [state], find: () => state };
  const answer = await start({ domains })(check);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "9"]);
  expect((await start({ domains })({ path: "/readyz" })).status).toBe(503);
});

test("each request is recorded once, without what the caller wrote; a fault is 500 and told to the host alone", async () => {
  const records: CallRecord[] = [];
  const faults: unknown[] = [];
  const ask = start({
    onCall: (call) => records.push(call),
    onFault: (error) => faults.push(error),
    keys: {
      verify: () => {
        throw new Error("a secret");
      },
    },
  });
  for (const path of ["/api/validate", "/mcp"]) {
    const body = path === "/mcp" ? JSON.stringify(legacyCall().body) : envelope();
    const answer = await ask({ path, key, method: "POST", body });
    expect([answer.status, answer.text.includes("secret")]).toEqual([500, false]);
  }
  await ask({ path: "/docs" });
  expect(records.map(({ transport, status }) => [transport, status])).toEqual([
    ["rest", 500],
    ["mcp", 500],
    ["site", 200],
  ]);
  expect(faults).toHaveLength(2);
});

test.each(["P-256", "Ed25519"])(
  "with a key on %s, packages have receipts that hold, over REST and MCP",
  async (curve) => {
    // Web Crypto exports keys on Ed25519 with that as `alg`.
    const own = curve === "P-256" ? jwkOf(ecKey()) : { ...jwkOf(edKey()), alg: "Ed25519" };
    const ask = start({ signingKeys: [{ ...own, kid: "first" }, jwkOf(ecKey())] });
    const keys = (await ask({ path: "/.well-known/jwks.json" })).json();
    expect(keys.keys.map(({ kid, d }: { kid: string; d?: string }) => [kid, d])).toEqual([
      ["first", undefined],
      [expect.stringMatching(/^[\w-]{43}$/), undefined],
    ]);
    const built = (await ask({ ...check, path: "/api/build" })).json();
    const call = legacyCall({ name: "buildProposal", arguments: JSON.parse(JSON.stringify(envelope())) });
    const sent = { path: "/mcp", key, method: "POST", body: JSON.stringify(call.body) };
    // The first of them is served by the SDK, the second one is not.
    const tools = [(await ask(sent)).json().result, (await ask(sent)).json().result];
    for (const { receipt, proposalPackage, submission } of [
      built,
      ...tools.map(({ structuredContent }) => structuredContent),
    ]) {
      const context = { keys, issuer: options.baseUrl, proposalPackage, now: Date.now() };
      expect(await verifyReceipt(receipt, context)).toMatchObject({ valid: true });
      expect(submission.headers["Preflight-Receipt"]).toBe(receipt);
    }
  },
);

test("options that cannot be used are refused at once", () => {
  const given = (more: object) => () =>
    createFetchHandler({ ...options, ...more } as HandlerOptions, "1.0.0");
  expect(given({ baseUrl: "preflight.example" })).toThrow(/baseUrl must be an http or https URL/);
  expect(given({ baseUrl: "https://ada:secret@preflight.example" })).toThrow(/^baseUrl (?!.*secret)/);
  expect(given({ baseUrl: "https://preflight.example/?a=b" })).toThrow(/baseUrl must have no query/);
  for (const submissionUrl of ["/api/proposals", "javascript:void 0", "https://ada:secret@product.example"])
    expect(given({ domains: [{ specPackage: embedded, submissionUrl }] })).toThrow(/^submissionUrl must be/);
  const product = { specPackage: embedded, submissionUrl: "https://product.example/api/proposals" };
  expect(given({ domains: [{ ...product, specPackageUrl: "/rules" }] })).toThrow(/^specPackageUrl must be/);
  for (const domains of [undefined, {}]) expect(given({ domains })).toThrow(TypeError);
  expect(given({ keyHelpUrl: "javascript:void 0" })).toThrow(/^keyHelpUrl must be/);
  expect(given({ identityIssuer: "issuer.example" })).toThrow(/^identityIssuer must be/);
  for (const rateLimit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(given({ rateLimit })).toThrow(/^rateLimit must be/);
  expect(given({ keys: ["secret"] })).toThrow(/A key must be ai_/);
  expect(given({ keys: ["secret"] })).not.toThrow(/secret/);
  const { d, ...half } = jwkOf(ecKey());
  for (const signingKey of [
    half,
    jwkOf(ecKey("P-384")),
    { ...half, d, use: "enc" },
    { ...half, d, kid: "../x" },
  ]) {
    expect(given({ signingKeys: [signingKey] })).toThrow(/^signingKeys holds a (public )?key/);
    expect(given({ signingKeys: [signingKey] })).not.toThrow(d!);
  }
  const [domain] = options.domains as [GivenDomain];
  expect(given({ domains: [domain, domain] })).toThrow("The domain datagen/generator-option is given twice.");
  const broken = { ...embedded, rules: "none" };
  expect(given({ domains: [{ specPackage: broken, submissionUrl: "https://x.example" }] })).toThrow(
    /\/rules/,
  );
});

test("what a host's own log throws is told to the host, and takes no answer from the caller", async () => {
  const faults: unknown[] = [];
  const ask = start({
    onCall: () => {
      throw new Error("the log is full");
    },
    onFault: (error) => faults.push(error),
  });
  for (const path of ["/api/domains", "/docs", "/nowhere", "/mcp"])
    expect((await ask({ path })).status).toBeLessThan(500);
  expect((await ask(check)).json().valid).toBe(true);
  expect(faults).toEqual(Array(5).fill(new Error("the log is full")));
});

test("an answer names the registry only if there is one, and its date only if that is known", async () => {
  const { targetProduct, domainId, candidate } = envelope();
  const [{ specPackage, registry, submissionUrl }] = options.domains as [GivenDomain];
  const basis = async (domain: GivenDomain, body: object) =>
    (await start({ domains: [domain] })({ ...check, body })).json().registry;
  const body = { targetProduct, domainId, candidate };
  const { entries, asOf } = registry!;
  const digest = expect.stringMatching(/^sha256:/);
  expect(await basis({ specPackage, registry, submissionUrl }, body)).toEqual({ digest, asOf });
  expect(await basis({ specPackage, registry: { entries }, submissionUrl }, body)).toEqual({ digest });
  // Its rules ask a registry, so this is an empty one.
  expect(await basis({ specPackage, submissionUrl }, body)).toEqual({ digest });
  const { examples, ...rest } = tinyPackage();
  const invalid = [{ title: "no id", candidate: {}, expect: [{ code: "member-missing", pointer: "/id" }] }];
  const asksNone = { ...rest, rules: [], docs: {}, examples: { valid: examples.valid, invalid } };
  const tiny = { targetProduct: "acme", domainId: "widget", candidate: { id: "bolt" } };
  expect(await basis({ specPackage: asksNone, submissionUrl }, tiny)).toBeUndefined();
});
