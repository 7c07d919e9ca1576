/**
 * In the envelope era every request says anew which revision, client and capabilities it comes with, and a client
 * says the same each time. The SDK judges an envelope when it first sees it; one it has served a tool call for is
 * known to be good from then on.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type JSONRPCNotification,
  type JSONRPCRequest,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { isPlainObject } from "../../core/json/pointer.ts";
import type { JsonObject } from "./messages.ts";

const MAX_ENVELOPES = 1_000;
const MAX_ENVELOPE_LENGTH = 2_048;

/** The `_meta` members an envelope is made of. */
export const ENVELOPE_MEMBERS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
]);

export interface EnvelopeMemory {
  knows(meta: JsonObject): boolean;
  /** Told of every request the SDK answered with status 200, and of its answer. */
  learn(message: JSONRPCRequest | JSONRPCNotification, answer: string): void;
}

export function createEnvelopeMemory(): EnvelopeMemory {
  const good = new Set<string>();
  return {
    knows: (meta) => good.has(keyOf(meta)),
    learn({ method, params }, answer) {
      const meta = params?._meta;
      if (method !== "tools/call" || !isPlainObject(meta) || !answer.startsWith('{"result":')) return;
      const key = keyOf(meta);
      if (key.length > MAX_ENVELOPE_LENGTH) return;
      if (good.size >= MAX_ENVELOPES) good.clear();
      good.add(key);
    },
  };
}

/** Null and absent must differ here, as they do to the SDK. */
function keyOf(meta: JsonObject): string {
  return JSON.stringify({
    version: meta[PROTOCOL_VERSION_META_KEY],
    client: meta[CLIENT_INFO_META_KEY],
    capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
    logLevel: meta[LOG_LEVEL_META_KEY],
  });
}
