/** What the client does when the service is slow, busy, gone or somebody else. The clock of these tests is not real. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type ClientOptions,
  ConnectionError,
  createClient,
  isProblem,
  TimeoutError,
  UnexpectedAnswerError,
  type Wait,
} from "../../src/client/index.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Reply = Response | Error | "silence" | "stall";

const GOOD = () => Response.json({ domains: [] });
const VERDICT = { valid: true, diagnostics: [], omitted: 0, specPackage: { version: "1.0.0", digest: "" } };
const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ code, title: "T", detail: "D", status }, { status, headers });

/** A service that gives these answers in turn, and a client of it. */
function talk(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const waits: Wait[] = [];
  const fetch = (url: string, init: RequestInit) => {
    requests.push({ url, init });
    const reply = replies.shift();
    if (reply instanceof Error) return Promise.reject(reply);
    const aborted = new Promise<never>((_, reject) => {
      init.signal!.addEventListener("abort", () => reject(init.signal!.reason));
    });
    if (reply === "silence") return aborted;
    if (reply === "stall") return Promise.resolve(new Response(new ReadableStream({ pull: () => aborted })));
    return Promise.resolve(reply);
  };
  const client = createClient({
    baseUrl: "https://preflight.example",
    fetch: fetch as typeof globalThis.fetch,
    onWait: (wait) => waits.push(wait),
    ...options,
  });
  return { client, requests, waits };
}

/** Lets time pass until the call ends. */
async function settle<Value>(call: Promise<Value>): Promise<Value | Error> {
  const result = call.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return result;
}

describe("retries", () => {
  test("after a refused connection, later each time", async () => {
    const refused = new TypeError("fetch failed", {
      cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    });
    const { client, requests, waits } = talk([refused, refused, refused, GOOD()]);
    expect(await settle(client.listDomains())).toEqual({ domains: [] });
    expect(requests).toHaveLength(4);
    expect(waits.map(({ reason, waitMs }) => [reason, waitMs])).toEqual([
      ["retry", 125],
      ["retry", 250],
      ["retry", 500],
    ]);
    expect(waits[0]!.error).toBeInstanceOf(ConnectionError);
  });

  test("end, with the last failure", async () => {
    const refused = new TypeError("fetch failed", {
      cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    });
    const { client, requests } = talk([refused, refused], { retries: 1 });
    const error = await settle(client.listDomains());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message: "https://preflight.example cannot be reached: ECONNREFUSED.",
      cause: refused,
    });
    expect(requests).toHaveLength(2);
  });

  test.each([
    [429, "rate-limited"],
    [503, "upstream-unavailable"],
    [503, "overloaded"],
  ])("wait as long as a %i asks for", async (status, code) => {
    const { client, waits } = talk([problem(status, code, { "Retry-After": "7" }), GOOD()]);
    expect(await settle(client.listDomains())).toEqual({ domains: [] });
    expect(waits.map(({ waitMs }) => waitMs)).toEqual([7_350]);
  });

  test("read a date in Retry-After", async () => {
    vi.setSystemTime(new Date("2026-11-15T10:00:00Z"));
    const later = { "Retry-After": "Sun, 15 Nov 2026 10:00:05 GMT" };
    const { client, waits } = talk([problem(503, "overloaded", later), GOOD()]);
    await settle(client.listDomains());
    expect(waits[0]!.waitMs).toBe(5_250);
  });

  test("do not wait longer than allowed", async () => {
    const { client, requests } = talk([problem(429, "rate-limited", { "Retry-After": "61" })]);
    const error = await settle(client.listDomains());
    expect(isProblem(error, "rate-limited") && error.retryAfterSeconds).toBe(61);
    expect(requests).toHaveLength(1);
  });

  test.each(["9999999", "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "are never made at once after %s",
    async (later) => {
      const { client, requests } = talk([problem(429, "rate-limited", { "Retry-After": later }), GOOD()]);
      expect(isProblem(await settle(client.listDomains()), "rate-limited")).toBe(true);
      expect(requests).toHaveLength(1);
      const patient = talk([problem(429, "rate-limited", { "Retry-After": later }), GOOD()], {
        maxWaitMs: Number.POSITIVE_INFINITY,
      });
      const called = Date.now();
      await settle(patient.client.listDomains());
      expect(Date.now() - called).toBeGreaterThan(999_999_000);
    },
  );

  test.each([400, 401, 403, 404, 409, 413, 422, 500])("are not made after a %i", async (status) => {
    const { client, requests } = talk([problem(status, "some-code"), GOOD()]);
    expect(isProblem(await settle(client.listDomains()), "some-code")).toBe(true);
    expect(requests).toHaveLength(1);
  });

  test("are made after the page of a proxy that has lost the service", async () => {
    const page = new Response("<h1>Bad gateway</h1>", {
      status: 502,
      headers: { "Content-Type": "text/html" },
    });
    const { client, waits } = talk([page, GOOD()]);
    expect(await settle(client.listDomains())).toEqual({ domains: [] });
    expect(waits).toHaveLength(1);
  });
});

describe("time", () => {
  test.each(["silence", "stall"] as const)("a service that answers with %s is given up on", async (reply) => {
    const { client, requests } = talk([reply, reply, reply, reply], { timeoutMs: 5_000 });
    const error = await settle(client.listDomains());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ message: "https://preflight.example did not answer within 5000 ms." });
    expect(requests).toHaveLength(4);
  });

  test("a call may have its own limit", async () => {
    const { client } = talk(["silence"], { retries: 0 });
    const error = await settle(client.listDomains({}, { timeoutMs: 20 }));
    expect(error).toMatchObject({ message: expect.stringContaining("within 20 ms") });
  });

  test("nothing is left running afterwards", async () => {
    const { client } = talk([GOOD()]);
    await client.listDomains();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a signal", () => {
  test("that is aborted sends nothing", async () => {
    const { client, requests } = talk([GOOD()]);
    const signal = AbortSignal.abort("no need");
    await expect(client.listDomains({}, { signal })).rejects.toBe("no need");
    expect(requests).toEqual([]);
  });

  test("ends a request", async () => {
    const { client } = talk(["silence"]);
    const controller = new AbortController();
    const call = client.listDomains({}, { signal: controller.signal });
    const ended = expect(call).rejects.toBe("no need");
    await vi.advanceTimersByTimeAsync(10);
    controller.abort("no need");
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends a wait", async () => {
    const { client, requests } = talk([problem(429, "rate-limited", { "Retry-After": "50" })]);
    const controller = new AbortController();
    const call = client.listDomains({}, { signal: controller.signal });
    const ended = expect(call).rejects.toBe("no need");
    await vi.advanceTimersByTimeAsync(10);
    controller.abort("no need");
    await ended;
    expect(requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the budget", () => {
  const withBudget = (remaining: number, seconds: number) =>
    Response.json({ domains: [] }, { headers: { RateLimit: `"default";r=${remaining};t=${seconds}` } });

  test("that is used up delays the next call, which is then not refused", async () => {
    const { client, waits } = talk([withBudget(1, 31), withBudget(0, 30), withBudget(19, 60), GOOD()]);
    for (let count = 0; count < 4; count++) await settle(client.listDomains());
    expect(waits).toEqual([{ reason: "budget", waitMs: 30_000 }]);
  });

  test("does not hold up a call for longer than allowed: the service then answers itself", async () => {
    const { client, waits, requests } = talk([withBudget(0, 61), GOOD()]);
    await client.listDomains();
    await client.listDomains();
    expect(waits).toEqual([]);
    expect(requests).toHaveLength(2);
  });
});

describe("another service", () => {
  test.each([
    [
      "a page",
      new Response("<html>", { headers: { "Content-Type": "text/html" } }),
      /status 200, text\/html/,
    ],
    ["other JSON", Response.json({ ok: true }), /`domains` is missing/],
    ["a list", Response.json([]), /status 200, application\/json/],
    ["an error page", new Response("", { status: 404 }), /status 404/],
    [
      "bytes that are not UTF-8",
      new Response(Buffer.from('{"domains":[],"a":"\xff"}', "latin1"), {
        headers: { "Content-Type": "application/json" },
      }),
      /status 200, application\/json/,
    ],
    [
      "a redirect",
      new Response("", { status: 308, headers: { Location: "https://new.example/" } }),
      /redirects to https:\/\/new\.example\//,
    ],
  ])("that answers with %s is noticed", async (_, reply, message) => {
    const { client, requests } = talk([reply]);
    const error = await settle(client.listDomains());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect((error as Error).message).toMatch(message);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["valid", { ...VERDICT, valid: "true" }],
    ["specPackage", { valid: true, diagnostics: [], omitted: 0 }],
    ["diagnostics", { valid: true }],
  ])("never gives a verdict without %s", async (member, body) => {
    const { client } = talk([Response.json(body)]);
    const call = client.validateProposal({ targetProduct: "a", domainId: "b", candidate: {} });
    const error = await settle(call);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect((error as Error).message).toContain(`\`${member}\` is missing`);
  });

  test("is not read to its end if it has none", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const { client, requests } = talk([new Response(endless)]);
    const error = await settle(client.listDomains());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect((error as Error).message).toContain("more than 16777216 bytes");
    expect(sent).toBeLessThan(17_000_000);
    expect(requests).toHaveLength(1);
  });
});

describe("what is sent", () => {
  test("has the headers of the caller in any case, the key and the media type", async () => {
    const { client, requests } = talk([Response.json(VERDICT)], {
      baseUrl: new URL("https://example.org/preflight/"),
      key: "ai_0123456789abcdef0123",
      headers: { "User-Agent": "test", authorization: "Basic eA==", "content-type": "text/plain" },
    });
    await client.validateProposal({ targetProduct: "a", domainId: "b", candidate: {} });
    expect(requests[0]).toMatchObject({
      url: "https://example.org/preflight/api/validate",
      init: {
        method: "POST",
        redirect: "manual",
        body: '{"targetProduct":"a","domainId":"b","candidate":{}}',
      },
    });
    expect(Object.fromEntries(new Headers(requests[0]!.init.headers))).toEqual({
      accept: "application/json, application/problem+json",
      authorization: "Bearer ai_0123456789abcdef0123",
      "content-type": "application/json",
      "user-agent": "test",
    });
  });

  test("is nothing, and nothing is tried again, if a header of the caller cannot be sent", async () => {
    const { client, requests, waits } = talk([], { headers: { "X-Team": "a\nb" } });
    expect(await settle(client.listDomains())).toBeInstanceOf(TypeError);
    expect([requests, waits]).toEqual([[], []]);
  });

  test.each(["ai_0123456789abcdef0123\n", "ai_ 0123456789abcdef", "ai_ключ"])(
    "is never a key that is not one, nor is it shown: %j",
    async (key) => {
      const { client, requests } = talk([GOOD()], { key });
      const error = await settle(client.listDomains());
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).not.toContain("ai_");
      expect(requests).toEqual([]);
    },
  );

  test.each([
    ...["preflight.example", "ftp://preflight.example", "https://ada:secret@preflight.example"],
    ...["https://preflight.example/?a=b", "https://preflight.example/#a"],
  ])("goes to no address such as %s", (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(/^baseUrl must/);
    expect(() => createClient({ baseUrl })).not.toThrow(/secret/);
  });

  test("uses the global fetch without an owner", async () => {
    const fetch = vi.spyOn(globalThis, "fetch").mockImplementation(function (this: unknown) {
      expect(this === undefined || this === globalThis).toBe(true);
      return Promise.resolve(GOOD());
    });
    expect(await createClient({ baseUrl: "https://preflight.example" }).listDomains()).toEqual({
      domains: [],
    });
    expect(fetch).toHaveBeenCalledOnce();
  });
});

test("a call without a time limit waits for its answer", async () => {
  const fetch = (_: string, { signal }: RequestInit) =>
    new Promise((resolve, reject) => {
      signal!.addEventListener("abort", reject);
      setTimeout(() => resolve(GOOD()), 60_000);
    });
  const { client } = talk([], {
    fetch: fetch as typeof globalThis.fetch,
    timeoutMs: Number.POSITIVE_INFINITY,
    retries: 0,
  });
  expect(await settle(client.listDomains())).toEqual({ domains: [] });
});

test("a call is aborted while it waits for its key", async () => {
  const { client, requests } = talk([GOOD()], { key: () => new Promise(() => {}) });
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("enough")), 1_000);
  const call = client.listDomains({}, { signal: stop.signal });
  const late = new Promise((resolve) => setTimeout(resolve, 5_000, "still waiting"));
  expect(await settle(Promise.race([call, late]))).toEqual(new Error("enough"));
  expect(requests).toEqual([]);
});
