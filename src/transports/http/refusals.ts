/** Refusals of requests that reach no operation and no page. */
import { type Problem, problem } from "../../operations/problems.ts";
import type { CallRecord } from "../../operations/record.ts";

export const MAX_HEADER_BYTES = 16_384;

export const HOST_MISSING = problem("malformed-request", "The Host header is missing; HTTP/1.1 requires it.");
export const HOST_REPEATED = problem("malformed-request", "There is more than one Host header; send one.");
export const EXPECTATION_FAILED = problem("expectation-failed", "Only `Expect: 100-continue` is supported.");
export const ENCODED_PATH = problem("not-found", "No path of this service has percent-encoded characters.");

/** What never became a request, by the code of Node's error. */
export function refusalOf(code: string | undefined): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return problem(
        "headers-too-large",
        `The request line and headers together may have at most ${MAX_HEADER_BYTES} bytes.`,
      );
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return problem(
        "request-timeout",
        "The request was not complete in time; send it again over a faster connection.",
      );
    case "HPE_INVALID_EOF_STATE":
      return problem("malformed-request", "The connection ended before the request was complete.");
    default:
      return problem("malformed-request", "The request is not well-formed HTTP/1.1.");
  }
}

/** What is recorded of a request that reached no route. */
export function unmatchedCall(requestId: string, { status, code }: Problem): CallRecord {
  return { requestId, transport: "site", route: "unmatched", status, milliseconds: 0, problem: code };
}
