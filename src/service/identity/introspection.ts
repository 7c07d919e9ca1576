/**
 * Verifies keys of an identity service by RFC 7662 token introspection.
 *
 * A key that was checked recently is answered from memory and without a promise; many calls with one new key make one
 * request; bad keys cannot push good ones out of memory; and an identity service that is down, slow or broken makes a key
 * "unavailable", never "inactive". Keys are never stored, logged or reported: memory is keyed by their SHA-256.
 */

import { sha256Base64Url } from "../../core/json/digest.ts";
import { isPlainObject } from "../../core/json/values.ts";
import type { KeyVerdict, KeyVerifier, Trace } from "../operations/ports.ts";
import type { NeighbourEvent } from "../operations/record.ts";
import { type FetchFailure, failed, fetchJson, SMALL_DOCUMENT_LIMITS } from "../shared/bounded-fetch.ts";
import { callerId } from "./key-list.ts";

interface RemoteKeyVerifierOptions {
  readonly url: string;
  /** The bearer token for that endpoint now; empty when it needs none. */
  token(): string;
  /** Milliseconds since the epoch, to tell when a key expires. */
  now(): number;
  /** Of a clock that is never set, so that setting the wall clock back keeps no revoked key working and no service down. */
  elapsed(): number;
  onEvent?(event: NeighbourEvent): void;
}

const FRESH_MS = 60_000;
const STALE_MS = 300_000;
const INACTIVE_MS = 10_000;
/** How long to wait after a failure before the next request. */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const MAX_REMEMBERED = 10_000;
const MAX_REQUESTS = 1_024;
/** Problems after which nobody is asked for a moment: the others may concern one key alone. */
const DOWN = ["unreachable", "timeout"];

interface Remembered {
  readonly verdict: KeyVerdict;
  /** Until then nobody is asked again. */
  until: number;
}

interface KnownKey extends Remembered {
  /** How long it may be used while the identity service is down. Never past the expiry of the key. */
  readonly usableUntil: number;
}

const INACTIVE: KeyVerdict = { status: "inactive" };
const UNEXPECTED_DOCUMENT = failed("unexpected-document", "the response is not one of RFC 7662");

export function createRemoteKeyVerifier(options: RemoteKeyVerifierOptions): KeyVerifier {
  const { now, elapsed, onEvent } = options;
  const request = { url: new URL(options.url), limits: SMALL_DOCUMENT_LIMITS };
  const known = new Map<string, KnownKey>();
  /** Inactive keys, and keys that could not be checked a moment ago. */
  const refused = new Map<string, Remembered>();
  const requests = new Map<string, Promise<KeyVerdict>>();
  /** Set after the identity service could not be reached: no requests until then, and then one tries first. */
  let downUntil: number | undefined;
  let isTrying = false;

  function verify(key: string, trace?: Trace): KeyVerdict | Promise<KeyVerdict> {
    const id = sha256Base64Url(key);
    const time = elapsed();
    const recalled = recall(id, time) ?? requests.get(id);
    if (recalled !== undefined) return recalled;
    const wait = pause(time);
    if (wait > 0) return lastGood(id, time)?.verdict ?? unavailable(wait);
    const running = introspect(id, key, trace).finally(() => requests.delete(id));
    requests.set(id, running);
    return running;
  }

  function recall(id: string, time: number): KeyVerdict | undefined {
    const good = known.get(id);
    if (good !== undefined && time < good.until)
      return time < good.usableUntil ? good.verdict : unavailable(good.until - time);
    const bad = refused.get(id);
    if (bad !== undefined && time < bad.until) return bad.verdict;
    refused.delete(id);
    return undefined;
  }

  function lastGood(id: string, time: number): KnownKey | undefined {
    const good = known.get(id);
    return good !== undefined && time < good.usableUntil ? good : undefined;
  }

  /** Milliseconds to wait before a key may be checked; 0 when it may be checked now. */
  function pause(time: number): number {
    if (downUntil !== undefined && time < downUntil) return downUntil - time;
    return (downUntil !== undefined && isTrying) || requests.size >= MAX_REQUESTS ? PAUSE_MS : 0;
  }

  async function introspect(id: string, key: string, trace: Trace | undefined): Promise<KeyVerdict> {
    const isTrial = downUntil !== undefined;
    if (isTrial) isTrying = true;
    const token = options.token();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      ...(token !== "" && { authorization: `Bearer ${token}` }),
      // W3C Trace Context. If several calls wait for this answer, it belongs to the trace of the first.
      ...(trace && { traceparent: `00-${trace.traceId}-${trace.spanId}-0${trace.isSampled ? 1 : 0}` }),
    };
    const document = await fetchJson({ ...request, headers, body: `token=${encodeURIComponent(key)}` });
    if (isTrial) isTrying = false;
    const isDown = document.status === "failed" && DOWN.includes(document.problem.code);
    downUntil = isDown ? elapsed() + PAUSE_MS : undefined;
    if (document.status === "failed") return fallBack(id, document);
    const answer = readIntrospection(document.body);
    return answer === undefined ? fallBack(id, UNEXPECTED_DOCUMENT) : settle(id, answer);
  }

  function settle(id: string, answer: Introspection): KeyVerdict {
    const time = elapsed();
    const lifeMs = answer.active ? answer.expiresAt - now() : 0;
    onEvent?.({ type: "key-introspected", active: lifeMs > 0 });
    if (!answer.active || lifeMs <= 0) {
      known.delete(id);
      remember(refused, id, { verdict: INACTIVE, until: time + INACTIVE_MS });
      return INACTIVE;
    }
    const { active: _active, expiresAt: _expiresAt, ...holder } = answer;
    const verdict: KeyVerdict = { status: "active", ...holder, id: callerId(id, undefined) };
    const within = (ms: number): number => time + Math.min(ms, lifeMs);
    remember(known, id, { verdict, until: within(FRESH_MS), usableUntil: within(STALE_MS) });
    return verdict;
  }

  function fallBack(id: string, { problem, httpStatus: status, retryAfterMs = 0 }: FetchFailure): KeyVerdict {
    const time = elapsed();
    const good = lastGood(id, time);
    // `stale`: the last good answer is used instead.
    const stale = good !== undefined;
    onEvent?.({ type: "key-introspection-failed", reason: problem.code, status, stale });
    // Retry-After is followed, within reason.
    const wait = Math.min(Math.max(retryAfterMs, PAUSE_MS), MAX_PAUSE_MS);
    const verdict = good?.verdict ?? unavailable(wait);
    if (stale) good.until = time + wait;
    else remember(refused, id, { verdict, until: time + wait });
    return verdict;
  }

  return { verify, isKnown: (key) => recall(sha256Base64Url(key), elapsed()) !== undefined };
}

/** Drops the oldest entry rather than let the map grow past its limit. Setting a key again makes it the newest. */
function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.delete(key);
  known.set(key, value);
  if (known.size > MAX_REMEMBERED) known.delete(known.keys().next().value!);
}

function unavailable(waitMs: number): KeyVerdict {
  return { status: "unavailable", retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

type Introspection = NonNullable<ReturnType<typeof readIntrospection>>;

/** No control characters, because the subject is written to logs and screens. */
const SUBJECT_SHAPE = /^[^\p{Cc}\p{Cs}\u2028\u2029]{1,256}$/u;
const MAX_SCOPE_LENGTH = 4_096;

/** Undefined if it is no valid response. An invalid scope or expiry must not count as absent: the key could do more then. */
export function readIntrospection(document: unknown) {
  if (!isPlainObject(document)) return undefined;
  const { active, sub, scope = null, exp = null } = document;
  if (active === false) return { active } as const;
  if (active !== true || typeof sub !== "string" || !SUBJECT_SHAPE.test(sub)) return undefined;
  if (exp !== null && (typeof exp !== "number" || !Number.isFinite(exp))) return undefined;
  // Milliseconds since the epoch. Many keys do not expire.
  const subject = { active, subject: sub, expiresAt: exp === null ? Number.POSITIVE_INFINITY : exp * 1000 };
  if (scope === null) return subject;
  if (typeof scope !== "string" || scope.length > MAX_SCOPE_LENGTH) return undefined;
  return { ...subject, scopes: scope.split(" ").filter((name) => name !== "") };
}
