/** One HTTP exchange: bounded in time, with every failure turned into an error of the client. */
import { ConnectionError, ProblemError, TimeoutError, UnexpectedAnswerError } from "./errors.ts";
import { retryAfterMs } from "./retry-after.ts";

export interface Exchange {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called with the headers of the answer, whatever its status is. */
  readonly onHeaders?: (headers: Headers) => void;
}

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export async function exchange(request: Exchange): Promise<JsonAnswer> {
  const { response, text } = await send(request);
  const { status, headers } = response;
  const askedMs = retryAfterMs(headers.get("retry-after"), headers.get("date"));
  const answer = { status, retryAfterSeconds: askedMs === undefined ? undefined : askedMs / 1_000 };
  const body = parseObject(text);
  if (response.ok && body !== undefined) return { status, headers, body };
  if (!response.ok && body !== undefined && typeof body.code === "string")
    throw new ProblemError(body, answer);
  throw new UnexpectedAnswerError(describeAnswer(request, response), answer);
}

async function send(request: Exchange): Promise<{ response: Response; text: string }> {
  const { url, method, headers, body, timeoutMs, signal } = request;
  signal?.throwIfAborted();
  const attempt = new AbortController();
  const abort = (): void => attempt.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    attempt.abort();
  }, timeoutMs);
  try {
    // A redirect would turn a POST into a GET and take the key elsewhere, so it is reported and not followed.
    const response = await request.fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: attempt.signal,
      ...(body !== undefined && { body }),
    });
    request.onHeaders?.(response.headers);
    // The body counts: a server may send its headers and then stall.
    return { response, text: await response.text() };
  } catch (error) {
    signal?.throwIfAborted();
    if (isLate)
      throw new TimeoutError(`${originOf(url)} did not answer within ${timeoutMs} ms.`, { cause: error });
    throw new ConnectionError(`${originOf(url)} cannot be reached: ${reasonOf(error)}.`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

function originOf(url: string): string {
  return new URL(url).origin;
}

/** Node puts the reason into `cause`; browsers give none. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "unknown reason";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message.replace(/\.$/, "");
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function describeAnswer({ method, url }: Exchange, response: Response): string {
  const { status, headers, type } = response;
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    const location = headers.get("location");
    const target = location === null ? "elsewhere" : `to ${location}`;
    return `${method} ${url} redirects ${target}; use the address that it leads to.`;
  }
  const media = headers.get("content-type") ?? "no media type";
  return `${method} ${url} gave an answer that is not one of Preflight: status ${status}, ${media}. Check the address.`;
}
