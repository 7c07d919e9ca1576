/** A key of receipts for every runtime with Web Crypto. */
import { base64Url } from "../../core/json/digest.ts";
import { describeKey, type SigningKey, Unusable } from "../receipts/receipts.ts";

/** Throws a TypeError if it is no private key that can sign receipts. */
export function openSigningKey(given: Readonly<Record<string, unknown>>): SigningKey {
  const { kty, crv, x, y, d } = given as { kty: string; crv: string; x: string; y?: string; d: string };
  try {
    if (typeof d !== "string") throw new Unusable("holds a public key; the private key is needed.");
    const described = describeKey(given, given);
    const algorithm =
      crv === "P-256" ? { name: "ECDSA", namedCurve: crv, hash: "SHA-256" } : { name: "Ed25519" };
    const jwk = { kty, crv, x, d, ...(y !== undefined && { y }) };
    let key: ReturnType<typeof crypto.subtle.importKey> | undefined;
    return {
      ...described,
      async sign(claims) {
        const encoder = new TextEncoder();
        const text = `${described.header}.${base64Url(encoder.encode(claims))}`;
        // Not before the first request: some runtimes allow no work before it.
        key ??= crypto.subtle.importKey("jwk", jwk, algorithm, false, ["sign"]);
        const bytes = await crypto.subtle.sign(algorithm, await key, encoder.encode(text));
        return `${text}.${base64Url(new Uint8Array(bytes))}`;
      },
    };
  } catch (error) {
    throw error instanceof Unusable ? new TypeError(`signingKeys ${error.message}`) : error;
  }
}
