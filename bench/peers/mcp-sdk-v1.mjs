/** The official SDK v1, stateless with JSON answers: a server and a transport per request, as in its example. */
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { announce } from "../../dist-dev/bench/peers/announce.js";

announce(
  createServer(async (request, response) => {
    const server = new McpServer({ name: "hello", version: "1.0.0" });
    server.registerTool(
      "hello",
      { description: "Says hello.", inputSchema: { name: z.string() } },
      ({ name }) => ({ content: [{ type: "text", text: `Hello, ${name}` }] }),
    );
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    response.on("close", () => {
      transport.close();
      server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response);
  }),
);
