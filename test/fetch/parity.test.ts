/** The handler for every runtime answers as the service does. */
import { Agent } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFetchHandler, type FetchHandler } from "../../src/fetch/handler.ts";
import { send } from "../support/http.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { BASE_URL, type Compared, comparable, embeddedOptions, RATE_LIMIT, requestOf } from "./compare.ts";
import { messageCalls, type NamedCall, otherCalls, scenarioCalls } from "./corpus.ts";

let service: InProcessService;
let handler: FetchHandler;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  service = await startServiceHere({
    environment: { PREFLIGHT_BASE_URL: BASE_URL, PREFLIGHT_RATE_LIMIT: String(RATE_LIMIT) },
  });
  handler = createFetchHandler(embeddedOptions(), "1.0.0");
});
afterAll(async () => {
  agent.destroy();
  await service.stop();
});

async function askService(call: NamedCall): Promise<Compared> {
  const { status, headers, text } = await send(service.url, call, agent);
  return comparable(status, (name) => headers[name] as string | undefined, text);
}

async function askHandler(call: NamedCall): Promise<Compared> {
  const response = await handler(requestOf(call));
  return comparable(
    response.status,
    (name) => response.headers.get(name) ?? undefined,
    await response.text(),
  );
}

async function expectEqual(calls: readonly NamedCall[]): Promise<void> {
  for (const call of calls) {
    const [expected, actual] = await Promise.all([askService(call), askHandler(call)]);
    expect(actual, `${call.method ?? ""} ${call.name}`).toEqual(expected);
  }
}

test("to every scenario, in one of three ways", () =>
  expectEqual(scenarioCalls().filter((_, index) => index % 3 === Math.floor(index / 3) % 3)));

test("to every MCP message", () => expectEqual(messageCalls()));

test("to pages, and to more than 300 bad requests", async () => {
  const calls = otherCalls();
  await expectEqual(calls);
  const statuses = await Promise.all(calls.map(async (call) => (await handler(requestOf(call))).status));
  expect(statuses.filter((status) => status >= 400).length).toBeGreaterThan(300);
  expect([...new Set(statuses)].sort()).toEqual([200, 204, 400, 401, 403, 404, 405, 413, 415, 417, 422]);
});
