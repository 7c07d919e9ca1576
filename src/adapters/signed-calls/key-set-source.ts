/** Where a key set is read from: an address or a file. */
import { open } from "node:fs/promises";
import { fetchJson, type JsonDocument, parseJson, SMALL_DOCUMENT_LIMITS } from "../shared/json-document.ts";

export interface KeySetSource {
  read(): Promise<JsonDocument>;
  /** From this age on, a use of the set also fetches it anew behind the caller's back. */
  readonly refreshAfterMs: number;
  /** From this age on, callers wait for the new one: a withdrawn key must not live on. */
  readonly awaitAfterMs: number;
}

/** `jwks` is an http(s) address or the path of a file. */
export function keySetSource(jwks: string): KeySetSource {
  if (!/^https?:\/\//i.test(jwks)) {
    // A file is cheap to read: it is looked at so often that an edit counts within seconds.
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
