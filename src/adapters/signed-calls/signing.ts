/**
 * Signs a call that an identity service makes on an agent's behalf. Published as
 * `proposal-preflight/proxy-signing`; needs Web Crypto and nothing of Node.
 */
import type { CryptoKey } from "jose";
import { encode } from "jose/base64url";
import { FlattenedSign } from "jose/jws/flattened/sign";
import { importJWK } from "jose/key/import";
import {
  isProxyHeaderValue,
  PROXY_SIGNATURE_TYPE,
  type ProxyHeaderName,
  type ProxyHeaders,
  proxyPayload,
} from "./payload.ts";

export { type ProxyHeaderName, type ProxyHeaders, proxyPayload } from "./payload.ts";

export type ProxyAlgorithm = "EdDSA" | "ES256";

/** A private key as a JSON Web Key (RFC 7517). */
export interface PrivateJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y?: string;
  readonly d: string;
  readonly kid?: string;
  readonly [member: string]: unknown;
}

export interface ProxyCall {
  /** Ed25519 or P-256. A `CryptoKey` must allow `sign`. */
  readonly privateKey: CryptoKey | PrivateJwk;
  /** The id of the public key in the key set. Default: the `kid` of the JWK. */
  readonly kid?: string;
  /** Default: the algorithm of the key. */
  readonly alg?: ProxyAlgorithm;
  /** The public base URL of the called service. */
  readonly audience: string;
  readonly method: string;
  /** Path with query, exactly as it will be sent. */
  readonly target: string;
  readonly agent: string;
  readonly subject: string;
  readonly capability: string;
  /** The bytes that will be sent. Leave out if there is no body. */
  readonly body?: string | Uint8Array;
  /** Unix seconds. Default: now. */
  readonly timestamp?: number;
  /** Valid for one call. Default: random characters. */
  readonly nonce?: string;
}

/** The seven headers to send. Throws a `TypeError` for values that would never be accepted. */
export async function signProxyCall(call: ProxyCall): Promise<ProxyHeaders> {
  const { privateKey, audience, method, target } = call;
  const alg = call.alg ?? algorithmOf(privateKey);
  const kid = call.kid ?? ("kid" in privateKey ? privateKey.kid : undefined);
  if (kid === undefined || kid === "") throw new TypeError("signProxyCall: the key needs a kid");
  if (!target.startsWith("/"))
    throw new TypeError("signProxyCall: target must be a path with its query, such as /api/validate");
  const headers = {
    "x-adt-proxy-agent": call.agent,
    "x-adt-proxy-subject": call.subject,
    "x-adt-proxy-capability": call.capability,
    "x-adt-proxy-timestamp": String(call.timestamp ?? Math.floor(Date.now() / 1000)),
    "x-adt-proxy-nonce": call.nonce ?? encode(crypto.getRandomValues(new Uint8Array(24))),
    "x-adt-proxy-content-sha256": await sha256Hex(call.body ?? ""),
  };
  for (const [name, value] of Object.entries(headers))
    if (!isProxyHeaderValue(name as ProxyHeaderName, value))
      throw new TypeError(`signProxyCall: invalid value for ${name}`);
  const payload = proxyPayload({ audience, method, target, headers });
  const key = "kty" in privateKey ? await importJWK(privateKey, alg) : privateKey;
  const jws = await new FlattenedSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg, kid, typ: PROXY_SIGNATURE_TYPE })
    .sign(key);
  // Detached (RFC 7515, appendix F): the result does not include the signed payload.
  return { ...headers, "x-adt-proxy-signature": `${jws.protected}..${jws.signature}` };
}

function algorithmOf(key: CryptoKey | PrivateJwk): ProxyAlgorithm {
  const curve =
    "kty" in key ? key.crv : ((key.algorithm as { namedCurve?: string }).namedCurve ?? key.algorithm.name);
  if (curve === "Ed25519") return "EdDSA";
  if (curve === "P-256") return "ES256";
  throw new TypeError("signProxyCall: the key must be an Ed25519 or P-256 key");
}

async function sha256Hex(body: string | Uint8Array): Promise<string> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
