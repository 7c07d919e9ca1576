/** `preflight mcp`: the same tools and resources as the service has, over standard input and output. */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { hasRepeats, writeJson } from "../../core/json/notes.ts";
import { isPlainObject } from "../../core/json/pointer.ts";
import { readJson } from "../../core/reader/read-json.ts";
import { OPERATIONS } from "../../operations/operations.ts";
import { describeServer } from "../../transports/mcp/describe-server.ts";
import { refusalMessage, refuseRepeats, requestIdOf, toolCallsIn } from "../../transports/mcp/messages.ts";
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
  const transport = new StdioServerTransport(Readable.from(readMessages()));
  const connection = serveStdio(() => createServer(description, callTool), {
    transport,
    onerror: (error) => session.terminal.note(`preflight mcp: ${error.message}\n`),
  });
  await ended;
  await connection.close();
  return EXIT.valid;
}

/**
 * The messages that the SDK reads. It would lose the names that a candidate repeats, so that such a candidate is passed on
 * as its text, which loses nothing.
 */
async function* readMessages(): AsyncIterable<Buffer> {
  for await (const line of createInterface({ input: process.stdin })) {
    const read = readJson(line);
    if (!read.ok || !hasRepeats(read.value)) {
      yield Buffer.from(`${line}\n`);
      continue;
    }
    const refusal = refuseRepeats(read.value);
    if (refusal !== undefined) {
      const answer = refusalMessage(refusal, "", "", requestIdOf(read.value));
      process.stdout.write(`${JSON.stringify(answer)}\n`);
      continue;
    }
    for (const message of toolCallsIn(read.value)) {
      const args = isPlainObject(message.params) ? message.params.arguments : undefined;
      if (isPlainObject(args) && hasRepeats(args.candidate)) args.candidate = writeJson(args.candidate);
    }
    yield Buffer.from(`${JSON.stringify(read.value)}\n`);
  }
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
