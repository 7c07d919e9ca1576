/**
 * Everything in MCP except plain tool calls, served by the official SDK: the envelope era with `createMcpHandler`, the
 * initialize era with one transport per request, because the SDK's handler would answer that era with event streams
 * and this endpoint answers with JSON.
 */
import {
  classifyInboundRequest,
  createMcpHandler,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { isPlainObject } from "../../core/json/pointer.ts";
import type { HeaderMap } from "../http/call.ts";
import type { ServerDescription } from "./describe-server.ts";
import { createMemory, ENVELOPE_MEMBERS, type SdkAnswer } from "./memory.ts";
import { type CallTool, createServer } from "./server.ts";
import type { Protocol, ResultSuffix } from "./tool-call.ts";

export type SdkLeg = ReturnType<typeof createSdkLeg>;

export function createSdkLeg(description: ServerDescription, baseUrl: string) {
  const memory = createMemory(description.rulesInUse);

  /** A handler for each request, as it is made with the tools of that request. */
  function serveEnvelopeEra(request: Request, body: unknown, callTool: CallTool): Promise<Response> {
    const handler = createMcpHandler(() => createServer(description, callTool), { legacy: "reject" });
    return handler.fetch(request, { parsedBody: body });
  }

  async function serveInitializeEra(request: Request, body: unknown, callTool: CallTool): Promise<Response> {
    const server = createServer(description, callTool);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: withoutCancellations(body) });
    } finally {
      await server.close();
    }
  }

  async function serve(body: unknown, headers: HeaderMap, callTool: CallTool): Promise<SdkAnswer> {
    const request = new Request(`${baseUrl}/mcp`, { method: "POST", headers: forwarded(headers) });
    const route = classifyInboundRequest({ httpMethod: "POST", ...standardHeaders(headers), body });
    const learn = memory.learn(body, headers, route.kind === "modern");
    const response =
      route.kind === "legacy"
        ? await serveInitializeEra(request, body, callTool)
        : await serveEnvelopeEra(request, body, callTool);
    const answer = {
      status: response.status,
      contentType: contentTypeOf(response),
      body: await response.text(),
    };
    learn(answer);
    return answer;
  }

  return {
    protocol: {
      versions: SUPPORTED_PROTOCOL_VERSIONS,
      claim: PROTOCOL_VERSION_META_KEY,
      envelope: ENVELOPE_MEMBERS,
      reserved: PROTOCOL_VERSION_META_KEY.slice(0, PROTOCOL_VERSION_META_KEY.indexOf("/") + 1),
      knowsEnvelope: memory.knowsEnvelope,
    } satisfies Protocol,
    suffix: {
      initialize: "",
      envelope: `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: description.serverInfo })}`,
    } satisfies ResultSuffix,
    /** The answer to a message that was served before, if it is still the same. */
    recall: memory.recall,
    serve,
  };
}

/** Undefined for JSON, which every answer is unless it says otherwise: some runtimes add a charset to it. */
function contentTypeOf({ headers }: Response): string | undefined {
  const type = headers.get("content-type") ?? undefined;
  return type?.startsWith("application/json") ? undefined : type;
}

/** Only headers with a meaning in the protocol. `Accept` is ignored: the answer is always JSON. */
function forwarded(headers: HeaderMap): Headers {
  const own = new Headers({
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  });
  for (const [name, value] of Object.entries(headers))
    if (name.startsWith("mcp-") && typeof value === "string") own.set(name, value);
  return own;
}

function standardHeaders(headers: HeaderMap) {
  const { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": name } = headers;
  return {
    ...(typeof version === "string" && { protocolVersionHeader: version }),
    ...(typeof method === "string" && { mcpMethodHeader: method }),
    ...(typeof name === "string" && { mcpNameHeader: name }),
  };
}

/**
 * A request that is cancelled in its own batch would never be answered, and the HTTP request would hang. Tools finish
 * before a cancellation could be read anyway.
 */
function withoutCancellations(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  return body.filter((message) => !(isPlainObject(message) && message.method === "notifications/cancelled"));
}
