/**
 * Keys held by an identity service, asked about by RFC 7662 token introspection.
 *
 * What it promises: a key that was checked lately is answered from memory and without a promise; many calls with
 * one new key make one question; a flood of bad keys cannot push good ones out of memory; and a neighbour that
 * is down, slow or talks nonsense is "unavailable", never "inactive". Nothing here stores, logs or reports a key:
 * memory is keyed by its SHA-256.
 */
import { hash } from "node:crypto";
import type { KeyVerdict, KeyVerifier } from "../../operations/ports.ts";
import { type Exchange, exchangeJson } from "../shared/bounded-json.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { type Introspection, readIntrospection } from "./introspection.ts";

export interface RemoteKeyVerifierOptions {
  /** The introspection endpoint. */
  readonly url: string;
  /** What this service shows to be let in there; empty where nothing is asked for. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  now(): number;
  readonly fetch?: typeof fetch | undefined;
  onEvent?(event: RemoteKeyEvent): void;
}

export type RemoteKeyEvent =
  | { readonly type: "key-introspected"; readonly active: boolean }
  /** The question failed. `stale`: the last good answer was used instead. */
  | {
      readonly type: "key-introspection-failed";
      readonly reason: string;
      readonly status?: number;
      readonly stale: boolean;
    };

const FRESH_MS = 60_000;
const STALE_MS = 300_000;
const INACTIVE_MS = 10_000;
/** How long nobody asks again after a failure. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const TIMEOUT_MS = 2_000;
const MAX_ANSWER_BYTES = 65_536;
const MAX_REMEMBERED = 10_000;
const MAX_QUESTIONS = 1_024;

interface KnownKey {
  readonly verdict: KeyVerdict;
  readonly freshUntil: number;
  /** How long it may serve while the identity service cannot be asked. Never past the key's own end. */
  readonly usableUntil: number;
  /** Set after a failed question about this very key. */
  pausedUntil: number;
}

const inactive: KeyVerdict = { status: "inactive" };

export function createRemoteKeyVerifier(options: RemoteKeyVerifierOptions): KeyVerifier {
  const { url, token, now, onEvent } = options;
  const bounds = {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    mediaTypes: ["application/json"],
    fetch: options.fetch,
  };
  const headers: Record<string, string> = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
  };
  if (token !== "") headers.authorization = `Bearer ${token}`;
  const known = createBoundedMap<KnownKey>(MAX_REMEMBERED);
  /** Inactive keys, and keys that could not be asked about a moment ago. */
  const refused = createBoundedMap<{ readonly verdict: KeyVerdict; readonly until: number }>(MAX_REMEMBERED);
  const questions = new Map<string, Promise<KeyVerdict>>();
  /** After the service could not be reached at all: nobody asks until then, and then one call tries first. */
  let downUntil = 0;
  let isDown = false;
  let isTrying = false;

  function verify(key: string): KeyVerdict | Promise<KeyVerdict> {
    const id = hash("sha256", key, "base64url");
    const time = now();
    const good = known.get(id);
    if (good !== undefined && time < good.freshUntil) return good.verdict;
    const bad = refused.get(id);
    if (bad !== undefined) {
      if (time < bad.until) return bad.verdict;
      refused.delete(id);
    }
    const asked = questions.get(id);
    if (asked !== undefined) return asked;
    const wait = pause(time, good);
    if (wait > 0) return lastGood(good, time) ?? unavailable(wait);
    const question = ask(id, key).finally(() => questions.delete(id));
    questions.set(id, question);
    return question;
  }

  /** Milliseconds for which this key is not to be asked about; 0 when it may be. */
  function pause(time: number, good: KnownKey | undefined): number {
    if (time < downUntil) return downUntil - time;
    if (isDown && isTrying) return PAUSE_MS;
    if (questions.size >= MAX_QUESTIONS) return PAUSE_MS;
    return good !== undefined && time < good.pausedUntil ? good.pausedUntil - time : 0;
  }

  async function ask(id: string, key: string): Promise<KeyVerdict> {
    const isTrial = isDown;
    if (isTrial) isTrying = true;
    const exchange = await exchangeJson(
      url,
      {
        method: "POST",
        headers,
        body: `token=${encodeURIComponent(key)}`,
      },
      bounds,
    );
    if (isTrial) isTrying = false;
    noteReachability(exchange);
    const answer = exchange.ok ? readIntrospection(exchange.value) : undefined;
    return answer === undefined ? couldNotTell(id, exchange) : settle(id, answer);
  }

  function noteReachability(exchange: Exchange): void {
    isDown = !exchange.ok && (exchange.fault === "unreachable" || exchange.fault === "timeout");
    downUntil = isDown ? now() + PAUSE_MS : 0;
  }

  function settle(id: string, answer: Introspection): KeyVerdict {
    const time = now();
    const active = answer.active && answer.expiresAt > time;
    onEvent?.({ type: "key-introspected", active });
    if (!answer.active || !active) {
      known.delete(id);
      refused.set(id, { verdict: inactive, until: time + INACTIVE_MS });
      return inactive;
    }
    const { subject, scopes, expiresAt } = answer;
    const verdict: KeyVerdict =
      scopes === undefined ? { status: "active", subject } : { status: "active", subject, scopes };
    known.set(id, {
      verdict,
      freshUntil: Math.min(time + FRESH_MS, expiresAt),
      usableUntil: Math.min(time + STALE_MS, expiresAt),
      pausedUntil: 0,
    });
    return verdict;
  }

  function couldNotTell(id: string, exchange: Exchange): KeyVerdict {
    const time = now();
    const good = known.get(id);
    const fallback = lastGood(good, time);
    const stale = fallback !== undefined;
    const type = "key-introspection-failed";
    if (exchange.ok) onEvent?.({ type, reason: "unexpected-document", stale });
    else if (exchange.status === undefined) onEvent?.({ type, reason: exchange.fault, stale });
    else onEvent?.({ type, reason: exchange.fault, status: exchange.status, stale });
    const wait = pauseAfter(exchange);
    if (good !== undefined && fallback !== undefined) {
      good.pausedUntil = time + wait;
      return fallback;
    }
    const verdict = unavailable(wait);
    refused.set(id, { verdict, until: time + wait });
    return verdict;
  }

  return { verify };
}

function lastGood(good: KnownKey | undefined, time: number): KeyVerdict | undefined {
  return good !== undefined && time < good.usableUntil ? good.verdict : undefined;
}

/** A neighbour that says when to come back is believed, within reason. */
function pauseAfter(exchange: Exchange): number {
  if (exchange.ok || exchange.retryAfterSeconds === undefined) return PAUSE_MS;
  return Math.min(Math.max(exchange.retryAfterSeconds * 1000, PAUSE_MS), LONGEST_PAUSE_MS);
}

function unavailable(waitMs: number): KeyVerdict {
  return { status: "unavailable", retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
