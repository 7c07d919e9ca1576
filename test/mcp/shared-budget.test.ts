/** Calls over REST and over MCP come out of one budget, however they are bundled. */
import { afterEach, expect, test } from "vitest";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { initialize, legacyCall, modernCall } from "./messages.ts";
import { post } from "./wire.ts";

let service: InProcessService;
afterEach(() => service.stop());

const rest = () => post(`${service.url}/api/domains`, undefined, { method: "GET" });
const mcp = (sent = modernCall()) =>
  post(`${service.url}/mcp`, sent, { headers: { authorization: `Bearer ${service.key}` } });

test("the 21st call of a minute is refused, whichever way it comes", async () => {
  service = await startServiceHere();
  for (let count = 0; count < 10; count++) {
    expect((await rest()).status).toBe(200);
    expect((await mcp()).status).toBe(200);
  }
  const refused = await mcp();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(JSON.parse(refused.text).error.message).toContain(`${refused.headers["retry-after"]} second`);
  expect((await rest()).status).toBe(429);
  expect((await mcp(initialize)).status).toBe(200);
});

test("a batch of 30 is 30 calls: it is refused whole, and what is left for others is nothing", async () => {
  service = await startServiceHere();
  const batch = { body: Array.from({ length: 30 }, (_, id) => legacyCall({}, { id }).body) };
  expect((await mcp(batch)).status).toBe(429);
  expect((await rest()).status).toBe(429);
});

test("a batch that fits leaves the rest of the budget", async () => {
  service = await startServiceHere();
  const batch = { body: Array.from({ length: 19 }, (_, id) => legacyCall({}, { id }).body) };
  expect((await mcp(batch)).headers.ratelimit).toMatch(/r=1;/);
  expect((await rest()).status).toBe(200);
  expect((await mcp()).status).toBe(429);
});

test.each([
  ["of another type", { raw: "{}", headers: { "content-type": "text/plain" } }, 415],
  [
    "that says that it is too large",
    { raw: "x".repeat(70_000), headers: { "content-length": "70000" } },
    413,
  ],
  ["that is too large", { raw: "x".repeat(70_000), headers: { "transfer-encoding": "chunked" } }, 413],
  ["that is no JSON", { raw: "{" }, 400],
])("a body %s counts as a call, as over REST", async (_, options, status) => {
  service = await startServiceHere();
  const send = () => post(`${service.url}/mcp`, undefined, options);
  const first = await send();
  expect([first.status, first.headers.ratelimit]).toEqual([status, expect.stringMatching(/r=19;/)]);
  for (let count = 1; count < 20; count++) expect((await send()).status).toBe(status);
  expect((await send()).status).toBe(429);
  expect((await rest()).status).toBe(429);
});
