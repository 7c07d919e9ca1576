/** Where a key set comes from: a URL or a file. */
import { open } from "node:fs/promises";
import {
  fetchJson,
  type JsonDocument,
  parseJson,
  SMALL_DOCUMENT_LIMITS,
} from "../../shared/json-document.ts";

interface KeySetSource {
  read(): Promise<JsonDocument>;
  /** From this age on, using the set also refreshes it in the background. */
  readonly refreshAfterMs: number;
  /** From this age on, callers wait for a fresh set, so that a withdrawn key stops working. */
  readonly awaitAfterMs: number;
}

/** `jwks`: an http or https URL, or the path of a file. */
export function keySetSource(jwks: string): KeySetSource {
  if (!/^https?:\/\//i.test(jwks)) {
    // A file is cheap to read, so an edit takes effect within seconds.
    return { read: () => readJsonFile(jwks), refreshAfterMs: 2_000, awaitAfterMs: 2_000 };
  }
  const request = {
    url: new URL(jwks),
    limits: SMALL_DOCUMENT_LIMITS,
    headers: { accept: "application/json, application/jwk-set+json" },
  };
  return { read: () => fetchJson(request), refreshAfterMs: 60_000, awaitAfterMs: 300_000 };
}

async function readJsonFile(path: string): Promise<JsonDocument> {
  const { maxBytes } = SMALL_DOCUMENT_LIMITS;
  const bytes = await readStart(path, maxBytes + 1).catch(() => undefined);
  if (bytes === undefined) return { ok: false, reason: "unreachable" };
  return bytes.length > maxBytes ? { ok: false, reason: "too-large" } : parseJson(bytes);
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
