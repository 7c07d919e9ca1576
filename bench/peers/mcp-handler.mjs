/** Vercel's mcp-handler on Node, through the SDK's adapter from Node requests to web requests. */
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "mcp-handler";
import { z } from "zod";
import { announce } from "../../dist-dev/bench/peers/announce.js";

const fetch = createMcpHandler((server) => {
  server.registerTool(
    "hello",
    { description: "Says hello.", inputSchema: z.object({ name: z.string() }) },
    ({ name }) => ({ content: [{ type: "text", text: `Hello, ${name}` }] }),
  );
});
announce(createServer(toNodeHandler({ fetch })));
