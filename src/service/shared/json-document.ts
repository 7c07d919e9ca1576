/** Small JSON documents from a neighbour, read whole. */
import { type FetchAnswer, type FetchLimits, type FetchRequest, fetchStream } from "./bounded-fetch.ts";

/** For documents of a few kilobytes, read while a caller waits. */
export const SMALL_DOCUMENT_LIMITS: FetchLimits = {
  headMs: 2_000,
  totalMs: 2_000,
  stallMs: 2_000,
  stallBytes: 1,
  maxBytes: 65_536,
};

export type JsonDocument = { readonly ok: true; readonly value: unknown } | JsonFailure;

export interface JsonFailure {
  readonly ok: false;
  /** One of our own codes, never text from the neighbour. */
  readonly reason: string;
  /** The HTTP status, if a response was received. */
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export async function fetchBytes(request: FetchRequest): Promise<FetchAnswer<Buffer>> {
  const chunks: Buffer[] = [];
  const answer = await fetchStream(request, (chunk) => {
    chunks.push(chunk);
    return undefined;
  });
  return answer.status === "ok" ? { ...answer, body: Buffer.concat(chunks) } : answer;
}

export async function fetchJson(request: Omit<FetchRequest, "etag">): Promise<JsonDocument> {
  const answer = await fetchBytes(request);
  if (answer.status === "not-modified") throw new Error("an unconditional request cannot be answered 304");
  if (answer.status === "ok") {
    const document = parseJson(answer.body);
    return document.ok ? document : { ...document, status: 200 };
  }
  const { problem, httpStatus: status, retryAfterSeconds } = answer;
  return { ok: false, reason: problem.code, status, retryAfterSeconds };
}

/** UTF-8 only. A byte order mark, which some editors add, is skipped, as RFC 8259 section 8.1 allows. */
export function parseJson(bytes: Uint8Array): JsonDocument {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return { ok: false, reason: "malformed" };
  }
}
