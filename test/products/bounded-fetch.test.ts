/** The one way in which documents are fetched from neighbours, against answers that are wrong to the byte. */

import dns from "node:dns";
import { globalAgent } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type FetchRequest,
  fetchBytes,
  fetchJson,
  parseJson,
  SMALL_DOCUMENT_LIMITS,
  sameTag,
} from "../../src/service/shared/bounded-fetch.ts";

const PATIENT = { headMs: 20_000, totalMs: 20_000, stallMs: 20_000, stallBytes: 1, maxBytes: 100 };

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

/** A server that answers each request with what `answer` writes to the socket. */
async function serve(answer: (socket: Socket, request: string, count: number) => void) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    socket.setEncoding("utf8").on("data", (text: string) => {
      requests.push(text);
      answer(socket, text, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/document`);
  return { url, requests, sockets };
}

/** Waits without a timer, for tests that hold the timers still. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
}

const http = (status: string, headers: string[], body = "") =>
  [`HTTP/1.1 ${status}`, ...headers, "", body].join("\r\n");
const JSON_HEAD = ["Content-Type: application/json"];
const sized = (body: string, headers = JSON_HEAD, status = "200 OK") =>
  http(status, [...headers, `Content-Length: ${Buffer.byteLength(body)}`], body);

async function fetched(raw: string, more: Partial<FetchRequest> = {}) {
  const { url } = await serve((socket) => socket.write(raw));
  const answer = await fetchBytes({ url, limits: PATIENT, ...more });
  if (answer.status !== "ok") return { answer, text: "" };
  return { answer: { ...answer, body: answer.body.length }, text: answer.body.toString() };
}

const NOTHING_SAID = {
  etag: undefined,
  lastModified: undefined,
  date: undefined,
  ageSeconds: 0,
};

describe("an answer that is accepted", () => {
  test("comes with its tag, its dates and its size", async () => {
    const dates = ["Last-Modified: Sun, 01 Nov 2026 00:00:00 GMT", "Date: Mon, 02 Nov 2026 00:00:00 GMT"];
    const { answer, text } = await fetched(sized('{"a":1}', [...JSON_HEAD, ...dates, 'ETag: "v1"']));
    expect(text).toBe('{"a":1}');
    expect(answer).toEqual({
      status: "ok",
      head: {
        ...NOTHING_SAID,
        etag: '"v1"',
        lastModified: Date.parse("2026-11-01T00:00:00Z"),
        date: Date.parse("2026-11-02T00:00:00Z"),
      },
      body: 7,
    });
  });

  test.each([
    ['"v1"', true],
    ['W/"v1"', true],
    ['""', true],
    ["v1", false],
    ['"v1', false],
    ['x"v1"', false],
    ['"v1"x', false],
    ['"a b"', false],
    ['w/"v1"', false],
    [`"${"v".repeat(200)}"`, true],
    [`"${"v".repeat(201)}"`, false],
  ])("the tag %s is kept: %s", async (etag, isKept) => {
    const { answer } = await fetched(sized("{}", [...JSON_HEAD, `ETag: ${etag}`]));
    expect(answer).toMatchObject({ status: "ok", head: { etag: isKept ? etag : undefined } });
  });

  test.each([
    ["yesterday", "never"],
    ["-1", "0"],
    ["2026-11-20", "20 Nov 2026 10:00"],
  ])("dates that cannot be read are left out: %s and %s", async (modified, date) => {
    const { answer } = await fetched(
      sized("{}", [...JSON_HEAD, `Last-Modified: ${modified}`, `Date: ${date}`]),
    );
    expect(answer).toEqual({
      status: "ok",
      head: NOTHING_SAID,
      body: 2,
    });
  });

  test.each([
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/json ;x",
    "application/ld+json",
    "application/vnd.api-v1.2+json",
  ])("its type may be %s", async (type) => {
    expect((await fetched(sized("{}", [`Content-Type: ${type}`]))).answer.status).toBe("ok");
  });

  test("it may have as many bytes as the limit, announced or not, and may say that it is not compressed", async () => {
    const body = "x".repeat(100);
    expect((await fetched(sized(body))).answer).toMatchObject({ status: "ok", body: 100 });
    const chunked = http(
      "200 OK",
      [...JSON_HEAD, "Transfer-Encoding: chunked"],
      `64\r\n${body}\r\n0\r\n\r\n`,
    );
    expect((await fetched(chunked)).answer).toMatchObject({ status: "ok", body: 100 });
    const plain = sized("{}", [...JSON_HEAD, "Content-Encoding: Identity"]);
    expect((await fetched(plain)).answer.status).toBe("ok");
  });

  test.each([
    ["0", 0],
    ["90", 90],
    ["99999999999", 99_999_999_999],
    ["-5", 0],
    ["soon", 0],
  ])("Age: %s is %s seconds", async (value, ageSeconds) => {
    const { answer } = await fetched(sized("{}", [...JSON_HEAD, `Age: ${value}`]));
    expect(answer).toMatchObject({ status: "ok", head: { ageSeconds } });
  });

  test("304 is accepted where a tag was sent", async () => {
    // RFC 9110: that of the document, which is not sent.
    const raw = http("304 Not Modified", ['ETag: "v1"', "Content-Length: 1000000"]);
    expect((await fetched(raw, { etag: '"v1"' })).answer).toEqual({
      status: "not-modified",
      head: { ...NOTHING_SAID, etag: '"v1"' },
    });
  });
});

describe("an answer that is refused", () => {
  const over = "x".repeat(101);
  test.each([
    [
      "304 without a tag",
      http("304 Not Modified", []),
      "unexpected-304",
      "answered 304 although no entity tag was sent",
    ],
    [
      "a redirect",
      http("301 Moved", ["Location: /x"]),
      "redirect",
      "answered 301; redirects are not followed",
    ],
    ["the first redirect", http("300 Choices", []), "redirect", "answered 300; redirects are not followed"],
    ["the last redirect", http("399 Other", []), "redirect", "answered 399; redirects are not followed"],
    ["an error", http("400 Bad", []), "status", "answered 400"],
    ["no content", http("204 No Content", []), "status", "answered 204"],
    [
      "another type",
      sized("{}", ["Content-Type: text/html"]),
      "content-type",
      "the response is not declared as application/json",
    ],
    [
      "a type that starts alike",
      sized("{}", ["Content-Type: application/jsonp"]),
      "content-type",
      "the response is not declared as application/json",
    ],
    [
      "a type that ends alike",
      sized("{}", ["Content-Type: x-application/json"]),
      "content-type",
      "the response is not declared as application/json",
    ],
    ["no type", sized("{}", []), "content-type", "the response is not declared as application/json"],
    [
      "a compressed body",
      sized("{}", [...JSON_HEAD, "Content-Encoding: gzip"]),
      "content-encoding",
      "the response is compressed although no compression was requested",
    ],
    ["a body announced as too large", sized(over), "too-large", "the response is larger than 100 bytes"],
    [
      "a body that turns out too large",
      http("200 OK", [...JSON_HEAD, "Transfer-Encoding: chunked"], `65\r\n${over}\r\n0\r\n\r\n`),
      "too-large",
      "the response is larger than 100 bytes",
    ],
    ["no HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n", "unreachable", "the connection failed (HPE_INVALID_CONSTANT)"],
  ])("%s", async (_name, raw, code, message) => {
    const { answer } = await fetched(raw);
    expect(answer).toMatchObject({ status: "failed", problem: { code, message } });
    const status = /^HTTP\/1\.1 (\d+)/.exec(raw)?.[1];
    expect(answer).toHaveProperty("httpStatus", status === undefined ? undefined : Number(status));
  });

  test.each([
    ["120", 120],
    ["999999", 999_999],
    ["1000000", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["x1", undefined],
    ["Fri, 13 Nov 2026 00:01:30 GMT", 90],
    ["Thu, 12 Nov 2026 23:59:00 GMT", 0],
    ["Fri, 99 Nov 2026 00:00:00 GMT", undefined],
    ["13 November 2026", undefined],
  ])("Retry-After: %s is %s seconds", async (value, seconds) => {
    const date = "Date: Fri, 13 Nov 2026 00:00:00 GMT";
    const { answer } = await fetched(http("503 Unavailable", [`Retry-After: ${value}`, date]));
    expect(answer).toMatchObject({
      status: "failed",
      httpStatus: 503,
      retryAfterMs: seconds && seconds * 1_000,
    });
  });

  test("a body that stops short was cut off", async () => {
    const { url } = await serve((socket) =>
      socket.end(http("200 OK", [...JSON_HEAD, "Content-Length: 9"], "{")),
    );
    const answer = await fetchBytes({ url, limits: PATIENT });
    expect(answer).toMatchObject({ status: "failed", httpStatus: 200, problem: { code: "truncated" } });
  });

  test("a body of which nothing is wanted ends the transfer, and the connection with it", async () => {
    const { url, sockets } = await serve((socket) => socket.write(http("200 OK", JSON_HEAD, "{}")));
    const problem = { code: "too-large", message: "the response is larger than 0 bytes" };
    const answer = await fetchBytes({ url, limits: { ...PATIENT, maxBytes: 0 } });
    expect(answer).toEqual({ status: "failed", problem, httpStatus: 200, retryAfterMs: undefined });
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe("time", () => {
  const QUICK = { ...PATIENT, maxBytes: 1_000_000 };
  test("no head in time", async () => {
    const { url, sockets } = await serve(() => {});
    const answer = await fetchBytes({ url, limits: { ...QUICK, headMs: 30 } });
    expect(answer).toMatchObject({ problem: { code: "timeout", message: "no response head within 30 ms" } });
    await expect.poll(() => sockets.size).toBe(0);
  });

  test("no end in time", async () => {
    const { url } = await serve((socket) =>
      socket.write(http("200 OK", [...JSON_HEAD, "Content-Length: 9"], "{")),
    );
    const answer = await fetchBytes({ url, limits: { ...QUICK, totalMs: 60, headMs: 60_000 } });
    expect(answer).toMatchObject({ problem: { code: "timeout", message: "not finished within 60 ms" } });
  });

  test("a sender that keeps the pace is not cut off; once it falls behind, it is", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const limits = { ...QUICK, stallMs: 40, stallBytes: 3 };
      const { url, sockets } = await serve((socket) => {
        socket.write(http("200 OK", [...JSON_HEAD, "Content-Length: 99"], "abc"));
      });
      const head = http("200 OK", [...JSON_HEAD, "Content-Length: 99"]).length;
      const connection = () => Object.values(globalAgent.sockets).flat()[0];
      const received = () => (connection()?.bytesRead ?? 0) - head;
      const answer = fetchBytes({ url, limits });
      for (let expected = 3; expected < 15; expected += 3) {
        await until(() => received() === expected);
        vi.advanceTimersByTime(40);
        [...sockets][0]!.write("abc");
      }
      await until(() => received() === 15);
      vi.advanceTimersByTime(40);
      [...sockets][0]!.write("ab");
      await until(() => received() === 17);
      vi.advanceTimersByTime(39);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      expect(await answer).toMatchObject({
        problem: { code: "timeout", message: "fewer than 3 bytes within 40 ms" },
      });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a request that cannot be made leaves nothing behind that would fail later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const url = new URL("blob:http://127.0.0.1/document");
      await expect(fetchBytes({ url, limits: PATIENT })).rejects.toThrow();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("what is sent", () => {
  const headersOf = (request: string) => request.toLowerCase().split("\r\n");

  test("a GET that wants JSON as it is", async () => {
    const { url, requests } = await serve((socket) => socket.write(sized("{}")));
    await fetchBytes({ url, limits: PATIENT });
    const lines = headersOf(requests[0]!);
    expect(lines[0]).toBe("get /document http/1.1");
    for (const line of [
      "accept: application/json",
      "accept-encoding: identity",
      "user-agent: proposal-preflight",
    ])
      expect(lines).toContain(line);
    expect(lines.filter((line) => line.startsWith("if-none-match"))).toEqual([]);
  });

  test("a POST with a body; the tag and the headers that were given", async () => {
    const { url, requests } = await serve((socket) => socket.write(http("304 Not Modified", [])));
    await fetchBytes({ url, limits: PATIENT, body: "token=x", headers: { accept: "a/b" }, etag: '"v1"' });
    const lines = headersOf(requests.join(""));
    expect(lines[0]).toBe("post /document http/1.1");
    for (const line of ["accept: a/b", 'if-none-match: "v1"', "token=x"]) expect(lines).toContain(line);
  });

  test("a kept connection that is closed just then is replaced once; a fresh one is not", async () => {
    const { url, requests } = await serve((socket, _request, count) => {
      if (count === 2) socket.destroy();
      else socket.write(sized("{}"));
    });
    expect(await fetchJson({ url, limits: PATIENT })).toEqual({ status: "ok", body: {} });
    // The agent puts the connection back only after the answer was delivered.
    await new Promise((resolve) => setImmediate(resolve));
    expect(await fetchJson({ url, limits: PATIENT })).toEqual({ status: "ok", body: {} });
    expect(requests).toHaveLength(3);

    const closing = await serve((socket) => socket.destroy());
    expect(await fetchBytes({ url: closing.url, limits: PATIENT })).toMatchObject({
      status: "failed",
      httpStatus: undefined,
      problem: { code: "unreachable", message: "the connection failed (ECONNRESET)" },
    });
    expect(closing.requests).toHaveLength(1);
  });

  test("https is spoken where the URL says so", async () => {
    const { url, requests } = await serve((socket) => socket.write(sized("{}")));
    url.protocol = "https:";
    const answer = await fetchBytes({ url, limits: PATIENT });
    expect(answer).toMatchObject({ status: "failed", problem: { code: "unreachable" } });
    expect(requests.join("")).not.toContain("GET");
  });
});

describe("the name of a neighbour", () => {
  test("is looked up once for all documents that wait for it, and again for the next", async () => {
    const { url } = await serve((socket) => socket.write(sized("{}", [...JSON_HEAD, "Connection: close"])));
    url.hostname = "localhost";
    const answers: (() => void)[] = [];
    const { lookup } = dns;
    const spy = vi.spyOn(dns, "lookup").mockImplementation(((...question: Parameters<typeof lookup>) => {
      answers.push(() => lookup(...question));
    }) as typeof lookup);
    syncBuiltinESMExports();
    stops.push(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    const fetchSome = (count: number) =>
      Array.from({ length: count }, () => fetchJson({ url, limits: PATIENT }));
    const ten = fetchSome(10);
    await until(() => answers.length > 0);
    expect(answers).toHaveLength(1);
    answers.shift()!();
    expect(await Promise.all(ten)).toEqual(ten.map(() => ({ status: "ok", body: {} })));
    const [next] = fetchSome(1);
    await until(() => answers.length > 0);
    answers.shift()!();
    expect(await next).toEqual({ status: "ok", body: {} });
  });
});

describe("a small document", () => {
  test("is parsed, and what is wrong with it is told by a code", async () => {
    const of = async (raw: string) => {
      const { url } = await serve((socket) => socket.write(raw));
      return fetchJson({ url, limits: SMALL_DOCUMENT_LIMITS });
    };
    expect(await of(sized('{"a":[1]}'))).toEqual({ status: "ok", body: { a: [1] } });
    expect(await of(sized("{"))).toMatchObject({
      status: "failed",
      problem: { code: "malformed" },
      httpStatus: 200,
    });
    expect(await of(http("503 Unavailable", ["Retry-After: 7"]))).toMatchObject({
      status: "failed",
      problem: { code: "status" },
      httpStatus: 503,
      retryAfterMs: 7_000,
    });
    expect(await of(sized(`"${"x".repeat(65_534)}"`))).toMatchObject({ status: "ok" });
    expect(await of(sized(`"${"x".repeat(65_535)}"`))).toMatchObject({
      problem: { code: "too-large" },
    });
  });

  test("is UTF-8, and may start with a byte order mark", () => {
    expect(parseJson(Buffer.from('\ufeff"é"'), JSON.parse)).toBe("é");
    expect(parseJson(Buffer.from([0x22, 0xff, 0x22]), JSON.parse)).toBeUndefined();
  });
});

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', 'W/"a"', true],
  ['"a"', '"b"', false],
  ['"W/a"', '"a"', false],
])("the tags %s and %s are the same: %s", (a, b, same) => {
  expect(sameTag(a, b)).toBe(same);
});
