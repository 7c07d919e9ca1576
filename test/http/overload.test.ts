/** More work than one process can do. */
import { Agent } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { envelope } from "../support/envelopes.ts";
import { send } from "../support/http.ts";
import { startService } from "../support/service.ts";

const key = "ai_overload_0123456789";

/** A body of about 28 KB in which every record is wrong, which is expensive to explain. */
function faultyBody(): string {
  const body = envelope() as { candidate: { sampleRecords: unknown[] } };
  body.candidate.sampleRecords = Array.from({ length: 100 }, (_, index) => ({
    cardNumer: `6035 1234 8841 ${index}`,
    teir: "silver",
    points: "many",
    memberSince: "2024-02-31",
    note: "x".repeat(120),
  }));
  return JSON.stringify(body);
}

test("calls beyond what can be done are refused at once, cost no budget, and health is answered all the while", async () => {
  const service = await startService({ PREFLIGHT_API_KEYS: key, PREFLIGHT_RATE_LIMIT: "1000000" });
  const body = faultyBody();
  const metrics = async () => (await fetch(service.adminUrl)).text();
  let stopped = false;
  const counts = { served: 0, shed: 0 };
  const strange: unknown[] = [];
  const agent = new Agent({ keepAlive: true });
  const client = async (): Promise<void> => {
    while (!stopped) {
      const answer = await send(service.url, { path: "/api/validate", body, key }, agent).catch(String);
      if (typeof answer === "string") strange.push(answer);
      else if (answer.status === 200) counts.served++;
      else if (answer.status === 503 && answer.json().code === "overloaded") {
        counts.shed++;
        if (answer.headers["retry-after"] !== "1") strange.push(answer.headers);
        if (answer.headers.ratelimit !== undefined) strange.push("a refused call was counted");
        await sleep(1);
      } else strange.push(answer.status);
    }
  };
  const clients = Array.from({ length: 128 }, client);
  await expect.poll(() => counts.shed).toBeGreaterThan(100);
  const search = () => send(service.url, { path: "/registries/datagen/generator-option?search=card" });
  await expect.poll(async () => (await search()).status).toBe(503);
  const admin = new URL("/healthz", service.adminUrl);
  for (let checks = 0; checks < 20; checks++) {
    expect((await send(service.url, { path: "/healthz" })).status).toBe(200);
    expect((await fetch(admin)).status).toBe(200);
  }
  await expect.poll(metrics).toMatch(/^preflight_problems_total\{code="overloaded"\} [1-9]/m);
  await expect.poll(metrics).toMatch(/^preflight_in_flight_calls [1-9]/m);
  stopped = true;
  await Promise.all(clients);
  expect(strange).toEqual([]);
  await expect
    .poll(metrics)
    .toMatch(new RegExp(`^preflight_limiter_decisions_total\\{decision="allowed"\\} ${counts.served}$`, "m"));
  agent.destroy();
  expect(await service.stop()).toBe(0);
});

test("MCP is refused in the same way, with the id of the message", async () => {
  const service = await startService({ PREFLIGHT_API_KEYS: key, PREFLIGHT_RATE_LIMIT: "1000000" });
  const message = JSON.stringify({
    jsonrpc: "2.0",
    id: "call-7",
    method: "tools/call",
    params: { name: "validateProposal", arguments: JSON.parse(faultyBody()) },
  });
  const headers = { accept: "application/json, text/event-stream" };
  let refused: unknown;
  const client = async (): Promise<void> => {
    while (refused === undefined) {
      const answer = await send(service.url, {
        path: "/mcp",
        body: message,
        key,
        headers: { ...headers, "content-type": "application/json" },
      });
      if (answer.status === 503) refused = { ...answer.json(), retryAfter: answer.headers["retry-after"] };
      else expect(answer.status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 128 }, client));
  expect(refused).toMatchObject({
    id: "call-7",
    retryAfter: "1",
    error: { data: { code: "overloaded", status: 503 } },
  });
  expect(await service.stop()).toBe(0);
});

test("SIGTERM on a saturated process: every call that was sent is answered", async () => {
  const service = await startService({ PREFLIGHT_API_KEYS: key, PREFLIGHT_RATE_LIMIT: "1000000" });
  const body = faultyBody();
  const { hostname, port } = new URL(service.url);
  const head = `POST /api/validate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  let answers = 0;
  let isStopping = false;
  const lost: string[] = [];
  /** A caller on one connection. It may be refused a connection, but a connection that it has must answer. */
  const caller = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      let connected = false;
      let waiting = false;
      let text = "";
      const ask = () => {
        waiting = true;
        text = "";
        socket.write(head + body);
      };
      socket.on("connect", () => {
        connected = true;
        ask();
      });
      socket.on("error", ({ message }) => {
        if (connected && waiting) lost.push(message);
      });
      socket.on("close", () => {
        if (connected && waiting) lost.push("closed without an answer");
        if (!connected && isStopping) resolve();
        else caller().then(resolve);
      });
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
        const end = text.indexOf("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
        if (end < 0 || text.length < end + 4 + length) return;
        waiting = false;
        answers++;
        if (/^connection: close/im.test(text.slice(0, end))) socket.end();
        else ask();
      });
    });
  const callers = Array.from({ length: 64 }, caller);
  await expect.poll(() => answers).toBeGreaterThan(300);
  const exit = service.stop();
  await expect.poll(() => service.logs().some(({ msg }) => msg === "stopping")).toBe(true);
  isStopping = true;
  expect(await exit).toBe(0);
  await Promise.all(callers);
  expect(lost).toEqual([]);
  const stopped = service.logs().filter(({ msg }) => msg === "stopped");
  expect(stopped.map(({ finished }) => finished)).toEqual([true]);
});
