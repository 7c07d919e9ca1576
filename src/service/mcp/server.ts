/** The MCP server itself, without a way to reach it: over HTTP it is made for each request, over stdio once. */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import { child } from "../../core/json/values.ts";
import type { ServerDescription } from "./describe-server.ts";
import { MEDIA_TYPE, TEMPLATES } from "./resources.ts";

/** Undefined: there is no such tool. */
type ToolAnswer = CallToolResult | undefined;

/** Runs a tool for a request that has passed the gate. */
export type CallTool = (name: string, args: unknown) => ToolAnswer | Promise<ToolAnswer>;

/** The list of tools changes only with a release, so clients may keep it for a few minutes. */
const KEEP_TOOLS = { ttlMs: 300_000, cacheScope: "public" } as const;
/** A product may publish new rules at any time. */
const KEEP_RULES = { ttlMs: 30_000, cacheScope: "public" } as const;

/** The low-level server, because tools are data here and our own checks judge their arguments. */
export function createServer(description: ServerDescription, callTool: CallTool): Server {
  const { serverInfo, tools, resources } = description;
  const server = new Server(serverInfo, {
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
    },
    instructions: description.instructions(),
    cacheHints: {
      "tools/list": KEEP_TOOLS,
      "server/discover": KEEP_TOOLS,
      "resources/list": KEEP_RULES,
      "resources/read": KEEP_RULES,
      "resources/templates/list": KEEP_TOOLS,
    },
  });
  server.setRequestHandler("tools/list", () => ({ tools: [...tools] }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const result = await callTool(params.name, params.arguments);
    if (result !== undefined) return result;
    const names = tools.map((tool) => tool.name).join(", ");
    const message = `There is no tool named ${quote(params.name)}; the tools are ${names}.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  });
  server.setRequestHandler("resources/list", async () => ({ resources: [...(await resources.list())] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...TEMPLATES] }));
  server.setRequestHandler("resources/read", { params: ANYTHING }, async (params) => {
    const uri = String(child(params, "uri"));
    const read = await resources.read(uri);
    if (typeof read === "string") return { contents: [{ uri, mimeType: MEDIA_TYPE, text: read }] };
    if (read !== undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, read.unavailable);
    const message = `There is no resource ${quote(uri)}; resources/list has those that there are.`;
    throw new ResourceNotFoundError(uri.slice(0, MAX_QUOTED_LENGTH), message);
  });
  return server;
}

/** A Standard Schema: our own checks judge. The SDK's would make an internal error of what is no text. */
const ANYTHING = {
  "~standard": { version: 1, vendor: "preflight", validate: (value: unknown) => ({ value }) },
} as const;

const MAX_QUOTED_LENGTH = 100;

const quote = (text: string): string => JSON.stringify(text.slice(0, MAX_QUOTED_LENGTH));
