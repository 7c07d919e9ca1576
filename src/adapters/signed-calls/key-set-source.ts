/** Where a key set is read from: an address or a file. */
import { open } from "node:fs/promises";
import { type Exchange, exchangeJson } from "../shared/bounded-json.ts";

export interface KeySetSourceOptions {
  /** An http(s) address, or the path of a file. */
  readonly jwks: string;
  readonly fetch?: typeof fetch | undefined;
}

export interface KeySetSource {
  read(): Promise<Exchange>;
  /** From this age on, a use of the set also fetches it anew behind the caller's back. */
  readonly refreshAfterMs: number;
  /** From this age on, callers wait for the new one: a withdrawn key must not live on. */
  readonly awaitAfterMs: number;
}

const MAX_BYTES = 65_536;
const TIMEOUT_MS = 2_000;
const mediaTypes = ["application/json", "application/jwk-set+json"];

export function keySetSource({ jwks, fetch }: KeySetSourceOptions): KeySetSource {
  if (!/^https?:\/\//i.test(jwks)) {
    // A file is cheap to read: it is looked at so often that an edit counts within seconds.
    return { read: () => readJsonFile(jwks), refreshAfterMs: 2_000, awaitAfterMs: 2_000 };
  }
  const headers = { accept: mediaTypes.join(", ") };
  const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, mediaTypes, fetch };
  return {
    read: () => exchangeJson(jwks, { method: "GET", headers }, bounds),
    refreshAfterMs: 60_000,
    awaitAfterMs: 300_000,
  };
}

async function readJsonFile(path: string): Promise<Exchange> {
  const bytes = await readStart(path, MAX_BYTES + 1).catch(() => undefined);
  if (bytes === undefined) return { ok: false, fault: "unreachable" };
  if (bytes.length > MAX_BYTES) return { ok: false, fault: "too-large" };
  try {
    return { ok: true, value: JSON.parse(bytes.toString()) };
  } catch {
    return { ok: false, fault: "malformed" };
  }
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
