/** Keys from a list, for one machine or a small installation. Only their digests are kept. */
import { sha256Base64Url } from "../../core/json/digest.ts";
import type { KeyVerdict } from "../operations/ports.ts";

/** A short id for the log, the same in every process, that reveals nobody. `secret`: for names that could be guessed. */
export const callerId = (name: string, secret: string | undefined): string =>
  sha256Base64Url(`preflight caller\n${secret ?? ""}\n${name}`).slice(0, 16);

const INACTIVE: KeyVerdict = { status: "inactive" };

/** Comparing digests also keeps timing from revealing how much of a guess was right. */
export function createKeyList(keys: Iterable<string>) {
  const known = new Map<string, KeyVerdict>();
  for (const key of keys) {
    const digest = sha256Base64Url(key);
    const id = callerId(digest, undefined);
    known.set(digest, { status: "active", subject: `key:${digest.slice(0, 12)}`, id });
  }
  return { verify: (key: string): KeyVerdict => known.get(sha256Base64Url(key)) ?? INACTIVE };
}
