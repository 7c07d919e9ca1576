/**
 * Reads `{ "generators": [ … ], "next"?: … }` as it arrives. Only the borders of the array's elements are looked
 * for here; a batch of whole elements goes to JSON.parse, and so does what surrounds the array. What the two
 * accept together is exactly what JSON.parse would accept of the whole, in memory that does not grow with it.
 */
import { TextDecoder } from "node:util";
import { isPlainObject } from "../../core/json/pointer.ts";
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";

export interface RegistryPageParser {
  feed(chunk: Uint8Array): UpstreamProblem | undefined;
  finish(): { ok: true; next: string | undefined } | { ok: false; problem: UpstreamProblem };
}

const ENVELOPE_BYTES = 65_536;
const ELEMENT_BYTES = 65_536;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function notJson(): UpstreamProblem {
  return { code: "invalid-json", message: "the answer is not valid JSON" };
}

export function createRegistryPageParser(
  onEntries: (entries: readonly unknown[]) => UpstreamProblem | undefined,
): RegistryPageParser {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let depth = 0;
  let inString = false;
  let escaped = false;
  let inElements = false;
  let arrays = 0;
  let afterComma = false;
  /** Whatever is not an element of the array, and the elements not yet handed on. */
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

  /** Hands on the pending elements; `last` when the array's end has come. */
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
    return envelopeBytes > ENVELOPE_BYTES
      ? { code: "too-large", message: `more than ${ENVELOPE_BYTES} bytes beside the generators` }
      : undefined;
  };

  const keepPending = (piece: Uint8Array): UpstreamProblem | undefined => {
    pending.push(piece);
    pendingBytes += piece.byteLength;
    return undefined;
  };

  const opensGenerators = (): boolean => {
    const tail = Buffer.concat(envelope).subarray(-256).toString("latin1");
    return /(?<!\\)"generators"\s*:\s*$/.test(tail);
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
        if (inElements && depth === 2) lastComma = at;
      } else if (byte === OPEN_ARRAY) {
        if (!inElements && depth === 1) {
          const problem = keepEnvelope(chunk.subarray(start, at));
          if (problem !== undefined) return problem;
          start = at;
          if (opensGenerators()) {
            if (++arrays > 1) return { code: "invalid-shape", message: "generators is given twice" };
            keepEnvelope(chunk.subarray(at, at + 1));
            start = at + 1;
            inElements = true;
          }
        }
        depth++;
      } else if (byte === CLOSE_ARRAY) {
        depth--;
        if (inElements && depth === 1) {
          keepPending(chunk.subarray(start, at));
          const problem = flush(true);
          if (problem !== undefined) return problem;
          inElements = false;
          start = at;
          lastComma = -1;
        }
      }
    }
    if (!inElements) return keepEnvelope(chunk.subarray(start));
    if (lastComma >= 0) {
      keepPending(chunk.subarray(start, lastComma));
      const problem = flush(false);
      if (problem !== undefined) return problem;
      start = lastComma + 1;
    }
    keepPending(chunk.subarray(start));
    return pendingBytes > ELEMENT_BYTES + chunk.length
      ? { code: "too-large", message: `a generator is larger than ${ELEMENT_BYTES} bytes` }
      : undefined;
  };

  const finish = (): ReturnType<RegistryPageParser["finish"]> => {
    const text = inElements ? undefined : decode(utf8, envelope);
    const page = text === undefined ? undefined : parse(text);
    if (page === undefined) return { ok: false, problem: notJson() };
    const problem = pageProblem(page, arrays);
    if (problem !== undefined) return { ok: false, problem };
    return { ok: true, next: (page as { next?: string | null }).next ?? undefined };
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

function pageProblem(page: unknown, arrays: number): UpstreamProblem | undefined {
  if (!isPlainObject(page)) {
    return { code: "invalid-shape", message: "the answer is not a JSON object" };
  }
  const { generators, next } = page;
  // Its elements were taken out on the way, so anything left in it came by a second member of that name.
  if (arrays === 0 || !Array.isArray(generators) || generators.length > 0) {
    return { code: "invalid-shape", message: "the answer has no single array named generators" };
  }
  if (next !== undefined && next !== null && (typeof next !== "string" || next === "")) {
    return { code: "invalid-shape", message: "next is not a URL" };
  }
  return undefined;
}
