import type { ServerDescription } from "../../transports/mcp/describe-server.ts";
import type { CallTool } from "../../transports/mcp/server.ts";

/** What an MCP server says about itself, and who runs its tools. */
export interface McpSource {
  readonly description: ServerDescription;
  readonly callTool: CallTool;
}
