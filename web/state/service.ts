/** Calls the service for what needs it: the registry and the build. */
import type { BuildResult, ValidationResult } from "../../src/core/types.ts";

export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** When it is full again, in milliseconds since 1970. */
  readonly resetsAt: number;
}

export interface Failure {
  readonly kind: "key-refused" | "limited" | "unreachable" | "other";
  readonly detail: string;
  readonly retryAt?: number | undefined;
}

export type Answer<Result> =
  | { readonly ok: true; readonly result: Result; readonly budget: Budget | undefined }
  | { readonly ok: false; readonly failure: Failure; readonly budget: Budget | undefined };

export interface Service {
  validate(envelope: string, key: string): Promise<Answer<ValidationResult>>;
  build(envelope: string, key: string): Promise<Answer<BuildResult>>;
}

export const MAX_BODY_BYTES = 65_536;
const KEY = /^ai_[A-Za-z0-9_-]{16,253}$/;
const MAX_WAIT_MS = 30_000;

/** Why a text cannot be a key; undefined if it can. */
export function keyProblem(key: string): string | undefined {
  return KEY.test(key)
    ? undefined
    : "A key starts with ai_ and has at least 16 more letters, digits, - or _.";
}

/** The candidate goes in as it was written. */
export function envelopeOf(domain: { targetProduct: string; domainId: string }, text: string): string {
  const { targetProduct, domainId } = domain;
  return `{"targetProduct":${JSON.stringify(targetProduct)},"domainId":${JSON.stringify(domainId)},"candidate":${text}}`;
}

export function createService(base: string, now: () => number): Service {
  async function call<Result>(path: string, body: string, key: string): Promise<Answer<Result>> {
    const bytes = new TextEncoder().encode(body).length;
    if (bytes > MAX_BODY_BYTES)
      return fail({
        kind: "other",
        detail: `The proposal is too large for the service: ${bytes.toLocaleString("en")} bytes of ${MAX_BODY_BYTES.toLocaleString("en")}. Make it smaller, for example with fewer records.`,
      });
    let response: Response;
    try {
      response = await fetch(new URL(path, base), {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body,
        signal: AbortSignal.timeout(MAX_WAIT_MS),
      });
    } catch {
      const detail =
        "The service does not answer. Your draft is safe in this browser; try again in a moment.";
      return fail({ kind: "unreachable", detail });
    }
    const budget = readBudget(response.headers, now());
    const document = await response.json().catch(() => undefined);
    if (!response.ok) return fail(failureOf(response, document, now()), budget);
    // Whatever stands before the service may answer with any JSON, and that is no verdict.
    if (Array.isArray(document?.diagnostics) && document.specPackage)
      return { ok: true, result: document, budget };
    const detail = "The service gave an answer that cannot be read. Try again.";
    return fail({ kind: "other", detail }, budget);
  }

  return {
    validate: (envelope, key) => call("api/validate", envelope, key),
    build: (envelope, key) => call("api/build", envelope, key),
  };
}

const fail = (failure: Failure, budget?: Budget) => ({ ok: false as const, failure, budget });

function failureOf(response: Response, document: unknown, now: number): Failure {
  const { detail } = (document ?? {}) as { detail?: unknown };
  const text = typeof detail === "string" ? detail : `The service answered with status ${response.status}.`;
  const seconds = Number(response.headers.get("Retry-After"));
  const retryAt = seconds > 0 ? now + seconds * 1_000 : undefined;
  if (response.status === 401 || response.status === 403) return { kind: "key-refused", detail: text };
  if (response.status === 429) return { kind: "limited", detail: text, retryAt: retryAt ?? now + 60_000 };
  return { kind: "other", detail: text, retryAt };
}

/** The structured fields `RateLimit` and `RateLimit-Policy`. */
function readBudget(headers: Headers, now: number): Budget | undefined {
  const left = /;r=(\d+);t=(\d+)/.exec(headers.get("RateLimit") ?? "");
  const policy = /;q=(\d+)/.exec(headers.get("RateLimit-Policy") ?? "");
  if (left === null || policy === null) return undefined;
  const [remaining, seconds] = [Number(left[1]), Number(left[2])];
  return { limit: Number(policy[1]), remaining, resetsAt: now + seconds * 1_000 };
}
