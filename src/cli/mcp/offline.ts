/** Tools that run on this machine, with the embedded product or with files. */
import { OPERATIONS } from "../../operations/operations.ts";
import { describeServer } from "../../transports/mcp/describe-server.ts";
import { toolInput, toolResult } from "../../transports/mcp/tools.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { openContext } from "../checker/offline.ts";
import type { Session } from "../terminal/session.ts";
import type { McpSource } from "./source.ts";

export function createOfflineSource(options: CheckerOptions, { version }: Session): McpSource {
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
    callTool(name, args) {
      const operation = OPERATIONS.find(({ id }) => id === name);
      return operation && toolResult(operation.run(toolInput(args), context));
    },
  };
}
