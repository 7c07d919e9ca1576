/** Every way a message can be wrong has its own answer in the protocol, and none of them is a fault of ours. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { corpus } from "./messages.ts";
import { post } from "./wire.ts";

let service: InProcessService;
beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
});
afterAll(() => service.stop());

const send = (name: string) =>
  post(`${service.url}/mcp`, corpus[name], { headers: { authorization: `Bearer ${service.key}` } });

const invalidRequest = -32600;
const methodNotFound = -32601;
const invalidParams = -32602;
const headerMismatch = -32020;
const unsupportedVersion = -32022;

test.each([
  ["jsonrpc 1.0", 400, invalidRequest],
  ["jsonrpc missing", 400, invalidRequest],
  ["id null", 400, invalidRequest],
  ["id an object", 400, invalidRequest],
  ["id fractional", 400, invalidRequest],
  ["id huge", 400, invalidRequest],
  ["id huge, envelope era", 400, invalidRequest],
  ["method a number", 400, invalidRequest],
  ["extra member", 400, invalidRequest],
  ["params an array", 400, invalidRequest],
  ["_meta null", 400, invalidRequest],
  ["body null", 400, invalidRequest],
  ["body a number", 400, invalidRequest],
  ["empty object", 400, invalidRequest],
  ["empty batch", 400, invalidRequest],
  ["batch of nonsense", 400, invalidRequest],
  ["batch within a batch", 400, invalidRequest],
  ["batch of an initialize and more", 400, invalidRequest],
  ["batch of the envelope era", 400, invalidRequest],
  ["no such method", 200, methodNotFound],
  ["no such method, envelope era", 404, methodNotFound],
  ["a method of Object.prototype", 200, methodNotFound],
  ["completion/complete, initialize era", 200, methodNotFound],
  ["completion/complete, envelope era", 404, methodNotFound],
  ["ping, envelope era", 404, methodNotFound],
  ["initialize, envelope era", 404, methodNotFound],
  ["name missing", 200, invalidParams],
  ["arguments a string", 200, invalidParams],
  ["arguments null", 200, invalidParams],
  ["unknown tool, initialize era", 200, invalidParams],
  ["unknown tool, envelope era", 200, invalidParams],
  ["envelope without _meta", 400, invalidParams],
  ["envelope without version", 400, invalidParams],
  ["envelope without capabilities", 400, invalidParams],
  ["envelope client info null", 400, invalidParams],
  ["envelope log level unknown", 400, invalidParams],
  ["version header modern, no envelope", 400, invalidParams],
  ["initialize with a modern header", 400, headerMismatch],
  ["envelope without headers", 400, headerMismatch],
  ["envelope, version header other", 400, headerMismatch],
  ["envelope, method header other", 400, headerMismatch],
  ["envelope, name header other", 400, headerMismatch],
  ["envelope, name header badly encoded", 400, headerMismatch],
  ["envelope from the future", 400, unsupportedVersion],
  ["envelope of the initialize era", 400, unsupportedVersion],
])("%s is answered with status %i and code %i", async (name, status, code) => {
  const answer = await send(name);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: "2.0", error: { code } });
});

describe("what asks for no answer gets none", () => {
  test.each([
    "initialized",
    "batch of notifications",
    "response posted",
    "notification, envelope era",
    "id missing on a call",
  ])("%s", async (name) => {
    expect(await send(name)).toMatchObject({ status: 202, text: "" });
  });
});

test("nothing of all this is a fault of the service", async () => {
  for (const name of Object.keys(corpus)) expect((await send(name)).status, name).toBeLessThan(500);
  expect(service.faults).toEqual([]);
});
