/** Reads request bodies of the Fetch API, up to the limit. */
import { type Problem, problem } from "../operations/problems.ts";
import { EMPTY_BODY, NOT_UTF8, type ParsedBody, parseJsonText } from "../transports/http/json-text.ts";
import { bodyTooLarge, MAX_BODY_BYTES } from "../transports/http/media-type.ts";

type Body =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** `start`: the bytes that were read. */
  | { readonly ok: false; readonly problem: Problem; readonly start: Uint8Array };

/** Reading stops after `limit` bytes. */
export async function readBody(request: Request, limit = MAX_BODY_BYTES): Promise<Body> {
  // Servers hold a body to the length that it declares, and to read it at once costs less than a stream.
  const declared = request.headers.get("content-length");
  return declared !== null && Number(declared) <= limit
    ? readWhole(request, limit)
    : readPieces(request, limit);
}

async function readWhole(request: Request, limit: number): Promise<Body> {
  try {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length <= limit ? { ok: true, bytes } : { ok: false, problem: TOO_LARGE, start: bytes };
  } catch {
    return { ok: false, problem: CUT_SHORT, start: new Uint8Array() };
  }
}

async function readPieces(request: Request, limit: number): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const received = () => joined(chunks, size);
  if (request.body === null) return { ok: true, bytes: received() };
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { ok: true, bytes: received() };
      size += value.length;
      chunks.push(value);
      if (size <= limit) continue;
      reader.cancel().catch(() => undefined);
      return { ok: false, problem: TOO_LARGE, start: received() };
    }
  } catch {
    return { ok: false, problem: CUT_SHORT, start: received() };
  }
}

/** RFC 8259: UTF-8 only. A byte order mark is skipped. */
export function parseJson(bytes: Uint8Array): ParsedBody {
  if (bytes.length === 0) return EMPTY_BODY;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return NOT_UTF8;
  }
  return parseJsonText(text);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const TOO_LARGE = bodyTooLarge(`The body has more than ${MAX_BODY_BYTES} bytes`);
const CUT_SHORT = problem("malformed-request", "The connection closed before the body was complete.");
