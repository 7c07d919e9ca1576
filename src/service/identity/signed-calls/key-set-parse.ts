/** The keys of a JWK set (RFC 7517) that may verify signed calls, by algorithm and `kid`. */
import type { CryptoKey } from "jose";
import { importJWK } from "jose/key/import";
import { isPlainObject } from "../../../core/json/pointer.ts";

export type VerificationKeys = ReadonlyMap<string, CryptoKey>;

const MAX_KEYS = 100;

export function keyName(alg: string, kid: string): string {
  return `${alg} ${kid}`;
}

/**
 * Undefined when the document is not a key set. Keys of other kinds are skipped, as the RFC says, and so are keys that
 * include their private half: whoever can read the set could sign with them.
 */
export async function parseKeySet(document: unknown): Promise<VerificationKeys | undefined> {
  if (!isPlainObject(document)) return undefined;
  const { keys } = document;
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) return undefined;
  const found = new Map<string, CryptoKey>();
  for (const jwk of keys) {
    const usable = usableKey(jwk);
    if (usable === undefined || found.has(usable.name)) continue;
    const key = await importJWK(usable.jwk, usable.alg).catch(() => undefined);
    if (key !== undefined && !(key instanceof Uint8Array)) found.set(usable.name, key);
  }
  return found;
}

function usableKey(jwk: unknown) {
  if (!isPlainObject(jwk)) return undefined;
  const { kty, crv, x, y, kid, alg, use, key_ops, d } = jwk;
  if (d !== undefined || typeof kid !== "string" || kid === "" || typeof x !== "string") return undefined;
  if (use !== undefined && use !== "sig") return undefined;
  if (key_ops !== undefined && !(Array.isArray(key_ops) && key_ops.includes("verify"))) return undefined;
  if (kty === "OKP" && crv === "Ed25519" && (alg === undefined || alg === "EdDSA"))
    return { name: keyName("EdDSA", kid), alg: "EdDSA", jwk: { kty, crv, x } };
  if (kty === "EC" && crv === "P-256" && typeof y === "string" && (alg === undefined || alg === "ES256"))
    return { name: keyName("ES256", kid), alg: "ES256", jwk: { kty, crv, x, y } };
  return undefined;
}
