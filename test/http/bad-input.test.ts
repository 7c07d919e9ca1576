/** Bytes that no good client sends. Each gets its status or a closed connection, and the service goes on. */
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { envelope } from "../support/envelopes.ts";
import {
  type Client,
  checkAnswer,
  createClient,
  exchange,
  openSocket,
  parseAnswer,
} from "../support/http.ts";
import { type RunningService, startService } from "../support/service.ts";

let service: RunningService;
let call: Client;

beforeAll(async () => {
  service = await startService({ PREFLIGHT_RATE_LIMIT: "100000" });
  call = createClient(service.url);
});
afterAll(async () => {
  // Whatever was sent, the process lives and answers, and none of it was a fault of its own.
  expect((await call({ path: "/api/validate", body: envelope(), key: service.key })).json().valid).toBe(true);
  call.close();
  expect(await service.stop()).toBe(0);
  expect(service.logs().filter(({ msg }) => msg === "fault" || msg === "uncaught")).toEqual([]);
});

const json = JSON.stringify(envelope());

function head(...fields: string[]): string {
  const lines = ["POST /api/validate HTTP/1.1", "Host: x", `Authorization: Bearer ${service.key}`, ...fields];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const jsonType = "Content-Type: application/json";
const closing = "Connection: close";

/** Sends bytes, and expects the one answer to be the given one. */
async function expectProblem(
  bytes: string | Buffer | (string | Buffer)[],
  status: number,
  code: string,
  end = false,
) {
  const answer = parseAnswer(await exchange(service.url, bytes, { end }));
  expect([answer.status, answer.json().code]).toEqual([status, code]);
  await checkAnswer(service.url, "POST", "/api/validate", answer);
  return answer;
}

function chunked(...parts: string[]): string {
  return `${parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join("")}0\r\n\r\n`;
}

describe("lengths", () => {
  test("without length there is no body", async () => {
    await expectProblem(head(jsonType, closing), 400, "malformed-json");
  });

  test("shorter than declared, then the end", async () => {
    const bytes = head(jsonType, `Content-Length: ${json.length + 10}`) + json;
    await expectProblem(bytes, 400, "malformed-request", true);
  });

  test("longer than declared: what is over is no request", async () => {
    const received = await exchange(
      service.url,
      `${head(jsonType, `Content-Length: ${json.length}`)}${json}garbage\r\n\r\n`,
    );
    expect(parseAnswer(received).json().valid).toBe(true);
    expect(received).toContain("malformed-request");
  });

  test.each(["-1", "1e3", "0x10", "12, 13", "9".repeat(30)])("a length of %s", async (length) => {
    await expectProblem(head(jsonType, `Content-Length: ${length}`) + json, 400, "malformed-request");
  });

  test("two lengths, or a length and chunks", async () => {
    await expectProblem(head(jsonType, "Content-Length: 5", "Content-Length: 6"), 400, "malformed-request");
    const both = head(jsonType, "Content-Length: 5", "Transfer-Encoding: chunked");
    await expectProblem(both + chunked(json), 400, "malformed-request");
  });

  test("chunks are read, up to the limit", async () => {
    const fields = head(jsonType, "Transfer-Encoding: chunked", closing);
    const good = parseAnswer(await exchange(service.url, fields + chunked(json.slice(0, 9), json.slice(9))));
    expect(good.json().valid).toBe(true);
    const piece = " ".repeat(16_384);
    await expectProblem(fields + chunked(json, piece, piece, piece, piece), 413, "body-too-large");
    const rest = 65_536 - Buffer.byteLength(json);
    const largest = await exchange(service.url, fields + chunked(json, " ".repeat(rest)));
    expect(parseAnswer(largest).json().valid).toBe(true);
    await expectProblem(fields + chunked(json, " ".repeat(rest + 1)), 413, "body-too-large");
  });

  test("a body in thousands of crumbs", async () => {
    const fields = head(jsonType, "Transfer-Encoding: chunked", closing);
    const crumbs = (count: number) => Array.from({ length: count }, () => " ");
    const few = await exchange(service.url, fields + chunked(json, ...crumbs(4_000)));
    expect(parseAnswer(few).json().valid).toBe(true);
    await expectProblem(fields + chunked(json, ...crumbs(5_000)), 413, "body-too-large");
  });

  test("a chunk that is none", async () => {
    const bytes = `${head(jsonType, "Transfer-Encoding: chunked")}5\r\nabc`;
    await expectProblem(bytes, 400, "malformed-request", true);
    await expectProblem(`${head(jsonType, "Transfer-Encoding: chunked")}xyz\r\n`, 400, "malformed-request");
  });

  test("a declared length over the limit is refused before the body is sent, and the connection closes", async () => {
    const received = await exchange(service.url, head(jsonType, "Content-Length: 65537"));
    const answer = parseAnswer(received);
    expect([answer.status, answer.headers.connection]).toEqual([413, "close"]);
  });

  test("a sender of megabytes still gets to read the refusal", async () => {
    const body = Buffer.alloc(4_000_000, 0x20);
    const answer = await call({ path: "/api/validate", body, key: service.key });
    expect(answer.json().code).toBe("body-too-large");
  });

  test.each(["/docs", "/api/validat", "/%64ocs"])("so does one who sends them to %s", async (path) => {
    const body = Buffer.alloc(4_000_000, 0x20);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call({ method: "POST", path, body, key: service.key })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => (path === "/docs" ? 405 : 404)));
  });

  test.each(["gzip, chunked", "gzip", "identity", "chunked, chunked"])(
    "a transfer coding of %s",
    async (coding) => {
      const fields = head(jsonType, `Transfer-Encoding: ${coding}`, closing);
      await expectProblem(fields + chunked(json), 501, "unsupported-transfer-coding");
    },
  );

  test("chunks without end are cut off", async () => {
    const socket = openSocket(service.url);
    socket.on("error", () => undefined);
    await once(socket, "connect");
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.write(head(jsonType, "Transfer-Encoding: chunked"));
    const piece = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const flood = setInterval(() => socket.writable && socket.write(piece), 1);
    // Whoever writes on may see a broken connection first.
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(flood);
    expect(received).toContain("HTTP/1.1 413");
  });
});

describe("encodings", () => {
  const send = (bytes: Buffer) => [head(jsonType, `Content-Length: ${bytes.length}`, closing), bytes];

  test.each([
    ["UTF-16LE", Buffer.from(`\ufeff${json}`, "utf16le")],
    ["UTF-16 without a mark", Buffer.from(json, "utf16le")],
    [
      "a lone continuation byte",
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0x80]), Buffer.from('"}')]),
    ],
    [
      "an overlong slash",
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    [
      "an encoded surrogate",
      Buffer.concat([Buffer.from('"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"')]),
    ],
    ["zero bytes", Buffer.alloc(64)],
    ["gzip that does not say so", gzipSync(json)],
  ])("%s is not JSON", async (_name, bytes) => {
    await expectProblem(send(bytes), 400, "malformed-json");
  });

  test("a byte order mark is passed over", async () => {
    const bytes = Buffer.from(`\ufeff${json}`);
    expect(parseAnswer(await exchange(service.url, send(bytes))).json().valid).toBe(true);
  });

  test("text beyond ASCII arrives as it was sent", async () => {
    const unknown = { targetProduct: "produit-é-漢-😀", domainId: "x" };
    const answer = await call({ path: "/api/validate", body: unknown, key: service.key });
    expect(answer.json().detail).toContain("produit-é-漢-😀");
  });

  test("nesting of thousands of levels is answered", async () => {
    const deep = `{"targetProduct":"datagen","domainId":"generator-option","candidate":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
    const answer = await call({ path: "/api/validate", body: deep, key: service.key });
    expect([answer.status, answer.json().valid]).toEqual([200, false]);
  });
});

describe("headers", () => {
  test("two Content-Types", async () => {
    await expectProblem(
      head(jsonType, jsonType, "Content-Length: 2", closing),
      415,
      "unsupported-media-type",
    );
  });

  test("a second Authorization after two thousand other headers is not lost", async () => {
    const filler = Array.from({ length: 2_100 }, () => "a:");
    const bytes = head(jsonType, ...filler, "Authorization: Bearer ai_0123456789abcdef", closing);
    await expectProblem(bytes, 400, "ambiguous-credentials");
  });

  test("a flood of headers", async () => {
    const answer = await expectProblem(head(`X: ${"x".repeat(20_000)}`), 431, "headers-too-large");
    expect(answer.headers.connection).toBe("close");
  });

  test("an endless request line", async () => {
    await expectProblem(`GET /${"x".repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, "headers-too-large");
  });

  test("no Host", async () => {
    await expectProblem("GET /api/domains HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "malformed-request");
  });

  test.each(["/api/domains", "/mcp", "/", "/healthz"])("two Hosts at %s", async (path) => {
    for (const second of ["x", "y"]) {
      const bytes = `GET ${path} HTTP/1.1\r\nHost: x\r\nhOST: ${second}\r\nConnection: close\r\n\r\n`;
      await expectProblem(bytes, 400, "malformed-request");
    }
  });

  test.each([
    "garbage\r\n\r\n",
    "GET\r\n\r\n",
    "GET /api/domains HTTP/9.9\r\n\r\n",
    "GET /api/domains HTTP/1.1\r\nHost x\r\n\r\n",
    "GET /api/domains HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n",
    "GET /api/domains HTTP/1.1\r\nHost: x\r\n A: folded\r\n\r\n",
    "GET /api do mains HTTP/1.1\r\nHost: x\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  ])("%j", async (bytes) => {
    await expectProblem(Buffer.from(bytes, "latin1"), 400, "malformed-request");
  });

  test("the absolute form of a target is a target, whatever host it names", async () => {
    const bytes =
      "GET http://elsewhere.example/api/domains HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n";
    const answer = parseAnswer(await exchange(service.url, bytes));
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("elsewhere");
  });

  test("CONNECT is refused, and an asterisk as target answered", async () => {
    await expectProblem("CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "malformed-request");
    const asterisk = await exchange(
      service.url,
      "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(parseAnswer(asterisk).status).toBe(204);
  });

  const unread = "POST /no HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";

  test.each([
    ["CONNECT", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"],
    [
      "requests behind one whose answer ends the connection",
      `${unread}${unread}GET / HTTP/1.1\r\nHost: x\r\n\r\n`,
    ],
  ])("whoever sends %s and hangs up at once does not end the process", async (_, bytes) => {
    for (let round = 0; round < 400; round++) {
      const socket = openSocket(service.url);
      socket.write(bytes, () => socket.resetAndDestroy());
      await once(socket, "close");
    }
    expect((await call("/healthz")).status).toBe(200);
  });
});

describe("connections", () => {
  test("pipelined requests are answered in order, and garbage after them does not cost their answers", async () => {
    const get = "GET /api/domains HTTP/1.1\r\nHost: x\r\n\r\n";
    const post = head(jsonType, `Content-Length: ${json.length}`) + json;
    const received = await exchange(service.url, `${get}${post}${get}\x00\x01garbage\r\n\r\n`);
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(["200", "200", "200", "400"]);
    expect(received.indexOf('"valid":true')).toBeGreaterThan(received.indexOf('"domains"'));
  });

  test("a client that waits for a go-ahead gets it when its head is good", async () => {
    const expecting = (type: string) =>
      head(type, `Content-Length: ${json.length}`, "Expect: 100-continue", closing);
    const socket = openSocket(service.url);
    socket.write(expecting(jsonType));
    const [goAhead] = await once(socket, "data");
    expect(String(goAhead)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(json);
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain("HTTP/1.1 200");
    socket.destroy();
    const refused = await exchange(service.url, expecting("Content-Type: text/plain"));
    expect(refused).toMatch(/^HTTP\/1\.1 415/);
    // RFC 9110 section 10.1.1: a client or proxy that speaks HTTP/1.0 would take the go-ahead for the answer.
    const older = expecting(jsonType).replace("HTTP/1.1", "HTTP/1.0");
    expect(await exchange(service.url, older + json)).toMatch(/^HTTP\/1\.1 200/);
  });

  test("a client that waits for permission to send too large a body is refused before it sends any", async () => {
    const lines = [`POST /mcp HTTP/1.1`, "Host: localhost", jsonType, "Content-Length: 70000"];
    const bytes = `${[...lines, "Expect: 100-continue"].join("\r\n")}\r\n\r\n`;
    expect(await exchange(service.url, bytes, { until: /"id":null/ })).toMatch(/^HTTP\/1\.1 413/);
  });

  test("callers that go away in the middle leave nothing behind", async () => {
    const rounds = 50;
    // A reset may look like an early end of the stream: then the refusal is written to nobody.
    const ended = () =>
      service.logs().filter(({ status, problem }) => status === 499 || problem === "malformed-request");
    const before = ended().length;
    for (let round = 0; round < rounds; round++) {
      const socket = openSocket(service.url);
      socket.on("error", () => undefined);
      socket.write(head(jsonType, "Content-Length: 1000", "Expect: 100-continue"));
      // The go-ahead shows that the service waits for the body; a reset before it may never be seen as a call.
      await once(socket, "data");
      socket.write(json.slice(0, 100));
      socket.resetAndDestroy();
    }
    await expect.poll(() => ended().length - before).toBeGreaterThanOrEqual(rounds);
  });
});
