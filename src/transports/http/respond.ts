/**
 * Writes answers. The headers every answer carries are stated here once; the raw lanes hand them to Node as one
 * flat list, which is the cheapest form it takes.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { LimitDecision } from "../../operations/ports.ts";
import { type Problem, problemDocument } from "../../operations/problems.ts";

export interface Answer {
  readonly status: number;
  readonly requestId: string;
  readonly body: string;
  /** Default `application/json`. */
  readonly contentType?: string;
  readonly decision?: LimitDecision | undefined;
  /** Further headers, name and value in turn. */
  readonly headers?: readonly string[];
}

export interface Responder {
  /** When the request's body was not read to its end, the connection is closed after the answer. */
  send(request: IncomingMessage, response: ServerResponse, answer: Answer, bodyWasRead?: boolean): void;
  problem(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Problem,
    more: Pick<Answer, "requestId" | "decision">,
    bodyWasRead?: boolean,
  ): void;
}

/** Reading is open to pages of every origin: no answer depends on a cookie or on where the caller stands. */
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

/** For everything that is data: nothing in it may ever run or be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Structured fields as in the IETF's "RateLimit header fields for HTTP". */
function rateLimitHeaders({ limit, remaining, resetSeconds }: LimitDecision): string[] {
  return [
    "RateLimit-Policy",
    `"default";q=${limit};w=60`,
    "RateLimit",
    `"default";r=${remaining};t=${resetSeconds}`,
  ];
}

const MAX_LINGER_MS = 1_000;
const MAX_LINGER_BYTES = 1_048_576;

export function createResponder(baseUrl: string): Responder {
  const constant = [
    ...securityHeaders(baseUrl),
    "Content-Security-Policy",
    DATA_POLICY,
    "Cache-Control",
    "no-store",
  ];

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    bodyWasRead = true,
  ): void {
    const { body, decision, headers, contentType = "application/json" } = answer;
    const all = constant.concat(["X-Request-Id", answer.requestId]);
    // RFC 9110 section 8.6: a 204 has neither.
    if (answer.status !== 204)
      all.push("Content-Type", contentType, "Content-Length", String(Buffer.byteLength(body)));
    if (decision !== undefined) all.push(...rateLimitHeaders(decision));
    if (headers !== undefined) all.push(...headers);
    // Only browsers look for these, and they say where they come from.
    if (request.headers.origin !== undefined) all.push(...CORS_HEADERS);
    if (bodyWasRead || !mustClose(request)) {
      response.writeHead(answer.status, all);
      response.end(body);
    } else {
      all.push("Connection", "close");
      response.writeHead(answer.status, all);
      linger(request, response, body);
    }
  }

  return {
    send,
    problem(request, response, refusal, more, bodyWasRead) {
      const headers = refusal.headers && Object.entries(refusal.headers).flat();
      send(
        request,
        response,
        {
          ...more,
          status: refusal.status,
          contentType: "application/problem+json",
          body: JSON.stringify(problemDocument(refusal, baseUrl, more.requestId)),
          ...(headers && { headers }),
        },
        bodyWasRead,
      );
    },
  };
}

/** A small body that is on its way is discarded by Node; an open-ended, large or awaited one is not waited for. */
function mustClose({ headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined || headers.expect !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > 65_536;
}

/**
 * Closing at once, with bytes of the body unread, would make the kernel reset the connection and the caller lose
 * the answer. So the answer is written whole, what still comes is discarded for a moment, and then it closes.
 */
function linger(request: IncomingMessage, response: ServerResponse, body: string): void {
  response.write(body);
  let discarded = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.off("data", onData);
    response.end();
  };
  const onData = (chunk: Buffer): void => {
    discarded += chunk.length;
    if (discarded > MAX_LINGER_BYTES) end();
  };
  const timer = setTimeout(end, MAX_LINGER_MS);
  request.on("data", onData).once("end", end).once("close", end);
}
