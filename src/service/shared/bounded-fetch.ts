/**
 * Fetches one JSON document from a neighbour. Nothing is trusted: redirects are not followed, nothing is decompressed, and time,
 * pace and size have limits. Failures have codes of our own, so that no word of a neighbour reaches a log line or an answer.
 */
import { lookup } from "node:dns";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { readHttpDate, retryAfterMs } from "../../client/retry-after.ts";

export interface FetchLimits {
  /** Until the last byte has arrived. */
  totalMs: number;
  /** Until the response head has arrived; as long as all of it unless it is given. */
  headMs?: number;
  /** In every span of `stallMs` at least `stallBytes` must arrive, so that a very slow sender is cut off. */
  stallMs?: number;
  stallBytes?: number;
  /** Of the body, as sent. */
  maxBytes: number;
}

/** Why a document could not be fetched or was refused. Written for the operator's log, never for callers. */
export interface UpstreamProblem {
  code: string;
  message: string;
  reasons?: readonly { pointer: string; code: string; message: string }[];
}

export type FetchHead = ReturnType<typeof readHead>;

export interface FetchFailure {
  status: "failed";
  problem: UpstreamProblem;
  /** Set when an HTTP response was received. */
  httpStatus?: number | undefined;
  /** For how long the neighbour does not want to be asked. */
  retryAfterMs?: number | undefined;
}

export function failed(code: string, message: string, reasons?: UpstreamProblem["reasons"]) {
  return { status: "failed", problem: { code, message, ...(reasons && { reasons }) } } as const;
}

type WholeAnswer = { status: "ok"; head: FetchHead; body: Buffer } | FetchFailure;
type FetchAnswer = WholeAnswer | { status: "not-modified"; head: FetchHead };

export interface FetchRequest {
  url: URL;
  limits: FetchLimits;
  /** Sent with POST; without it the request is a GET. Either way the request must be safe to repeat. */
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** The entity tag of an earlier answer, sent as If-None-Match. */
  etag?: string | undefined;
}

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/;
const JSON_TYPE = /^application\/(?:[\w!#$&^.+-]+\+)?json\s*(?:;|$)/i;

/** Node's default agent keeps connections alive. Nobody who sends no tag is told that nothing was modified. */
export function fetchBytes(options: Omit<FetchRequest, "etag">): Promise<WholeAnswer>;
export function fetchBytes(options: FetchRequest): Promise<FetchAnswer>;
export function fetchBytes(options: FetchRequest): Promise<FetchAnswer> {
  return new Promise((resolve) => {
    const { url, limits, body, etag } = options;
    const { totalMs, headMs = totalMs, stallMs = totalMs, stallBytes = 0, maxBytes } = limits;
    let outgoing: ClientRequest;
    let response: IncomingMessage | undefined;
    let settled = false;
    const chunks: Buffer[] = [];
    let received = 0;
    let stall: NodeJS.Timeout | undefined;

    const settle = (answer: FetchAnswer): void => {
      if (settled) return;
      settled = true;
      clearTimeout(headTimer);
      clearTimeout(totalTimer);
      clearInterval(stall);
      if (answer.status === "failed") outgoing.destroy();
      resolve(answer);
    };
    const fail = (code: string, message: string): void =>
      settle({
        ...failed(code, message),
        httpStatus: response?.statusCode,
        retryAfterMs: response && retryAfterMs(response.headers["retry-after"], response.headers.date),
      });
    const failAfter = (ms: number, message: string) => setTimeout(fail, ms, "timeout", message);
    const failTooLarge = (): void => fail("too-large", `the response is larger than ${maxBytes} bytes`);

    const send = (): void => {
      const request = url.protocol === "https:" ? httpsRequest : httpRequest;
      outgoing = request(url, {
        lookup: lookUpOnce,
        method: body === undefined ? "GET" : "POST",
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": "proposal-preflight",
          ...options.headers,
          ...(etag !== undefined && { "if-none-match": etag }),
        },
      });
      outgoing.on("response", onResponse).on("error", onError).end(body);
    };

    const onError = ({ code = "unknown error" }: NodeJS.ErrnoException): void => {
      // The other side may close a kept-alive connection just as we use it again, so try another one.
      const wasStale = outgoing.reusedSocket && (code === "ECONNRESET" || code === "EPIPE");
      if (wasStale && response === undefined && !settled) send();
      else fail("unreachable", `the connection failed (${code})`);
    };

    const onResponse = (incoming: IncomingMessage): void => {
      response = incoming;
      clearTimeout(headTimer);
      const problem = headProblem(incoming, etag !== undefined);
      if (problem !== undefined) return void fail(...problem);
      const { "content-length": length = 0 } = incoming.headers;
      // That of a 304 is the length of the document, which is not sent.
      if (incoming.statusCode === 200 && Number(length) > maxBytes) return void failTooLarge();
      let before = 0;
      stall = setInterval(() => {
        if (received - before < stallBytes)
          fail("timeout", `fewer than ${stallBytes} bytes within ${stallMs} ms`);
        before = received;
      }, stallMs);
      incoming.on("data", (chunk: Buffer) => {
        if (settled) return;
        received += chunk.byteLength;
        chunks.push(chunk);
        if (received > maxBytes) failTooLarge();
      });
      incoming.on("error", () => fail("truncated", "the connection broke while the body was read"));
      incoming.on("close", () => fail("truncated", "the connection closed while the body was read"));
      incoming.on("end", () => {
        const head = readHead(incoming);
        if (!incoming.complete) fail("truncated", "the body ended early");
        else if (incoming.statusCode === 304) settle({ status: "not-modified", head });
        else settle({ status: "ok", head, body: Buffer.concat(chunks) });
      });
    };

    // First: a request that cannot be made throws, and a timer would then have nothing to end.
    send();
    const headTimer = failAfter(headMs, `no response head within ${headMs} ms`);
    const totalTimer = failAfter(totalMs, `not finished within ${totalMs} ms`);
  });
}

/** By name and options: who waits for the addresses. */
const lookUps = new Map<string, Parameters<LookupFunction>[2][]>();

/** Asks once about a name for all that wait: a silent name server takes one of two threads of Node for ten seconds or more. */
const lookUpOnce: LookupFunction = (name, options, found) => {
  const key = JSON.stringify([name, options]);
  const waiting = lookUps.get(key);
  if (waiting !== undefined) return void waiting.push(found);
  const all = [found];
  lookUps.set(key, all);
  lookup(name, options, (...answer) => {
    lookUps.delete(key);
    for (const each of all) each(...answer);
  });
};

/** What is wrong with the head. `isExpected304`: a tag was sent. */
function headProblem(
  { statusCode: status = 0, headers }: IncomingMessage,
  isExpected304: boolean,
): [code: string, message: string] | undefined {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = headers;
  if (status === 304)
    return isExpected304 ? undefined : ["unexpected-304", "answered 304 although no entity tag was sent"];
  if (status >= 300 && status < 400) return ["redirect", `answered ${status}; redirects are not followed`];
  if (status !== 200) return ["status", `answered ${status}`];
  if (!JSON_TYPE.test(type)) return ["content-type", "the response is not declared as application/json"];
  if (encoding.toLowerCase() === "identity") return undefined;
  return ["content-encoding", "the response is compressed although no compression was requested"];
}

/** A tag that does not follow RFC 9110 is ignored, so it is never sent back. */
function readHead({ headers }: IncomingMessage) {
  return {
    etag: ENTITY_TAG.test(headers.etag ?? "") ? headers.etag : undefined,
    lastModified: readHttpDate(headers["last-modified"]),
    date: readHttpDate(headers.date),
    /** How long ago the origin confirmed this, according to the caches and copies between it and us: `Age`. */
    ageSeconds: /^\d+$/.test(headers.age ?? "") ? Number(headers.age) : 0,
  };
}

/** The weak comparison of RFC 9110: whether a tag is strong or weak does not matter. */
export const sameTag = (a: string, b: string): boolean => a.replace(/^W\//, "") === b.replace(/^W\//, "");

/** For documents of a few kilobytes, read while a caller waits. */
export const SMALL_DOCUMENT_LIMITS = { totalMs: 2_000, maxBytes: 65_536 };

export async function fetchJson(request: Omit<FetchRequest, "etag">) {
  const answer = await fetchBytes(request);
  if (answer.status === "failed") return answer;
  const body = parseJson(answer.body);
  if (body !== undefined) return { status: "ok" as const, body };
  return { ...failed("malformed", "the response is not JSON in UTF-8"), httpStatus: 200 };
}

/** Undefined if it is not JSON in UTF-8. A byte order mark, which some editors add, is skipped, as RFC 8259 allows. */
export function parseJson(sent: Uint8Array | string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(typeof sent === "string" ? sent : new TextDecoder("utf-8", { fatal: true }).decode(sent));
  } catch {
    return undefined;
  }
}
