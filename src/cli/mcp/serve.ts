/** `preflight mcp`: the same tools and resources as the service has, over standard input and output. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "../../transports/mcp/server.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Session } from "../terminal/session.ts";
import type { McpSource } from "./source.ts";

/** Resolves when the host closes the connection or ends the process. */
export async function serveMcp(options: CheckerOptions, session: Session): Promise<number> {
  const { description, callTool } = await chooseSource(options, session);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("close", resolve).once("end", resolve);
    process.once("SIGTERM", resolve).once("SIGINT", resolve);
  });
  // Standard output carries the protocol, so everything else goes to standard error.
  const connection = serveStdio(() => createServer(description, callTool), {
    onerror: (error) => session.terminal.note(`preflight mcp: ${error.message}\n`),
  });
  await ended;
  await connection.close();
  return EXIT.valid;
}

async function chooseSource(options: CheckerOptions, session: Session): Promise<McpSource> {
  const { server } = options;
  if (server === undefined) return (await import("./offline.ts")).createOfflineSource(options, session);
  return (await import("./remote.ts")).createRemoteSource({ ...options, server }, session);
}
