/** `preflight mcp`: the same tools and resources as the service has, over standard input and output. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { OPERATIONS } from "../../operations/operations.ts";
import { describeServer } from "../../transports/mcp/describe-server.ts";
import { createServer } from "../../transports/mcp/server.ts";
import { toolInput, toolResult } from "../../transports/mcp/tools.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { openContext } from "../checker/offline.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Session } from "../terminal/terminal.ts";
import { createRemoteSource } from "./remote.ts";

/** Resolves when the host closes the connection or ends the process. */
export async function serveMcp(options: CheckerOptions, session: Session): Promise<number> {
  const { server } = options;
  const { description, callTool } =
    server === undefined
      ? createOfflineSource(options, session)
      : createRemoteSource({ ...options, server }, session);
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

/** Tools that run on this machine, with the embedded product or with files. */
function createOfflineSource(options: CheckerOptions, { version }: Session) {
  const context = openContext(options);
  const description = describeServer({
    operations: OPERATIONS,
    catalogue: context.catalogue,
    version,
    callsPerMinute: undefined,
    baseUrl: undefined,
  });
  return {
    description,
    callTool(name: string, args: unknown) {
      const operation = OPERATIONS.find(({ id }) => id === name);
      return operation && toolResult(operation.run(toolInput(args), context));
    },
  };
}
