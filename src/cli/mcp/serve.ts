/** `preflight mcp`: the same tools and resources as the service has, over standard input and output. */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import {
  type CallToolResult,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
} from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { isProblem, type PreflightClient } from "../../client/index.ts";
import { child, isPlainObject } from "../../core/json/values.ts";
import { readJson, type Sent } from "../../core/reader/read-json.ts";
import { describeServer } from "../../service/mcp/describe-server.ts";
import { refusalMessage, refuseRepeats, requestIdOf, toolCallsIn } from "../../service/mcp/messages.ts";
import { describeResource, type Resources, uriOf } from "../../service/mcp/resources.ts";
import { createServer } from "../../service/mcp/server.ts";
import { toolInput, toolResult } from "../../service/mcp/tools.ts";
import type { Operation, Outcome } from "../../service/operations/operation.ts";
import { OPERATIONS } from "../../service/operations/operations.ts";
import type { Catalogue } from "../../service/operations/ports.ts";
import { type Problem, problem } from "../../service/operations/problems.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { openContext } from "../checker/offline.ts";
import { failureAt, fetchSpecPackage, openClient } from "../checker/server.ts";
import type { Command } from "../command-entry.ts";
import { Failure, type Session } from "../terminal/terminal.ts";

/** Resolves when the host closes the connection or ends the process. */
export const serveMcp: Command<[], CheckerOptions> = async (_, options, session) => {
  const { description, run } = await openTools(options, session);
  const kept = new Map<unknown, unknown>();
  let answered: Promise<unknown> = Promise.resolve();
  // What was asked before the host closed its side is answered.
  async function* read() {
    yield* readMessages(kept);
    await setImmediate();
    await answered;
    await setImmediate();
  }
  const messages = Readable.from(read());
  const ended = new Promise<void>((resolve) => {
    messages.once("close", resolve);
    process.once("SIGTERM", resolve).once("SIGINT", resolve);
  });
  // Standard output carries the protocol, so everything else goes to standard error.
  const transport = new StdioServerTransport(messages);
  const callKept = (name: string, args: unknown) => {
    const key = child(args, KEPT);
    const asRead = kept.get(key) ?? args;
    kept.delete(key);
    const answer = callTool(run, name, asRead);
    answered = Promise.allSettled([answered, answer]).then(() => {});
    return answer;
  };
  const onerror = (error: Error) => session.terminal.note(`preflight mcp: ${error.message}\n`);
  const connection = serveStdio(() => createServer(description, callKept), { transport, onerror });
  await ended;
  await connection.close();
  // After a signal the host may hold its side open.
  process.stdin.destroy();
};

const KEPT = "kept";

/**
 * The messages that the SDK reads. It would lose the names that a candidate repeats and digits of its numbers, so that it is
 * given the key of the arguments in their place.
 */
async function* readMessages(kept: Map<unknown, unknown>): AsyncIterable<Buffer> {
  let count = 0;
  for await (const given of createInterface({ input: process.stdin })) {
    // Some shells put a byte order mark in front of what they pipe.
    const line = given.replace(/^\ufeff/, "");
    if (line.trim() === "") continue;
    const read = readJson(line);
    const refusal = read.ok
      ? (refuseRepeats(read.value) ?? refuseOther(read.value))
      : problem("malformed-json", `The message is not JSON: ${read.fault}.`);
    if (!read.ok || refusal !== undefined) {
      const answer = refusalMessage(refusal!, "", "", read.ok ? requestIdOf(read.value) : null);
      process.stdout.write(`${JSON.stringify(answer)}\n`);
      continue;
    }
    const before = count;
    for (const { params } of toolCallsIn(read.value)) {
      if (!isPlainObject(params) || !isPlainObject(params.arguments)) continue;
      kept.set(++count, params.arguments);
      params.arguments = { [KEPT]: count };
    }
    yield Buffer.from(`${count > before ? JSON.stringify(read.value) : line}\n`);
  }
}

/** What the SDK would pass over in silence, so that whoever sent it would wait for an answer. */
function refuseOther(message: unknown): Problem | undefined {
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message))
    return undefined;
  const detail = Array.isArray(message)
    ? "Batches are not read here; send each message on a line of its own."
    : "The message is not a request, a notification or a response of JSON-RPC 2.0.";
  return problem("invalid-envelope", detail);
}

/** What the service has is asked for when it is needed. */
const NO_CATALOGUE: Catalogue = { list: () => [], find: () => undefined };

/** They run on this machine, with the embedded product or with files, or at a service. */
async function openTools(options: CheckerOptions, session: Session) {
  const { server } = options;
  const { version } = session;
  const parts = { version, callsPerMinute: undefined, baseUrl: server?.replace(/(?<!\/)\/+$/, "") };
  if (server === undefined) {
    const context = await openContext(options);
    const run: Run = async (operation, input) => operation.run(input, context);
    return { description: describeServer({ ...parts, catalogue: context.catalogue }), run };
  }
  const client = openClient({ ...options, server }, session);
  const resources = createRemoteResources(client, server);
  const description = { ...describeServer({ ...parts, catalogue: NO_CATALOGUE }), resources };
  return { description, run: runAt(client, server) };
}

const NOT_SENT = { unavailable: "The service did not send the spec package. Try again later." };

/** The spec packages of a service. */
function createRemoteResources(client: PreflightClient, server: string): Resources {
  const fail = (error: unknown) => Promise.reject(failureAt(server, error));
  const domains = async () => (await client.listDomains().catch(fail)).domains;
  return {
    async list() {
      return (await domains()).map((domain) => describeResource(domain, domain.specPackageVersion));
    },
    async read(uri) {
      const domain = (await domains()).find((known) => uriOf(known) === uri);
      return domain && ((await fetchSpecPackage(server, domain)) ?? NOT_SENT);
    },
  };
}

/** Runs an operation. Rejects with a Failure if there is no answer at all. */
type Run = (operation: Operation, input: Sent) => Promise<Outcome>;

function runAt(client: PreflightClient, server: string): Run {
  return async ({ id }, input) => {
    // The service judges the input, whatever it is.
    const call = client[id] as (input: unknown) => Promise<object>;
    try {
      return { ok: true, body: await call(input) };
    } catch (error) {
      if (!isProblem(error)) throw failureAt(server, error);
      const { code, status, title, detail, errors, supported } = error;
      const members = { ...(errors.length > 0 && { errors }), ...(supported.length > 0 && { supported }) };
      return { ok: false, problem: { code, status, title, detail, members } as Problem };
    }
  };
}

/** Refusals are results, because models never see protocol errors. */
async function callTool(run: Run, name: string, args: unknown): Promise<CallToolResult | undefined> {
  const operation = OPERATIONS.find(({ id }) => id === name);
  if (operation === undefined) return undefined;
  try {
    return toolResult(await run(operation, toolInput(args)));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const text = [error.message, error.hint].filter(Boolean).join(" ");
    return { content: [{ type: "text", text }], isError: true };
  }
}
