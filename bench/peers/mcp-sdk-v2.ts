/** The official SDK v2 as its documentation shows it: a server per request behind the standard handler. */
import { createServer, type RequestListener } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { announce } from "./announce.ts";

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "hello", version: "1.0.0" });
  server.registerTool(
    "hello",
    { description: "Says hello.", inputSchema: z.object({ name: z.string() }) },
    ({ name }) => ({ content: [{ type: "text", text: `Hello, ${name}` }] }),
  );
  return server;
});
const listener = toNodeHandler(handler) as unknown as RequestListener;
announce(createServer(listener));
