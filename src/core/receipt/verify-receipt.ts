/**
 * For the receiving side: checks a receipt, the signed statement of a service that it judged a package valid. It needs Web
 * Crypto and nothing else, so that it runs wherever the core does.
 */
import { base64Url, digestOf } from "../json/digest.ts";
import { isPlainObject, isSafeJson } from "../json/values.ts";
import type { ProposalPackage, ValidationResult } from "../types.ts";

/** What a receipt states. Times are seconds since 1970. */
export interface ReceiptClaims
  extends Pick<ValidationResult, "specPackage" | "registry" | "registries" | "evaluatedOn">,
    Pick<ProposalPackage, "targetProduct" | "domainId"> {
  /** The service that judged, by its base URL. */
  iss: string;
  iat: number;
  exp: number;
  /** The digest of the package. */
  sub: string;
  /** The program that judged, with its version. */
  service: string;
}

/** What a receipt is held against. */
export interface ReceiptContext {
  /** The key set of the service, as its `/.well-known/jwks.json` has it. Never one that comes with the receipt. */
  keys: { readonly keys: readonly unknown[] };
  /** The base URL of the service whose verdict counts. */
  issuer: string;
  /** The package that the receipt came with. */
  proposalPackage: unknown;
  /** The moment, in milliseconds since 1970. */
  now: number;
  /** How old a verdict may be. Default: until the receipt expires, a day after the verdict. */
  maxAgeSeconds?: number;
}

const FAULTS = {
  "receipt-malformed": "The receipt is not a signed JWT of at most 8,192 characters.",
  "receipt-type": "The token is not a receipt of Preflight, or it has extensions that are not known.",
  "receipt-algorithm": "The receipt is not signed with ES256 or EdDSA.",
  "receipt-key": "The key set has no usable key of that name.",
  "receipt-signature": "The signature is not that of the key, so the receipt was altered or forged.",
  "receipt-claims": "The receipt does not state what a receipt must state.",
  "receipt-issuer": "The receipt is from another service.",
  "receipt-future": "The receipt is from the future; compare the clocks.",
  "receipt-expired": "The receipt is too old. Build the package again.",
  "receipt-package": "The receipt is about another package, or the package does not match its digest.",
} as const;

/** Why a receipt is not good. */
export type ReceiptFault = keyof typeof FAULTS;

/** Whether a receipt is good, and what it states. */
export type ReceiptVerdict =
  | { valid: true; claims: ReceiptClaims }
  | { valid: false; code: ReceiptFault; message: string };

export const RECEIPT_TYPE = "preflight-receipt+jwt";
const MAX_RECEIPT_LENGTH = 8_192;
/** How far the clock of the service may be ahead. */
const MAX_SKEW_SECONDS = 60;
const FORM = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
export const KID = /^[\w.~-]{1,128}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

const ALGORITHMS = new Map([
  ["ES256", { kty: "EC", crv: "P-256", name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }],
  ["EdDSA", { kty: "OKP", crv: "Ed25519", name: "Ed25519" }],
]);

/**
 * Whether a service judged this very package valid, and by which rules and registries. That spares a product the rules, if
 * they are still its current ones, and nothing else: an identifier may have been taken since.
 */
export async function verifyReceipt(receipt: unknown, context: ReceiptContext): Promise<ReceiptVerdict> {
  const fault = (code: ReceiptFault): ReceiptVerdict => ({ valid: false, code, message: FAULTS[code] });
  const parts = typeof receipt === "string" && receipt.length <= MAX_RECEIPT_LENGTH && FORM.exec(receipt);
  if (!parts) return fault("receipt-malformed");
  const [, head = "", payload = "", signature = ""] = parts;
  const header = readPart(head);
  if (header === undefined) return fault("receipt-malformed");
  const { typ, alg, kid, crit } = header;
  if (typ !== RECEIPT_TYPE || crit !== undefined) return fault("receipt-type");
  const algorithm = ALGORITHMS.get(alg as string);
  if (algorithm === undefined) return fault("receipt-algorithm");
  const known: unknown = KID.test(String(kid)) ? context.keys?.keys : undefined;
  const { kty, crv } = algorithm;
  const isKey = (key: unknown): key is { x?: string; y?: string } =>
    isPlainObject(key) &&
    key.kid === kid &&
    key.kty === kty &&
    key.crv === crv &&
    (key.use === undefined || key.use === "sig");
  const found = Array.isArray(known) ? known.find(isKey) : undefined;
  if (found === undefined) return fault("receipt-key");
  const { x, y } = found;
  const key = await crypto.subtle
    .importKey("jwk", { kty, crv, x: x!, ...(y !== undefined && { y }) }, algorithm, false, ["verify"])
    .catch(() => undefined);
  if (key === undefined) return fault("receipt-key");
  const signed = new TextEncoder().encode(`${head}.${payload}`);
  const bytes = bytesOf(signature);
  if (bytes === undefined || !(await crypto.subtle.verify(algorithm, key, bytes, signed)))
    return fault("receipt-signature");

  const claims = readPart(payload);
  if (!isClaims(claims)) return fault("receipt-claims");
  if (claims.iss !== String(context.issuer).replace(/(?<!\/)\/+$/, "")) return fault("receipt-issuer");
  const seconds = context.now / 1_000;
  const { maxAgeSeconds = Number.POSITIVE_INFINITY } = context;
  if (claims.iat > seconds + MAX_SKEW_SECONDS) return fault("receipt-future");
  // A moment that is not a number is never in time.
  if (!(seconds < claims.exp && seconds - claims.iat <= maxAgeSeconds)) return fault("receipt-expired");
  return isAbout(claims, context.proposalPackage) ? { valid: true, claims } : fault("receipt-package");
}

/** The digest is computed here: nobody else's word counts for it. */
function isAbout(claims: ReceiptClaims, proposalPackage: unknown): boolean {
  if (!isPlainObject(proposalPackage)) return false;
  const { digest, ...content } = proposalPackage;
  return (
    digest === claims.sub &&
    isSafeJson(content, -1) &&
    digest === digestOf(content) &&
    content.targetProduct === claims.targetProduct &&
    content.domainId === claims.domainId &&
    isPlainObject(content.specPackage) &&
    content.specPackage.digest === claims.specPackage.digest
  );
}

function isClaims(value: unknown): value is ReceiptClaims {
  if (!isPlainObject(value)) return false;
  const { iat, exp, sub, specPackage } = value;
  return (
    ["iss", "targetProduct", "domainId", "service"].every((name) => typeof value[name] === "string") &&
    Number.isSafeInteger(iat) &&
    Number.isSafeInteger(exp) &&
    DIGEST.test(String(sub)) &&
    isPlainObject(specPackage) &&
    typeof specPackage.version === "string" &&
    DIGEST.test(String(specPackage.digest))
  );
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(part)));
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined also for bits in the last character that stand for no byte: each receipt has one form. */
function bytesOf(part: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    if (base64Url(text) !== part) return undefined;
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
