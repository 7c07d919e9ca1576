/**
 * Every problem that a caller can get, stated once: REST sends them as RFC 9457 problem documents, MCP as JSON-RPC
 * errors with the same status, and `/problems/<code>` explains them.
 */
import type { Diagnostic } from "../../core/types.ts";
import type { DomainName, LimitDecision } from "./ports.ts";

const kind = (status: number, title: string) => ({ status, title });

export const problemKinds = {
  "malformed-request": kind(400, "Malformed HTTP request"),
  "malformed-json": kind(400, "The body is not JSON"),
  "invalid-envelope": kind(400, "The request envelope is incomplete"),
  "batch-too-large": kind(400, "The batch has too many messages"),
  "ambiguous-credentials": kind(400, "More than one kind of credentials"),
  unauthenticated: kind(401, "Credentials are required"),
  "invalid-credentials": kind(401, "The credentials are not valid"),
  "capability-mismatch": kind(403, "The credentials are for another operation"),
  "origin-not-allowed": kind(403, "Calls from this web origin are not allowed"),
  "not-found": kind(404, "Not found"),
  "method-not-allowed": kind(405, "Method not allowed"),
  "request-timeout": kind(408, "The request took too long"),
  "body-too-large": kind(413, "The body is too large"),
  "unsupported-media-type": kind(415, "The type of the body is not supported"),
  "expectation-failed": kind(417, "The expectation cannot be met"),
  "unsupported-domain": kind(422, "No such product or domain"),
  "rate-limited": kind(429, "Too many calls"),
  "headers-too-large": kind(431, "The request headers are too large"),
  "internal-error": kind(500, "Internal error"),
  "unsupported-transfer-coding": kind(501, "The transfer coding is not supported"),
  overloaded: kind(503, "Too much work at the moment"),
  "upstream-unavailable": kind(503, "A required service is unavailable"),
};

/** The code of every problem that the service can answer with. */
export type ProblemCode = keyof typeof problemKinds;

/** When each problem happens, and what to do about it. */
export const problemRemedies: Readonly<Record<ProblemCode, string>> = {
  "malformed-request":
    "The request is not well-formed HTTP/1.1: a broken request line or header, a repeated header that may appear only once, or a body that is shorter than declared. Check the client or the proxy in between.",
  "malformed-json":
    "Send one JSON document, encoded in UTF-8, as the request body. An empty body is not JSON. `detail` tells where parsing stopped.",
  "invalid-envelope":
    "The body must be a JSON object with the strings `targetProduct` and `domainId`, and the proposal as `candidate`. GET /api/domains lists the values to use.",
  "batch-too-large":
    "A batch of MCP messages may have at most 50, of which 5 may read resources. Send the rest in further requests. None of the messages was processed, but the tool calls among them count.",
  "ambiguous-credentials":
    "Send either an API key in `Authorization` or the signed proxy headers of the identity service, not both, and only one `Authorization` header.",
  unauthenticated:
    "Send `Authorization: Bearer ai_…` with a key from the identity service. You can list domains without a key, but not validate or build.",
  "invalid-credentials":
    "The key is malformed, unknown, expired or revoked, or the signature of a proxy call is not valid. Get a new key from the identity service. A proxy call must be signed again: each signature is valid for one call within a minute.",
  "capability-mismatch":
    "The signed call, or the scope of the key, does not include the capability that this operation needs. Have the identity service grant that capability.",
  "origin-not-allowed":
    "The `Origin` or `Host` of the request is not one that this endpoint serves. Call it from a program rather than from a web page of another site, at the URL that the operator published.",
  "not-found":
    "There is nothing at this path. Paths must match exactly, without a trailing slash or percent-encoded characters. GET /openapi.json lists all operations.",
  "method-not-allowed": "Use one of the methods in the `Allow` header.",
  "request-timeout":
    "The headers must arrive within 10 seconds and the whole request within 30. Try again over a faster connection.",
  "body-too-large":
    "A request body may have at most 65,536 bytes. Make the candidate shorter: fewer list items, shorter texts.",
  "unsupported-media-type":
    "Send `Content-Type: application/json`, in UTF-8, without `Content-Encoding`. No other type, charset or compression is supported.",
  "expectation-failed": "Only `Expect: 100-continue` is supported. Leave the header out.",
  "unsupported-domain":
    "Use a `targetProduct` and `domainId` from the `supported` list of the answer. GET /api/domains lists the same ones.",
  "rate-limited":
    "Wait for the number of seconds in `Retry-After`. Validating, building, listing domains and MCP tool calls share one budget per client address, or per agent for signed calls. Refused calls count too.",
  "headers-too-large": "All headers together may have at most 16,384 bytes. Send fewer or shorter ones.",
  "internal-error":
    "This is an error of the service, not of your request. Report it to the operator with the `requestId` of the answer.",
  "unsupported-transfer-coding":
    "Send the body with a `Content-Length`, or with `Transfer-Encoding: chunked` alone. No other transfer coding is read.",
  overloaded:
    "The service has more work than it can do in time, so it refused this call before it did anything. Nothing was checked, and the call was not counted against your budget. Try again after the number of seconds in `Retry-After`.",
  "upstream-unavailable":
    "The identity service, or the rules or the registry of a product, could not be reached. Nothing was checked. Try again after the number of seconds in `Retry-After`.",
};

export const problemCodes = Object.keys(problemKinds) as readonly ProblemCode[];

export const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(problemKinds, text);

/** One refusal, as plain data: transports render it, nothing throws it. */
export interface Problem {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  /** What is wrong with this call and what to do. Never holds credentials, header values or text from neighbours. */
  readonly detail: string;
  /** HTTP headers that belong to the refusal, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
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
  const { status, title } = problemKinds[code];
  return { code, status, title, detail, ...more };
}

export function rateLimited(decision: LimitDecision): Problem {
  const { limit, resetSeconds } = decision;
  const detail = `The budget of ${limit} calls a minute is used up; try again in ${seconds(resetSeconds)}.`;
  return problem("rate-limited", detail, { headers: { "Retry-After": String(resetSeconds) } });
}

export const overloaded = (detail: string): Problem =>
  problem("overloaded", detail, { headers: { "Retry-After": "1" } });

export const OVERLOADED = overloaded(
  "The service has more work than it can do in time, so nothing was checked; try again in 1 second.",
);

/** `what`: the neighbour as the caller knows it, such as "The identity service". */
export function upstreamUnavailable(what: string, retryAfterSeconds: number): Problem {
  const wait = Math.max(1, Math.ceil(retryAfterSeconds));
  const detail = `${what} cannot be reached at the moment, so nothing was checked; try again in ${seconds(wait)}.`;
  return problem("upstream-unavailable", detail, { headers: { "Retry-After": String(wait) } });
}

const seconds = (count: number): string => (count === 1 ? "1 second" : `${count} seconds`);

/** The RFC 9457 document of a refusal. */
export function problemDocument(problem: Problem, baseUrl: string, requestId: string) {
  const { code, status, title, detail, members } = problem;
  return { type: `${baseUrl}/problems/${code}`, title, status, detail, code, requestId, ...members };
}

export function problemContent(problem: Problem, baseUrl: string, requestId: string) {
  const { status, headers } = problem;
  const body = JSON.stringify(problemDocument(problem, baseUrl, requestId));
  return { status, contentType: "application/problem+json", body, headers };
}
