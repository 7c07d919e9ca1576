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
import { createBoundedMap } from "../shared/bounded-map.ts";
import { fetchJson, type JsonFailure, SMALL_DOCUMENT_LIMITS } from "../shared/json-document.ts";
import { type Introspection, readIntrospection } from "./introspection.ts";

export interface RemoteKeyVerifierOptions {
  /** The introspection endpoint. */
  readonly url: string;
  /** What this service shows to be let in there; empty where nothing is asked for. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  now(): number;
  onEvent?(event: RemoteKeyEvent): void;
}

export type RemoteKeyEvent =
  | { readonly type: "key-introspected"; readonly active: boolean }
  /** The question failed. `stale`: the last good answer was used instead. */
  | {
      readonly type: "key-introspection-failed";
      readonly reason: string;
      readonly status?: number | undefined;
      readonly stale: boolean;
    };

const FRESH_MS = 60_000;
const STALE_MS = 300_000;
const INACTIVE_MS = 10_000;
/** How long nobody asks again after a failure. */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
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

const INACTIVE: KeyVerdict = { status: "inactive" };
const UNEXPECTED_DOCUMENT: JsonFailure = { ok: false, reason: "unexpected-document" };

export function createRemoteKeyVerifier(options: RemoteKeyVerifierOptions): KeyVerifier {
  const { token, now, onEvent } = options;
  const request = {
    url: new URL(options.url),
    limits: SMALL_DOCUMENT_LIMITS,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(token !== "" && { authorization: `Bearer ${token}` }),
    },
  };
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
    const document = await fetchJson({ ...request, body: `token=${encodeURIComponent(key)}` });
    if (isTrial) isTrying = false;
    isDown = !document.ok && (document.reason === "unreachable" || document.reason === "timeout");
    downUntil = isDown ? now() + PAUSE_MS : 0;
    if (!document.ok) return couldNotTell(id, document);
    const answer = readIntrospection(document.value);
    return answer === undefined ? couldNotTell(id, UNEXPECTED_DOCUMENT) : settle(id, answer);
  }

  function settle(id: string, answer: Introspection): KeyVerdict {
    const time = now();
    const active = answer.active && answer.expiresAt > time;
    onEvent?.({ type: "key-introspected", active });
    if (!answer.active || !active) {
      known.delete(id);
      refused.set(id, { verdict: INACTIVE, until: time + INACTIVE_MS });
      return INACTIVE;
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

  function couldNotTell(id: string, { reason, status, retryAfterSeconds }: JsonFailure): KeyVerdict {
    const time = now();
    const good = known.get(id);
    const fallback = lastGood(good, time);
    onEvent?.({ type: "key-introspection-failed", reason, status, stale: fallback !== undefined });
    // An identity service that says when to come back is believed, within reason.
    const wait = Math.min(Math.max((retryAfterSeconds ?? 0) * 1000, PAUSE_MS), MAX_PAUSE_MS);
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

function unavailable(waitMs: number): KeyVerdict {
  return { status: "unavailable", retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
