/** W3C traces and the ids of callers: in the log, to the identity service and to a collector. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { createTraceReader } from "../../src/service/http/node.ts";
import { callFields } from "../../src/service/observe/log.ts";
import { createOtlpExporter } from "../../src/service/observe/otlp-traces.ts";
import type { NeighbourEvent } from "../../src/service/operations/record.ts";
import { envelope } from "../support/envelopes.ts";
import { createClient } from "../support/http.ts";
import { startServiceHere } from "../support/service-here.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const parentId = "00f067aa0ba902b7";
const traceparent = `00-${traceId}-${parentId}-01`;

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function serve(handler: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => handler(request, body, response));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("traceparent", () => {
  const read = (value: string) => createTraceReader(undefined)({ headers: { traceparent: value } });

  test("is read", () => {
    expect(read(traceparent)).toEqual({
      traceId,
      parentId,
      isSampled: true,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(read(`00-${traceId}-${parentId}-00`)).toMatchObject({ isSampled: false });
    // A later version may add fields.
    expect(read(`01-${traceId}-${parentId}-01-more`)).toMatchObject({ traceId });
  });

  test.each([
    ["of version ff", `ff-${traceId}-${parentId}-01`],
    ["with more than version 00 has", `${traceparent}-more`],
    ["with a trace of zeros", `00-${"0".repeat(32)}-${parentId}-01`],
    ["with a parent of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
    ["in upper case", traceparent.toUpperCase()],
    ["twice", `${traceparent}, ${traceparent}`],
    ["that is something else", "<script>"],
  ])("%s is ignored", (_name, value) => {
    expect(read(value)).toBeUndefined();
  });
});

test("a call is logged with its trace and the id of its key, and the identity service sees the same trace", async () => {
  const seen: (string | undefined)[] = [];
  const identity = await serve((request, _body, response) => {
    seen.push(request.headers.traceparent as string | undefined);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ active: true, sub: "alice" }));
  });
  const service = await startServiceHere({ environment: { PREFLIGHT_IDENTITY_URL: identity } });
  const call = createClient(service.url);
  const keys = ["ai_trace_0123456789abcd", "ai_trace_0123456789abce"];
  for (const key of [keys[0]!, keys[0]!, keys[1]!])
    await call({ path: "/api/validate", body: envelope(), key, headers: { traceparent } });
  await call("/api/domains");
  const [first, again, other, anonymous] = service.records.filter(({ operation }) => operation !== undefined);
  expect(first!.trace).toMatchObject({ traceId, parentId });
  expect(callFields(first!)).toContain(`"trace_id":"${traceId}","span_id":"${first!.trace!.spanId}"`);
  // One request for each key, as a child of the call that needed it.
  expect(seen).toEqual([
    `00-${traceId}-${first!.trace!.spanId}-01`,
    `00-${traceId}-${other!.trace!.spanId}-01`,
  ]);
  expect(first!.callerId).toMatch(/^[\w-]{16}$/);
  expect(again!.callerId).toBe(first!.callerId);
  expect(other!.callerId).not.toBe(first!.callerId);
  for (const key of keys)
    expect(JSON.stringify(service.records.map(callFields))).not.toContain(key.slice(-8));
  expect([anonymous!.callerId, anonymous!.trace]).toEqual([undefined, undefined]);
  call.close();
  await service.stop();
});

test("with the variables of OpenTelemetry, spans are sent to a collector", async () => {
  const received: { url: string | undefined; token: unknown; body: string }[] = [];
  const collector = await serve((request, body, response) => {
    received.push({ url: request.url, token: request.headers["x-token"], body });
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  const service = await startServiceHere({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      OTEL_EXPORTER_OTLP_HEADERS: "x-token=s%20t",
      OTEL_SERVICE_NAME: "checks",
    },
  });
  const call = createClient(service.url);
  await call({ path: "/api/validate", body: envelope(), key: service.key, headers: { traceparent } });
  await call("/api/domains");
  // Not sampled by the caller, so not sent.
  await call({ path: "/api/domains", headers: { traceparent: `00-${traceId}-${parentId}-00` } });
  call.close();
  await service.stop();

  // In one batch or in several, by how long the calls took.
  const sent = received.flatMap(({ body }) => JSON.parse(body).resourceSpans);
  for (const { url, token } of received) expect([url, token]).toEqual(["/v1/traces", "s t"]);
  for (const { resource } of sent)
    expect(resource.attributes).toContainEqual({ key: "service.name", value: { stringValue: "checks" } });
  const [validate, domains, ...others] = sent.flatMap(({ scopeSpans }) => scopeSpans[0].spans);
  expect(others).toEqual([]);
  expect(validate).toMatchObject({ traceId, parentSpanId: parentId, name: "validateProposal", kind: 2 });
  expect(validate.attributes).toContainEqual({
    key: "http.response.status_code",
    value: { intValue: "200" },
  });
  expect(BigInt(validate.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(validate.startTimeUnixNano));
  expect(domains).toMatchObject({ name: "listDomains", traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(domains.parentSpanId).toBeUndefined();
});

test.each([
  [200, "text/plain", []],
  [202, undefined, []],
  [503, "application/json", ["status"]],
])("a collector has taken spans if it answers 2xx, in whatever words: %i", async (status, type, reasons) => {
  const url = await serve((_request, _body, response) => {
    response.writeHead(status, type === undefined ? {} : { "content-type": type }).end("{}");
  });
  const events: NeighbourEvent[] = [];
  const traces = createOtlpExporter({
    ...{ url, headers: {}, serviceName: "checks", version: "1.0.0" },
    onEvent: (event) => events.push(event),
  });
  const trace = { traceId, spanId: parentId, parentId: undefined, isSampled: true };
  traces.record({ requestId: "r", transport: "rest", status: 200, milliseconds: 1, trace });
  await traces.close();
  expect(events).toEqual(reasons.map((reason) => ({ type: "traces-failed", reason, spans: 1 })));
});
