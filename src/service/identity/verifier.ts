/** Verifies signed calls from the request head alone, cheap checks first. Only nonces of verified calls are remembered. */
import { encode } from "jose/base64url";
import { decodeProtectedHeader } from "jose/decode/protected_header";
import { flattenedVerify } from "jose/jws/flattened/verify";
import type { CallHead, ProxyVerdict } from "../operations/ports.ts";
import { callerId } from "./key-list.ts";
import { createKeySet, type KeySetOptions } from "./key-set.ts";
import type { ProxyHeaders } from "./payload.ts";
import { isProxyHeaderValue, PROXY_HEADER_NAMES, PROXY_SIGNATURE_TYPE, proxyPayload } from "./payload.ts";

export interface ProxyVerifierOptions extends KeySetOptions {
  /** The public base URL of this service: calls signed for another service are refused. */
  readonly audience: string;
  /** Milliseconds since the epoch, for timestamps. */
  now(): number;
  /** False if another process has seen the nonce within so many seconds. Leave out if there is only one process. */
  readonly claimNonce?: ((nonce: string, seconds: number) => boolean | Promise<boolean>) | undefined;
  /** Makes it impossible to guess agents from their ids in the log. */
  readonly logSecret?: string;
  readonly maxNonces?: number;
}

const WINDOW_SECONDS = 60;
/** Timestamps are accepted from 60 s before to 60 s after: 121 seconds. Each nonce is remembered for as long. */
const NONCE_SECONDS = 2 * WINDOW_SECONDS + 1;
/**
 * If the clock is set back, calls come back to life whose nonces are forgotten, so calls that are not newer than those are
 * refused. A clock that was wrong by more than this is believed at once, because agents could not call for too long.
 */
const MAX_SET_BACK_SECONDS = 3_600;
/** Room for 2,000 verified calls a second over all that time. */
const MAX_NONCES = 262_144;
const ALGORITHMS = ["EdDSA", "ES256"];

/** `loadKeys` loads the key set now, so that a mistake is noticed before the first call, and returns why that fails. */
export function createProxyVerifier(options: ProxyVerifierOptions) {
  const { audience, now, elapsed, claimNonce, maxNonces = MAX_NONCES } = options;
  const keySet = createKeySet(options);
  const nonces = createNonceMemory(maxNonces);

  const isInWindow = (timestamp: number): boolean =>
    Math.abs(Math.floor(now() / 1000) - timestamp) <= WINDOW_SECONDS;

  async function verify(head: CallHead): Promise<ProxyVerdict> {
    if (hasUnreadBody(head)) return refuse("a GET request announces a body");
    const headers = readProxyHeaders(head);
    if (typeof headers === "string") return refuse(headers);
    const timestamp = Number(headers["x-adt-proxy-timestamp"]);
    if (!isInWindow(timestamp)) return refuse("the timestamp is outside the window");
    const nonce = headers["x-adt-proxy-nonce"];
    if (nonces.has(nonce, Math.floor(elapsed() / 1000))) return refuse("the nonce has been used");
    if (timestamp <= nonces.newestForgotten() && timestamp > nonces.newestForgotten() - MAX_SET_BACK_SECONDS)
      return refuse("the clock was set back: the nonce may have been used");
    const [protectedHeader = "", , signature = ""] = headers["x-adt-proxy-signature"].split(".");
    const signer = readSigner(protectedHeader);
    if (typeof signer === "string") return refuse(signer);
    const found = await keySet.find(signer.alg, signer.kid);
    if (found.status === "unavailable") return found;
    if (found.status === "unknown") return refuse("no key with that kid and algorithm");
    const payload = proxyPayload({ audience, method: head.method, target: head.target, headers });
    const jws = { protected: protectedHeader, payload: encode(payload), signature };
    const verified = await flattenedVerify(jws, found.key, { algorithms: ALGORITHMS }).catch(() => undefined);
    if (verified === undefined) return refuse("the signature is not valid");
    // The window may have passed while the key was fetched.
    if (!isInWindow(timestamp)) return refuse("the timestamp is outside the window");
    const second = Math.floor(elapsed() / 1000);
    // This is synchronous, so of two simultaneous calls with one nonce only one gets through.
    const memory = nonces.remember(nonce, timestamp, second);
    if (memory === "seen") return refuse("the nonce has been used");
    if (memory === "full") {
      options.onEvent?.({ type: "nonce-memory-full" });
      return { status: "unavailable", retryAfterSeconds: nonces.secondsUntilRoom(second) };
    }
    if (claimNonce !== undefined && !(await claimNonce(nonce, NONCE_SECONDS)))
      return refuse("the nonce has been used");
    return {
      status: "verified",
      agent: headers["x-adt-proxy-agent"],
      id: callerId(headers["x-adt-proxy-agent"], options.logSecret),
      subject: headers["x-adt-proxy-subject"],
      capability: headers["x-adt-proxy-capability"],
      contentSha256: headers["x-adt-proxy-content-sha256"],
    };
  }

  return { verify, loadKeys: keySet.load };
}

/** Bodies of GET requests are not read, so nobody could tell whether this one is the signed one. */
function hasUnreadBody({ method, rawHeaders }: CallHead): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return rawHeaders.some((header, at) => {
    const name = at % 2 === 0 && header.toLowerCase();
    return name === "transfer-encoding" || (name === "content-length" && !/^0+$/.test(rawHeaders[at + 1]!));
  });
}

/** The algorithm and key id, or the reason why the header is refused. */
function readSigner(protectedHeader: string): { alg: string; kid: string } | string {
  let header: Record<string, unknown>;
  try {
    header = decodeProtectedHeader({ protected: protectedHeader }) as Record<string, unknown>;
  } catch {
    return "the protected header cannot be read";
  }
  const { alg, kid, typ } = header;
  if (typeof alg !== "string" || !ALGORITHMS.includes(alg)) return "the algorithm is not allowed";
  if (typ !== PROXY_SIGNATURE_TYPE) return "the typ is wrong";
  if (typeof kid !== "string" || kid === "") return "the kid is missing";
  // RFC 7515 and RFC 7797: both change what a signature means, and neither is supported here.
  if ("crit" in header || "b64" in header) return "crit and b64 are not supported";
  return { alg, kid };
}

const refuse = (reason: string): ProxyVerdict => ({ status: "refused", reason });

/** The seven signed headers, each once and well formed, and no others; or why not, in words without a value, for the log. */
function readProxyHeaders({ rawHeaders }: CallHead): ProxyHeaders | string {
  const found: Partial<ProxyHeaders> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]!.toLowerCase();
    if (!sent.startsWith("x-adt-proxy-")) continue;
    const name = PROXY_HEADER_NAMES.find((known) => known === sent);
    if (name === undefined) return "unknown x-adt-proxy- header";
    if (found[name] !== undefined) return `${name} is repeated`;
    const value = rawHeaders[at + 1]!;
    if (!isProxyHeaderValue(name, value)) return `${name} is malformed`;
    found[name] = value;
  }
  const missing = PROXY_HEADER_NAMES.find((name) => found[name] === undefined);
  return missing === undefined ? (found as ProxyHeaders) : `${missing} is missing`;
}

/**
 * Remembers nonces for at least as long as a call with one could be accepted. When full, it refuses new ones instead of
 * dropping old ones: a dropped nonce could be used twice. `second`: the current one, of a clock that is never set.
 */
export function createNonceMemory(limit: number) {
  /** In the order in which they came, and in which they are forgotten. `until`: the last second in which one is remembered. */
  const seen = new Map<string, { readonly timestamp: number; readonly until: number }>();
  let sweptAt = -1;
  let newestForgotten = Number.NEGATIVE_INFINITY;

  function sweep(second: number): void {
    if (second === sweptAt) return;
    sweptAt = second;
    for (const [nonce, { timestamp, until }] of seen) {
      if (until >= second) return;
      seen.delete(nonce);
      newestForgotten = Math.max(newestForgotten, timestamp);
    }
  }

  return {
    has(nonce: string, second: number): boolean {
      sweep(second);
      return seen.has(nonce);
    },
    /** The latest timestamp among the calls whose nonces are not remembered any more. */
    newestForgotten: () => newestForgotten,
    remember(nonce: string, timestamp: number, second: number): "new" | "seen" | "full" {
      sweep(second);
      if (seen.has(nonce)) return "seen";
      if (seen.size >= limit) return "full";
      seen.set(nonce, { timestamp, until: second + NONCE_SECONDS });
      return "new";
    },
    /** Whole seconds until the first entries expire, at least 1. */
    secondsUntilRoom(second: number): number {
      const [first] = seen.values();
      return first === undefined ? 1 : Math.max(1, first.until - second + 1);
    },
  };
}
