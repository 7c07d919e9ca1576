/** Clients that take their time, with the time limits set low. */
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAnswer, exchange, openSocket, parseAnswer } from "../support/http.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

let service: InProcessService;
beforeAll(async () => {
  service = await startServiceHere({
    limits: { headersTimeoutMs: 300, requestTimeoutMs: 600, keepAliveTimeoutMs: 300, stallMs: 30_000 },
  });
});
afterAll(() => service.stop());

const head = () =>
  `POST /api/validate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\n`;

async function expectTimeout(bytes: string): Promise<void> {
  const answer = parseAnswer(await exchange(service.url, bytes));
  expect([answer.status, answer.json().code, answer.headers.connection]).toEqual([
    408,
    "request-timeout",
    "close",
  ]);
  await checkAnswer(service.url, "POST", "/api/validate", answer);
}

test("half a head", () => expectTimeout(head()));
test("half a body of declared length", () => expectTimeout(`${head()}Content-Length: 100\r\n\r\n{"a":`));
test("chunks that stop coming", () =>
  expectTimeout(`${head()}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`));

test("a body that trickles without end", async () => {
  const socket = openSocket(service.url);
  socket.on("error", () => undefined);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.write(`${head()}Content-Length: 60000\r\n\r\n`);
  const trickle = setInterval(() => socket.writable && socket.write(" "), 50);
  await once(socket, "close");
  clearInterval(trickle);
  expect(received).toMatch(/^HTTP\/1\.1 408/);
});

test("a connection on which nothing is ever said is closed, as is one that has gone quiet", async () => {
  expect(await exchange(service.url, "")).toMatch(/^(HTTP\/1\.1 408|$)/);
  const answered = await exchange(service.url, "GET /api/domains HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(parseAnswer(answered).status).toBe(200);
});

test("each timed-out call is recorded once, under its operation where that was known", () => {
  const timeouts = service.records.filter(({ status }) => status === 408);
  expect(timeouts.filter(({ operation }) => operation === "validateProposal").length).toBe(3);
  expect(new Set(timeouts.map(({ requestId }) => requestId)).size).toBe(timeouts.length);
  expect(service.faults).toEqual([]);
});
