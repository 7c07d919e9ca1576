/** Refusals of requests that reach no operation and no page. */
import { type Problem, problem } from "../operations/problems.ts";
import type { CallRecord } from "../operations/record.ts";

export const MAX_HEADER_BYTES = 16_384;

export const malformed = (detail: string): Problem => problem("malformed-request", detail);

const MALFORMED = malformed("The request is not well-formed HTTP/1.1.");
export const EXPECTATION_FAILED = problem("expectation-failed", "Only `Expect: 100-continue` is supported.");
export const TRANSFER_CODING = problem(
  "unsupported-transfer-coding",
  "Of the transfer codings, only `chunked` is supported.",
);
export const ENCODED_PATH = problem("not-found", "No path of this service has percent-encoded characters.");

/** Node's error about bytes that never became a request. */
export interface ParseError {
  readonly code?: string | undefined;
  /** In words of the parser. */
  readonly reason?: string | undefined;
}

const PARSE_PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: problem(
    "headers-too-large",
    `The request line and headers together may have at most ${MAX_HEADER_BYTES} bytes.`,
  ),
  ERR_HTTP_REQUEST_TIMEOUT: problem(
    "request-timeout",
    "The request was not complete in time; send it again over a faster connection.",
  ),
  HPE_INVALID_TRANSFER_ENCODING: TRANSFER_CODING,
  CONNECT: malformed("CONNECT is for proxies, and this service is none."),
  HPE_INVALID_EOF_STATE: malformed("The connection ended before the request was complete."),
};

export function refusalOf({ code = "", reason }: ParseError): Problem {
  const found = PARSE_PROBLEMS[code] ?? MALFORMED;
  // The parser has one code for this and for a length beside it, which may be an attempt to smuggle a request.
  return found === TRANSFER_CODING && reason?.includes("Content-Length") ? MALFORMED : found;
}

/** What is recorded of a request that reached no route. */
export function unmatchedCall(requestId: string, { status, code }: Problem): CallRecord {
  return { requestId, transport: "site", route: "unmatched", status, milliseconds: 0, problem: code };
}
