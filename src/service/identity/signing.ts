/** Signs calls on behalf of agents. Published as `proposal-preflight/proxy-signing`; needs Web Crypto and nothing else. */
import type { ProxyHeaderName, ProxyHeaders } from "./payload.ts";
import { isProxyHeaderValue, PROXY_SIGNATURE_TYPE, proxyPayload } from "./payload.ts";

export { type ProxyHeaderName, type ProxyHeaders, proxyPayload } from "./payload.ts";

/** A key of Web Crypto. Declared like this, it is known with the types of Node as well as with those of a browser. */
export type CryptoKey = Extract<Awaited<ReturnType<typeof crypto.subtle.generateKey>>, { type: string }>;

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

/** A call to sign, and the key to sign it with. */
export interface ProxyCall {
  /** Ed25519 (`EdDSA`) or P-256 (`ES256`). A `CryptoKey` must allow `sign`. */
  readonly privateKey: CryptoKey | PrivateJwk;
  /** The id of the public key in the key set. Default: the `kid` of the JWK. */
  readonly kid?: string;
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
  const { privateKey, audience, method, target, kid = "kid" in privateKey ? privateKey.kid : "" } = call;
  const { key, alg, algorithm } = await openKey(privateKey);
  refuseUnless(kid, "the key needs a kid");
  // `fetch` writes them otherwise, and then another call is sent than the one that is signed.
  refuseUnless(/^[A-Z]+$/.test(method), "method must be in capitals, such as POST");
  const isPath = /^\/[\x21\x22\x24-\x7e]*$/.test(target);
  refuseUnless(isPath, "target must be a path with its query, such as /api/validate");
  const headers = {
    "x-adt-proxy-agent": call.agent,
    "x-adt-proxy-subject": call.subject,
    "x-adt-proxy-capability": call.capability,
    "x-adt-proxy-timestamp": String(call.timestamp ?? Math.floor(Date.now() / 1000)),
    "x-adt-proxy-nonce": call.nonce ?? encode(crypto.getRandomValues(new Uint8Array(24))),
    "x-adt-proxy-content-sha256": await sha256Hex(call.body ?? ""),
  };
  for (const [name, value] of Object.entries(headers))
    refuseUnless(isProxyHeaderValue(name as ProxyHeaderName, value), `invalid value for ${name}`);
  // RFC 7515: the header and the payload are signed, both in base64url.
  const header = encode(utf8(JSON.stringify({ alg, kid, typ: PROXY_SIGNATURE_TYPE })));
  const signed = utf8(`${header}.${encode(utf8(proxyPayload({ audience, method, target, headers })))}`);
  const bytes = new Uint8Array(await crypto.subtle.sign(algorithm, key, signed));
  // Detached (appendix F): the result does not include the signed payload.
  const signature = `${header}..${encode(bytes)}`;
  refuseUnless(isProxyHeaderValue("x-adt-proxy-signature", signature), "the kid is too long");
  return { ...headers, "x-adt-proxy-signature": signature };
}

/** By their curves. Web Crypto writes ECDSA signatures as JWS wants them. */
const SIGNING = new Map([
  ["Ed25519", { alg: "EdDSA", algorithm: { name: "Ed25519" } }],
  ["P-256", { alg: "ES256", algorithm: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } }],
]);

async function openKey(given: CryptoKey | PrivateJwk) {
  const isJwk = "kty" in given;
  const kind: { name?: string; namedCurve?: string } = isJwk ? {} : (given.algorithm ?? {});
  const { name, namedCurve = name } = kind;
  const signing = SIGNING.get((isJwk ? given.crv : namedCurve) ?? "");
  const key = isJwk ? signing && (await importKey(given, signing.algorithm)) : given;
  const isFit = signing && key?.type === "private" && key.usages.includes("sign");
  refuseUnless(isFit, "the key must be a private Ed25519 or P-256 key that may sign");
  return { key, ...signing };
}

/** Undefined: it is none of that kind. What else a JWK says about itself is not asked. */
function importKey({ kty, crv, x, y, d }: PrivateJwk, algorithm: { readonly name: string }) {
  const jwk = { kty, crv, x, d, ...(y !== undefined && { y }) };
  return crypto.subtle.importKey("jwk", jwk, algorithm, false, ["sign"]).catch(() => undefined);
}

function refuseUnless(isFit: unknown, why: string): asserts isFit {
  if (!isFit) throw new TypeError(`signProxyCall: ${why}`);
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function encode(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function sha256Hex(body: string | Uint8Array): Promise<string> {
  const bytes = typeof body === "string" ? utf8(body) : new Uint8Array(body);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
