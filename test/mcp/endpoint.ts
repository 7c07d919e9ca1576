/** The endpoint alone, in this process, and beside it the same tools behind the SDK's own standard handler. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler as createSdkHandler,
  ProtocolError,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import { createMemoryLimiter } from "../../src/service/budget/memory.ts";
import { SERVICE_DESCRIPTION } from "../../src/service/describe/service-info.ts";
import { createRequestIds } from "../../src/service/http/call.ts";
import { createNodeHandler, decodeUtf8 } from "../../src/service/http/node.ts";
import { createWorkQueue } from "../../src/service/http/work-queue.ts";
import { createKeyList } from "../../src/service/identity/key-list.ts";
import { describeServer } from "../../src/service/mcp/describe-server.ts";
import { createMcp } from "../../src/service/mcp/mcp.ts";
import { type Resources, TEMPLATES } from "../../src/service/mcp/resources.ts";
import { describeTool, toolInput, toolResult } from "../../src/service/mcp/tools.ts";
import { createGate } from "../../src/service/operations/gate.ts";
import type { Operation } from "../../src/service/operations/operation.ts";
import { OPERATIONS } from "../../src/service/operations/operations.ts";
import type { Catalogue, ProxyVerifier } from "../../src/service/operations/ports.ts";
import { problem } from "../../src/service/operations/problems.ts";
import type { CallRecord } from "../../src/service/operations/record.ts";

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

const noDomains: Catalogue = { list: () => [], find: () => undefined };

function describe(callsPerMinute: number, baseUrl: string) {
  return describeServer({ catalogue: noDomains, version: "1.0.0", callsPerMinute, baseUrl });
}

/** Two resources, one of which cannot be had. */
export const resources: Resources = {
  list: () => [{ uri: "test://one", name: "one", mimeType: "application/json" }],
  read(uri) {
    if (uri === "test://later") return { unavailable: "Try again later." };
    return uri === "test://one" ? '{"ü":"\u2028"}' : undefined;
  },
};

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
  const onFault = (error: unknown) => faults.push(error);
  const mcp = createMcp({
    gate: createGate({
      keys: createKeyList([key]),
      proxy,
      limiter,
      context: { catalogue: undefined as never, rulesUrl: `${baseUrl}/rules`, now: Date.now },
    }),
    operations: tools,
    recorder: { record: (call) => records.push(call) },
    nextRequestId: createRequestIds(),
    represent: (_, answer) => answer,
    isOverloaded: () => false,
    decode: decodeUtf8,
    onFault,
    baseUrl,
    description: { ...describe(limit, baseUrl), resources },
  });
  await mcp.warm();
  const handler = createNodeHandler({
    open: mcp.open,
    refuse: () => {
      throw new Error("no request here is malformed");
    },
    work: createWorkQueue(),
    traceOf: () => undefined,
    clientAddressOf: (request) => request.socket.remoteAddress ?? "",
    isStopping: () => false,
    isReserved: () => false,
    onFault,
  });
  return { ...(await listen(handler)), records, faults };
}

/** What the SDK makes of the same tools when it is used as its documentation shows. */
export function startReference(): Promise<Endpoint> {
  const tools = echoes.map(describeTool);
  const names = tools.map(({ name }) => name).join(", ");
  const handler = createSdkHandler(() => {
    const server = new Server(
      {
        name: "preflight",
        title: "Preflight",
        version: "1.0.0",
        description: SERVICE_DESCRIPTION,
        websiteUrl: "http://preflight.example",
        icons: [{ src: "http://preflight.example/icon.svg", mimeType: "image/svg+xml", sizes: ["any"] }],
      },
      {
        capabilities: {
          tools: { listChanged: false },
          resources: { listChanged: false, subscribe: false },
        },
        instructions: describe(1_000_000, "http://preflight.example").instructions(),
        cacheHints: {
          "tools/list": { ttlMs: 300_000, cacheScope: "public" },
          "server/discover": { ttlMs: 300_000, cacheScope: "public" },
          "resources/list": { ttlMs: 30_000, cacheScope: "public" },
          "resources/read": { ttlMs: 30_000, cacheScope: "public" },
          "resources/templates/list": { ttlMs: 300_000, cacheScope: "public" },
        },
      },
    );
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", async ({ params }) => {
      const operation = echoes.find(({ id }) => id === params.name);
      if (operation !== undefined)
        return toolResult(await operation.run(toolInput(params.arguments), undefined as never));
      throw new ProtocolError(
        -32602,
        `There is no tool named ${JSON.stringify(params.name)}; the tools are ${names}.`,
      );
    });
    const validate = (value: unknown) => ({ value });
    const anything = { "~standard": { version: 1, vendor: "test", validate } } as const;
    server.setRequestHandler("resources/list", async () => ({ resources: [...(await resources.list())] }));
    server.setRequestHandler("resources/templates/list", () => ({
      resourceTemplates: [...TEMPLATES],
    }));
    server.setRequestHandler("resources/read", { params: anything }, async (params) => {
      const uri = String((params as { uri?: unknown }).uri);
      const read = await resources.read(uri);
      if (typeof read === "string") return { contents: [{ uri, mimeType: "application/json", text: read }] };
      if (read !== undefined) throw new ProtocolError(-32603, read.unavailable);
      const message = `There is no resource ${JSON.stringify(uri)}; resources/list has those that there are.`;
      throw new ResourceNotFoundError(uri, message);
    });
    return server;
  });
  return listen(toNodeHandler(handler) as unknown as RequestListener);
}
