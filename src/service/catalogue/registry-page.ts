/**
 * Reads a registry page, `{ "<member>": [ … ], "next"?: … }`, as it arrives. This file only
 * finds where entries begin and end; JSON.parse reads batches of whole entries, and whatever surrounds the list. So
 * exactly the pages that JSON.parse accepts are accepted, in memory that does not grow with the page.
 */
import { TextDecoder } from "node:util";
import { isPlainObject } from "../../core/json/pointer.ts";
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";

interface RegistryPageParser {
  feed(chunk: Uint8Array): UpstreamProblem | undefined;
  finish(): { ok: true; next: string | undefined } | { ok: false; problem: UpstreamProblem };
}

const MAX_ENVELOPE_BYTES = 65_536;
const MAX_ENTRY_BYTES = 65_536;
/** Room for the longest member name with every character escaped, and white space around the colon. */
const MEMBER_BYTES = 2_048;
/** A member name right before its value. A quote after a backslash is part of the name. */
const MEMBER_NAME = /(?<!\\)("(?:[^"\\]|\\.)*")\s*:\s*$/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function notJson(): UpstreamProblem {
  return { code: "invalid-json", message: "the response is not valid JSON" };
}

export function createRegistryPageParser(
  member: string,
  onEntries: (entries: readonly unknown[]) => UpstreamProblem | undefined,
): RegistryPageParser {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let depth = 0;
  let inString = false;
  let escaped = false;
  let inEntries = false;
  let lists = 0;
  let afterComma = false;
  /** What surrounds the entries, and the entries not yet passed on. */
  let envelope: Uint8Array[] = [];
  let envelopeBytes = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;

  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };

  /** Passes the pending entries on; `last` at the end of the list. */
  const flush = (last: boolean): UpstreamProblem | undefined => {
    const entries = parse(`[${decode(utf8, pending) ?? "!"}]`) as unknown[] | undefined;
    pending = [];
    pendingBytes = 0;
    if (entries === undefined || (entries.length === 0 && (afterComma || !last))) return notJson();
    afterComma = !last;
    return entries.length === 0 ? undefined : onEntries(entries);
  };

  const keepEnvelope = (piece: Uint8Array): UpstreamProblem | undefined => {
    envelope.push(piece);
    envelopeBytes += piece.byteLength;
    if (envelope.length > 64) envelope = [Buffer.concat(envelope)];
    return envelopeBytes > MAX_ENVELOPE_BYTES
      ? { code: "too-large", message: `more than ${MAX_ENVELOPE_BYTES} bytes besides the entries` }
      : undefined;
  };

  const keepPending = (piece: Uint8Array): UpstreamProblem | undefined => {
    pending.push(piece);
    pendingBytes += piece.byteLength;
    return undefined;
  };

  const opensEntries = (): boolean => {
    const tail = Buffer.concat(envelope).subarray(-MEMBER_BYTES).toString();
    return parse(MEMBER_NAME.exec(tail)?.[1] ?? "") === member;
  };

  const feed = (chunk: Uint8Array): UpstreamProblem | undefined => {
    let start = 0;
    let lastComma = -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) {
        inString = true;
      } else if (byte === OPEN_OBJECT) {
        depth++;
      } else if (byte === CLOSE_OBJECT) {
        depth--;
      } else if (byte === COMMA) {
        if (inEntries && depth === 2) lastComma = at;
      } else if (byte === OPEN_ARRAY) {
        if (!inEntries && depth === 1) {
          const problem = keepEnvelope(chunk.subarray(start, at));
          if (problem !== undefined) return problem;
          start = at;
          if (opensEntries()) {
            if (++lists > 1)
              return { code: "invalid-shape", message: `${JSON.stringify(member)} is given twice` };
            keepEnvelope(chunk.subarray(at, at + 1));
            start = at + 1;
            inEntries = true;
          }
        }
        depth++;
      } else if (byte === CLOSE_ARRAY) {
        depth--;
        if (inEntries && depth === 1) {
          keepPending(chunk.subarray(start, at));
          const problem = flush(true);
          if (problem !== undefined) return problem;
          inEntries = false;
          start = at;
          lastComma = -1;
        }
      }
    }
    if (!inEntries) return keepEnvelope(chunk.subarray(start));
    if (lastComma >= 0) {
      keepPending(chunk.subarray(start, lastComma));
      const problem = flush(false);
      if (problem !== undefined) return problem;
      start = lastComma + 1;
    }
    keepPending(chunk.subarray(start));
    return pendingBytes > MAX_ENTRY_BYTES + chunk.length
      ? { code: "too-large", message: `an entry is larger than ${MAX_ENTRY_BYTES} bytes` }
      : undefined;
  };

  const finish = (): ReturnType<RegistryPageParser["finish"]> => {
    const text = inEntries ? undefined : decode(utf8, envelope);
    const page = text === undefined ? undefined : parse(text);
    if (page === undefined) return { ok: false, problem: notJson() };
    if (!isPlainObject(page)) return invalidShape("the response is not a JSON object");
    const { [member]: entries, next } = page;
    // The entries have been removed, so anything left in the list comes from a second member of that name.
    if (lists === 0 || !Array.isArray(entries) || entries.length > 0)
      return invalidShape(`the response has no single list named ${JSON.stringify(member)}`);
    if (next === undefined || next === null) return { ok: true, next: undefined };
    return typeof next === "string" && next !== "" ? { ok: true, next } : invalidShape("next is not a URL");
  };

  return { feed, finish };
}

function decode(utf8: TextDecoder, pieces: readonly Uint8Array[]): string | undefined {
  try {
    return utf8.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
  } catch {
    return undefined;
  }
}

function invalidShape(message: string): { ok: false; problem: UpstreamProblem } {
  return { ok: false, problem: { code: "invalid-shape", message } };
}
