/** Callers that do not read what they are sent, and callers that are one too many. */
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createListener, urlOf } from "../../src/transports/http/listener.ts";
import { openSocket, send } from "../support/http.ts";
import { startServiceHere } from "../support/service-here.ts";

const STALL_MS = 600;
const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const last = "GET /last HTTP/1.1\r\nHost: x\r\n\r\n";
/** Together more than the kernel keeps for a caller that does not read. */
const COUNT = 300;
const body = "x".repeat(100_000);

describe("answers that nobody reads", () => {
  let made = 0;
  let url: string;
  const listener = createListener({
    maxConnections: 100,
    onConnectionRefused: () => undefined,
    limits: {
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 10_000,
      keepAliveTimeoutMs: 10_000,
      stallMs: STALL_MS,
    },
  });
  beforeAll(async () => {
    listener.serve((incoming, response) => {
      made++;
      response.end(incoming.url === "/last" ? "this was the last" : body);
    });
    url = urlOf(await listener.listen("127.0.0.1", 0));
  });
  afterAll(() => listener.close(0));
  beforeEach(() => {
    made = 0;
  });

  function open(): Socket {
    const socket = openSocket(url);
    socket.on("error", () => undefined);
    socket.pause();
    return socket;
  }

  test("are made one at a time, and the connection is cut when nothing moves any more", async () => {
    const closed = once(listener.server, "connection").then(([socket]) => once(socket, "close"));
    const socket = open();
    const started = performance.now();
    socket.write(request.repeat(COUNT));
    await closed;
    const took = performance.now() - started;
    expect(took).toBeGreaterThanOrEqual(STALL_MS);
    expect(made).toBeGreaterThan(1);
    expect(made).toBeLessThan(COUNT / 2);
    socket.destroy();
  });

  test("a slow reader gets all of its answers, in order", async () => {
    const socket = open();
    socket.write(request.repeat(COUNT) + last);
    let received = 0;
    let tail = "";
    const done = new Promise<void>((resolve) => {
      socket.on("data", (chunk: Buffer) => {
        received += chunk.length;
        tail = (tail + chunk.toString("latin1")).slice(-100);
        if (tail.includes("this was the last")) resolve();
      });
    });
    // Pauses that are well below the limit, for longer than the limit in all.
    for (let count = 0; count < 8; count++) {
      await sleep(STALL_MS / 3);
      socket.resume();
      await sleep(5);
      socket.pause();
    }
    socket.resume();
    await done;
    expect(received).toBeGreaterThan(COUNT * body.length);
    expect(made).toBe(COUNT + 1);
    socket.destroy();
  });

  test("a connection that is only quiet stays open", async () => {
    const socket = openSocket(url);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.write(last);
    await expect.poll(() => text).toContain("this was the last");
    await sleep(STALL_MS * 2);
    text = "";
    socket.write(last);
    await expect.poll(() => text).toContain("this was the last");
    socket.destroy();
  });
});

test("connections beyond PREFLIGHT_MAX_CONNECTIONS are closed, until others have ended", async () => {
  const service = await startServiceHere({ environment: { PREFLIGHT_MAX_CONNECTIONS: "3" } });
  const open = Array.from({ length: 3 }, () => openSocket(service.url));
  await Promise.all(open.map((socket) => once(socket, "connect")));
  const health = () =>
    send(service.url, { path: "/healthz", headers: { connection: "close" } }).then(
      ({ status }) => status,
      () => "closed",
    );
  // The service accepts connections in the order in which they were made.
  expect(await health()).toBe("closed");
  expect(await health()).toBe("closed");
  open[0]!.destroy();
  await expect.poll(health).toBe(200);
  expect(service.warnings).toEqual([{ maxConnections: 3 }]);
  for (const socket of open) socket.destroy();
  await service.stop();
});
