/**
 * How a request becomes an answer, for every kind of server. `open` answers from the head alone, or says what it waits
 * for: the body, its turn in the work queue, or a promise. Steps that need not wait use no promise, so that a usual call
 * runs from its last byte to its answer without one.
 */
import { base64Url } from "../../core/json/digest.ts";
import type { Operation, Outcome } from "../operations/operation.ts";
import type { Caller, CallHead, LimitDecision } from "../operations/ports.ts";
import { type Problem, problem } from "../operations/problems.ts";
import type { CallRecord, Recorder } from "../operations/record.ts";

/** Headers by their names in lower case. */
export type HeaderMap = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Head extends CallHead {
  readonly headers: HeaderMap;
  /** Calls are counted by it. */
  clientAddress(): string;
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean;
}

export type Body =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** `start`: the bytes that were read. */
  | { readonly ok: false; readonly problem: Problem; readonly start: Uint8Array };

export interface Answer {
  readonly status: number;
  /** Name, value, name, value, which is the cheapest form for Node. All but the length. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
}

type Pending =
  /** Needs the body, of which not more than `maxBytes` are read. */
  | { readonly maxBytes: number; received(body: Body): Step }
  /** Needs its turn. */
  | { run(): Step };

/** Neither throws nor rejects. */
export type Step = Answer | Pending | Promise<Answer | Pending>;

export interface Call {
  readonly head: Head;
  readonly requestId: string;
  readonly started: number;
  caller?: Caller;
  decision?: LimitDecision | undefined;
}

export interface LaneParts {
  readonly baseUrl: string;
  readonly recorder: Recorder;
  readonly nextRequestId: () => string;
  /** What is sent of an answer to a GET, which may be less than all of it. */
  readonly represent: (head: Head, answer: Answer) => Answer;
  /** Whether a new call would have to wait for too long. */
  readonly isOverloaded: () => boolean;
  /** Of a body that is UTF-8 text; otherwise undefined. */
  readonly decode: (bytes: Uint8Array) => string | undefined;
  /** Called on errors of the service itself. */
  readonly onFault: (error: unknown, requestId: string) => void;
}

/**
 * Ids are always made here: an id from the caller could be forged to hide among somebody else's log lines. A random
 * part per process plus a counter is unique and costs a fraction of a UUID.
 */
export function createRequestIds(): () => string {
  let process: string | undefined;
  let count = 0;
  return () => {
    // Not before the first call: some runtimes have no random numbers while a module is loaded.
    process ??= base64Url(crypto.getRandomValues(new Uint8Array(9))).replaceAll(/[-_]/g, "0");
    return `${process}-${(++count).toString(36)}`;
  };
}

export const queryOf = ({ target }: Head) => new URLSearchParams(target.split("?").slice(1).join("?"));

export const INTERNAL_ERROR = problem(
  "internal-error",
  "The service failed on this request. Report the requestId to its operator.",
);

/** Of a call whose caller has left: it is recorded, and nobody reads it. */
const GONE = { status: 499, body: "" };

/** Pages of every origin may read the answers: none depends on a cookie or on the caller's network. */
export const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id",
};

/** Of answers that are data: nothing in them may run or be framed. */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    ...(baseUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  };
}

/** Of the answer to OPTIONS. */
export function preflightHeaders(methods: string, names = "Authorization, Content-Type, If-None-Match") {
  return {
    Allow: methods,
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": names,
    "Access-Control-Max-Age": "86400",
  };
}

export interface Content {
  readonly status: number;
  readonly body: string;
  /** Default `application/json`. */
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type Done = { readonly operation: Operation; readonly outcome: Outcome };

/** What each lane says in its own way. */
interface LaneForm<Own extends Call> {
  reached(call: Own, done: Operation | undefined): Pick<CallRecord, "transport" | "operation" | "route">;
  refusal(call: Own, refusal: Problem): Pick<Content, "body" | "contentType">;
}

/** How the calls of a lane end: each is recorded and answered. */
export function createLane<Own extends Call>(parts: LaneParts, form: LaneForm<Own>) {
  const { baseUrl, recorder, represent, onFault } = parts;
  const answerWith = createAnswers(baseUrl);

  function record(call: Own, status: number, refusal?: Problem, done?: Done): void {
    const { head, requestId, started, caller, decision } = call;
    const { transport, operation, route } = form.reached(call, done?.operation);
    const outcome = done?.outcome;
    const problem = outcome?.ok === false ? outcome.problem : refusal;
    const verdict = outcome?.ok ? outcome : undefined;
    recorder.record({
      requestId,
      transport,
      operation,
      route,
      status,
      caller: caller?.kind,
      callerId: caller === undefined || caller.kind === "anonymous" ? undefined : caller.id,
      trace: head.trace,
      milliseconds: performance.now() - started,
      decision,
      problem: problem?.code,
      reason: problem?.reason,
      verdict: verdict?.verdict,
      domain: verdict?.domain,
    });
  }

  function refuse(call: Own, refusal: Problem): Answer {
    const status = call.head.isGone() ? GONE.status : refusal.status;
    record(call, status, refusal);
    return answerWith(call, { ...form.refusal(call, refusal), status, headers: refusal.headers });
  }

  function finish(call: Own, content: Content, done: readonly Done[] = []): Answer {
    const answer = represent(call.head, answerWith(call, content));
    if (done.length === 0) record(call, answer.status);
    for (const each of done) record(call, answer.status, undefined, each);
    return answer;
  }

  /** Runs a step of a call. If it fails, the call is refused. */
  function safely(call: Own, run: () => Step): Step {
    const fail = (error: unknown): Step => {
      onFault(error, call.requestId);
      return refuse(call, INTERNAL_ERROR);
    };
    try {
      const step = run();
      return step instanceof Promise ? step.catch(fail) : step;
    } catch (error) {
      return fail(error);
    }
  }

  /** Runs a step when its turn comes, unless the caller has left meanwhile. */
  function inTurn(call: Own, run: () => Step): Step {
    return { run: () => safely(call, () => (call.head.isGone() ? finish(call, GONE) : run())) };
  }

  return { refuse, finish, safely, inTurn };
}

/** Makes the answers of operations, with the headers that all of them have. */
export function createAnswers(baseUrl: string): (call: Call, content: Content) => Answer {
  const constant = Object.entries({ ...securityHeaders(baseUrl), "Cache-Control": "no-store" }).flat();
  const cors = Object.entries(CORS_HEADERS).flat();
  return ({ head, requestId, decision }, content) => {
    const { status, body, contentType = "application/json", headers: own } = content;
    const headers = constant.concat("X-Request-Id", requestId);
    // RFC 9110 section 8.6: a 204 has no content.
    if (status !== 204) headers.push("Content-Type", contentType);
    // Structured fields of the IETF draft "RateLimit header fields for HTTP".
    if (decision !== undefined) {
      const { limit, remaining, resetSeconds } = decision;
      headers.push("RateLimit-Policy", `"default";q=${limit};w=60`);
      headers.push("RateLimit", `"default";r=${remaining};t=${resetSeconds}`);
    }
    if (own !== undefined) headers.push(...Object.entries(own).flat());
    // Only browsers use these, and they send an Origin.
    if (head.headers.origin !== undefined) headers.push(...cors);
    return { status, headers, body };
  };
}
