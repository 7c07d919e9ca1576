/** Connections: what one address may have, and what is answered when there are no more. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

const sockets: Socket[] = [];
let service: InProcessService;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.stop();
});

async function start(maxConnections: number, environment = {}): Promise<void> {
  service = await startServiceHere({ maxConnections, environment });
}

async function open(count: number, localAddress = "127.0.0.1"): Promise<Socket[]> {
  const opened = Array.from({ length: count }, () =>
    connect({ port: Number(new URL(service.url).port), host: "127.0.0.1", localAddress }),
  );
  sockets.push(...opened);
  for (const socket of opened) socket.on("error", () => undefined);
  await Promise.all(opened.map((socket) => once(socket, "connect")));
  return opened;
}

/** Sends one request; everything that comes back until the connection ends. */
async function ask(socket: Socket, path: string): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  if (!socket.closed) await once(socket, "close");
  return text;
}

test("an address gets a quarter of them and is told so; others are served", async () => {
  await start(40);
  await open(10);
  const [tooMany] = await open(1);
  const answer = await ask(tooMany!, "/healthz");
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toContain('"code":"overloaded"');
  expect(answer).toContain("a quarter of all connections");
  const [other] = await open(1, "127.0.0.2");
  expect(await ask(other!, "/api/domains")).toMatch(/^HTTP\/1\.1 200 /);
  sockets[0]!.destroy();
  // The service learns of it a moment later.
  for (;;) {
    const [again] = await open(1);
    if ((await ask(again!, "/healthz")).startsWith("HTTP/1.1 200 ")) break;
    await sleep(10);
  }
});

test("a trusted proxy may have more", async () => {
  await start(40, { PREFLIGHT_TRUST_PROXY: "loopback" });
  await open(20);
  const [more] = await open(1);
  expect(await ask(more!, "/api/domains")).toMatch(/^HTTP\/1\.1 200 /);
});

test("when there are no more, health is still answered and says so, and the rest gets 503", async () => {
  await start(40, { PREFLIGHT_TRUST_PROXY: "loopback" });
  await open(36);
  const [one, two, three] = await open(3);
  expect(await ask(one!, "/readyz")).toMatch(
    /^HTTP\/1\.1 503 .*"status":"not-ready","reason":"no more connections/s,
  );
  expect(await ask(two!, "/healthz")).toMatch(/^HTTP\/1\.1 200 /);
  const refused = await ask(three!, "/api/domains");
  expect(refused).toMatch(/^HTTP\/1\.1 503 .*"code":"overloaded"/s);
  expect(refused).toMatch(/^Connection: close/m);
  for (const socket of sockets.splice(0)) socket.destroy();
  for (;;) {
    const [again] = await open(1);
    if ((await ask(again!, "/readyz")).startsWith("HTTP/1.1 200 ")) break;
    await sleep(10);
  }
});
