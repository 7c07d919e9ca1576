/**
 * The identity service's key set, kept current. A key id that is not known yet makes it look again at once, so
 * that a rotation needs no waiting; it looks at most once a second, and everybody who waits shares one look.
 * When the set cannot be had, the last good one serves for an hour.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { CryptoKey } from "jose";
import { keyName, parseKeySet, type VerificationKeys } from "./key-set-parse.ts";
import { keySetSource } from "./key-set-source.ts";

type KeyAnswer =
  | { readonly status: "found"; readonly key: CryptoKey }
  | { readonly status: "unknown" }
  | { readonly status: "unavailable"; readonly retryAfterSeconds: number };

export interface KeySet {
  find(alg: string, kid: string): KeyAnswer | Promise<KeyAnswer>;
}

export type KeySetEvent =
  | { readonly type: "key-set-loaded"; readonly keys: number }
  | { readonly type: "key-set-failed"; readonly reason: string; readonly status?: number | undefined };

export interface KeySetOptions {
  /** An http(s) address, or the path of a file. */
  readonly jwks: string;
  /** Milliseconds since the epoch. */
  now(): number;
  onEvent?(event: KeySetEvent): void;
}

const PAUSE_MS = 1_000;
const LAST_GOOD_MS = 3_600_000;
const UNEXPECTED_DOCUMENT = { reason: "unexpected-document", status: undefined };

export function createKeySet(options: KeySetOptions): KeySet {
  const { now, onEvent } = options;
  const source = keySetSource(options.jwks);
  let keys: VerificationKeys | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastTryFailed = false;
  let look: Promise<void> | undefined;
  let isReading = false;

  function find(alg: string, kid: string): KeyAnswer | Promise<KeyAnswer> {
    const age = now() - loadedAt;
    const key = keys?.get(keyName(alg, kid));
    if (key !== undefined && age < source.awaitAfterMs) {
      if (age >= source.refreshAfterMs && mayLook()) void lookAgain();
      return { status: "found", key };
    }
    // A look failed a moment ago: no call should wait for the next failure.
    if (lastTryFailed && !mayLook()) return answer(alg, kid);
    return findAnew(alg, kid);
  }

  async function findAnew(alg: string, kid: string): Promise<KeyAnswer> {
    // A look that was under way may have been answered before this key was published: then one more is due.
    const mayBeTooEarly = isReading;
    await lookAgain();
    const first = answer(alg, kid);
    if (first.status !== "unknown" || !mayBeTooEarly) return first;
    await lookAgain();
    return answer(alg, kid);
  }

  function answer(alg: string, kid: string): KeyAnswer {
    const key = now() - loadedAt < LAST_GOOD_MS ? keys?.get(keyName(alg, kid)) : undefined;
    if (key !== undefined) return { status: "found", key };
    // Nobody can say that a key is unknown while the set cannot be read.
    if (!lastTryFailed) return { status: "unknown" };
    return { status: "unavailable", retryAfterSeconds: 1 };
  }

  function mayLook(): boolean {
    return look === undefined && now() - triedAt >= PAUSE_MS;
  }

  function lookAgain(): Promise<void> {
    look ??= load().finally(() => {
      look = undefined;
    });
    return look;
  }

  async function load(): Promise<void> {
    const wait = triedAt + PAUSE_MS - now();
    if (wait > 0) await sleep(Math.min(wait, PAUSE_MS), undefined, { ref: false });
    isReading = true;
    const result = await source.read();
    isReading = false;
    const parsed = result.ok ? await parseKeySet(result.value) : undefined;
    triedAt = now();
    lastTryFailed = parsed === undefined;
    if (parsed !== undefined) {
      keys = parsed;
      loadedAt = triedAt;
      onEvent?.({ type: "key-set-loaded", keys: parsed.size });
    } else {
      const { reason, status } = result.ok ? UNEXPECTED_DOCUMENT : result;
      onEvent?.({ type: "key-set-failed", reason, status });
    }
  }

  return { find };
}
