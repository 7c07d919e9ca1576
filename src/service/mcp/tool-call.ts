/**
 * The short path for `tools/call`, which is nearly all traffic. The SDK's path through web streams, Request and
 * Response objects and schema parsing costs several times as much as checking a candidate. Only calls that are
 * perfectly regular are handled here, and they get exactly the bytes that the SDK would send; everything unusual or
 * wrong goes to the SDK. A test sends a corpus both ways and compares the answers.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { isPlainObject } from "../../core/json/pointer.ts";
import type { HeaderMap } from "../http/call.ts";
import type { Outcome } from "../operations/operation.ts";
import { isIdOrToken, type JsonObject, type RequestId } from "./messages.ts";
import { knowsLinks, linksIn, toolResult } from "./tools.ts";

export interface ToolCall {
  readonly id: RequestId;
  readonly name: string;
  readonly arguments: JsonObject | undefined;
  /** What the SDK adds to a result in the era of the call. */
  readonly suffix: string;
  readonly hasLinks: boolean;
}

const MESSAGE_MEMBERS = new Set(["jsonrpc", "id", "method", "params"]);
const PARAM_MEMBERS = new Set(["name", "arguments", "_meta"]);
/** The `_meta` members that make up an envelope. The first one, with the revision, marks a request of the envelope era. */
const ENVELOPE_MEMBERS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
]);
/** The prefix of `_meta` members that the protocol defines. */
const RESERVED = PROTOCOL_VERSION_META_KEY.slice(0, PROTOCOL_VERSION_META_KEY.indexOf("/") + 1);
const MAX_ENVELOPES = 1_000;
const MAX_ENVELOPE_LENGTH = 2_048;

export function createShortPath(serverInfo: object) {
  /** Those with which the SDK has served a call: a client sends the same one with each request. */
  const envelopes = new Set<string>();
  /** It is always the same, so it is serialized once. */
  const suffix = `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: serverInfo })}`;

  function suffixFor(meta: unknown, name: string, headers: HeaderMap): string | undefined {
    const version = headers["mcp-protocol-version"];
    if (meta === undefined) return isInitializeEra(version) ? "" : undefined;
    if (!isPlainObject(meta) || !isIdOrToken(meta.progressToken)) return undefined;
    const claimed = meta[PROTOCOL_VERSION_META_KEY];
    for (const key in meta)
      if (key.startsWith(RESERVED) && !(claimed !== undefined && ENVELOPE_MEMBERS.has(key))) return undefined;
    if (claimed === undefined) return isInitializeEra(version) ? "" : undefined;
    const agrees =
      version === claimed && headers["mcp-method"] === "tools/call" && headers["mcp-name"] === name;
    return agrees && envelopes.has(envelopeOf(meta)) ? suffix : undefined;
  }

  return {
    /** Undefined for everything that is not perfectly regular. */
    read(body: unknown, headers: HeaderMap): ToolCall | undefined {
      if (!isPlainObject(body) || body.jsonrpc !== "2.0" || body.method !== "tools/call") return undefined;
      const { id, params } = body;
      if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
      if (!isPlainObject(params) || !hasOnly(body, MESSAGE_MEMBERS) || !hasOnly(params, PARAM_MEMBERS))
        return undefined;
      const { name, arguments: args, _meta: meta } = params;
      if (typeof name !== "string" || !(args === undefined || isPlainObject(args))) return undefined;
      const own = suffixFor(meta, name, headers);
      if (own === undefined) return undefined;
      return { id: id as RequestId, name, arguments: args, suffix: own, hasLinks: knowsLinks(headers) };
    },
    /** The SDK has served a call of the envelope era with these parameters. */
    learn(params: unknown): void {
      const key = envelopeOf((params as { _meta: JsonObject })._meta);
      if (key.length > MAX_ENVELOPE_LENGTH) return;
      if (envelopes.size >= MAX_ENVELOPES) envelopes.clear();
      envelopes.add(key);
    },
  };
}

function hasOnly(object: JsonObject, members: ReadonlySet<string>): boolean {
  for (const member in object) if (!members.has(member)) return false;
  return true;
}

/** Revisions of the initialize era are those that the header names. */
function isInitializeEra(version: unknown): boolean {
  return version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version as string);
}

/** Null and absent must differ here, as they do for the SDK. */
function envelopeOf(meta: JsonObject): string {
  return JSON.stringify(Object.fromEntries([...ENVELOPE_MEMBERS].map((name) => [name, meta[name]])));
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
