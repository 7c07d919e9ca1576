/**
 * The identity service's key set, kept current. An unknown key id makes it load the set at once, at most once a second, and all
 * who wait share one load. When the set cannot be loaded, the last good one is used for an hour.
 */

import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { CryptoKey } from "jose";
import { importJWK } from "jose/key/import";
import { isPlainObject } from "../../core/json/values.ts";
import type { NeighbourEvent } from "../operations/record.ts";
import { failed, fetchJson, parseJson, SMALL_DOCUMENT_LIMITS } from "../shared/bounded-fetch.ts";

type KeyAnswer =
  | { readonly status: "found"; readonly key: CryptoKey }
  | { readonly status: "unknown" }
  | { readonly status: "unavailable"; readonly retryAfterSeconds: number };

export interface KeySetOptions {
  /** An http or https URL, or the path of a file. */
  readonly jwks: string;
  /** Milliseconds of a clock that is never set: setting the wall clock back must not keep a withdrawn key working. */
  elapsed(): number;
  onEvent?(event: NeighbourEvent): void;
}

const PAUSE_MS = 1_000;
const LAST_GOOD_MS = 3_600_000;
const NO_KEY_SET = { ...failed("unexpected-document", "the file is not a JWK set"), httpStatus: undefined };
const NO_USABLE_KEY = failed(
  "no-usable-key",
  "the file has no public Ed25519 or P-256 key with a kid",
).problem;
/** So many calls with unknown key ids wait for the next load. */
const MAX_WAITING = 64;
const LATER: KeyAnswer = { status: "unavailable", retryAfterSeconds: 1 };

export function createKeySet(options: KeySetOptions) {
  const { elapsed, onEvent } = options;
  const source = keySetSource(options.jwks);
  let keys: ReadonlyMap<string, CryptoKey> | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  /** Why the last try failed, if it did. */
  let lastProblem: typeof NO_USABLE_KEY | undefined;
  let loading: Promise<void> | undefined;
  let isReading = false;
  let waiting = 0;

  function find(alg: string, kid: string): KeyAnswer | Promise<KeyAnswer> {
    const age = elapsed() - loadedAt;
    const key = keys?.get(keyName(alg, kid));
    if (key !== undefined && age < source.awaitAfterMs) {
      if (age >= source.refreshAfterMs && mayLoad()) void reload();
      return { status: "found", key };
    }
    // The last load failed a moment ago: no call should wait for the next failure.
    if (lastProblem !== undefined && !mayLoad()) return answer(alg, kid);
    if (key !== undefined) return findAfterReload(alg, kid);
    // Anybody can make up key ids. Calls that wait count as work to come, and for enough of them others would be refused.
    if (waiting >= MAX_WAITING) return LATER;
    waiting++;
    return findAfterReload(alg, kid).finally(() => waiting--);
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
    return lastProblem === undefined ? { status: "unknown" } : LATER;
  }

  const mayLoad = (): boolean => loading === undefined && elapsed() - triedAt >= PAUSE_MS;

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
    const parsed = result.status === "ok" ? await parseKeySet(result.body) : undefined;
    triedAt = elapsed();
    if (parsed === undefined) {
      const { problem, httpStatus: status } = result.status === "ok" ? NO_KEY_SET : result;
      lastProblem = problem;
      return onEvent?.({ type: "key-set-failed", reason: problem.code, status });
    }
    keys = parsed;
    loadedAt = triedAt;
    lastProblem = undefined;
    // Every signed call is refused until there is a key, so that the log must say it.
    if (parsed.size === 0) onEvent?.({ type: "key-set-failed", reason: NO_USABLE_KEY.code });
    else onEvent?.({ type: "key-set-loaded", keys: parsed.size });
  }

  return {
    find,
    /** Loads the set now. The problem if that fails. */
    async load(): Promise<typeof lastProblem> {
      await reload();
      return lastProblem ?? (keys?.size === 0 ? NO_USABLE_KEY : undefined);
    },
  };
}

const MAX_KEYS = 100;

const keyName = (alg: string, kid: string): string => `${alg} ${kid}`;

/** Undefined if it is no key set. Skips keys of other kinds, and those with their private half: readers could sign with it. */
export async function parseKeySet(document: unknown) {
  if (!isPlainObject(document)) return undefined;
  const { keys } = document;
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) return undefined;
  const found = new Map<string, CryptoKey>();
  for (const jwk of keys) {
    const usable = usableKey(jwk);
    if (usable === undefined || found.has(usable.name)) continue;
    const key = await importJWK(usable.jwk, usable.alg).catch(() => undefined);
    if (key !== undefined && !(key instanceof Uint8Array)) found.set(usable.name, key);
  }
  return found;
}

function usableKey(jwk: unknown) {
  if (!isPlainObject(jwk)) return undefined;
  const { kty, crv, x, y, kid, alg, use = "sig", key_ops = ["verify"], d } = jwk;
  if (d !== undefined || typeof kid !== "string" || kid === "" || typeof x !== "string") return undefined;
  if (use !== "sig" || !Array.isArray(key_ops) || !key_ops.includes("verify")) return undefined;
  // RFC 9864 calls EdDSA on this curve by the name of the curve, and so does Web Crypto.
  if (kty === "OKP" && crv === "Ed25519" && (alg === undefined || alg === "EdDSA" || alg === crv))
    return { name: keyName("EdDSA", kid), alg: "EdDSA", jwk: { kty, crv, x } };
  if (kty === "EC" && crv === "P-256" && typeof y === "string" && (alg === undefined || alg === "ES256"))
    return { name: keyName("ES256", kid), alg: "ES256", jwk: { kty, crv, x, y } };
  return undefined;
}

/** From `refreshAfterMs` on, use refreshes the set; from `awaitAfterMs` on, callers wait for it, since keys may be withdrawn. */
export function keySetSource(jwks: string) {
  if (!/^https?:\/\//i.test(jwks)) {
    // A file is cheap to read, so an edit takes effect within seconds.
    return { read: () => readJsonFile(jwks), refreshAfterMs: 2_000, awaitAfterMs: 2_000 };
  }
  const headers = { accept: "application/json, application/jwk-set+json" };
  const read = () => fetchJson({ url: new URL(jwks), limits: SMALL_DOCUMENT_LIMITS, headers });
  return { read, refreshAfterMs: 60_000, awaitAfterMs: 300_000 };
}

async function readJsonFile(path: string): ReturnType<typeof fetchJson> {
  const { maxBytes } = SMALL_DOCUMENT_LIMITS;
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return failed("unreachable", "the file cannot be read");
  if (bytes.length > maxBytes) return failed("too-large", `the file is larger than ${maxBytes} bytes`);
  const body = parseJson(bytes);
  return body === undefined ? failed("malformed", "the file is not JSON in UTF-8") : { status: "ok", body };
}
