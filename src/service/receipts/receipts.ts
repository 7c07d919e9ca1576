/** The keys of receipts, from files, and the receipts that they sign. */
import {
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { RECEIPT_TYPE } from "../../core/receipt/verify-receipt.ts";
import type { ReceiptSigner } from "../operations/ports.ts";
import { sha256 } from "../shared/sha256.ts";

interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
  /** What is published. */
  readonly jwk: JsonWebKey;
  /** The first part of every receipt. */
  readonly header: string;
}

/** The first one signs. */
export interface SigningKeys {
  readonly keys: readonly SigningKey[];
  readonly warnings: readonly string[];
}

/** How long a receipt is good. */
const LIFETIME_SECONDS = 86_400;
const MAX_KEY_BYTES = 65_536;
const KID = /^[\w.~-]{1,128}$/;

/** Files of private keys, separated by commas. Faults name the file and never show its content. */
export function readSigningKeys(paths: string): SigningKeys | { readonly faults: readonly string[] } {
  const keys: SigningKey[] = [];
  const warnings: string[] = [];
  const faults: string[] = [];
  for (const path of paths.split(",").map((each) => each.trim())) {
    if (path === "") continue;
    try {
      const key = readKey(path);
      if (keys.some(({ kid }) => kid === key.kid)) faults.push(`${path} has the kid of another file.`);
      else keys.push(key);
      // Others: neither the owner nor its group.
      if ((statSync(path).mode & 0o007) !== 0)
        warnings.push(`${path} holds a private key, and every user of this machine may read it.`);
    } catch (error) {
      faults.push(`${path} ${error instanceof Unusable ? error.message : reasonOf(error)}`);
    }
  }
  if (keys.length === 0 && faults.length === 0) faults.push("no file is named.");
  return faults.length === 0 ? { keys, warnings } : { faults };
}

class Unusable extends Error {}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return `cannot be read${code === undefined ? "" : ` (${code})`}.`;
}

function readKey(path: string): SigningKey {
  const bytes = readFileSync(path);
  if (bytes.length > MAX_KEY_BYTES) throw new Unusable("is too large for a key.");
  const { key, given = {} } = parseKey(
    bytes
      .toString()
      .replace(/^\uFEFF/, "")
      .trim(),
  );
  const { kty, crv, x, y } = createPublicKey(key).export({ format: "jwk" });
  const alg = crv === "P-256" ? "ES256" : crv === "Ed25519" ? "EdDSA" : undefined;
  if (alg === undefined)
    throw new Unusable("holds a key of another kind; an EC key on P-256 or an Ed25519 key is needed.");
  if ((given.use ?? "sig") !== "sig" || (given.alg ?? alg) !== alg)
    throw new Unusable("holds a key that is meant for something else, by its `use` or `alg`.");
  // RFC 7638: a name that every holder of the key computes alike. Its members are in this order.
  const members = y === undefined ? { crv, kty, x } : { crv, kty, x, y };
  const kid = given.kid ?? sha256(JSON.stringify(members));
  if (typeof kid !== "string" || !KID.test(kid))
    throw new Unusable("holds a key whose `kid` is not 1 to 128 letters, digits or `-._~`.");
  const jwk = { ...members, kid, alg, use: "sig" } as JsonWebKey;
  const header = encode({ alg, kid, typ: RECEIPT_TYPE });
  const made = { kid, key, jwk, header };
  // A JWK states its public half, which may be that of another key.
  if (
    !verify(
      hashOf(key),
      Buffer.from(header),
      forJws(createPublicKey({ key: jwk, format: "jwk" })),
      signatureOf(made, header),
    )
  )
    throw new Unusable("holds a private and a public key that do not belong together.");
  return made;
}

function parseKey(text: string): { key: KeyObject; given?: Record<string, unknown> } {
  const isJson = text.startsWith("{");
  try {
    if (!isJson) return { key: createPrivateKey(text) };
    const given = JSON.parse(text) as Record<string, unknown>;
    if (typeof given.d === "string") return { key: createPrivateKey({ key: given, format: "jwk" }), given };
  } catch {
    // What a library says about a key could quote it.
  }
  if (isPublic(text, isJson)) throw new Unusable("holds a public key; the private key is needed.");
  throw new Unusable("is neither a private JWK nor a private key in PEM without a password.");
}

function isPublic(text: string, isJson: boolean): boolean {
  try {
    return createPublicKey(isJson ? { key: JSON.parse(text), format: "jwk" } : text).type === "public";
  } catch {
    return false;
  }
}

/** Receipts of a service. They are made at once: a call should not wait for another thread. */
export function createReceiptSigner(
  first: SigningKeys,
  { issuer, service }: { readonly issuer: string; readonly service: string },
): ReceiptSigner & { replace(keys: SigningKeys): void } {
  let current = first.keys;
  return {
    keySet: () => ({ keys: current.map(({ jwk }) => jwk) }),
    sign({ now, ...claims }) {
      const [key] = current as [SigningKey];
      const iat = Math.floor(now / 1_000);
      const payload = encode({ iss: issuer, iat, exp: iat + LIFETIME_SECONDS, ...claims, service });
      const signed = `${key.header}.${payload}`;
      return `${signed}.${signatureOf(key, signed).toString("base64url")}`;
    },
    replace({ keys }) {
      current = keys;
    },
  };
}

function signatureOf({ key }: Pick<SigningKey, "key">, text: string): Buffer {
  return sign(hashOf(key), Buffer.from(text), forJws(key));
}

/** Ed25519 has its own. */
function hashOf({ asymmetricKeyType }: KeyObject): "sha256" | null {
  return asymmetricKeyType === "ec" ? "sha256" : null;
}

/** RFC 7518 section 3.4: both numbers side by side, not in ASN.1. */
function forJws(key: KeyObject) {
  return { key, dsaEncoding: "ieee-p1363" } as const;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
