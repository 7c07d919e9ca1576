/** What is refused is refused with an HTTP status and, in the body, words that a model or its user can act on. */
import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createOriginGuard } from "../../src/service/mcp/mcp.ts";
import type { ProxyVerifier } from "../../src/service/operations/ports.ts";
import { type EndpointOptions, key, startEndpoint } from "./endpoint.ts";
import {
  args,
  envelope,
  initialize,
  legacyCall,
  legacyRequest,
  modernCall,
  modernRequest,
  type Sent,
} from "./messages.ts";
import { type PostOptions, post } from "./wire.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(() => void vi.unstubAllGlobals());
afterEach(() => Promise.all(open.splice(0).map((endpoint) => endpoint.close())));

async function start(options?: EndpointOptions) {
  const endpoint = await startEndpoint(options);
  open.push(endpoint);
  return {
    ...endpoint,
    async send(sent: Sent | undefined, options: PostOptions = {}) {
      const { status, headers, text } = await post(endpoint.url, sent, options);
      return { status, headers, body: text === "" ? undefined : JSON.parse(text) };
    },
  };
}

const authorization = `Bearer ${key}`;
const withKey = { headers: { authorization } };
const listDomains = legacyCall({ name: "listDomains", arguments: {} });

describe("credentials", () => {
  test.each([
    ["initialize", initialize],
    ["server/discover", modernRequest("server/discover")],
    ["tools/list", legacyRequest("tools/list")],
    ["tools/list, envelope era", modernRequest("tools/list")],
    ["listDomains", listDomains],
    ["an unknown tool", legacyCall({ name: "nothing" })],
  ])("%s needs no key", async (_, sent) => {
    const { send } = await start();
    expect(await send(sent)).toMatchObject({ status: 200 });
  });

  test.each([
    ["validateProposal", legacyCall()],
    ["buildProposal", legacyCall({ name: "buildProposal" })],
    ["validateProposal, envelope era", modernCall()],
    ["a malformed call of it", legacyCall({ arguments: "text" })],
    ["a batch that holds one", { body: [listDomains.body, legacyCall({}, { id: 2 }).body] }],
  ])("%s without a key is 401 and says how to send one", async (_, sent) => {
    const { send } = await start();
    const { status, headers, body } = await send(sent);
    expect(status).toBe(401);
    expect(headers["www-authenticate"]).toMatch(/^Bearer /);
    expect(body).toMatchObject({
      jsonrpc: "2.0",
      error: { code: -32000, data: { code: "unauthenticated" } },
    });
    expect(body.error.message).toContain("Authorization: Bearer ai_");
  });

  test.each([
    ["unknown", "Bearer ai_0000000000000000"],
    ["malformed", "Bearer nonsense"],
    ["of another scheme", "Basic dXNlcjpwYXNz"],
  ])("a key that is %s is 401 wherever it is sent", async (_, bad) => {
    const { send } = await start();
    for (const sent of [initialize, listDomains, modernCall()]) {
      const { status, body } = await send(sent, { headers: { authorization: bad } });
      expect(status).toBe(401);
      expect(body.error.data.code).toBe("invalid-credentials");
      expect(body.id).toBe(1);
      expect(JSON.stringify(body)).not.toContain(bad.split(" ")[1]);
    }
  });

  test("a good key opens the tools, a signed call without a trusted signer does not", async () => {
    const { send } = await start();
    expect(await send(modernCall(), withKey)).toMatchObject({ status: 200 });
    expect(await send(modernCall(), { headers: { "x-adt-proxy-agent": "a" } })).toMatchObject({
      status: 401,
    });
    const both = { headers: { authorization, "x-adt-proxy-agent": "a" } };
    expect(await send(modernCall(), both)).toMatchObject({ status: 400 });
  });
});

describe("calls signed by the identity service on an agent's behalf", () => {
  const sent = modernCall();
  const contentSha256 = createHash("sha256").update(JSON.stringify(sent.body)).digest("hex");
  const signed = { headers: { "x-adt-proxy-agent": "a" } };
  const verified = (capability: string): ProxyVerifier => ({
    verify: async () => ({ status: "verified", agent: "a", subject: "ada", capability, contentSha256 }),
  });

  test("open the tool they are for, with the body they are for, and no other", async () => {
    const { send } = await start({ proxy: verified("preflight.validateProposal") });
    expect((await send(sent, signed)).status).toBe(200);
    const other = await send(legacyCall({ name: "buildProposal" }), signed);
    expect(other).toMatchObject({ status: 401, body: { error: { data: { code: "invalid-credentials" } } } });
    const elsewhere = await start({ proxy: verified("preflight.buildProposal") });
    expect(await elsewhere.send(sent, signed)).toMatchObject({
      status: 403,
      body: { error: { data: { code: "capability-mismatch" } } },
    });
  });

  test("are counted by agent, not by address", async () => {
    const { send } = await start({ proxy: verified("preflight.validateProposal"), limit: 1 });
    expect((await send(sent, signed)).status).toBe(200);
    expect((await send(sent, signed)).status).toBe(429);
    expect((await send(sent, withKey)).status).toBe(200);
  });
});

describe("the budget", () => {
  test("the call after the last is 429 and says for how long to wait", async () => {
    const { send } = await start({ limit: 3 });
    for (const sent of [listDomains, legacyCall(), modernCall()])
      expect((await send(sent, withKey)).status).toBe(200);
    const { status, headers, body } = await send(modernCall(), withKey);
    expect(status).toBe(429);
    const seconds = Number(headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(body).toMatchObject({
      id: 1,
      error: { code: -32000, data: { code: "rate-limited", status: 429 } },
    });
    expect(body.error.message).toContain(`${seconds} second`);
    expect(headers["ratelimit-policy"]).toBe('"default";q=3;w=60');
  });

  test("refused and failed calls count too", async () => {
    const { send } = await start({ limit: 3 });
    expect((await send(legacyCall())).status).toBe(401);
    expect((await send(legacyCall({ name: "nothing" }))).status).toBe(200);
    expect((await send(legacyCall({}, { id: undefined }), withKey)).status).toBe(202);
    expect((await send(listDomains)).status).toBe(429);
  });

  test("every call of a batch counts, and a batch beyond the budget is refused whole", async () => {
    const { send, records } = await start({ limit: 20 });
    const batch = (size: number) => ({
      body: Array.from({ length: size }, (_, id) => legacyCall({}, { id }).body),
    });
    expect((await send(batch(15), withKey)).body).toHaveLength(15);
    expect((await send(batch(6), withKey)).status).toBe(429);
    expect(records.filter(({ status }) => status === 200)).toHaveLength(15);
  });

  test("a batch of 30 counts 30", async () => {
    const { send } = await start({ limit: 31 });
    const body = Array.from({ length: 30 }, (_, id) => legacyCall({}, { id }).body);
    const { headers } = await send({ body }, withKey);
    expect(headers.ratelimit).toMatch(/^"default";r=1;/);
  });

  test("a batch of 50 messages is served; one more is 400 with -32600, and its tool calls count", async () => {
    const { send, records } = await start({ limit: 200 });
    const batch = (size: number, method: string) => ({
      body: Array.from({ length: size }, (_, id) => legacyCall({ name: "listDomains" }, { id, method }).body),
    });
    expect((await send(batch(50, "ping"))).body).toHaveLength(50);
    // However few answers there are, a batch gets a list of them.
    const pong = [{ jsonrpc: "2.0", id: 0, result: {} }];
    expect(await send(batch(1, "ping"))).toMatchObject({ status: 200, body: pong });
    const more = [...batch(1, "ping").body, { jsonrpc: "2.0", method: "notifications/initialized" }];
    expect(await send({ body: more })).toMatchObject({ status: 200, body: pong });
    expect((await send(batch(1, "nothing/here"))).body).toMatchObject([{ error: { code: -32601 }, id: 0 }]);
    expect((await send(batch(5, "tools/list"))).body).toHaveLength(5);
    const list = await send(batch(51, "tools/list"));
    expect(list).toMatchObject({
      status: 400,
      body: { jsonrpc: "2.0", error: { code: -32600, data: { code: "batch-too-large" } }, id: null },
    });
    expect(list.body.error.message).toContain("51 messages; the limit is 50");
    const calls = await send(batch(51, "tools/call"));
    expect([calls.status, calls.headers.ratelimit]).toEqual([
      400,
      expect.stringMatching(/^"default";r=149;/),
    ]);
    // The list of tools is ten times as long as the whole request.
    const lists = await send(batch(6, "tools/list"));
    expect([lists.status, lists.body.error.message]).toEqual([
      400,
      expect.stringContaining("6 lists and resources; the limit is 5"),
    ]);
    // Whatever else is wrong with it: beyond the budget, with a bad key.
    expect((await send(batch(160, "tools/call"))).status).toBe(400);
    const guess = { headers: { authorization: "Bearer ai_0000000000000000" } };
    expect((await send(batch(51, "tools/list"), guess)).status).toBe(400);
    expect(records.filter(({ problem }) => problem === "batch-too-large")).toHaveLength(5);
  });

  test("messages that call no tool cost nothing, unless their key is bad", async () => {
    const { send } = await start({ limit: 2 });
    for (let count = 0; count < 5; count++)
      for (const sent of [initialize, legacyRequest("tools/list"), modernRequest("server/discover")])
        expect((await send(sent, withKey)).status).toBe(200);
    const guess = { headers: { authorization: "Bearer ai_0000000000000000" } };
    const guesses = [];
    for (let count = 0; count < 3; count++) guesses.push((await send(initialize, guess)).status);
    expect(guesses).toEqual([401, 401, 429]);
  });
});

describe("the HTTP request itself", () => {
  test.each(["GET", "DELETE", "PUT", "PATCH"])("%s is 405", async (method) => {
    const { send } = await start();
    const { status, headers, body } = await send(undefined, {
      method,
      headers: { accept: "text/event-stream" },
    });
    expect(status).toBe(405);
    expect(headers.allow).toBe("POST, OPTIONS");
    expect(body).toMatchObject({ jsonrpc: "2.0", error: { data: { code: "method-not-allowed" } }, id: null });
  });

  test("OPTIONS lets pages of this service's own origins call, and no others", async () => {
    const { send } = await start();
    const preflight = (origin: string) =>
      send(undefined, {
        method: "OPTIONS",
        headers: { origin, host: "localhost", "access-control-request-method": "POST" },
      });
    const { status, headers, body } = await preflight("http://localhost:6274");
    expect([status, body, headers.allow]).toEqual([204, undefined, "POST, OPTIONS"]);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["access-control-allow-methods"]).toBe("POST, OPTIONS");
    for (const name of [...Object.keys(modernCall().headers ?? {}), "authorization", "content-type"])
      expect(String(headers["access-control-allow-headers"]).toLowerCase().split(", ")).toContain(name);
    expect((await preflight("http://evil.example")).status).toBe(403);
  });

  test.each(["application/json", "*/*", "text/event-stream", "text/html", ""])(
    "Accept: %j is answered with JSON",
    async (accept) => {
      const { send } = await start();
      for (const sent of [initialize, listDomains, modernRequest("tools/list"), modernCall()]) {
        const { status, headers } = await send(sent, { headers: { accept, authorization } });
        expect(status).toBe(200);
        expect(headers["content-type"]).toBe("application/json");
      }
    },
  );

  test.each([["text/plain"], ["application/x-www-form-urlencoded"], ["application/json; charset=latin1"]])(
    "Content-Type: %s is 415",
    async (type) => {
      const { send } = await start();
      const { status, body } = await send(initialize, { headers: { "content-type": type } });
      expect([status, body.id]).toEqual([415, 1]);
      expect(body.error.message).toMatch(/application\/json|UTF-8/);
    },
  );

  test("a body over 64 KiB is 413, declared or streamed", async () => {
    const { send } = await start();
    const raw = JSON.stringify(legacyCall({ arguments: { text: "x".repeat(70_000) } }).body);
    for (const headers of [{ "content-length": String(raw.length) }, { "transfer-encoding": "chunked" }]) {
      const { status, body } = await send(undefined, { raw, headers: { ...headers, authorization } });
      expect(status).toBe(413);
      expect(body.error.message).toContain("65536");
      expect(body.id).toBe(1);
    }
  });

  test.each<[string, unknown]>([
    ['{"jsonrpc":"2.0","id":7,', 7],
    ['{"id":"a \\"quoted\\" \u00fc"\n,', 'a "quoted" \u00fc'],
    ['{ "params" : {"id":1,"x":[{"id":2}]}, "id" : -3.5e1 ,', -35],
    ['{"method":"tools/call","params":{"id":1,"text":"', null],
    ['{"id":{"id":1},', null],
    ['{"id":null,', null],
    ['{"x":"id","y":"\\",\\"id\\":5,","z":":",', null],
    ['[{"id":1},', null],
    ['"id":1,', null],
    [`{"x":"${"x".repeat(1_000)}","id":5,`, 5],
    [`{"x":"${"x".repeat(1_009)}","id":56,`, null],
    [`{"x":"${"x".repeat(1_100)}","id":5,`, null],
  ])("the id of a body that is too large is found in its first kibibyte: %#", async (startOfBody, id) => {
    const { send } = await start();
    const raw = startOfBody.padEnd(70_000);
    for (const headers of [
      { "content-length": String(Buffer.byteLength(raw)) },
      { "transfer-encoding": "chunked" },
    ])
      expect(await send(undefined, { raw, headers })).toMatchObject({ status: 413, body: { id } });
  });

  test.each([
    ["params", 500, '"method":"tools/list","params":{"a":DEEP}', 200],
    ["params", 8_000, '"method":"tools/list","params":{"a":DEEP}', 400],
    ["a method", 8_000, '"method":DEEP', 400],
  ])("%s of %i lists in one another is no fault of the service", async (_, depth, members, status) => {
    const { send } = await start();
    const deep = "[".repeat(depth) + "]".repeat(depth);
    const raw = `{"jsonrpc":"2.0","id":1,${members.replace("DEEP", deep)}}`;
    expect((await send(undefined, { raw })).status).toBe(status);
  });

  const icons = Array.from({ length: 30_000 }, () => 1);
  const client = { name: "a", version: "1", icons };
  test.each<[string, Sent]>([
    [
      "initialize",
      legacyRequest("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: client }),
    ],
    [
      "tools/list, envelope era",
      modernRequest("tools/list", {
        _meta: { ...envelope, "io.modelcontextprotocol/clientInfo": client },
      }),
    ],
    ["a batch", { body: [legacyRequest("tools/list", { icons }).body] }],
  ])("%s with 30,000 wrong values gets one error, not one for each of them", async (_, sent) => {
    const { send } = await start();
    const { status, body } = await send(sent);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: -32600 });
    expect(body.error.message).toContain("more than 600 values");
  });

  test("a batch of fifty calls with a token and a trace is no long body", async () => {
    const { send } = await start();
    const _meta = { progressToken: 1, traceparent: "00-a-b-01", tracestate: "a=b", baggage: "a=b" };
    const calls = Array.from({ length: 50 }, (_, id) => legacyCall({ arguments: args, _meta }, { id }).body);
    expect(await send({ body: calls }, withKey)).toMatchObject({ status: 200 });
  });

  test("arguments may have as many values as fit into the body", async () => {
    const { send } = await start();
    const call = legacyCall({ arguments: { ...args, candidate: icons } });
    expect(await send(call, withKey)).toMatchObject({ status: 200, body: { id: 1, result: {} } });
  });

  test.each(["", "{", '{"jsonrpc":', "\u0000", "NaN", "[1,]", '{"a":1}}'])(
    "%j is a parse error",
    async (raw) => {
      const { send } = await start();
      const { status, body } = await send(undefined, { raw });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        jsonrpc: "2.0",
        error: { code: -32700, data: { code: "malformed-json" } },
        id: null,
      });
    },
  );

  test("every answer carries a request id, refusals name it", async () => {
    const { send } = await start();
    const { headers, body } = await send(legacyCall());
    expect(body.error.data.requestId).toBe(headers["x-request-id"]);
    expect((await send(initialize)).headers["x-request-id"]).toBeTypeOf("string");
  });
});

describe("DNS rebinding", () => {
  test.each([
    ["127.0.0.1:1"],
    ["localhost:8080"],
    ["LOCALHOST"],
    ["[::1]:8080"],
    ["preflight.example"],
    ["preflight.example:443"],
    ["192.0.2.7:8080"],
    ["[2001:db8::7]"],
  ])("Host: %s is served", async (host) => {
    const { send } = await start();
    expect((await send(initialize, { headers: { host } })).status).toBe(200);
  });

  test.each([
    ["evil.example"],
    ["evil.example:8080"],
    ["localhost.evil.example"],
    ["127.0.0.1.evil.example"],
    ["preflight.example.evil.example"],
    ["localhost@evil.example"],
    ["localhost:8080:evil"],
    ["2130706433"],
    [" "],
  ])("Host: %s is 403", async (host) => {
    const { send } = await start();
    for (const sent of [initialize, modernCall(), listDomains]) {
      const { status, body } = await send(sent, { headers: { host, authorization } });
      expect(status).toBe(403);
      expect(body.error.data.code).toBe("origin-not-allowed");
      expect(JSON.stringify(body)).not.toContain("evil");
    }
  });

  test.each([
    ["http://localhost:3000", "127.0.0.1"],
    ["http://127.0.0.1:6274", "localhost"],
    ["http://[::1]:1", "localhost"],
    ["https://preflight.example", "preflight.example"],
    ["http://192.0.2.7:8080", "192.0.2.7:8080"],
  ])("Origin: %s at Host %s is served", async (origin, host) => {
    const { send } = await start();
    expect((await send(initialize, { headers: { origin, host } })).status).toBe(200);
  });

  test.each([
    ["http://evil.example", "127.0.0.1"],
    ["https://evil.example", "preflight.example"],
    ["http://192.0.2.8", "192.0.2.7"],
    ["http://localhost.evil.example", "localhost"],
    ["null", "localhost"],
    ["file://", "localhost"],
    ["chrome-extension://localhost", "localhost"],
    ["nonsense", "localhost"],
    ["", "localhost"],
  ])("Origin: %j at Host %s is 403", async (origin, host) => {
    const { send } = await start();
    expect((await send(initialize, { headers: { origin, host } })).status).toBe(403);
  });
});

describe("an Origin or a Host that is expensive to parse", () => {
  const ideographs = Array.from({ length: 1_600 }, (_, index) => 0x4e00 + index * 7);
  test.each([
    ["percent-encoded", `http://${encodeURIComponent(String.fromCharCode(...ideographs))}`],
    ["not ASCII", `http://${"\u00fc".repeat(15_000)}`],
    ["long", `http://${"a".repeat(15_000)}`],
    ["of many labels", `http://${"xn--a.".repeat(2_500)}`],
  ])("that is %s is refused unparsed", async (_, origin) => {
    const refuseForeign = createOriginGuard("http://localhost");
    const parse = vi.fn();
    vi.stubGlobal("URL", parse);
    const authority = origin.slice("http://".length);
    for (const headers of [{ host: "localhost", origin }, { host: authority }, { host: authority, origin }])
      expect(refuseForeign(headers)).toMatchObject({ code: "origin-not-allowed" });
    expect(parse).not.toHaveBeenCalled();
  });
});

describe("what could go wrong inside", () => {
  test.each([
    ["the short way", legacyCall({ arguments: { targetProduct: "broken" } })],
    ["the SDK", { body: [legacyCall({ arguments: { targetProduct: "broken" } }).body] }],
  ])("a fault met by way of %s is reported to the operator and not to the caller", async (_, sent) => {
    const { send, faults } = await start();
    const { status, body } = await send(sent, withKey);
    expect(status).toBe(500);
    expect(body.error).toMatchObject({ code: -32603, data: { code: "internal-error" } });
    expect(JSON.stringify(body)).not.toContain("secret");
    expect(faults).toHaveLength(1);
  });

  test("a batch that cancels its own call is answered all the same", async () => {
    const { send } = await start();
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    expect(await send({ body: [legacyCall().body, cancel] }, withKey)).toMatchObject({
      status: 200,
      body: [{ id: 1, result: { structuredContent: {} } }],
    });
    expect((await send({ body: [cancel] })).status).toBe(202);
  });

  test("two calls of a batch under one id do not make it hang", async () => {
    const { send } = await start();
    expect((await send({ body: [legacyCall().body, legacyCall().body] }, withKey)).status).toBe(200);
  });
});

describe("what is recorded", () => {
  test("one line per call, and one for a message that is no call", async () => {
    const { send, records } = await start();
    await send(initialize);
    await send(legacyCall(), withKey);
    await send(legacyCall({ arguments: { targetProduct: "unsupported" } }), withKey);
    await send(legacyCall());
    await send({ body: [legacyCall().body, legacyCall({ name: "buildProposal" }, { id: 2 }).body] }, withKey);
    expect(
      records.map(({ operation, route, status, problem, caller }) => ({
        operation,
        route,
        status,
        problem,
        caller,
      })),
    ).toEqual([
      { operation: undefined, route: "/mcp", status: 200, problem: undefined, caller: "anonymous" },
      { operation: "validateProposal", route: undefined, status: 200, problem: undefined, caller: "key" },
      {
        operation: "validateProposal",
        route: undefined,
        status: 200,
        problem: "unsupported-domain",
        caller: "key",
      },
      {
        operation: "validateProposal",
        route: undefined,
        status: 401,
        problem: "unauthenticated",
        caller: "anonymous",
      },
      { operation: "validateProposal", route: undefined, status: 200, problem: undefined, caller: "key" },
      { operation: "buildProposal", route: undefined, status: 200, problem: undefined, caller: "key" },
    ]);
  });
});
