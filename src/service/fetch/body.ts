/** Reads request bodies of the Fetch API, up to the limit. */

import type { Body } from "../http/call.ts";
import { bodyTooLarge, MAX_BODY_BYTES } from "../http/media-type.ts";
import { problem } from "../operations/problems.ts";

/** Reading stops after `limit` bytes. */
export async function readBody(request: Request, limit: number): Promise<Body> {
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

/** A byte order mark is skipped. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
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
