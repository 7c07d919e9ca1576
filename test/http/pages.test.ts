import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUILT_IN_CODES } from "../../src/core/spec-package/codes.ts";
import { ENVELOPE_CODES } from "../../src/service/operations/diagnostic-codes.ts";
import { problemCodes } from "../../src/service/operations/problems.ts";
import { embedded } from "../support/envelopes.ts";
import { type Client, createClient } from "../support/http.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

let service: InProcessService;
let call: Client;
beforeAll(async () => {
  service = await startServiceHere();
  call = createClient(service.url);
});
afterAll(async () => {
  call.close();
  await service.stop();
});

describe.each([
  "/",
  "/docs",
  "/rules",
  "/rules/datagen/generator-option",
  "/rules/datagen/generator-option/field-type-unknown",
  "/problems",
  "/problems/rate-limited",
])("the page %s", (path) => {
  const read = () => call({ path, headers: { accept: "text/html" } });

  test("is complete in itself: no script, nothing from elsewhere, its style allowed by digest", async () => {
    const { status, text, headers } = await read();
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).not.toMatch(/<script|<iframe|<img|@import|url\(/i);
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)![1]!;
    const digest = createHash("sha256").update(style).digest("base64");
    expect(headers["content-security-policy"]).toContain(`style-src 'sha256-${digest}'`);
    expect(headers["content-security-policy"]).not.toContain("unsafe");
  });

  test("has only links that lead somewhere", async () => {
    const { text } = await read();
    for (const [, href] of text.matchAll(/<a href="([^"]+)"/g)) {
      const { pathname, origin } = new URL(href!, service.url + path);
      expect(origin).toBe(service.url);
      expect((await call(pathname)).status, `${path} → ${href}`).toBe(200);
    }
  });
});

test("/docs shows every operation, status and example of the description", async () => {
  const { text } = await call("/docs");
  const document = (await call("/openapi.json")).json();
  for (const [path, methods] of Object.entries<object>(document.paths)) {
    expect(text).toContain(path);
    for (const { operationId, responses } of Object.values<{ operationId: string; responses: object }>(
      methods as Record<string, { operationId: string; responses: object }>,
    )) {
      expect(text).toContain(`id="${operationId}"`);
      for (const status of Object.keys(responses)) expect(text).toContain(`<strong>${status}</strong>`);
    }
  }
  expect(text).toContain("loyalty-card");
});

describe("/rules", () => {
  const domain = "/rules/datagen/generator-option";
  const read = async (path: string, accept?: string) => {
    const answer = await call({ path, headers: accept === undefined ? {} : { accept } });
    return { ...answer, type: answer.headers["content-type"] };
  };

  test("leads to the codes of each domain, and each code to its explanation", async () => {
    const index = (await read("/rules")).json();
    expect(index.domains.map(({ url }: { url: string }) => new URL(url).pathname)).toEqual([domain]);
    const shared = [...[...BUILT_IN_CODES, ...ENVELOPE_CODES].map(({ code }) => code), ...problemCodes];
    expect(index.codes.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining(shared));
    const { codes } = (await read(domain)).json();
    for (const code of [...shared, ...Object.keys(embedded.docs)])
      expect(codes.filter((entry: { code: string }) => entry.code === code).length, code).toBe(1);
    for (const { code, severity, summary, url } of codes) {
      const explained = (await read(new URL(url).pathname)).json();
      expect(explained).toMatchObject({ code, severity, summary, fix: expect.any(String) });
      if (code in embedded.docs) expect(explained.example.fails).not.toBe(explained.example.passes);
    }
  });

  test.each([
    ["text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"],
    ["text/markdown, text/html;q=0.9", "text/markdown; charset=utf-8"],
    ["text/html;q=0, text/markdown;q=0.1", "text/markdown; charset=utf-8"],
    ["image/png", "application/json; charset=utf-8"],
    ["*/*", "application/json; charset=utf-8"],
    [undefined, "application/json; charset=utf-8"],
  ])("as %s asks for it", async (accept, type) => {
    for (const path of ["/rules", domain, `${domain}/field-type-unknown`]) {
      const answer = await read(path, accept);
      expect([answer.status, answer.type]).toEqual([200, type]);
      expect(answer.headers.vary).toContain("Accept");
      if (path !== "/rules") expect(answer.text).toContain("field-type-unknown");
    }
  });

  test("says so of what there is not", async () => {
    for (const path of [`${domain}/no-such-code`, "/rules/datagen/other", "/rules/datagen"])
      expect((await read(path)).json()).toMatchObject({ status: 404, code: "not-found" });
  });
});

test("/schemas has the candidates of a domain as JSON Schema, and in the form that model APIs fill in", async () => {
  const path = "/schemas/datagen/generator-option";
  const { headers, ...answer } = await call(path);
  expect([answer.status, headers["content-type"]]).toEqual([200, "application/schema+json"]);
  const schema = answer.json();
  expect(schema).toMatchObject({
    $id: service.url + path,
    properties: {
      outputFields: { items: { properties: { type: { enum: embedded.lists!.fieldTypes!.values } } } },
    },
  });
  const strict = (await call(`${path}?strict=true`)).json();
  expect(strict.required).toEqual(Object.keys(strict.properties));
  expect(strict.properties.rationaleNotes.type).toEqual(["string", "null"]);
  const neither = await call(`${path}?strict=maybe`);
  expect([neither.status, neither.json().code]).toEqual([400, "invalid-envelope"]);
  expect((await call("/schemas/datagen/other")).status).toBe(404);
});

test("a guessed path names the operation", async () => {
  const guesses = [
    ["/validate", "POST /api/validate"],
    ["/api/buildProposal", "POST /api/build"],
    ["/domains", "GET /api/domains"],
  ] as const;
  for (const [path, operation] of guesses) {
    const { status, detail } = (await call({ path, method: "POST", body: {} })).json();
    expect([status, detail]).toEqual([404, `There is nothing at this path; the operation is ${operation}.`]);
  }
});

test("/llms.txt tells the whole flow with addresses that answer", async () => {
  const { text, headers } = await call("/llms.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  for (const word of [
    "/api/domains",
    "/api/validate",
    "/api/build",
    "Idempotency",
    "Retry-After",
    "fixes",
    "20 calls",
  ])
    expect(text).toContain(word === "Idempotency" ? "idempotency key" : word);
  for (const [, address] of text.matchAll(/\]\((http[^)]+)\)/g))
    expect((await call(new URL(address!).pathname)).status).toBe(200);
});

test.each(["/spec-packages/datagen/generator-option", "/api/domains"])(
  "an answer that %s spares its caller is recorded as what was sent",
  async (path) => {
    const first = await call(path);
    await call({ path, headers: { "if-none-match": first.headers.etag! } });
    expect(service.records.slice(-2).map(({ status }) => status)).toEqual([200, 304]);
  },
);

describe("/spec-packages", () => {
  const path = "/spec-packages/datagen/generator-option";

  test("answers with the digest as ETag, and 304 to whoever has it", async () => {
    const first = await call(path);
    const etag = first.headers.etag!;
    expect(etag).toMatch(/^"sha256:[0-9a-f]{64}"$/);
    expect(first.json()).toEqual(embedded);
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await call({ path, headers: { "if-none-match": held } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
    }
    expect((await call({ path, headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("may be read by pages of any origin", async () => {
    const { headers } = await call({ path, headers: { origin: "https://elsewhere.example" } });
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-expose-headers"]).toContain("ETag");
  });
});

describe("CORS", () => {
  test.each([
    ["/api/validate", "POST, OPTIONS"],
    ["/api/build", "POST, OPTIONS"],
    ["/api/domains", "GET, HEAD, OPTIONS"],
    ["/openapi.json", "GET, HEAD, OPTIONS"],
  ])("a preflight of %s is answered without being counted", async (path, methods) => {
    const { status, headers, text } = await call({
      path,
      method: "OPTIONS",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect([status, text]).toEqual([204, ""]);
    expect(headers["content-length"]).toBeUndefined();
    expect(headers.allow).toBe(methods);
    expect(headers["access-control-allow-methods"]).toBe(methods);
    expect(headers["access-control-allow-headers"]).toBe("Authorization, Content-Type, If-None-Match");
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect(headers.ratelimit).toBeUndefined();
  });

  test("answers may be read, their limits included", async () => {
    const { headers } = await call({
      path: "/api/domains",
      headers: { origin: "https://elsewhere.example" },
    });
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-expose-headers"]).toContain("RateLimit, RateLimit-Policy, Retry-After");
  });
});

test("health and readiness", async () => {
  expect((await call("/healthz")).json()).toEqual({ status: "ok" });
  expect((await call("/readyz")).json()).toEqual({
    status: "ready",
    domains: [{ targetProduct: "datagen", domainId: "generator-option", status: "ready" }],
  });
});

test("HEAD is GET without the body", async () => {
  for (const path of ["/", "/docs", "/openapi.json", "/healthz", "/spec-packages/datagen/generator-option"]) {
    const [head, get] = [await call({ path, method: "HEAD" }), await call(path)];
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  }
});

test("a body sent to a page is neither read nor waited for", async () => {
  const answer = await call({ path: "/docs", method: "GET", body: "x".repeat(200_000) });
  expect(answer.status).toBe(200);
  const posted = await call({ path: "/nope", body: "x".repeat(200_000), headers: { "content-type": "a/b" } });
  expect(posted.status).toBe(404);
});

test("the base URL is the configured one, never that of the Host header", async () => {
  const other = await startServiceHere({
    environment: { PREFLIGHT_BASE_URL: "https://preflight.example/base/" },
  });
  const ask = createClient(other.url);
  const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
  for (const path of ["/openapi.json", "/api/domains", "/capabilities.json", "/llms.txt", "/nope"]) {
    const { text, headers: answered } = await ask({ path, headers });
    expect(text).toContain("https://preflight.example/base/");
    expect(text).not.toContain("evil.example");
    expect(answered["strict-transport-security"]).toBe("max-age=31536000");
  }
  ask.close();
  await other.stop();
});

test("entries of a registry can be searched, and a search is no call of the budget", async () => {
  const { status, text, headers } = await call("/registries/datagen/generator-option?search=POSTAL");
  expect([status, headers.ratelimit]).toEqual([200, undefined]);
  expect(JSON.parse(text)).toMatchObject({ size: expect.any(Number), entries: [{ id: "postal-code" }] });
  for (const path of ["datagen/none", "datagen/generator-option?registry=none"])
    expect((await call(`/registries/${path}`)).status).toBe(404);
});
