/** The endpoint alone, in this process, and beside it the same tools behind the SDK's own standard handler. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler as createSdkHandler, ProtocolError, Server } from "@modelcontextprotocol/server";
import { createEmbeddedKeyVerifier } from "../../src/adapters/keys/embedded.ts";
import { createMemoryLimiter } from "../../src/adapters/limiter/memory.ts";
import { createGate } from "../../src/operations/gate/gate.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { OPERATIONS } from "../../src/operations/operations.ts";
import type { ProxyVerifier } from "../../src/operations/ports.ts";
import { problem } from "../../src/operations/problems.ts";
import type { CallRecord } from "../../src/operations/record.ts";
import { createRequestIds } from "../../src/transports/http/request-id.ts";
import { createResponder } from "../../src/transports/http/respond.ts";
import { createWorkQueue } from "../../src/transports/http/work-queue.ts";
import { createMcpHandler } from "../../src/transports/mcp/handler.ts";
import { instructions } from "../../src/transports/mcp/instructions.ts";
import { describeTool, toolInput, toolResult } from "../../src/transports/mcp/tools.ts";

export const key = "ai_test_0123456789abcdef";

export interface Endpoint {
  readonly url: string;
  close(): Promise<void>;
}

async function listen(listener: RequestListener): Promise<Endpoint> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Stand-ins: they answer with what they were given, so that a test sees what reached them. */
export const echoes: readonly Operation[] = OPERATIONS.map((operation) => ({
  ...operation,
  run(input) {
    const { targetProduct } = input as { targetProduct?: unknown };
    if (targetProduct === "unsupported")
      return {
        ok: false,
        problem: problem("unsupported-domain", "No such product.", { members: { supported: [] } }),
      };
    if (targetProduct === "broken") throw new Error("a secret of the implementation");
    return { ok: true, body: { valid: false, quotes: 'a "quoted" ünïcode  line', input } };
  },
}));

export interface EndpointOptions {
  readonly tools?: readonly Operation[];
  readonly limit?: number;
  readonly baseUrl?: string;
  readonly proxy?: ProxyVerifier;
}

export async function startEndpoint({
  tools = echoes,
  limit = 1_000_000,
  baseUrl = "http://preflight.example",
  proxy,
}: EndpointOptions = {}) {
  const records: CallRecord[] = [];
  const faults: unknown[] = [];
  const limiter = createMemoryLimiter({ limit });
  const handler = createMcpHandler({
    gate: createGate({
      keys: createEmbeddedKeyVerifier([key]),
      proxy,
      limiter,
      context: { catalogue: undefined as never, rulesUrl: `${baseUrl}/rules`, now: Date.now },
    }),
    operations: tools,
    recorder: { record: (call) => records.push(call) },
    responder: createResponder(baseUrl),
    nextRequestId: createRequestIds(),
    traceOf: () => undefined,
    work: createWorkQueue(),
    clientAddressOf: (request) => request.socket.remoteAddress ?? "",
    onFault: (error) => faults.push(error),
    baseUrl,
    version: "1.0.0",
    callsPerMinute: limit,
  });
  await handler.warm();
  return { ...(await listen(handler.handle)), records, faults };
}

/** What the SDK makes of the same tools when it is used as its documentation shows. */
export function startReference(): Promise<Endpoint> {
  const tools = echoes.map(describeTool);
  const names = tools.map(({ name }) => name).join(", ");
  const handler = createSdkHandler(() => {
    const server = new Server(
      { name: "preflight", title: "Preflight", version: "1.0.0" },
      {
        capabilities: { tools: { listChanged: false } },
        instructions: instructions(1_000_000),
        cacheHints: {
          "tools/list": { ttlMs: 300_000, cacheScope: "public" },
          "server/discover": { ttlMs: 300_000, cacheScope: "public" },
        },
      },
    );
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", ({ params }) => {
      const operation = echoes.find(({ id }) => id === params.name);
      if (operation !== undefined)
        return toolResult(operation.run(toolInput(params.arguments), undefined as never));
      throw new ProtocolError(
        -32602,
        `There is no tool named ${JSON.stringify(params.name)}; the tools are ${names}.`,
      );
    });
    return server;
  });
  return listen(toNodeHandler(handler) as unknown as RequestListener);
}
