/** API keys from a list, of which only digests are kept. */
import { sha256Hex } from "../core/json/digest.ts";
import { isWellFormedKey } from "../operations/gate/credentials.ts";
import type { KeyVerdict, KeyVerifier } from "../operations/ports.ts";

const INACTIVE: KeyVerdict = { status: "inactive" };

export function createKeyList(keys: readonly string[]): KeyVerifier {
  const known = new Map<string, KeyVerdict>();
  for (const key of keys) {
    if (!isWellFormedKey(key))
      throw new TypeError("A key must be ai_ followed by 16 to 253 letters, digits, _ or -.");
    const digest = sha256Hex(key);
    known.set(digest, { status: "active", subject: `key:${digest.slice(0, 12)}`, id: digest.slice(12, 28) });
  }
  return { verify: (key) => known.get(sha256Hex(key)) ?? INACTIVE };
}
