/** fastmcp, stateless, with JSON answers. */

import { once } from "node:events";
import { createServer } from "node:http";
import { FastMCP } from "fastmcp";
import { z } from "zod";

const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
const { port } = probe.address();
probe.close();
await once(probe, "close");

const server = new FastMCP({ name: "hello", version: "1.0.0" });
server.addTool({
  name: "hello",
  description: "Says hello.",
  parameters: z.object({ name: z.string() }),
  execute: async ({ name }) => `Hello, ${name}`,
});
await server.start({
  transportType: "httpStream",
  httpStream: { host: "127.0.0.1", port, endpoint: "/mcp", stateless: true, enableJsonResponse: true },
});
console.log(`http://127.0.0.1:${port}`);
