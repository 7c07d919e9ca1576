/** What the client reports, in words that say what to do on a command line. */
import {
  ConnectionError,
  isProblem,
  PreflightError,
  type ProblemError,
  TimeoutError,
  UnexpectedAnswerError,
} from "../../client/index.ts";
import { Failure } from "../terminal/failure.ts";

/** Whom a call goes to, and what to do if nobody is there. */
export interface Callee {
  readonly name: string;
  readonly hint: string;
}

/** Anything that is not an error of the client is thrown again. */
export function toFailure(error: unknown, { name, hint }: Callee): Failure {
  if (error instanceof ConnectionError) return new Failure(`${name} cannot be reached.`, hint);
  if (error instanceof TimeoutError)
    return new Failure(`${name} did not answer in time.`, "Try again later.");
  if (error instanceof UnexpectedAnswerError) return new Failure(error.message);
  if (isProblem(error)) return problemFailure(error);
  if (error instanceof PreflightError || error instanceof TypeError) return new Failure(error.message);
  throw error;
}

export function problemFailure({ code, title, detail }: Pick<ProblemError, "code" | "title" | "detail">) {
  return new Failure(detail === "" ? `${title}.` : `${title}. ${detail}`, hintFor(code));
}

function hintFor(code: string): string | undefined {
  if (code === "unauthenticated") return "Set PREFLIGHT_API_KEY, or name a file with --key-file.";
  if (code === "invalid-credentials")
    return "The key of PREFLIGHT_API_KEY or --key-file is unknown, expired or revoked. Get a new one.";
  if (code === "rate-limited" || code === "overloaded" || code === "upstream-unavailable")
    return "Try again later.";
  return undefined;
}

/** Whether the next call would fail in the same way. */
export function isLasting(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof UnexpectedAnswerError;
}

/** The same of a call that was refused. */
export function isLastingCode(code: string): boolean {
  return ["unauthenticated", "invalid-credentials", "capability-mismatch"].includes(code);
}
