/** Which credentials a call has, from its head alone. */
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

/** Reads `rawHeaders`, because Node's merged headers hide repeated ones. */
export function readCredentials(head: CallHead): Credentials {
  const raw = head.rawHeaders;
  let authorization: string | undefined;
  let signed = false;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    // Compare lengths first: lower-casing every header name of every call would cost more.
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

/** RFC 6750; the scheme is case-insensitive (RFC 9110). */
function readAuthorization(value: string): Credentials {
  const space = value.indexOf(" ");
  if (space !== 6 || value.slice(0, 6).toLowerCase() !== "bearer")
    return refused("invalid-credentials", WRONG_SCHEME);
  let start = 7;
  while (value.charCodeAt(start) === 0x20) start++;
  const key = value.slice(start);
  return KEY_SHAPE.test(key) ? { kind: "key", key } : refused("invalid-credentials", WRONG_SHAPE);
}

const TWO_HEADERS = "There are two Authorization headers; send one.";
const TWO_KINDS =
  "There are both an Authorization header and signed proxy headers; send only one of the two.";
const WRONG_SCHEME = "The Authorization header must have the form `Bearer ai_…`.";
const WRONG_SHAPE = "The key is malformed: a key is `ai_` followed by 16 to 253 letters, digits, `_` or `-`.";

function refused(code: "ambiguous-credentials" | "invalid-credentials", detail: string): Credentials {
  return { kind: "refused", problem: problem(code, detail) };
}
