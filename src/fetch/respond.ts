/** Makes responses of the Fetch API with the headers that every answer has. */
import { type Answer, CORS_HEADERS, dataHeaders, rateLimitHeaders } from "../transports/http/respond.ts";
import type { RequestHead } from "./request-head.ts";

export type Respond = (head: RequestHead, answer: Answer) => Response;

export function createRespond(baseUrl: string): Respond {
  const constant = dataHeaders(baseUrl);
  return (head, { status, requestId, body, contentType = "application/json", decision, headers = [] }) => {
    const all = [...constant, "X-Request-Id", requestId];
    // RFC 9110 section 8.6: a 204 has no content.
    if (status !== 204) all.push("Content-Type", contentType);
    if (decision !== undefined) all.push(...rateLimitHeaders(decision));
    all.push(...headers);
    // Only browsers use these, and they send an Origin.
    if (head.headers.origin !== undefined) all.push(...CORS_HEADERS);
    return new Response(hasBody(head.method, status) ? body : null, { status, headers: pairs(all) });
  };
}

export function hasBody(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index]!, flat[2 * index + 1]!]);
}
