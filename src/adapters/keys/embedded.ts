/** Keys from the configuration, for one machine or a small installation. Only their digests are kept. */
import { hash, randomBytes } from "node:crypto";
import type { KeyVerdict, KeyVerifier } from "../../operations/ports.ts";
import { callerId } from "../shared/caller-id.ts";

/** Comparing digests also keeps timing from revealing how much of a guess was right. */
function digestOf(key: string): string {
  return hash("sha256", key, "base64url");
}

const INACTIVE: KeyVerdict = { status: "inactive" };

interface EmbeddedKeyVerifier extends KeyVerifier {
  /** From now on, these keys are accepted and no others. */
  replace(keys: Iterable<string>): void;
}

export function createEmbeddedKeyVerifier(keys: Iterable<string>): EmbeddedKeyVerifier {
  let known = readKeys(keys);
  return {
    verify: (key) => known.get(digestOf(key)) ?? INACTIVE,
    replace: (others) => {
      known = readKeys(others);
    },
  };
}

function readKeys(keys: Iterable<string>): ReadonlyMap<string, KeyVerdict> {
  const known = new Map<string, KeyVerdict>();
  for (const key of keys) {
    const digest = digestOf(key);
    known.set(digest, { status: "active", subject: `key:${digest.slice(0, 12)}`, id: callerId(digest) });
  }
  return known;
}

/** 192 random bits, in the form of the keys of an identity service. */
export function makeKey(): string {
  return `ai_${randomBytes(24).toString("base64url")}`;
}
