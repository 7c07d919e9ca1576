/**
 * Every problem that a caller can get, stated once: REST sends them as RFC 9457 problem documents, MCP as JSON-RPC
 * errors with the same status, and `/problems/<code>` explains them.
 */
import type { Diagnostic } from "../../core/types.ts";
import type { DomainName, LimitDecision } from "./ports.ts";

interface ProblemKind {
  status: number;
  title: string;
  /** When it happens and what to do about it. */
  remedy: string;
}

const kinds = {
  "malformed-request": {
    status: 400,
    title: "Malformed HTTP request",
    remedy:
      "The request is not well-formed HTTP/1.1: a broken request line or header, a repeated header that may appear only once, or a body that is shorter than declared. Check the client or the proxy in between.",
  },
  "malformed-json": {
    status: 400,
    title: "The body is not JSON",
    remedy:
      "Send one JSON document, encoded in UTF-8, as the request body. An empty body is not JSON. `detail` tells where parsing stopped.",
  },
  "invalid-envelope": {
    status: 400,
    title: "The request envelope is incomplete",
    remedy:
      "The body must be a JSON object with the strings `targetProduct` and `domainId`, and the proposal as `candidate`. GET /api/domains lists the values to use.",
  },
  "batch-too-large": {
    status: 400,
    title: "The batch has too many messages",
    remedy:
      "A batch of MCP messages may have at most 50, of which 5 may read resources. Send the rest in further requests. None of the messages was processed, but the tool calls among them count.",
  },
  "ambiguous-credentials": {
    status: 400,
    title: "More than one kind of credentials",
    remedy:
      "Send either an API key in `Authorization` or the signed proxy headers of the identity service, not both, and only one `Authorization` header.",
  },
  unauthenticated: {
    status: 401,
    title: "Credentials are required",
    remedy:
      "Send `Authorization: Bearer ai_…` with a key from the identity service. You can list domains without a key, but not validate or build.",
  },
  "invalid-credentials": {
    status: 401,
    title: "The credentials are not valid",
    remedy:
      "The key is malformed, unknown, expired or revoked, or the signature of a proxy call is not valid. Get a new key from the identity service. A proxy call must be signed again: each signature is valid for one call within a minute.",
  },
  "capability-mismatch": {
    status: 403,
    title: "The credentials are for another operation",
    remedy:
      "The signed call, or the scope of the key, does not include the capability that this operation needs. Have the identity service grant that capability.",
  },
  "origin-not-allowed": {
    status: 403,
    title: "Calls from this web origin are not allowed",
    remedy:
      "The `Origin` or `Host` of the request is not one that this endpoint serves. Call it from a program rather than from a web page of another site, at the URL that the operator published.",
  },
  "not-found": {
    status: 404,
    title: "Not found",
    remedy:
      "There is nothing at this path. Paths must match exactly, without a trailing slash or percent-encoded characters. GET /openapi.json lists all operations.",
  },
  "method-not-allowed": {
    status: 405,
    title: "Method not allowed",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  "request-timeout": {
    status: 408,
    title: "The request took too long",
    remedy:
      "The headers must arrive within 10 seconds and the whole request within 30. Try again over a faster connection.",
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    remedy:
      "A request body may have at most 65,536 bytes. Make the candidate shorter: fewer list items, shorter texts.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The type of the body is not supported",
    remedy:
      "Send `Content-Type: application/json`, in UTF-8, without `Content-Encoding`. No other type, charset or compression is supported.",
  },
  "expectation-failed": {
    status: 417,
    title: "The expectation cannot be met",
    remedy: "Only `Expect: 100-continue` is supported. Leave the header out.",
  },
  "unsupported-domain": {
    status: 422,
    title: "No such product or domain",
    remedy:
      "Use a `targetProduct` and `domainId` from the `supported` list of the answer. GET /api/domains lists the same ones.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many calls",
    remedy:
      "Wait for the number of seconds in `Retry-After`. Validating, building, listing domains and MCP tool calls share one budget per client address, or per agent for signed calls. Refused calls count too.",
  },
  "headers-too-large": {
    status: 431,
    title: "The request headers are too large",
    remedy: "All headers together may have at most 16,384 bytes. Send fewer or shorter ones.",
  },
  "internal-error": {
    status: 500,
    title: "Internal error",
    remedy:
      "This is an error of the service, not of your request. Report it to the operator with the `requestId` of the answer.",
  },
  "unsupported-transfer-coding": {
    status: 501,
    title: "The transfer coding is not supported",
    remedy:
      "Send the body with a `Content-Length`, or with `Transfer-Encoding: chunked` alone. No other transfer coding is read.",
  },
  overloaded: {
    status: 503,
    title: "Too much work at the moment",
    remedy:
      "The service has more work than it can do in time, so it refused this call before it did anything. Nothing was checked, and the call was not counted against your budget. Try again after the number of seconds in `Retry-After`.",
  },
  "upstream-unavailable": {
    status: 503,
    title: "A required service is unavailable",
    remedy:
      "The identity service, or the rules or the registry of a product, could not be reached. Nothing was checked. Try again after the number of seconds in `Retry-After`.",
  },
} as const satisfies Record<string, ProblemKind>;

/** The code of every problem that the service can answer with. */
export type ProblemCode = keyof typeof kinds;

export const problemKinds: Readonly<Record<ProblemCode, ProblemKind>> = kinds;
export const problemCodes = Object.keys(kinds) as readonly ProblemCode[];

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(kinds, text);
}

/** One refusal, as plain data: transports render it, nothing throws it. */
export interface Problem {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  /** What is wrong with this call and what to do. Never holds credentials, header values or text from neighbours. */
  readonly detail: string;
  /** HTTP headers that belong to the refusal, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the problem document. */
  readonly members?: ProblemMembers;
  /** The reason, for the log only. Holds no secrets either. */
  readonly reason?: string;
}

interface ProblemMembers {
  readonly supported?: readonly DomainName[];
  readonly errors?: readonly Diagnostic[];
  /** For OAuth clients, which read no other members (RFC 6749 section 5.2). */
  readonly error?: string;
  readonly error_description?: string;
}

export function problem(
  code: ProblemCode,
  detail: string,
  more: Pick<Problem, "headers" | "members" | "reason"> = {},
): Problem {
  const { status, title } = kinds[code];
  return { code, status, title, detail, ...more };
}

export function rateLimited(decision: LimitDecision): Problem {
  const { limit, resetSeconds } = decision;
  return problem(
    "rate-limited",
    `The budget of ${limit} calls a minute is used up; try again in ${seconds(resetSeconds)}.`,
    { headers: { "Retry-After": String(resetSeconds) } },
  );
}

export const OVERLOADED = problem(
  "overloaded",
  "The service has more work than it can do in time, so nothing was checked; try again in 1 second.",
  { headers: { "Retry-After": "1" } },
);

/** `what`: the neighbour as the caller knows it, such as "The identity service". */
export function upstreamUnavailable(what: string, retryAfterSeconds: number): Problem {
  const wait = Math.max(1, Math.ceil(retryAfterSeconds));
  return problem(
    "upstream-unavailable",
    `${what} cannot be reached at the moment, so nothing was checked; try again in ${seconds(wait)}.`,
    { headers: { "Retry-After": String(wait) } },
  );
}

function seconds(count: number): string {
  return count === 1 ? "1 second" : `${count} seconds`;
}

/** The RFC 9457 document of a refusal. */
export function problemDocument(problem: Problem, baseUrl: string, requestId: string) {
  const { code, status, title, detail, members } = problem;
  return { type: `${baseUrl}/problems/${code}`, title, status, detail, code, requestId, ...members };
}

/** The same as an answer. */
export function problemContent(problem: Problem, baseUrl: string, requestId: string) {
  return {
    status: problem.status,
    contentType: "application/problem+json",
    body: JSON.stringify(problemDocument(problem, baseUrl, requestId)),
    headers: problem.headers,
  };
}
