/** The keys of receipts, from files. */
import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { Faults, unreadable } from "../shared/faults.ts";
import { describeKey, type SigningKey, Unusable } from "./receipts.ts";

const MAX_KEY_BYTES = 65_536;

/** Files of private keys, separated by commas; the first one signs. Faults name the file and never show its content. */
export function readSigningKeys(paths: string) {
  const keys: SigningKey[] = [];
  const warnings: string[] = [];
  const faults: string[] = [];
  for (const path of paths.split(",").map((each) => each.trim())) {
    if (path === "") continue;
    try {
      const key = readKey(path);
      if (keys.some(({ jwk }) => jwk.kid === key.jwk.kid))
        faults.push(`${path} has the kid of another file.`);
      else keys.push(key);
      // Others: neither the owner nor its group.
      if ((statSync(path).mode & 0o007) !== 0)
        warnings.push(`${path} holds a private key, and every user of this machine may read it.`);
    } catch (error) {
      faults.push(`${path} ${error instanceof Unusable ? error.message : unreadable(error)}`);
    }
  }
  if (keys.length === 0 && faults.length === 0) faults.push("no file is named.");
  if (faults.length > 0) throw new Faults(": ", ...faults);
  return { keys, warnings };
}

function readKey(path: string): SigningKey {
  const bytes = readFileSync(path);
  if (bytes.length > MAX_KEY_BYTES) throw new Unusable("is too large for a key.");
  const { key, given = {} } = parseKey(bytes.toString().trim());
  const described = describeKey({ ...createPublicKey(key).export({ format: "jwk" }) }, given);
  // Ed25519 has a hash of its own.
  const hash = key.asymmetricKeyType === "ec" ? "sha256" : null;
  // At once: a call should not wait for another thread.
  const signed = (text: string) => sign(hash, Buffer.from(text), key);
  const { header, jwk } = described;
  // A JWK states its public half, which may be that of another key.
  const half = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
  if (!verify(hash, Buffer.from(header), half, signed(header)))
    throw new Unusable("holds a private and a public key that do not belong together.");
  const plain = hash === null ? (bytes: Buffer) => bytes : numbersOf;
  return {
    ...described,
    sign(claims) {
      const text = `${header}.${Buffer.from(claims).toString("base64url")}`;
      return `${text}.${plain(signed(text)).toString("base64url")}`;
    },
  };
}

/** RFC 7518 section 3.4: both numbers, not ASN.1. Asked for that form, Node 24 reads the key again, which takes long. */
function numbersOf(der: Buffer): Buffer {
  const bytes = Buffer.alloc(64);
  // SEQUENCE { INTEGER, INTEGER }, each with its length; a first zero says that the number is positive.
  for (let at = 2, end = 32; end <= 64; end += 32) {
    const next = at + 2 + der[at + 1]!;
    der.copy(bytes, Math.max(end - (next - at - 2), end - 32), Math.max(at + 2, next - 32), next);
    at = next;
  }
  return bytes;
}

function parseKey(text: string) {
  const isJson = text.startsWith("{");
  try {
    if (!isJson) return { key: createPrivateKey(text) };
    const given = JSON.parse(text) as Record<string, unknown>;
    if (typeof given.d === "string") return { key: createPrivateKey({ key: given, format: "jwk" }), given };
  } catch {
    // What a library says about a key could quote it.
  }
  try {
    createPublicKey(isJson ? { key: JSON.parse(text), format: "jwk" } : text);
  } catch {
    throw new Unusable("is neither a private JWK nor a private key in PEM without a password.");
  }
  throw new Unusable("holds a public key; the private key is needed.");
}
