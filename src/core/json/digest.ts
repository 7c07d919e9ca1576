/** SHA-256 of texts and of the canonical form of values. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalize } from "./canonical.ts";

/** SHA-256 of bytes, or of a text in UTF-8, in lower-case hexadecimal. */
export function sha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === "string" ? utf8ToBytes(data) : data));
}

/** The digest that identifies spec packages and proposal packages. */
export function digestOf(value: unknown): string {
  return `sha256:${sha256Hex(canonicalize(value))}`;
}
