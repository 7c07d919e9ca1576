/**
 * Everything in MCP except what is like something before, served by the official SDK: the envelope era with `createMcpHandler`, the
 * initialize era with one transport per request, because the SDK's handler would answer that era with event streams
 * and this endpoint answers with JSON.
 */
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { child, isPlainObject, isWritableJson, remember } from "../../core/json/values.ts";
import { readKnownJson } from "../../core/reader/read-json.ts";
import type { Content, HeaderMap } from "../http/call.ts";
import type { Outcome } from "../operations/operation.ts";
import type { ServerDescription } from "./describe-server.ts";
import { isIdOrToken, isToolCall, type JsonObject, type RequestId, requestIdOf } from "./messages.ts";
import { type CallTool, createServer } from "./server.ts";
import { toolResult } from "./tools.ts";

export type SdkLeg = ReturnType<typeof createSdkLeg>;

const MAX_ENTRIES = 1_000;
const MAX_KEY_LENGTH = 2_048;
/** Of all answers that are kept. */
const MAX_CHARACTERS = 8_388_608;

/**
 * Lists and resources are asked for again and again, and tools are called alike. The SDK's path through web streams, Request and
 * Response objects and schema parsing costs several times as much as checking a candidate. So its answers are remembered, of a tool
 * call what stands behind the result, and whoever sends the same gets exactly the bytes that the SDK would send; everything unusual or
 * wrong goes to the SDK, so that nothing here knows what is valid. A test sends a corpus both ways and compares the answers.
 */
export function createSdkLeg(description: ServerDescription, baseUrl: string) {
  const answers = new Map<string, Content>();
  let characters = 0;
  /** What the answers are made from: the same list while nothing of it has changed. */
  let rules: readonly unknown[] = [];

  function forget(): void {
    answers.clear();
    characters = 0;
  }

  function currentRules(): readonly unknown[] {
    const current = description.rulesInUse();
    if (current !== rules) forget();
    rules = current;
    return rules;
  }

  /** The answer to a message like one that was served before, if it is still the same; to a tool call its end. */
  function recall(message: unknown, headers: HeaderMap): Content | undefined {
    const key = keyOf(message, headers);
    if (key === undefined) return undefined;
    // What stands around the result of a call follows from no rules.
    if (!isToolCall(message)) currentRules();
    const kept = answers.get(key);
    if (kept === undefined) return undefined;
    // Written out: to copy it by `...` would take longer.
    const { status, contentType } = kept;
    return { status, contentType, body: kept.body + endOf(message as JsonObject) };
  }

  function keep(key: string, message: JsonObject, answer: Content): void {
    const end = endOf(message);
    if (!answer.body.endsWith(end)) return;
    const body = isToolCall(message)
      ? behindResult(answer.body)
      : answer.body.slice(0, answer.body.length - end.length);
    if (body.length > MAX_CHARACTERS / 4) return;
    if (answers.size >= MAX_ENTRIES || characters + body.length > MAX_CHARACTERS) forget();
    characters += body.length;
    answers.set(key, { ...answer, body });
  }

  async function serve(message: unknown, headers: HeaderMap, callTool: CallTool): Promise<Content> {
    const request = new Request(`${baseUrl}/mcp`, { method: "POST", headers: forwarded(headers) });
    const before = currentRules();
    const create = () => createServer(description, callTool);
    // A handler for each request, as it is made with the tools of that request.
    const response = (await isLegacyRequest(request, message))
      ? await serveInitializeEra(request, message, create())
      : await createMcpHandler(create, { legacy: "reject" }).fetch(request, { parsedBody: message });
    const { status } = response;
    const type = response.headers.get("content-type") ?? undefined;
    // Every answer is JSON unless it says otherwise: some runtimes add a charset to it.
    const contentType = type?.startsWith("application/json") ? undefined : type;
    const text = withId(await response.text(), requestIdOf(message));
    // JSON-RPC 2.0 section 6: a batch is answered with a list. The SDK takes the only answer out of it.
    const isAlone = Array.isArray(message) && status === 200 && text.startsWith("{");
    const answer = { status, contentType, body: isAlone ? `[${text}]` : text };
    const isResult = status < 300 && /^(?:\{"result":|$)/.test(answer.body);
    const key = isResult ? keyOf(message, headers) : undefined;
    if (key !== undefined && currentRules() === before) keep(key, message as JsonObject, answer);
    return answer;
  }

  return { recall, renderToolAnswer, serve };
}

async function serveInitializeEra(request: Request, body: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // A request that is cancelled in its own batch would never be answered, and the HTTP request would hang. Tools finish
  // before a cancellation could be read anyway.
  const parsedBody = Array.isArray(body)
    ? body.filter((message) => child(message, "method") !== "notifications/cancelled")
    : body;
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** The SDK refuses some headers before it has looked at the message. */
const withId = (answer: string, id: RequestId | null): string =>
  answer.replace(/(?<="id":)null(?=\}$)/, () => JSON.stringify(id));

/** Only headers with a meaning in the protocol. `Accept` is ignored: the answer is always JSON. */
function forwarded(headers: HeaderMap): Headers {
  const own = new Headers({
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  });
  for (const [name, value] of Object.entries(headers))
    if (name.startsWith("mcp-") && typeof value === "string") own.set(name, value);
  return own;
}

/**
 * All that an answer depends on beside the rules, and in a tool call beside its arguments; undefined for a message whose answer is
 * not kept. It leaves out what differs between clients and requests and has no part in an answer.
 */
function keyOf(message: unknown, headers: HeaderMap): string | undefined {
  if (!isPlainObject(message) || !isIdOrToken(message.id)) return undefined;
  const { id, params = {} } = message;
  const isCall = isToolCall(message);
  if (!isPlainObject(params) || (isCall && id === undefined)) return undefined;
  // Names and values, and a number where another object begins: to copy the objects would take several times as long.
  const parts: unknown[] = [id !== undefined, message.params !== undefined];
  const { _meta: meta } = params;
  const envelope = isPlainObject(meta) ? meta : {};
  // A usual client has no part in an answer, but none at all may be refused.
  parts.push(params.clientInfo !== undefined, envelope[CLIENT_INFO_META_KEY] !== undefined);
  for (const name in headers) if (name.startsWith("mcp-")) parts.push(name, headers[name]);
  parts.push(0);
  for (const name in message) if (name !== "id" && name !== "params") parts.push(name, message[name]);
  parts.push(0);
  for (const name in params) {
    const value = params[name];
    const isArguments = isCall && name === "arguments" && isPlainObject(value);
    if (!isArguments && value !== envelope && !isApart(name, value)) parts.push(name, value);
  }
  parts.push(0);
  // The rest of `_meta` has no part in an answer.
  for (const name in envelope)
    if ((name.startsWith(RESERVED) || name === "progressToken") && !isApart(name, envelope[name]))
      parts.push(name, envelope[name]);
  // Texts stay without quotes, which would take longer than all of this: so none may be empty or have the separator in it.
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (typeof part === "string") {
      if (part === "" || part.includes(SEPARATOR)) return undefined;
      continue;
    }
    // What is nested without end cannot be written, and is the SDK's to refuse.
    if (!isWritableJson(part)) return undefined;
    parts[index] = SEPARATOR + JSON.stringify(part);
  }
  const key = parts.join(SEPARATOR);
  return key.length > MAX_KEY_LENGTH ? undefined : key;
}

/** Between the parts of a key, and in front of those that are no texts. */
const SEPARATOR = "\0";

/** The prefix of `_meta` members that the protocol defines. */
const RESERVED = PROTOCOL_VERSION_META_KEY.slice(0, PROTOCOL_VERSION_META_KEY.indexOf("/") + 1);

/** Whether a member has no part in an answer, because its value is a usual one. */
function isApart(name: string, value: unknown): boolean {
  switch (name) {
    case "cursor":
      return typeof value === "string";
    case "progressToken":
      return isIdOrToken(value);
    case "clientInfo":
    case CLIENT_INFO_META_KEY:
      return (
        isPlainObject(value) &&
        typeof value.name === "string" &&
        typeof value.version === "string" &&
        Object.keys(value).every((key) => CLIENT_MEMBERS.has(key) && typeof value[key] === "string")
      );
    default:
      return false;
  }
}

const CLIENT_MEMBERS = new Set(["name", "version", "title"]);

/** How the SDK ends the answer to a request. Notifications have none. */
const endOf = ({ id }: JsonObject): string => (id === undefined ? "" : `,"id":${JSON.stringify(id)}}`);

/** What the SDK has added to the result of a call, and what follows on it. */
function behindResult(answer: string): string {
  const { result } = readKnownJson(answer) as unknown as { readonly result: JsonObject };
  const { content: _, structuredContent: __, isError: ___, ...added } = result;
  const members = Object.entries(added).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
  return `${members.join("")}},"jsonrpc":"2.0"`;
}

/** The answer as the SDK would write it. The body is serialized once for both of its forms. `end`: what was recalled. */
function renderToolAnswer(outcome: Outcome, end: string): string {
  if (!outcome.ok) return `{"result":{${JSON.stringify(toolResult(outcome)).slice(1, -1)}${end}`;
  const { body, text } = outcome;
  return `{"result":{${text === undefined ? resultMembers(JSON.stringify(body)) : knownMembers(text)}${end}`;
}

const resultMembers = (json: string): string =>
  `"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`;

/** Of bodies that are given again and again, such as that of a candidate without problems. */
const knownMembers = remember(100, 10_000, resultMembers);
