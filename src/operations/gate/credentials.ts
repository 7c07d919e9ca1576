/** Which credentials a call carries, as its head alone tells it. */
import type { CallHead } from "../ports.ts";
import { type Problem, problem } from "../problems.ts";

export type Credentials =
  | { readonly kind: "none" }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "proxy" }
  | { readonly kind: "refused"; readonly problem: Problem };

const KEY_SHAPE = /^ai_[A-Za-z0-9_-]{16,253}$/;

export function isWellFormedKey(text: string): boolean {
  return KEY_SHAPE.test(text);
}

const NONE: Credentials = { kind: "none" };
const PROXY: Credentials = { kind: "proxy" };

/** `rawHeaders` is read rather than Node's merged headers, because those hide repeats. */
export function readCredentials(head: CallHead): Credentials {
  const raw = head.rawHeaders;
  let authorization: string | undefined;
  let signed = false;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    // The length is compared first: lower-casing every header name of every call costs more than the check.
    if (name.length === 13 && name.toLowerCase() === "authorization") {
      if (authorization !== undefined) return refused("ambiguous-credentials", TWO_HEADERS);
      authorization = raw[at + 1]!;
    } else if (name.length >= 12 && isProxyHeader(name)) signed = true;
  }
  if (signed) return authorization === undefined ? PROXY : refused("ambiguous-credentials", TWO_KINDS);
  if (authorization === undefined) return NONE;
  return readAuthorization(authorization);
}

function isProxyHeader(name: string): boolean {
  return (name.charCodeAt(0) | 0x20) === 0x78 && name.slice(0, 12).toLowerCase() === "x-adt-proxy-";
}

/** RFC 6750 with RFC 9110's rule that a scheme is matched without case. */
function readAuthorization(value: string): Credentials {
  const space = value.indexOf(" ");
  if (space !== 6 || value.slice(0, 6).toLowerCase() !== "bearer")
    return refused("invalid-credentials", WRONG_SCHEME);
  let start = 7;
  while (value.charCodeAt(start) === 0x20) start++;
  const key = start === 7 ? value.slice(7) : value.slice(start);
  return KEY_SHAPE.test(key) ? { kind: "key", key } : refused("invalid-credentials", WRONG_SHAPE);
}

const TWO_HEADERS = "The call has two Authorization headers; send one.";
const TWO_KINDS = "The call has both an Authorization header and signed proxy headers; send one of the two.";
const WRONG_SCHEME = "The Authorization header must have the form `Bearer ai_…`.";
const WRONG_SHAPE =
  "The key does not look like one: it starts with `ai_`, followed by 16 to 253 letters, digits, `_` or `-`.";

function refused(code: "ambiguous-credentials" | "invalid-credentials", detail: string): Credentials {
  return { kind: "refused", problem: problem(code, detail) };
}
