/** The canonical form of RFC 8785, and digests over it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The canonical form of a JSON value (RFC 8785). Throws if a text holds a lone surrogate or a number cannot be written
 * as JSON; neither passes a check. Callers bound the depth, as the check does.
 */
export function canonicalize(value: unknown): string {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("RFC 8785 has no form for a lone surrogate");
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("RFC 8785 has no form for a number that is not finite");
    return JSON.stringify(value);
  }
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`RFC 8785 has no form for ${typeof value}`);
  const object = value as Record<string, unknown>;
  // The default sort compares UTF-16 code units, as RFC 8785 requires.
  const members = Object.keys(object)
    .sort()
    .map((key) => `${canonicalize(key)}:${canonicalize(object[key])}`);
  return `{${members.join(",")}}`;
}

/** SHA-256 of bytes, or of a text in UTF-8, in lower-case hexadecimal. */
export function sha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === "string" ? utf8ToBytes(data) : data));
}

/** The same in base64url (RFC 4648 section 5). */
export function sha256Base64Url(text: string): string {
  return base64Url(sha256(utf8ToBytes(text)));
}

/** A text has a character for each byte. */
export function base64Url(bytes: Uint8Array | string): string {
  const text = btoa(typeof bytes === "string" ? bytes : String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The digest that identifies spec packages and proposal packages. */
export function digestOf(value: unknown): string {
  return `sha256:${sha256Hex(canonicalize(value))}`;
}
