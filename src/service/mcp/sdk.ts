/**
 * Everything in MCP except plain tool calls, served by the official SDK: the envelope era with `createMcpHandler`, the
 * initialize era with one transport per request, because the SDK's handler would answer that era with event streams
 * and this endpoint answers with JSON.
 */
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { isPlainObject, isWritableJson } from "../../core/json/values.ts";
import { readKnownJson } from "../../core/reader/read-json.ts";
import type { HeaderMap } from "../http/call.ts";
import type { Outcome } from "../operations/operation.ts";
import type { ServerDescription } from "./describe-server.ts";
import { isIdOrToken, type JsonObject, type RequestId, requestIdOf, toolCallsIn } from "./messages.ts";
import { type CallTool, createServer } from "./server.ts";
import { knowsLinks, linksIn, toolResult } from "./tools.ts";

export type SdkLeg = ReturnType<typeof createSdkLeg>;

export function createSdkLeg(description: ServerDescription, baseUrl: string) {
  const memory = createMemory(description.rulesInUse);
  const shortPath = createShortPath();

  /** A handler for each request, as it is made with the tools of that request. */
  function serveEnvelopeEra(request: Request, body: unknown, callTool: CallTool): Promise<Response> {
    const handler = createMcpHandler(() => createServer(description, callTool), { legacy: "reject" });
    return handler.fetch(request, { parsedBody: body });
  }

  async function serveInitializeEra(request: Request, body: unknown, callTool: CallTool): Promise<Response> {
    const server = createServer(description, callTool);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: withoutCancellations(body) });
    } finally {
      await server.close();
    }
  }

  async function serve(body: unknown, headers: HeaderMap, callTool: CallTool): Promise<SdkAnswer> {
    const request = new Request(`${baseUrl}/mcp`, { method: "POST", headers: forwarded(headers) });
    const before = memory.currentRules();
    const serveEra = (await isLegacyRequest(request, body)) ? serveInitializeEra : serveEnvelopeEra;
    const response = await serveEra(request, body, callTool);
    const answer = {
      status: response.status,
      contentType: contentTypeOf(response),
      body: withId(await response.text(), requestIdOf(body)),
    };
    const isResult = answer.status < 300 && /^(?:\{"result":|$)/.test(answer.body);
    if (!isResult || !isPlainObject(body)) return answer;
    memory.keep(body, headers, answer, before);
    shortPath.learn(body, headers, answer.body);
    return answer;
  }

  return {
    readToolCall: shortPath.read,
    renderToolAnswer,
    /** The answer to a message that was served before, if it is still the same. */
    recall: memory.recall,
    serve,
  };
}

/** Undefined for JSON, which every answer is unless it says otherwise: some runtimes add a charset to it. */
function contentTypeOf({ headers }: Response): string | undefined {
  const type = headers.get("content-type") ?? undefined;
  return type?.startsWith("application/json") ? undefined : type;
}

/** The SDK refuses some headers before it has looked at the message. */
function withId(answer: string, id: RequestId | null): string {
  return answer.replace(/(?<="id":)null(?=\}$)/, () => JSON.stringify(id));
}

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
 * A request that is cancelled in its own batch would never be answered, and the HTTP request would hang. Tools finish
 * before a cancellation could be read anyway.
 */
function withoutCancellations(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  return body.filter((message) => !(isPlainObject(message) && message.method === "notifications/cancelled"));
}

interface SdkAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

const MAX_ENTRIES = 1_000;
const MAX_KEY_LENGTH = 2_048;
/** Of all answers that are kept. */
const MAX_CHARACTERS = 8_388_608;

/**
 * Lists and resources are asked for again and again. They are remembered from the SDK's own answers, so that nothing here knows
 * what is valid. `rulesInUse`: whatever they are made from; the same list while nothing of it has changed.
 */
function createMemory(rulesInUse: () => readonly unknown[]) {
  const answers = new Map<string, SdkAnswer>();
  let characters = 0;
  let rules: readonly unknown[] = [];

  function forget(): void {
    answers.clear();
    characters = 0;
  }

  function currentRules(): readonly unknown[] {
    const current = rulesInUse();
    if (current !== rules) forget();
    rules = current;
    return rules;
  }

  return {
    currentRules,
    /** The answer to this message, if the SDK has given it before under the rules in use. */
    recall(message: unknown, headers: HeaderMap): SdkAnswer | undefined {
      const key = keyOf(message, headers);
      if (key === undefined) return undefined;
      currentRules();
      const kept = answers.get(key);
      return kept && { ...kept, body: kept.body + endOf(message as JsonObject) };
    },
    /** Keeps the answer to this message, unless the rules have changed since the SDK was asked. */
    keep(message: JsonObject, headers: HeaderMap, answer: SdkAnswer, before: readonly unknown[]): void {
      const key = keyOf(message, headers);
      const end = endOf(message);
      const { length } = answer.body;
      if (key === undefined || currentRules() !== before || !answer.body.endsWith(end)) return;
      if (length > MAX_CHARACTERS / 4) return;
      if (answers.size >= MAX_ENTRIES || characters + length > MAX_CHARACTERS) forget();
      characters += length;
      answers.set(key, { ...answer, body: answer.body.slice(0, length - end.length) });
    },
  };
}

/**
 * All that an answer depends on beside the rules; undefined for a message whose answer is not kept. It leaves out what differs
 * between clients and requests and has no part in an answer.
 */
function keyOf(message: unknown, headers: HeaderMap): string | undefined {
  if (!isPlainObject(message) || toolCallsIn(message).length > 0 || !isIdOrToken(message.id))
    return undefined;
  // What is nested without end cannot be written, and is the SDK's to refuse.
  if (!isWritableJson(message)) return undefined;
  const { id, params, ...rest } = message;
  const own = Object.entries(headers).filter(([name]) => name.startsWith("mcp-"));
  const key = JSON.stringify([rest, id !== undefined, { params: unnamed(params) }, own]);
  return key.length > MAX_KEY_LENGTH ? undefined : key;
}

function unnamed(params: unknown): unknown {
  if (!isPlainObject(params)) return params;
  const { cursor, clientInfo, _meta: meta, ...rest } = params;
  return {
    ...rest,
    cursor: typeof cursor === "string" ? undefined : cursor,
    clientInfo: unlessUsual(clientInfo),
    _meta: isPlainObject(meta)
      ? {
          ...meta,
          progressToken: isIdOrToken(meta.progressToken) ? undefined : meta.progressToken,
          [CLIENT_INFO_META_KEY]: unlessUsual(meta[CLIENT_INFO_META_KEY]),
        }
      : meta,
  };
}

function unlessUsual(client: unknown): object | undefined {
  if (!isPlainObject(client)) return { client };
  const isUsual =
    typeof client.name === "string" &&
    typeof client.version === "string" &&
    Object.entries(client).every(([name, value]) => CLIENT_MEMBERS.has(name) && typeof value === "string");
  return isUsual ? undefined : { client };
}

const CLIENT_MEMBERS = new Set(["name", "version", "title"]);

/** How the SDK ends the answer to a request. Notifications have none. */
function endOf({ id }: JsonObject): string {
  return id === undefined ? "" : `,"id":${JSON.stringify(id)}}`;
}

interface ToolCall {
  readonly id: RequestId;
  readonly name: string;
  readonly arguments: JsonObject | undefined;
  /** What the SDK adds to the result. */
  readonly suffix: string;
  readonly hasLinks: boolean;
}

const MESSAGE_MEMBERS = new Set(["jsonrpc", "id", "method", "params"]);
const PARAM_MEMBERS = new Set(["name", "arguments", "_meta"]);
/** The prefix of `_meta` members that the protocol defines. */
const RESERVED = PROTOCOL_VERSION_META_KEY.slice(0, PROTOCOL_VERSION_META_KEY.indexOf("/") + 1);

/**
 * The short path for `tools/call`, which is nearly all traffic. The SDK's path through web streams, Request and
 * Response objects and schema parsing costs several times as much as checking a candidate. Only calls like
 * one that the SDK has served are handled here, and they get exactly the bytes that the SDK would send; everything unusual
 * or wrong goes to the SDK. A test sends a corpus both ways and compares the answers.
 */
function createShortPath() {
  /**
   * What the SDK has added to results, by what their calls claim and by their tools: a client claims the same with each
   * request. Two short keys are found sooner than one that has to be put together.
   */
  const suffixes = new Map<string, Map<string, string>>();
  return {
    /** Undefined for everything that is not perfectly regular. */
    read(body: unknown, headers: HeaderMap): ToolCall | undefined {
      const claim = claimOf(body, headers);
      const known = claim === undefined ? undefined : suffixes.get(claim);
      if (known === undefined) return undefined;
      const { id, params } = body as RegularCall;
      const suffix = known.get(params.name);
      if (suffix === undefined) return undefined;
      return { id, name: params.name, arguments: params.arguments, suffix, hasLinks: knowsLinks(headers) };
    },
    /** The SDK has served this message with a result. */
    learn(body: JsonObject, headers: HeaderMap, answer: string): void {
      const claim = claimOf(body, headers);
      if (claim === undefined || claim.length > MAX_KEY_LENGTH) return;
      if (suffixes.size >= MAX_ENTRIES) suffixes.clear();
      const { result } = readKnownJson(answer) as unknown as { readonly result: JsonObject };
      const { content: _, structuredContent: __, isError: ___, ...added } = result;
      const members = Object.entries(added).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
      const known = suffixes.get(claim) ?? new Map<string, string>();
      suffixes.set(claim, known.set((body as unknown as RegularCall).params.name, members.join("")));
    },
  };
}

type RegularCall = Pick<ToolCall, "id"> & { readonly params: Pick<ToolCall, "name" | "arguments"> };

/** All that the answer to a regular call depends on, apart from its id, tool and arguments. Undefined: it is not regular. */
function claimOf(body: unknown, headers: HeaderMap): string | undefined {
  if (!isPlainObject(body) || body.jsonrpc !== "2.0" || body.method !== "tools/call") return undefined;
  const { id, params } = body;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (!isPlainObject(params) || !hasOnly(body, MESSAGE_MEMBERS) || !hasOnly(params, PARAM_MEMBERS))
    return undefined;
  const { name, arguments: args, _meta: meta } = params;
  if (typeof name !== "string" || !(args === undefined || isPlainObject(args))) return undefined;
  // No header has a line break, so that one which is absent is told from every other.
  const { "mcp-protocol-version": version = "\n", "mcp-method": method, "mcp-name": named } = headers;
  if (meta === undefined && method === undefined && named === undefined) return String(version);
  const envelope = meta === undefined ? "" : envelopeOf(meta);
  return envelope === undefined ? undefined : `${version}\n${method}\n${named}\n${envelope}`;
}

function hasOnly(object: JsonObject, members: ReadonlySet<string>): boolean {
  for (const member in object) if (!members.has(member)) return false;
  return true;
}

/** The rest of `_meta` has no part in an answer. Undefined: it is not regular. */
function envelopeOf(meta: unknown): string | undefined {
  if (!isPlainObject(meta) || !isIdOrToken(meta.progressToken)) return undefined;
  const envelope: Record<string, unknown> = {};
  for (const name in meta) if (name.startsWith(RESERVED)) envelope[name] = meta[name];
  return isWritableJson(envelope) ? JSON.stringify(envelope) : undefined;
}

/** The answer as the SDK would write it. The body is serialized once for both of its forms. */
function renderToolAnswer({ id, suffix, hasLinks }: ToolCall, outcome: Outcome): string {
  return `{"result":{${resultMembers(outcome, hasLinks)}${suffix}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

/** Outcomes that are given again and again, such as that of a candidate without problems. */
const written = new WeakMap<Outcome, string>();

function resultMembers(outcome: Outcome, hasLinks: boolean): string {
  if (!outcome.ok) return JSON.stringify(toolResult(outcome)).slice(1, -1);
  const known = outcome.text === undefined ? undefined : written.get(outcome);
  if (known !== undefined) return known;
  const json = outcome.text ?? JSON.stringify(outcome.body);
  const links = hasLinks ? linksIn(outcome.body, outcome.domain) : [];
  const content = [
    `{"type":"text","text":${JSON.stringify(json)}}`,
    ...links.map((link) => JSON.stringify(link)),
  ];
  const members = `"content":[${content}],"structuredContent":${json}`;
  if (outcome.text !== undefined) written.set(outcome, members);
  return members;
}
