/**
 * The short path for `tools/call`, which is nearly all traffic. The SDK's path through web streams, Request and
 * Response objects and schema parsing costs several times as much as checking a candidate. Only calls like
 * one that the SDK has served are handled here, and they get exactly the bytes that the SDK would send; everything unusual
 * or wrong goes to the SDK. A test sends a corpus both ways and compares the answers.
 */
import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { isPlainObject } from "../../core/json/pointer.ts";
import { isWritableJson } from "../../core/json/values.ts";
import type { HeaderMap } from "../http/call.ts";
import type { Outcome } from "../operations/operation.ts";
import { isIdOrToken, type JsonObject, type RequestId } from "./messages.ts";
import { knowsLinks, linksIn, toolResult } from "./tools.ts";

export interface ToolCall {
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
const MAX_KNOWN = 1_000;
const MAX_KEY_LENGTH = 2_048;

export function createShortPath() {
  /** What the SDK has added to results, by the keys of their calls: a client sends the same envelope with each request. */
  const suffixes = new Map<string, string>();
  return {
    /** Undefined for everything that is not perfectly regular. */
    read(body: unknown, headers: HeaderMap): ToolCall | undefined {
      const key = keyOf(body, headers);
      const suffix = key && suffixes.get(key);
      if (suffix === undefined) return undefined;
      const { id, params } = body as { id: RequestId; params: Pick<ToolCall, "name" | "arguments"> };
      return { id, name: params.name, arguments: params.arguments, suffix, hasLinks: knowsLinks(headers) };
    },
    /** The SDK has served this message with a result. */
    learn(body: JsonObject, headers: HeaderMap, answer: string): void {
      const key = keyOf(body, headers);
      if (key === undefined || key.length > MAX_KEY_LENGTH) return;
      if (suffixes.size >= MAX_KNOWN) suffixes.clear();
      const { content: _, structuredContent: __, isError: ___, ...added } = JSON.parse(answer).result;
      const members = Object.entries(added).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
      suffixes.set(key, members.join(""));
    },
  };
}

/** All that the answer to a regular call of a tool depends on, apart from its id and its arguments. Undefined: it is not regular. */
function keyOf(body: unknown, headers: HeaderMap): string | undefined {
  if (!isPlainObject(body) || body.jsonrpc !== "2.0" || body.method !== "tools/call") return undefined;
  const { id, params } = body;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (!isPlainObject(params) || !hasOnly(body, MESSAGE_MEMBERS) || !hasOnly(params, PARAM_MEMBERS))
    return undefined;
  const { name, arguments: args, _meta: meta } = params;
  if (typeof name !== "string" || !(args === undefined || isPlainObject(args))) return undefined;
  const envelope = meta === undefined ? "" : envelopeOf(meta);
  if (envelope === undefined) return undefined;
  const { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": named } = headers;
  return `${version}\n${method}\n${named}\n${envelope}\n${name}`;
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
export function renderToolAnswer({ id, suffix, hasLinks }: ToolCall, outcome: Outcome): string {
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
