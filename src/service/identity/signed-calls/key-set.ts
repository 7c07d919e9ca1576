/**
 * The identity service's key set, kept current. An unknown key id makes it load the set again at once, so that key
 * rotation needs no waiting; it loads at most once a second, and all who wait share one load. When the set cannot be
 * loaded, the last good one is used for an hour.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CryptoKey } from "jose";
import { keyName, parseKeySet, type VerificationKeys } from "./key-set-parse.ts";
import { keySetSource } from "./key-set-source.ts";

type KeyAnswer =
  | { readonly status: "found"; readonly key: CryptoKey }
  | { readonly status: "unknown" }
  | { readonly status: "unavailable"; readonly retryAfterSeconds: number };

interface KeySet {
  find(alg: string, kid: string): KeyAnswer | Promise<KeyAnswer>;
  /** Loads the set now. The reason if that fails. */
  load(): Promise<string | undefined>;
}

export type KeySetEvent =
  | { readonly type: "key-set-loaded"; readonly keys: number }
  | { readonly type: "key-set-failed"; readonly reason: string; readonly status?: number | undefined };

export interface KeySetOptions {
  /** An http or https URL, or the path of a file. */
  readonly jwks: string;
  /** Milliseconds of a clock that is never set: setting the wall clock back must not keep a withdrawn key working. */
  elapsed(): number;
  onEvent?(event: KeySetEvent): void;
}

const PAUSE_MS = 1_000;
const LAST_GOOD_MS = 3_600_000;
const UNEXPECTED_DOCUMENT = { reason: "unexpected-document", status: undefined };

export function createKeySet(options: KeySetOptions): KeySet {
  const { elapsed, onEvent } = options;
  const source = keySetSource(options.jwks);
  let keys: VerificationKeys | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastTryFailed = false;
  let lastReason = "";
  let loading: Promise<void> | undefined;
  let isReading = false;

  function find(alg: string, kid: string): KeyAnswer | Promise<KeyAnswer> {
    const age = elapsed() - loadedAt;
    const key = keys?.get(keyName(alg, kid));
    if (key !== undefined && age < source.awaitAfterMs) {
      if (age >= source.refreshAfterMs && mayLoad()) void reload();
      return { status: "found", key };
    }
    // The last load failed a moment ago: no call should wait for the next failure.
    if (lastTryFailed && !mayLoad()) return answer(alg, kid);
    return findAfterReload(alg, kid);
  }

  async function findAfterReload(alg: string, kid: string): Promise<KeyAnswer> {
    // A load already in progress may have started before this key was published, so load once more.
    const mayBeTooEarly = isReading;
    await reload();
    const first = answer(alg, kid);
    if (first.status !== "unknown" || !mayBeTooEarly) return first;
    await reload();
    return answer(alg, kid);
  }

  function answer(alg: string, kid: string): KeyAnswer {
    const key = elapsed() - loadedAt < LAST_GOOD_MS ? keys?.get(keyName(alg, kid)) : undefined;
    if (key !== undefined) return { status: "found", key };
    // While the set cannot be loaded, a key may be new rather than unknown.
    if (!lastTryFailed) return { status: "unknown" };
    return { status: "unavailable", retryAfterSeconds: 1 };
  }

  function mayLoad(): boolean {
    return loading === undefined && elapsed() - triedAt >= PAUSE_MS;
  }

  function reload(): Promise<void> {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function load(): Promise<void> {
    const wait = triedAt + PAUSE_MS - elapsed();
    if (wait > 0) await sleep(Math.min(wait, PAUSE_MS), undefined, { ref: false });
    isReading = true;
    const result = await source.read();
    isReading = false;
    const parsed = result.ok ? await parseKeySet(result.value) : undefined;
    triedAt = elapsed();
    lastTryFailed = parsed === undefined;
    if (parsed !== undefined) {
      keys = parsed;
      loadedAt = triedAt;
      onEvent?.({ type: "key-set-loaded", keys: parsed.size });
    } else {
      const { reason, status } = result.ok ? UNEXPECTED_DOCUMENT : result;
      lastReason = reason;
      onEvent?.({ type: "key-set-failed", reason, status });
    }
  }

  return {
    find,
    async load() {
      await reload();
      if (lastTryFailed) return lastReason;
      return keys?.size === 0 ? "no-usable-key" : undefined;
    },
  };
}
