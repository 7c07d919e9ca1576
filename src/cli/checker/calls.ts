/** Calls to a service or a product: the key, and what the client reports in words that say what to do on a command line. */
import {
  ConnectionError,
  isProblem,
  PreflightError,
  TimeoutError,
  UnexpectedAnswerError,
} from "../../client/index.ts";
import { isWellFormedKey } from "../../service/operations/gate.ts";
import { readOther } from "../files/read.ts";
import { Failure } from "../terminal/terminal.ts";

/** Whom a call goes to, and what to do if nobody is there. */
export interface Callee {
  readonly name: string;
  readonly hint: string;
}

const LATER = "Try again later.";

/** What to do about a problem, by its code. */
const HINTS = new Map([
  ["unauthenticated", "Set PREFLIGHT_API_KEY, or name a file with --key-file."],
  [
    "invalid-credentials",
    "The key of PREFLIGHT_API_KEY or --key-file is unknown, expired or revoked. Get a new one.",
  ],
  ["rate-limited", LATER],
  ["overloaded", LATER],
  ["upstream-unavailable", LATER],
]);

/** Anything that is not an error of the client is thrown again. */
export function toFailure(error: unknown, { name, hint }: Callee): Failure {
  if (error instanceof ConnectionError) return new Failure(`${name} cannot be reached.`, hint);
  if (error instanceof TimeoutError) return new Failure(`${name} did not answer in time.`, LATER);
  if (isProblem(error)) return new Failure(error.message, HINTS.get(error.code));
  if (error instanceof PreflightError || error instanceof TypeError) return new Failure(error.message);
  throw error;
}

/** Whether the next call would fail in the same way. */
export function isLasting(error: unknown): boolean {
  const codes = ["unauthenticated", "invalid-credentials", "capability-mismatch"];
  if (isProblem(error)) return codes.includes(error.code);
  return error instanceof ConnectionError || error instanceof UnexpectedAnswerError;
}

/**
 * From the environment or from a file, never from an argument, which other users of the machine could see. Undefined if there is
 * none. Throws a Failure if it is malformed, without quoting it.
 */
export function readKey(file: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const text = (file === undefined ? environment.PREFLIGHT_API_KEY : readOther(file))?.trim();
  if (text === undefined || text === "") {
    if (file !== undefined) throw new Failure(`The key file ${file} is empty.`);
    return undefined;
  }
  if (!isWellFormedKey(text))
    throw new Failure(
      `The key in ${file === undefined ? "PREFLIGHT_API_KEY" : file} is malformed.`,
      "A key is `ai_` followed by 16 to 253 letters, digits, `_` or `-`.",
    );
  return text;
}
