/**
 * What the SDK has accepted once. A client sends the same envelope with each request of the envelope era, and lists and
 * resources are asked for again and again. Both are remembered from the SDK's own answers, so that nothing here knows what is
 * valid.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { isPlainObject } from "../../core/json/pointer.ts";
import { isWritableJson } from "../../core/json/values.ts";
import type { HeaderMap } from "../http/call.ts";
import { isIdOrToken, type JsonObject, toolCallsIn } from "./messages.ts";

export interface SdkAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

const MAX_ENTRIES = 1_000;
const MAX_KEY_LENGTH = 2_048;
/** Of all answers that are kept. */
const MAX_CHARACTERS = 8_388_608;

/** The `_meta` members that make up an envelope. */
export const ENVELOPE_MEMBERS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
]);

/** `rulesInUse`: whatever answers other than those of tools are made from, compared by identity. */
export function createMemory(rulesInUse: () => readonly unknown[]) {
  const envelopes = new Set<string>();
  const answers = new Map<string, SdkAnswer>();
  let characters = 0;
  let rules: readonly unknown[] = [];

  function forget(): void {
    answers.clear();
    characters = 0;
  }

  function currentRules(): readonly unknown[] {
    const current = rulesInUse();
    if (current.length === rules.length && current.every((each, at) => each === rules[at])) return rules;
    forget();
    rules = current;
    return rules;
  }

  function learnEnvelope({ params }: JsonObject): void {
    const key = envelopeOf((params as { _meta: JsonObject })._meta);
    if (key.length > MAX_KEY_LENGTH) return;
    if (envelopes.size >= MAX_ENTRIES) envelopes.clear();
    envelopes.add(key);
  }

  return {
    knowsEnvelope: (meta: JsonObject) => envelopes.has(envelopeOf(meta)),
    /** The answer to this message, if the SDK has given it before under the rules in use. */
    recall(message: unknown, headers: HeaderMap): SdkAnswer | undefined {
      const key = keyOf(message, headers);
      currentRules();
      const kept = key === undefined ? undefined : answers.get(key);
      return kept && { ...kept, body: kept.body + endOf(message as JsonObject) };
    },
    /** Asked before the SDK is; called with what it says. Only requests of the envelope era have an envelope. */
    learn(message: unknown, headers: HeaderMap, hasEnvelope: boolean): (answer: SdkAnswer) => void {
      const before = currentRules();
      return (answer) => {
        const isResult = answer.status < 300 && /^(?:\{"result":|$)/.test(answer.body);
        if (!isResult || !isPlainObject(message)) return;
        if (hasEnvelope && toolCallsIn(message).length > 0) learnEnvelope(message);
        const key = keyOf(message, headers);
        const end = endOf(message);
        const { length } = answer.body;
        if (key === undefined || currentRules() !== before || !answer.body.endsWith(end)) return;
        if (length > MAX_CHARACTERS / 4) return;
        if (answers.size >= MAX_ENTRIES || characters + length > MAX_CHARACTERS) forget();
        characters += length;
        answers.set(key, { ...answer, body: answer.body.slice(0, length - end.length) });
      };
    },
  };
}

/** Null and absent must differ here, as they do for the SDK. */
function envelopeOf(meta: JsonObject): string {
  return JSON.stringify(Object.fromEntries([...ENVELOPE_MEMBERS].map((name) => [name, meta[name]])));
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
