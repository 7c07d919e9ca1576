/**
 * What the operations and the gate need from outside. Each port has one or more adapters; server/service.ts decides which
 * are used.
 */
import type { ReceiptClaims } from "../../core/receipt/verify-receipt.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Registry } from "../../core/types.ts";

/** Whose key it is. */
export interface KeyHolder {
  subject: string;
  /** Tells keys apart in the log and does not reveal them. */
  id?: string | undefined;
  scopes?: readonly string[] | undefined;
}

/** Whose call was signed, and for what. */
export interface Agent {
  agent: string;
  /** Tells agents apart in the log and does not reveal them. */
  id?: string;
  subject: string;
  capability: string;
  contentSha256: string;
}

/** Who is calling. */
export type Caller = { kind: "anonymous" } | ({ kind: "key" } & KeyHolder) | ({ kind: "agent" } & Agent);

/** What is known about a key. */
export type KeyVerdict =
  | ({ status: "active" } & KeyHolder)
  | { status: "inactive" }
  /** The identity service could not be reached. Never the same as inactive. */
  | { status: "unavailable"; retryAfterSeconds: number };

/** Knows whose key it is, or asks somebody who does. */
export interface KeyVerifier {
  /** Called with well-formed keys only. A known answer is returned without a promise. */
  verify(key: string, trace?: Trace): KeyVerdict | Promise<KeyVerdict>;
  /** Whether `verify` would answer now without asking somebody else. Left out: nobody else has to be asked. */
  isKnown?(key: string): boolean;
}

/** The place of a call in a W3C trace. */
export interface Trace {
  readonly traceId: string;
  /** The span of the caller, if the caller has sent one. */
  readonly parentId: string | undefined;
  /** Of this call. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** The head of a call, before anything of its body is read. */
export interface CallHead {
  method: string;
  /** Path with query, as sent. */
  target: string;
  /** Name, value, name, value, as received: only here are repeated headers visible. */
  rawHeaders: readonly string[];
  trace?: Trace | undefined;
}

/** What is known about a signed call. */
export type ProxyVerdict =
  | ({ status: "verified" } & Agent)
  /** `reason` is for the log, never for the caller. */
  | { status: "refused"; reason: string }
  | { status: "unavailable"; retryAfterSeconds: number };

/** Verifies calls that an identity service signed. */
export interface ProxyVerifier {
  verify(head: CallHead): Promise<ProxyVerdict>;
}

/** Whether a call may go on, and what is left of the budget. */
export interface LimitDecision {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** Counts calls. */
export interface Limiter {
  /** Counts `cost` calls against a bucket such as `ip:203.0.113.7` or `agent:a1`. Refused calls count too. */
  take(bucket: string, cost?: number): LimitDecision | Promise<LimitDecision>;
}

/** States in a signature that packages were judged valid, so that whoever receives one later can tell. */
export interface ReceiptSigner {
  /** The public keys, as a JWK set (RFC 7517). */
  keySet(): { readonly keys: readonly object[] };
  /** `now`: when it was judged, in milliseconds. Who judged and how long that holds is added. */
  sign(
    claims: Omit<ReceiptClaims, "iss" | "iat" | "exp" | "service"> & { readonly now: number },
  ): string | Promise<string>;
}

/** A domain: the product, and the kind of proposal. */
export interface DomainName {
  targetProduct: string;
  domainId: string;
}

/** What callers are told about a domain, whether or not it can be checked now. */
export interface DomainDescription extends DomainName {
  title: string;
  specPackageUrl: string;
  submissionUrl: string;
}

export interface ReadyDomain {
  status: "ready";
  description: DomainDescription;
  spec: SpecPackage;
  /** The product's own, if it has one. */
  registry?: Registry | undefined;
  /** Those that the spec package declares by name and its rules ask. */
  registries?: ReadonlyMap<string, Registry>;
  /** How long the product could not be reached, in whole seconds. Set only when the copies in use are outdated. */
  staleSeconds?: number;
  /** What the product published in place of the copies in use, and why it is not taken. Left out if there is nothing. */
  refused?: readonly RefusedDocument[];
}

/** A document that a product published and that is not taken. */
export interface RefusedDocument {
  document: "spec-package" | "registry";
  /** `older`, `shrunken` and `empty` documents are sound, but look like a mistake. */
  kind: "refused" | "older" | "shrunken" | "empty";
  /** The same in words that hold nothing of the document but its version and its size. */
  detail?: string;
}

/** A domain and whether it can be checked now. */
export type DomainState =
  | ReadyDomain
  | { status: "unavailable"; description: DomainDescription; retryAfterSeconds: number };

/** The domains that can be checked. */
export interface Catalogue {
  list(): readonly DomainState[];
  find(targetProduct: string, domainId: string): DomainState | undefined;
}
