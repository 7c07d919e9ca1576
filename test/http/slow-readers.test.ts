/** Callers that do not read what they are sent, and callers that are one too many. */
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { createListener, urlOf } from "../../src/service/http/listener.ts";
import { openSocket, send } from "../support/http.ts";
import { startServiceHere } from "../support/service-here.ts";

const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const last = "GET /last HTTP/1.1\r\nHost: x\r\n\r\n";
/** Together more than the kernel keeps for a caller that does not read. */
const COUNT = 300;
const body = "x".repeat(100_000);

/** A listener that cuts callers who read nothing for so long. */
async function serve(stallMs: number) {
  const listener = createListener({
    maxConnections: 100,
    isProxy: () => false,
    refusal: () => "",
    onTrouble: () => undefined,
    limits: { headersTimeoutMs: 10_000, requestTimeoutMs: 10_000, keepAliveTimeoutMs: 10_000, stallMs },
  });
  const served = { listener, made: 0, url: "" };
  listener.serve((incoming, response) => {
    served.made++;
    response.end(incoming.url === "/last" ? "this was the last" : body);
  });
  served.url = urlOf(await listener.listen("127.0.0.1", 0));
  onTestFinished(async () => void (await listener.close(0)));
  return served;
}

function open(url: string): Socket {
  const socket = openSocket(url);
  socket.on("error", () => undefined);
  socket.pause();
  return socket;
}

describe("answers that nobody reads", () => {
  test("are made one at a time, and the connection is cut when nothing moves any more", async () => {
    const stallMs = 600;
    const served = await serve(stallMs);
    const closed = once(served.listener.server, "connection").then(([socket]) => once(socket, "close"));
    const socket = open(served.url);
    const started = performance.now();
    socket.write(request.repeat(COUNT));
    await closed;
    expect(performance.now() - started).toBeGreaterThanOrEqual(stallMs);
    expect(served.made).toBeGreaterThan(1);
    expect(served.made).toBeLessThan(COUNT / 2);
    socket.destroy();
  });

  test("a slow reader gets all of its answers, in order", async () => {
    const stallMs = 3_000;
    const served = await serve(stallMs);
    const socket = open(served.url);
    const closed = once(socket, "close");
    socket.write(request.repeat(COUNT) + last);
    let received = 0;
    let tail = "";
    socket.on("data", (chunk: Buffer) => {
      received += chunk.length;
      tail = (tail + chunk.toString("latin1")).slice(-100);
      if (tail.includes("this was the last")) socket.destroy();
    });
    // Pauses that are well below the limit, for longer than the limit in all.
    for (let count = 0; count < 5; count++) {
      socket.pause();
      await sleep(stallMs / 4);
      const before = served.made;
      socket.resume();
      // The kernels on the way keep megabytes, so that only a part of what is read lets the service go on.
      await expect.poll(() => served.made > before || socket.destroyed).toBe(true);
    }
    await closed;
    expect(tail).toContain("this was the last");
    expect(received).toBeGreaterThan(COUNT * body.length);
    expect(served.made).toBe(COUNT + 1);
  });

  test("a connection that is only quiet stays open", async () => {
    const stallMs = 300;
    const socket = openSocket((await serve(stallMs)).url);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.write(last);
    await expect.poll(() => text).toContain("this was the last");
    await sleep(stallMs * 2);
    text = "";
    socket.write(last);
    await expect.poll(() => text).toContain("this was the last");
    socket.destroy();
  });
});

test("connections beyond the limit are closed, until others have ended", async () => {
  const environment = { PREFLIGHT_TRUST_PROXY: "loopback" };
  const service = await startServiceHere({ maxConnections: 3, environment });
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
  // A busy machine may be worth a line too.
  const refusals = () => service.warnings.filter((fields) => "maxConnections" in fields);
  await expect.poll(refusals).toEqual([{ maxConnections: 3 }]);
  for (const socket of open) socket.destroy();
  await service.stop();
});
