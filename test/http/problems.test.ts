/** Every refusal, with its status, code, headers and the page that explains it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemCodes, problemKinds } from "../../src/service/operations/problems.ts";
import { envelope } from "../support/envelopes.ts";
import { type Answer, type Call, type Client, createClient } from "../support/http.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

let service: InProcessService;
let call: Client;

beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
  call = createClient(service.url);
});
afterAll(async () => {
  call.close();
  await service.stop();
});

/** A good call, to be spoilt in one way. */
function spoilt(change: Partial<Call>): Promise<Answer> {
  return call({ path: "/api/validate", body: envelope(), key: service.key, ...change });
}

const proxyHeaders = { "x-adt-proxy-agent": "agent" };

interface Row {
  readonly title: string;
  readonly change: Partial<Call>;
  readonly status: number;
  readonly code: string;
  readonly detail?: RegExp;
}

const rows: readonly Row[] = [
  { title: "an empty body", change: { body: "" }, status: 400, code: "malformed-json", detail: /empty/ },
  { title: "text", change: { body: "hello" }, status: 400, code: "malformed-json" },
  {
    title: "half an object",
    change: { body: '{"a":' },
    status: 400,
    code: "malformed-json",
    detail: /early/,
  },
  {
    title: "a trailing comma",
    change: { body: '{"targetProduct":"datagen",\n "domainId":"generator-option",}' },
    status: 400,
    code: "malformed-json",
    detail: /line 2, column 31 there is a comma too many/,
  },
  { title: "NaN", change: { body: '{"candidate":NaN}' }, status: 400, code: "malformed-json" },
  { title: "an array", change: { body: "[]" }, status: 400, code: "invalid-envelope", detail: /an array/ },
  { title: "null", change: { body: "null" }, status: 400, code: "invalid-envelope", detail: /null/ },
  { title: "a string", change: { body: '"x"' }, status: 400, code: "invalid-envelope", detail: /a string/ },
  {
    title: "no product and a domain that is a number",
    change: { body: { domainId: 5, candidate: {} } },
    status: 400,
    code: "invalid-envelope",
    detail: /targetProduct.*missing.*domainId.*string, not a number/,
  },
  {
    title: "a product that is null",
    change: { body: { targetProduct: null, domainId: "generator-option" } },
    status: 400,
    code: "invalid-envelope",
  },
  {
    title: "a key and a signature",
    change: { headers: proxyHeaders },
    status: 400,
    code: "ambiguous-credentials",
  },
  {
    title: "a key and the start of a proxy header nobody knows",
    change: { headers: { "X-ADT-PROXY-": "1" } },
    status: 400,
    code: "ambiguous-credentials",
  },
  {
    title: "two Authorization headers",
    change: {
      headers: { authorization: ["Bearer ai_one_one_one_one_one", "Bearer ai_two_two_two_two_two"] },
    },
    status: 400,
    code: "ambiguous-credentials",
  },
  {
    title: "no scheme",
    change: { headers: { authorization: "ai_0123456789abcdef" } },
    status: 401,
    code: "invalid-credentials",
    detail: /Bearer/,
  },
  {
    title: "another scheme",
    change: { headers: { authorization: "Basic YWk6YWk=" } },
    status: 401,
    code: "invalid-credentials",
  },
  {
    title: "a key of another shape",
    change: { key: "sk_0123456789abcdef0" },
    status: 401,
    code: "invalid-credentials",
  },
  { title: "a short key", change: { key: "ai_short" }, status: 401, code: "invalid-credentials" },
  {
    title: "a key of 10 KB",
    change: { key: `ai_${"x".repeat(10_240)}` },
    status: 401,
    code: "invalid-credentials",
  },
  {
    title: "a key with a space",
    change: { key: "ai_0123456789 abcdef" },
    status: 401,
    code: "invalid-credentials",
  },
  {
    title: "an unknown key",
    change: { key: "ai_0123456789abcdef" },
    status: 401,
    code: "invalid-credentials",
  },
  {
    title: "an unlisted query",
    change: { path: "/api/validate?key=ai_0123456789abcdef", headers: { authorization: "" } },
    status: 401,
    code: "invalid-credentials",
  },
  {
    title: "another media type",
    change: { headers: { "content-type": "text/plain" } },
    status: 415,
    code: "unsupported-media-type",
  },
  {
    title: "a form",
    change: { headers: { "content-type": "application/x-www-form-urlencoded" } },
    status: 415,
    code: "unsupported-media-type",
  },
  {
    title: "a JSON type of something else",
    change: { headers: { "content-type": "application/json-patch+json" } },
    status: 415,
    code: "unsupported-media-type",
  },
  {
    title: "UTF-16",
    change: { headers: { "content-type": "application/json; charset=utf-16" } },
    status: 415,
    code: "unsupported-media-type",
    detail: /UTF-8/,
  },
  {
    title: "two types in one header",
    change: { headers: { "content-type": "application/json, text/plain" } },
    status: 415,
    code: "unsupported-media-type",
  },
  {
    title: "compression",
    change: { headers: { "content-encoding": "gzip" } },
    status: 415,
    code: "unsupported-media-type",
    detail: /Content-Encoding/,
  },
  {
    title: "one byte too many",
    change: { body: JSON.stringify(envelope()).padEnd(65_537) },
    status: 413,
    code: "body-too-large",
    detail: /65536/,
  },
  {
    title: "an unknown product",
    change: { body: { targetProduct: "nope", domainId: "generator-option", candidate: {} } },
    status: 422,
    code: "unsupported-domain",
    detail: /"nope"/,
  },
  {
    title: "an unknown domain",
    change: { body: { targetProduct: "datagen", domainId: "", candidate: {} } },
    status: 422,
    code: "unsupported-domain",
    detail: /"datagen" has no domain ""/,
  },
  {
    title: "an expectation nobody has heard of",
    change: { headers: { expect: "miracles" } },
    status: 417,
    code: "expectation-failed",
  },
];

describe.each(["/api/validate", "/api/build"])("POST %s", (path) => {
  test.each(rows)("$title → $status $code", async ({ change, status, code, detail = /\S/ }) => {
    const answer = await spoilt({ path, ...change });
    expect([answer.status, answer.json().code]).toEqual([status, code]);
    expect(answer.json().detail).toMatch(detail);
    expect(answer.json().type).toBe(`${service.url}/problems/${code}`);
    if (status === 401) expect(answer.headers["www-authenticate"]).toMatch(/^Bearer realm="preflight"/);
  });

  test("without credentials → 401 unauthenticated", async () => {
    const answer = await call({ path, body: envelope() });
    expect([answer.status, answer.json().code]).toEqual([401, "unauthenticated"]);
    expect(answer.headers["www-authenticate"]).toBe('Bearer realm="preflight"');
  });

  test("a signed call where none are configured → 401", async () => {
    const answer = await call({ path, body: envelope(), headers: proxyHeaders });
    expect([answer.status, answer.json().code]).toEqual([401, "invalid-credentials"]);
  });

  test.each(["GET", "PUT", "DELETE", "PATCH", "HEAD", "TRACE", "PROPFIND"])("%s → 405", async (method) => {
    const answer = await call({ path, method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("POST, OPTIONS");
  });
});

test("the largest body that fits is read", async () => {
  const body = JSON.stringify(envelope()).padEnd(65_536);
  expect((await spoilt({ body })).json().valid).toBe(true);
});

test.each([
  "application/json; charset=utf-8",
  "application/json;charset=UTF-8",
  'Application/JSON ; charset="utf-8"',
  "application/json; profile=x",
])("the media type %s is read", async (type) => {
  expect((await spoilt({ headers: { "content-type": type } })).status).toBe(200);
});

test("the scheme is matched without case, and identity is no compression", async () => {
  const headers = { authorization: `bEARER  ${service.key}`, "content-encoding": "identity" };
  expect((await spoilt({ headers })).status).toBe(200);
});

test("what is wrong with the envelope is listed member by member", async () => {
  const { errors } = (await spoilt({ body: {} })).json();
  expect(errors.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer])).toEqual([
    ["envelope-member-missing", "/targetProduct"],
    ["envelope-member-missing", "/domainId"],
  ]);
  const rules = (await call({ path: "/rules", headers: { accept: "text/html" } })).text;
  expect(rules).toContain('id="envelope-member-missing"');
});

test("an unsupported domain comes with the list of what there is", async () => {
  const answer = await spoilt({ body: { targetProduct: "datagen", domainId: "other" } });
  expect(answer.json().supported).toEqual([{ targetProduct: "datagen", domainId: "generator-option" }]);
});

test.each([
  "/api/validate/",
  "/api/domains/",
  "/api//domains",
  "/API/domains",
  "/api/%64omains",
  "/api%2Fdomains",
  "/api/../api/domains",
  "/api/domains;x=1",
  "/docs/",
  "/%64ocs",
  "/problems/",
  "/problems/nope",
  "/spec-packages/datagen/nope",
  "/spec-packages/datagen/generator-option/",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/openid-configuration",
  "/metrics",
  "/%",
  "/%E0%A4%A",
  "/\\docs",
])("%s → 404", async (path) => {
  const answer = await call(path);
  expect([answer.status, answer.json().code]).toEqual([404, "not-found"]);
});

test.each(["POST", "PUT", "DELETE", "PATCH", "PROPFIND"])("%s on a page → 405", async (method) => {
  for (const path of ["/", "/docs", "/openapi.json", "/problems/not-found", "/healthz"]) {
    const answer = await call({ path, method });
    expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
  }
});

test("every code has a page that says the status and what to do", async () => {
  for (const code of problemCodes) {
    const { status, text, headers } = await call(`/problems/${code}`);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text).toContain(`HTTP ${problemKinds[code].status}`);
    expect(text).toContain(problemKinds[code].title);
  }
});
