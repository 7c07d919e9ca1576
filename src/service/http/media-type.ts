/** Checks in the request head that the body is JSON in UTF-8, uncompressed and not too large. */

import { readJson } from "../../core/reader/read-json.ts";
import { type Problem, problem } from "../operations/problems.ts";

export const MAX_BODY_BYTES = 65_536;

/** Whether a header has this name, which is in lower case. */
export const isNamed = (name: string, wanted: string): boolean =>
  name.length === wanted.length && name.toLowerCase() === wanted;

/** Runs before anything of the body is read. Uses `rawHeaders`, because merged headers hide repeated ones. */
export function refuseByHead(rawHeaders: readonly string[]): Problem | undefined {
  let type: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const value = rawHeaders[at + 1]!;
    if (isNamed(name, "content-type")) {
      if (type !== undefined) return unsupported("There are two Content-Type headers; send one.");
      type = value;
    } else if (isNamed(name, "content-length") && Number(value) > MAX_BODY_BYTES)
      return bodyTooLarge(`The request declares a body of ${Number(value)} bytes`);
    else if (isNamed(name, "content-encoding") && value.trim().toLowerCase() !== "identity")
      return unsupported("Compressed bodies are not supported; send plain JSON without Content-Encoding.");
  }
  if (type === "application/json") return undefined;
  if (type === undefined) return unsupported("The Content-Type header is missing; send `application/json`.");
  return refuseMediaType(type);
}

/** RFC 9110 section 8.3.1. Parameters other than `charset` have no meaning for JSON and are ignored. */
function refuseMediaType(value: string): Problem | undefined {
  const [essence, ...parameters] = value.split(";").map((part) => part.trim().toLowerCase());
  if (essence !== "application/json") return unsupported("The body must be sent as `application/json`.");
  const charsets = parameters.filter((parameter) => parameter.startsWith("charset"));
  if (charsets.every((charset) => /^charset=("?)utf-?8\1$/.test(charset))) return undefined;
  return unsupported("The body must be in UTF-8; leave the charset out.");
}

const bodyTooLarge = (what: string): Problem =>
  problem("body-too-large", `${what}; the limit is ${MAX_BODY_BYTES}. Send a shorter candidate.`);

export const TOO_LARGE = bodyTooLarge(`The body has more than ${MAX_BODY_BYTES} bytes`);
export const CUT_SHORT = problem("malformed-request", "The connection closed before the body was complete.", {
  reason: "the caller disconnected",
});

const unsupported = (detail: string): Problem => problem("unsupported-media-type", detail);

/** RFC 8259: UTF-8 only. `text`: undefined if it is not. A byte order mark is not part of it, as section 8.1 allows. */
export function parseBody(text: string | undefined) {
  const malformed = (detail: string) => ({ ok: false, problem: problem("malformed-json", detail) }) as const;
  if (text === undefined) return malformed("The body is not UTF-8 text; send JSON encoded in UTF-8.");
  if (text === "") return malformed("The body is empty; send a JSON object.");
  const read = readJson(text);
  return read.ok ? read : malformed(`The body is not JSON: ${read.fault}.`);
}
