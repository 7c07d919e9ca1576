/**
 * Every refusal a caller can meet, stated once: REST renders these as RFC 9457 problem documents, MCP as
 * JSON-RPC errors under the same status, and `/problems/<code>` explains them to a person.
 */
import type { Diagnostic } from "../core/types.ts";
import type { DomainName, LimitDecision } from "./ports.ts";

interface ProblemKind {
  status: number;
  title: string;
  /** For the person who meets it: when it happens and what to do. */
  remedy: string;
}

const kinds = {
  "malformed-request": {
    status: 400,
    title: "Malformed HTTP request",
    remedy:
      "The bytes received are not a well-formed HTTP/1.1 request: a broken request line or header, a repeated header that may appear once, or a body that ended before its declared length. Check the client or the proxy in between.",
  },
  "malformed-json": {
    status: 400,
    title: "The body is not JSON",
    remedy:
      "Send one JSON document, encoded as UTF-8, as the request body. An empty body is not JSON. The detail says where reading stopped.",
  },
  "invalid-envelope": {
    status: 400,
    title: "The request envelope is incomplete",
    remedy:
      "The body must be a JSON object with the strings `targetProduct` and `domainId`, and the proposal under `candidate`. GET /api/domains lists the values to use.",
  },
  "ambiguous-credentials": {
    status: 400,
    title: "Two kinds of credentials at once",
    remedy:
      "A call is made either with an API key in `Authorization` or with the identity service's signed proxy headers, never both, and never with two `Authorization` headers. Leave one of them out.",
  },
  unauthenticated: {
    status: 401,
    title: "Credentials are needed",
    remedy:
      "Send `Authorization: Bearer ai_…` with a key of the identity service. Listing the domains works without one; validating and building do not.",
  },
  "invalid-credentials": {
    status: 401,
    title: "The credentials are not good",
    remedy:
      "The key is malformed, unknown, expired or revoked, or the signature of a proxy call does not hold. Obtain a fresh key from the identity service; a proxy call must be signed anew, since each one is good once and for a minute.",
  },
  "capability-mismatch": {
    status: 403,
    title: "The credentials are for another operation",
    remedy:
      "The signed call, or the key's scope, names other capabilities than the one this operation needs. Have the right capability granted by the identity service.",
  },
  "origin-not-allowed": {
    status: 403,
    title: "Calls from this web origin are not taken here",
    remedy:
      "The request names an `Origin` or `Host` that this endpoint does not serve. Call it from a program rather than from a web page of another site, under the address the operator published.",
  },
  "not-found": {
    status: 404,
    title: "Nothing here",
    remedy:
      "No resource answers under this path. Paths are compared as sent: no trailing slash, no percent-encoding of plain characters. GET /openapi.json lists what there is.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This path does not take that method",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  "request-timeout": {
    status: 408,
    title: "The request came too slowly",
    remedy:
      "The headers must be complete within 10 seconds and the whole request within 30. Send it again over a faster connection.",
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    remedy:
      "A request body may have at most 65,536 bytes. Make the candidate shorter: fewer list items, shorter texts.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The body is of a type that is not read here",
    remedy:
      "Send `Content-Type: application/json`, in UTF-8, without a `Content-Encoding`. No other type, charset or compression is read.",
  },
  "expectation-failed": {
    status: 417,
    title: "The expectation cannot be met",
    remedy: "The only expectation understood is `Expect: 100-continue`. Leave the header out.",
  },
  "unsupported-domain": {
    status: 422,
    title: "No such product or domain",
    remedy:
      "Take `targetProduct` and `domainId` from the answer's `supported` list, which is the same as that of GET /api/domains.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many calls",
    remedy:
      "Wait as many seconds as `Retry-After` says. Validating, building, listing domains and MCP tool calls share one budget per client address, or per agent for signed calls; refused calls count too.",
  },
  "headers-too-large": {
    status: 431,
    title: "The request headers are too large",
    remedy: "All headers together may have 16,384 bytes. Send fewer or shorter ones.",
  },
  "internal-error": {
    status: 500,
    title: "Something failed inside the service",
    remedy:
      "This is a fault of the service, not of the request. Report it to the operator with the `requestId` of the answer.",
  },
  "upstream-unavailable": {
    status: 503,
    title: "A service this one depends on cannot be reached",
    remedy:
      "A neighbour that the answer depends on (identity service, rules or registry of a product) could not be reached. Nothing was checked. Try again after `Retry-After` seconds.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof kinds;

export const problemKinds: Readonly<Record<ProblemCode, ProblemKind>> = kinds;
export const problemCodes = Object.keys(kinds) as readonly ProblemCode[];

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(kinds, text);
}

/** One refusal. Plain data: transports render it, nothing throws it. */
export interface Problem {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  /** What was wrong with this very call and what to do. Never holds a credential, a header value or an upstream's text. */
  readonly detail: string;
  /** HTTP headers that belong to the refusal, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the problem document. */
  readonly members?: ProblemMembers;
  /** Why, for the log only. Holds no secret either. */
  readonly reason?: string;
}

interface ProblemMembers {
  readonly supported?: readonly DomainName[];
  readonly errors?: readonly Diagnostic[];
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
    `The budget of ${limit} calls a minute is used up; the next call is taken in ${seconds(resetSeconds)}.`,
    { headers: { "Retry-After": String(resetSeconds) } },
  );
}

/** `what` names the neighbour as a caller knows it, e.g. "The identity service". */
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
