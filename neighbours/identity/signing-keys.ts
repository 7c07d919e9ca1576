/** The keys that sign proxy calls. Rotation publishes a new key before anything is signed with it. */
import { randomUUID } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from "jose";

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export interface SigningKeys {
  current(): SigningKey;
  /** Makes a new key current and returns its id. Earlier keys stay published, because calls may be in transit. */
  rotate(): Promise<string>;
  /** RFC 7517, newest first. */
  publicSet(): { keys: JWK[] };
}

/** A call is valid for a minute and receivers cache a set for up to five, so ten minutes are enough. */
const PUBLISHED_MS = 600_000;

export async function createSigningKeys(): Promise<SigningKeys> {
  let keys: (SigningKey & { retiredAt?: number })[] = [await generate()];
  return {
    current: () => keys[0]!,
    async rotate() {
      const fresh = await generate();
      const time = Date.now();
      const published = keys.filter(({ retiredAt = time }) => time - retiredAt < PUBLISHED_MS);
      keys = [fresh, ...published.map((key) => ({ retiredAt: time, ...key }))];
      return fresh.kid;
    },
    publicSet: () => ({ keys: keys.map(({ publicJwk }) => publicJwk) }),
  };
}

async function generate(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519" });
  const kid = randomUUID();
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: "EdDSA", use: "sig" } };
}
