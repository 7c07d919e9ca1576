/** Everything that a call of the client can fail with. An invalid candidate is a normal answer, not an error. */
import type { Diagnostic } from "../core/types.ts";
import type { DomainName } from "../service/operations/ports.ts";
import type { ProblemCode } from "../service/operations/problems.ts";

/** The base of all errors of the client, except for aborted calls: those reject with the reason of the signal. */
export class PreflightError extends Error {
  override readonly name: string = "PreflightError";
}

/** No answer: the name is unknown, the connection was refused or lost. `cause` is what `fetch` reported. */
export class ConnectionError extends PreflightError {
  override readonly name = "ConnectionError";
}

/** No complete answer within `timeoutMs`. */
export class TimeoutError extends PreflightError {
  override readonly name = "TimeoutError";
}

/** The HTTP side of an answer that is an error. */
export interface ErrorAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** How long the server wants callers to wait, from `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
}

/** The answer is not one of Preflight: a page of a proxy, a redirect, another service. */
export class UnexpectedAnswerError extends PreflightError implements ErrorAnswer {
  override readonly name = "UnexpectedAnswerError";
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, answer: ErrorAnswer) {
    super(message);
    this.status = answer.status;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/**
 * The service refused the call with a problem document (RFC 9457). `code` says why; the message has the title and what
 * to do. Use {@link isProblem} to tell codes apart. The target product refuses submissions with codes of its own.
 */
export class ProblemError extends PreflightError implements ErrorAnswer {
  override readonly name = "ProblemError";
  /** Stable name of the problem. A newer service may send codes that this client does not know. */
  readonly code: ProblemCode | (string & {});
  readonly status: number;
  readonly title: string;
  /** What is wrong with this call and what to do. */
  readonly detail: string;
  /** URL of the page that explains the code. */
  readonly type: string;
  /** Quote it when you report a problem to the operator. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What is wrong, by place: of `invalid-envelope`, or the diagnostics of a product that refuses a package. */
  readonly errors: readonly Diagnostic[];
  /** The domains that there are; only for `unsupported-domain`. */
  readonly supported: readonly DomainName[];
  /** The whole document, with members that this class does not name. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(document: Readonly<Record<string, unknown>>, answer: ErrorAnswer) {
    const title = textOf(document.title) ?? `Status ${answer.status}`;
    const detail = textOf(document.detail) ?? "";
    super(detail === "" ? `${title}.` : `${title}. ${detail}`);
    this.code = textOf(document.code) ?? "unknown";
    this.status = answer.status;
    this.title = title;
    this.detail = detail;
    this.type = textOf(document.type) ?? "about:blank";
    this.requestId = textOf(document.requestId);
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.errors = (Array.isArray(document.errors) ? document.errors : []).filter(isFinding);
    this.supported = Array.isArray(document.supported) ? (document.supported as DomainName[]) : [];
    this.document = document;
  }
}

/**
 * Whether an error is a problem with one of these codes; without codes, whether it is a problem at all.
 *
 * @example
 * ```ts
 * if (isProblem(error, "unsupported-domain")) console.log(error.supported);
 * ```
 */
export function isProblem<Code extends ProblemCode | (string & {}) = ProblemError["code"]>(
  error: unknown,
  ...codes: Code[]
): error is ProblemError & { readonly code: Code } {
  return error instanceof ProblemError && (codes.length === 0 || codes.includes(error.code as Code));
}

/** A product may send others beside those of its diagnostics. */
function isFinding(each: Partial<Diagnostic> | null): each is Diagnostic {
  return typeof each?.pointer === "string" && typeof each.message === "string";
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
