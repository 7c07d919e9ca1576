/**
 * Writes answers. The headers that every answer has are stated here once, as a flat list, which is the cheapest form
 * for Node.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { LimitDecision } from "../../operations/ports.ts";
import { type Problem, problemDocument } from "../../operations/problems.ts";

export interface Answer {
  readonly status: number;
  readonly requestId: string;
  readonly body: string;
  /** Default `application/json`. */
  readonly contentType?: string | undefined;
  readonly decision?: LimitDecision | undefined;
  /** More headers: name, value, name, value. */
  readonly headers?: readonly string[] | undefined;
}

export interface Responder {
  /** If the request body was not read to its end, the connection is closed after the answer. */
  send(request: IncomingMessage, response: ServerResponse, answer: Answer, bodyWasRead?: boolean): void;
  problem(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Problem,
    more: Pick<Answer, "requestId" | "decision">,
    bodyWasRead?: boolean,
  ): void;
}

/** Pages of every origin may read the answers: none depends on a cookie or on the caller's network. */
export const CORS_HEADERS: readonly string[] = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "ETag, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id",
];

export function securityHeaders(baseUrl: string): readonly string[] {
  return [
    "X-Content-Type-Options",
    "nosniff",
    "Referrer-Policy",
    "no-referrer",
    ...(baseUrl.startsWith("https:") ? ["Strict-Transport-Security", "max-age=31536000"] : []),
  ];
}

/** For answers that are data: nothing in them may run or be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The headers that every answer of an operation has. */
export function dataHeaders(baseUrl: string): string[] {
  return [...securityHeaders(baseUrl), "Content-Security-Policy", DATA_POLICY, "Cache-Control", "no-store"];
}

/** Structured fields of the IETF draft "RateLimit header fields for HTTP". */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: LimitDecision): string[] {
  return [
    "RateLimit-Policy",
    `"default";q=${limit};w=60`,
    "RateLimit",
    `"default";r=${remaining};t=${resetSeconds}`,
  ];
}

/** The answer that a refused call gets. */
export function problemAnswer(
  refusal: Problem,
  baseUrl: string,
  { requestId, decision }: Pick<Answer, "requestId" | "decision">,
): Answer {
  return {
    requestId,
    decision,
    status: refusal.status,
    contentType: "application/problem+json",
    body: JSON.stringify(problemDocument(refusal, baseUrl, requestId)),
    headers: refusal.headers && Object.entries(refusal.headers).flat(),
  };
}

const MAX_LINGER_MS = 1_000;
const MAX_LINGER_BYTES = 1_048_576;
/** A piece of a body costs about as much as so many bytes, however small it is. */
const CRUMB_BYTES = 1_024;
const MAX_LINGER_CRUMBS = 1_024;

/** `isStopping`: callers should connect again, to another process. */
export function createResponder(baseUrl: string, isStopping: () => boolean = () => false): Responder {
  const constant = dataHeaders(baseUrl);

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    bodyWasRead = true,
  ): void {
    const { body, decision, headers, contentType = "application/json" } = answer;
    if (isStopping()) response.shouldKeepAlive = false;
    const all = constant.concat("X-Request-Id", answer.requestId);
    const length = Buffer.byteLength(body);
    // RFC 9110 section 8.6: a 204 has no content.
    if (answer.status !== 204) all.push("Content-Type", contentType, "Content-Length", String(length));
    if (decision !== undefined) all.push(...rateLimitHeaders(decision));
    if (headers !== undefined) all.push(...headers);
    // Only browsers use these, and they send an Origin.
    if (request.headers.origin !== undefined) all.push(...CORS_HEADERS);
    if (bodyWasRead || !mustClose(request, response)) {
      response.writeHead(answer.status, all);
      // `end(body)` would hand the socket a second, empty piece, and two pieces cost more than one. ASCII is the same
      // in both encodings, and copied faster in the second one.
      response.write(body, length === body.length ? "latin1" : "utf8");
      response.socket?.uncork();
      response.end();
    } else {
      all.push("Connection", "close");
      response.writeHead(answer.status, all);
      linger(request, response, body);
    }
  }

  return {
    send,
    problem(request, response, refusal, more, bodyWasRead) {
      send(request, response, problemAnswer(refusal, baseUrl, more), bodyWasRead);
    },
  };
}

/**
 * Node discards a small body that is on its way. A chunked or large one, or one the client holds back, is not awaited,
 * and neither is any body on a connection that closes anyway.
 */
function mustClose({ headers }: IncomingMessage, { shouldKeepAlive }: ServerResponse): boolean {
  if (headers["transfer-encoding"] !== undefined || headers.expect !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > (shouldKeepAlive ? 65_536 : 0);
}

/**
 * If we closed at once, with bytes of the body unread, the kernel would reset the connection and the caller would lose
 * the answer. So the answer is written, what still arrives is discarded for a moment, and then the connection closes.
 */
function linger(request: IncomingMessage, response: ServerResponse, body: string): void {
  response.write(body);
  let discarded = 0;
  let crumbs = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.off("data", onData);
    response.end();
  };
  const onData = (chunk: Buffer): void => {
    discarded += chunk.length;
    if (chunk.length < CRUMB_BYTES) crumbs += 1;
    // The caller still has its time to read the answer; the rest of its body waits where it is.
    if (discarded > MAX_LINGER_BYTES) request.pause();
    // Node reads on until the caller has closed its side as well, and each piece has its price.
    if (crumbs > MAX_LINGER_CRUMBS) request.socket.destroy();
  };
  const timer = setTimeout(end, MAX_LINGER_MS);
  request.on("data", onData).once("end", end).once("close", end);
}
