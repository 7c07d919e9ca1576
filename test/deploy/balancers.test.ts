/** Replicas behind the balancers of deploy/, with a real Redis. */
import { signProxyCall } from "proposal-preflight/proxy-signing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { envelope } from "../support/envelopes.ts";
import { send } from "../support/http.ts";
import { requireServer } from "../support/servers.ts";
import type { RunningService } from "../support/service.ts";
import { BALANCERS, key, type Stack, startCallers, startStack } from "./replicas.ts";

requireServer("redis-server", ...BALANCERS)("replicas behind a balancer", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(async () => expect(await stack.stop()).toEqual([0, 0]));

  test.each(BALANCERS)("%s: both serve, and share one budget by the address of the caller", async (name) => {
    const headers = { "x-forwarded-for": `203.0.113.${BALANCERS.indexOf(name)}` };
    const calls = Array.from({ length: 60 }, () =>
      send(stack.urlOf(name), { path: "/api/domains", headers }).then(({ status }) => status),
    );
    const statuses = await Promise.all(calls);
    expect(statuses.filter((status) => status === 200).length).toBe(20);
    expect(statuses.filter((status) => status === 429).length).toBe(40);
    const served = ({ logs }: RunningService) => logs().some(({ operation }) => operation === "listDomains");
    await expect.poll(() => stack.replicas.every(served)).toBe(true);
  });

  test.each(BALANCERS)("%s: a signed call arrives as it was signed, and is accepted once", async (name) => {
    const target = "/api/validate?a=%2F%41//b";
    const body = JSON.stringify(envelope());
    const headers = await signProxyCall({
      ...{ privateKey: stack.privateKey, audience: "https://preflight.example.org" },
      ...{ method: "POST", target, body, capability: "preflight.validateProposal" },
      ...{ agent: "a1", subject: "u1" },
    });
    const call = async () =>
      (await send(stack.urlOf(name), { path: target, body, headers: { ...headers } })).status;
    expect([await call(), await call(), await call()]).toEqual([200, 401, 401]);
  });

  test.each(BALANCERS)("%s: a body that is too large is refused by Preflight", async (name) => {
    const answer = await send(stack.urlOf(name), { path: "/api/validate", body: "x".repeat(200_000), key });
    expect([answer.status, answer.json().code]).toEqual([413, "body-too-large"]);
  });

  test("while a replica is restarted, no call is lost", async () => {
    const callers = startCallers(stack, true);
    await callers.untilAnswered(100);
    expect(await stack.restart(0, () => callers.untilAnswered(100))).toBe(0);
    await callers.untilAnswered(100);
    expect((await callers.stop()).lost).toEqual([]);
  });
});
