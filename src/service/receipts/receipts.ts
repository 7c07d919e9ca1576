/** Receipts, signed by whatever the runtime signs with. */
import { base64Url, sha256Base64Url } from "../../core/json/digest.ts";
import { KID, RECEIPT_TYPE } from "../../core/receipt/verify-receipt.ts";
import type { ReceiptSigner } from "../operations/ports.ts";

export interface SigningKey {
  /** What is published. */
  readonly jwk: Readonly<Record<string, unknown>> & { readonly kid: string };
  /** The first part of every receipt. */
  readonly header: string;
  /** The receipt with these claims, given as JSON. Its signature has the form of RFC 7518 section 3.4. */
  sign(claims: string): string | Promise<string>;
}

/** Why a key cannot be used. The words go on from its name, and hold nothing of it. */
export class Unusable extends Error {}

const LIFETIME_SECONDS = 86_400;
const ALGORITHMS = new Map<unknown, string>(Object.entries({ "P-256": "ES256", Ed25519: "EdDSA" }));

/** `half`: the public half, as a JWK. `given`: what is said about the key besides. */
export function describeKey(
  { kty, crv, x, y }: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Omit<SigningKey, "sign"> {
  const alg = ALGORITHMS.get(crv);
  if (alg === undefined)
    throw new Unusable("holds a key of another kind; an EC key on P-256 or an Ed25519 key is needed.");
  // RFC 9864 calls EdDSA by the name of its curve, and so does Web Crypto.
  if ((given.use ?? "sig") !== "sig" || ![alg, crv].includes(given.alg ?? alg))
    throw new Unusable("holds a key that is meant for something else, by its `use` or `alg`.");
  // RFC 7638: a name that every holder of the key computes alike. Its members are in this order.
  const members = y === undefined ? { crv, kty, x } : { crv, kty, x, y };
  const kid = given.kid ?? sha256Base64Url(JSON.stringify(members));
  if (typeof kid !== "string" || !KID.test(kid))
    throw new Unusable("holds a key whose `kid` is not 1 to 128 letters, digits or `-._~`.");
  const header = base64Url(JSON.stringify({ alg, kid, typ: RECEIPT_TYPE }));
  return { jwk: { ...members, kid, alg, use: "sig" }, header };
}

/** `keys`: those in use now. The first one signs. */
export function createReceiptSigner(
  keys: () => readonly SigningKey[],
  { issuer, service }: { readonly issuer: string; readonly service: string },
): ReceiptSigner {
  return {
    keySet: () => ({ keys: keys().map(({ jwk }) => jwk) }),
    sign({ now, ...claims }) {
      const iat = Math.floor(now / 1_000);
      const all = { iss: issuer, iat, exp: iat + LIFETIME_SECONDS, ...claims, service };
      return keys()[0]!.sign(JSON.stringify(all));
    },
  };
}
