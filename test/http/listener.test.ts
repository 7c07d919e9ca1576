import { Socket } from "node:net";
import { expect, it } from "vitest";
import { createListener } from "../../src/transports/http/listener.ts";

it("leaves a connection that comes after its end to the process that accepted it", async () => {
  const listener = createListener({ maxConnections: 10, onConnectionRefused: () => undefined });
  let served = 0;
  listener.server.on("connection", () => served++);
  const [early, late] = [new Socket(), new Socket()];
  expect(listener.adopt(early)).toBe(true);
  const closed = listener.close(60_000);
  early.destroy();
  await closed;
  expect(listener.adopt(late)).toBe(false);
  expect({ served, isCopyClosed: late.destroyed }).toEqual({ served: 1, isCopyClosed: true });
});
