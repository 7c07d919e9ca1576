/** Twenty rolling restarts under load, behind each balancer, with connections that are kept and with new ones. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { requireServer } from "../support/servers.ts";
import { BALANCERS, type Stack, startCallers, startStack } from "./replicas.ts";

const RESTARTS = 20;

requireServer("redis-server", ...BALANCERS)("rolling restarts", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());

  test.each([true, false])("lose no call (keep-alive: %s)", async (keepAlive) => {
    const callers = startCallers(stack, keepAlive);
    await callers.untilAnswered(50);
    const codes = [];
    for (let count = 0; count < RESTARTS; count++) {
      codes.push(await stack.restart(count % 2));
      await callers.untilAnswered(50);
    }
    const { answered, lost } = await callers.stop();
    console.log(
      BALANCERS.map(
        (name) => `${name}, keep-alive ${keepAlive ? "on" : "off"}: ${answered[name]} answered`,
      ).join("\n"),
    );
    expect(lost).toEqual([]);
    expect(new Set(codes)).toEqual(new Set([0]));
  });
});
