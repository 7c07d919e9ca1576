/**
 * The short path for `tools/call`, which is nearly all traffic. The SDK's path through web streams, Request and
 * Response objects and schema parsing costs several times as much as checking a candidate. Only calls that are
 * perfectly regular are handled here, and they get exactly the bytes that the SDK would send; everything unusual or
 * wrong goes to the SDK. A test sends a corpus both ways and compares the answers.
 */
import { isPlainObject } from "../../core/json/pointer.ts";
import type { HeaderMap } from "../http/call.ts";
import type { Outcome } from "../operations/operation.ts";
import { isIdOrToken, type JsonObject, type RequestId } from "./messages.ts";
import { knowsLinks, linksIn, toolResult } from "./tools.ts";

interface ToolCall {
  readonly id: RequestId;
  readonly name: string;
  readonly arguments: JsonObject | undefined;
  readonly era: "initialize" | "envelope";
  readonly hasLinks: boolean;
}

/** What the SDK knows about the protocol, so that this file need not name revisions. */
export interface Protocol {
  /** Revisions of the initialize era, as the `MCP-Protocol-Version` header names them. */
  readonly versions: readonly string[];
  /** The `_meta` member with the revision, which marks a request of the envelope era. */
  readonly claim: string;
  /** All `_meta` members that belong to the envelope. */
  readonly envelope: ReadonlySet<string>;
  /** The prefix of `_meta` members that the protocol defines. */
  readonly reserved: string;
  /** Whether the SDK has served a call with this envelope. */
  knowsEnvelope(meta: JsonObject): boolean;
}

export function readToolCall(body: unknown, headers: HeaderMap, protocol: Protocol): ToolCall | undefined {
  if (!isPlainObject(body) || body.jsonrpc !== "2.0" || body.method !== "tools/call") return undefined;
  const { id, params } = body;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (!isPlainObject(params) || !hasOnly(body, MESSAGE_MEMBERS) || !hasOnly(params, PARAM_MEMBERS))
    return undefined;
  const { name, arguments: args, _meta: meta } = params;
  if (typeof name !== "string" || !(args === undefined || isPlainObject(args))) return undefined;
  const era = eraOf(meta, name, headers, protocol);
  if (era === undefined) return undefined;
  return { id: id as RequestId, name, arguments: args, era, hasLinks: knowsLinks(headers) };
}

const MESSAGE_MEMBERS = new Set(["jsonrpc", "id", "method", "params"]);
const PARAM_MEMBERS = new Set(["name", "arguments", "_meta"]);

function hasOnly(object: JsonObject, members: ReadonlySet<string>): boolean {
  for (const member in object) if (!members.has(member)) return false;
  return true;
}

function eraOf(
  meta: unknown,
  name: string,
  headers: HeaderMap,
  protocol: Protocol,
): ToolCall["era"] | undefined {
  const version = headers["mcp-protocol-version"];
  if (meta === undefined) return isInitializeEra(version, protocol) ? "initialize" : undefined;
  if (!isPlainObject(meta) || !isIdOrToken(meta.progressToken)) return undefined;
  const claimed = meta[protocol.claim];
  for (const key in meta)
    if (key.startsWith(protocol.reserved) && !(claimed !== undefined && protocol.envelope.has(key)))
      return undefined;
  if (claimed === undefined) return isInitializeEra(version, protocol) ? "initialize" : undefined;
  const agrees =
    version === claimed && headers["mcp-method"] === "tools/call" && headers["mcp-name"] === name;
  return agrees && protocol.knowsEnvelope(meta) ? "envelope" : undefined;
}

function isInitializeEra(version: unknown, { versions }: Protocol): boolean {
  return version === undefined || versions.includes(version as string);
}

/** What the SDK adds to a result, per era. It is always the same, so it is serialized once. */
export type ResultSuffix = Readonly<Record<ToolCall["era"], string>>;

/** The answer as the SDK would write it. The body is serialized once for both of its forms. */
export function renderToolAnswer(call: ToolCall, outcome: Outcome, suffix: ResultSuffix): string {
  return `{"result":{${resultMembers(outcome, call.hasLinks)}${suffix[call.era]}},"jsonrpc":"2.0","id":${JSON.stringify(call.id)}}`;
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
