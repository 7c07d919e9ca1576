/**
 * In the envelope era every request repeats its protocol revision, client and capabilities, and a client sends the
 * same ones each time. The SDK checks an envelope when it is first sent; once the SDK has served a tool call with it,
 * it is known to be valid.
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

/** The `_meta` members that make up an envelope. */
export const ENVELOPE_MEMBERS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
]);

export function createEnvelopeMemory() {
  const good = new Set<string>();
  return {
    knows: (meta: JsonObject) => good.has(keyOf(meta)),
    /** Called for every request that the SDK answered with status 200. */
    learn({ method, params }: JSONRPCRequest | JSONRPCNotification, answer: string): void {
      const meta = params?._meta;
      if (method !== "tools/call" || !isPlainObject(meta) || !answer.startsWith('{"result":')) return;
      const key = keyOf(meta);
      if (key.length > MAX_ENVELOPE_LENGTH) return;
      if (good.size >= MAX_ENVELOPES) good.clear();
      good.add(key);
    },
  };
}

/** Null and absent must differ here, as they do for the SDK. */
function keyOf(meta: JsonObject): string {
  return JSON.stringify({
    version: meta[PROTOCOL_VERSION_META_KEY],
    client: meta[CLIENT_INFO_META_KEY],
    capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
    logLevel: meta[LOG_LEVEL_META_KEY],
  });
}
