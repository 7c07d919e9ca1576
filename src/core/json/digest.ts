/** The canonical form of RFC 8785, and digests over it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalize } from "./values.ts";

interface Runtime {
  readonly process?: {
    getBuiltinModule?(id: "node:crypto"): {
      hash?(algorithm: "sha256", data: string | Uint8Array, encoding: "hex" | "base64url"): string;
    };
  };
}

/** What Node and runtimes like it have of their own: many times as fast, above all for the first digest of a process. */
const native = (globalThis as Runtime).process?.getBuiltinModule?.("node:crypto");

/** SHA-256 of bytes, or of a text in UTF-8, in lower-case hexadecimal. */
export function sha256Hex(data: string | Uint8Array): string {
  return (
    native?.hash?.("sha256", data, "hex") ??
    bytesToHex(sha256(typeof data === "string" ? utf8ToBytes(data) : data))
  );
}

/** The same in base64url (RFC 4648 section 5). */
export const sha256Base64Url = (text: string): string =>
  native?.hash?.("sha256", text, "base64url") ?? base64Url(sha256(utf8ToBytes(text)));

/** A text has a character for each byte. */
export function base64Url(bytes: Uint8Array | string): string {
  const text = btoa(typeof bytes === "string" ? bytes : String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The digest that identifies spec packages and proposal packages. */
export function digestOf(value: unknown): string {
  return `sha256:${sha256Hex(canonicalize(value))}`;
}
