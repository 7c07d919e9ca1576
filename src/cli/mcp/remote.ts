/** Tools that a service elsewhere runs, and its spec packages as resources. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { isProblem } from "../../client/index.ts";
import { OPERATIONS } from "../../operations/operations.ts";
import type { Catalogue } from "../../operations/ports.ts";
import type { Problem } from "../../operations/problems.ts";
import { describeServer } from "../../transports/mcp/describe-server.ts";
import { toolInput, toolResult } from "../../transports/mcp/tools.ts";
import { toFailure } from "../checker/client-failure.ts";
import { calleeOf, openClient, type ServerOptions } from "../checker/server.ts";
import type { Session } from "../terminal/terminal.ts";
import { createRemoteResources } from "./remote-resources.ts";

/** What the service has is asked for when it is needed. */
const NO_CATALOGUE: Catalogue = { list: () => [], find: () => undefined };

export function createRemoteSource(options: ServerOptions, session: Session) {
  const { server } = options;
  const client = openClient(options, session);
  const description = describeServer({
    operations: OPERATIONS,
    catalogue: NO_CATALOGUE,
    version: session.version,
    callsPerMinute: undefined,
    baseUrl: server.replace(/\/+$/, ""),
  });
  return {
    description: { ...description, resources: createRemoteResources(client, server) },
    async callTool(name: string, args: unknown) {
      const operation = OPERATIONS.find(({ id }) => id === name);
      // The service judges the arguments of a model, whatever they are.
      const call = operation && (client[operation.id] as (input: unknown) => Promise<object>);
      return call && answer(() => call(toolInput(args)), server);
    },
  };
}

/** Refusals are results, because models never see protocol errors. */
async function answer(call: () => Promise<object>, server: string): Promise<CallToolResult> {
  try {
    return toolResult({ ok: true, body: await call() });
  } catch (error) {
    if (isProblem(error)) {
      const { code, status, title, detail, errors, supported } = error;
      const members = {
        ...(errors.length > 0 && { errors: [...errors] }),
        ...(supported.length > 0 && { supported: [...supported] }),
      };
      return toolResult({ ok: false, problem: { code, status, title, detail, members } as Problem });
    }
    const failure = toFailure(error, calleeOf(server));
    const text = failure.hint === undefined ? failure.message : `${failure.message} ${failure.hint}`;
    return { content: [{ type: "text", text }], isError: true };
  }
}
