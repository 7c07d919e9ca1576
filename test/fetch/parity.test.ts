/** The handler for every runtime answers as the service does. Both open the same endpoint, so some calls of each kind do. */
import { Agent } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFetchHandler, type FetchHandler } from "../../src/service/fetch/handler.ts";
import { send } from "../support/http.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { BASE_URL, comparable, embeddedOptions, RATE_LIMIT, requestOf } from "./compare.ts";
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

async function expectEqual(call: NamedCall): Promise<number> {
  const [here, response] = await Promise.all([send(service.url, call, agent), handler(requestOf(call))]);
  const { status, headers } = response;
  const actual = comparable(status, (name) => headers.get(name) ?? undefined, await response.text());
  const expected = comparable(here.status, (name) => here.headers[name] as string | undefined, here.text);
  expect(actual, `${call.method ?? ""} ${call.name}`).toEqual(expected);
  return status;
}

const every = (step: number) => (_: NamedCall, index: number) => index % step === 0;

test("to some scenarios, MCP messages, pages and bad requests", async () => {
  const calls = [
    ...scenarioCalls().filter(every(100)),
    ...messageCalls().filter(every(5)),
    ...otherCalls().filter(every(3)),
  ];
  const statuses = new Set<number>();
  for (const call of calls) statuses.add(await expectEqual(call));
  expect([...statuses]).toEqual(expect.arrayContaining([200, 202, 204, 400, 401, 403, 404, 405, 413, 415]));
});
