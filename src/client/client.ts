/**
 * The client of a Preflight service. It runs wherever `fetch` does and imports only types of the service, so that a
 * bundle holds nothing but these few files.
 */
import { type ReceiptContext, type ReceiptVerdict, verifyReceipt } from "../core/receipt/verify-receipt.ts";
import type { BuildResult, Json, ValidationResult } from "../core/types.ts";
import type { OperationId } from "../service/operations/operation.ts";
import type { DomainFilter, DomainList, RepairableEnvelope } from "../service/operations/operation-types.ts";
import { ConnectionError, ProblemError, TimeoutError, UnexpectedAnswerError } from "./errors.ts";
import { retryAfterMs } from "./retry-after.ts";
import { readBaseUrl, readUrl } from "./urls.ts";

/** Options of a client; only `baseUrl` is required. */
export interface ClientOptions {
  /** Where the service is, such as `https://preflight.example`. */
  readonly baseUrl: string | URL;
  /** An API key (`ai_…`), or a function that returns the current one. Listing domains needs none. */
  readonly key?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** How long one attempt may take, answer included. Default 30,000. */
  readonly timeoutMs?: number;
  /** How often a call is repeated when the service cannot be reached or says "later". Default 3. */
  readonly retries?: number;
  /** If the service asks for a longer wait than this, the call fails at once. Default 60,000: one rate window. */
  readonly maxWaitMs?: number;
  /** Called before the client waits, for a message or a log line. */
  readonly onWait?: (wait: Wait) => void;
  /** Headers to send with every request to the service, such as `User-Agent` or `traceparent`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Instead of `JSON.stringify`, to send numbers that a double cannot hold as they were written. */
  readonly stringify?: (value: unknown) => string;
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, waits between attempts included. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's `timeoutMs`. */
  readonly timeoutMs?: number;
}

/** Options of a submission. */
export interface SubmitOptions extends CallOptions {
  /** The key for the target product, if it is not the client's. */
  readonly key?: string;
}

/** What the target product answered. */
export interface SubmissionAnswer<Body = unknown> {
  /** 201 if the product recorded the proposal now, 200 if it had recorded this very package before. */
  readonly status: number;
  /** True if this submission is the first of the package. */
  readonly isNew: boolean;
  /** The body as the product sent it; its docs describe the members. */
  readonly body: Body;
}

/** Options of the verification of a receipt. */
export interface VerifyOptions extends CallOptions, Pick<ReceiptContext, "maxAgeSeconds"> {
  /** What the service calls itself in receipts, if that is not the client's `baseUrl`. */
  readonly issuer?: string;
}

/**
 * A client of one service: a method for each operation, and `submit`. Checks and builds can be typed by a domain: `Candidate` is the
 * type of its valid candidates, and `Draft` is what is sent, `unknown` if it is unfinished.
 */
export interface PreflightClient {
  /** Lists the kinds of proposal that can be checked and built. Needs no key. */
  listDomains(filter?: DomainFilter, options?: CallOptions): Promise<DomainList>;
  /** Checks a candidate and reports every problem. An invalid candidate is a normal answer. */
  validateProposal<Candidate = Json, Draft = Candidate>(
    envelope: RepairableEnvelope<Draft>,
    options?: CallOptions,
  ): Promise<ValidationResult<Candidate>>;
  /** Builds the normalized package of a valid candidate. An invalid candidate is a normal answer. */
  buildProposal<Candidate = Json, Draft = Candidate>(
    envelope: RepairableEnvelope<Draft>,
    options?: CallOptions,
  ): Promise<BuildResult<Candidate>>;
  /**
   * Sends a built package to its target product, with the idempotency key of the build: it is safe to call it again
   * with the same build, in another process as well. Throws a `TypeError` if the build has no package.
   */
  submit<Body = unknown>(
    built: Pick<BuildResult<unknown>, "proposalPackage" | "submission">,
    options?: SubmitOptions,
  ): Promise<SubmissionAnswer<Body>>;
  /**
   * For products: whether this service judged the package valid. Its keys are kept for five minutes, and fetched again for a
   * receipt of a key that is not known yet.
   */
  verifyReceipt(receipt: unknown, proposalPackage: unknown, options?: VerifyOptions): Promise<ReceiptVerdict>;
}

/** What every verdict has, and no other service would send. */
const isBoolean = (value: unknown) => typeof value === "boolean";
const VERDICT = { valid: isBoolean, diagnostics: Array.isArray, specPackage: isObject };

/** Where each operation is, and what its answer has. */
export const ROUTES = {
  listDomains: { method: "GET", path: "/api/domains", proof: { domains: Array.isArray } },
  validateProposal: { method: "POST", path: "/api/validate", proof: VERDICT },
  buildProposal: { method: "POST", path: "/api/build", proof: VERDICT },
} as const satisfies Record<OperationId, Route>;

type KeySet = ReceiptContext["keys"];

/** Receipts with names of keys that do not exist must not make a client ask again and again. */
const MIN_KEY_AGE_MS = 10_000;
/** As `Cache-Control` of the key set says: a key that was withdrawn must not count for longer. */
const MAX_KEY_AGE_MS = 300_000;

interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly proof: Readonly<Record<string, (value: unknown) => boolean>>;
}

/**
 * Creates a client.
 *
 * @example
 * ```ts
 * const preflight = createClient({ baseUrl: "https://preflight.example", key: process.env.PREFLIGHT_API_KEY });
 * const built = await preflight.buildProposal({ targetProduct, domainId, candidate });
 * if (built.valid) await preflight.submit(built);
 * ```
 */
export function createClient(options: ClientOptions): PreflightClient {
  const baseUrl = readBaseUrl(options.baseUrl);
  const { timeoutMs = 30_000, retries = 3, maxWaitMs = 60_000, onWait, stringify = JSON.stringify } = options;
  // Looked up at every call, because test tools replace it; and never called as a method of something else.
  const send: typeof globalThis.fetch = (...args) => (options.fetch ?? globalThis.fetch)(...args);
  /** While the service says that the budget is used up, the next call waits: refused calls count as well. */
  let budgetEmptyUntil = 0;
  let keySet: { readonly keys: KeySet; readonly fetchedAt: number } | undefined;
  let keysAskedAt = 0;

  async function authorization(key = options.key): Promise<Record<string, string>> {
    const value = typeof key === "function" ? await key() : key;
    if (value === undefined || value === "") return {};
    // Fetch would quote it in its error.
    if (!/^[\x21-\x7e]+$/.test(value))
      throw new TypeError("The key has characters that cannot be sent, such as spaces or line breaks.");
    return { Authorization: `Bearer ${value}` };
  }

  /** Sends a request, again and again while the service cannot be reached or says "later". `head`: of each attempt. */
  async function ask(
    request: Pick<Exchange, "url" | "method" | "body" | "onHeaders" | "proof">,
    head: () => Promise<Exchange["headers"]>,
    { signal, timeoutMs: own = timeoutMs }: CallOptions = {},
  ): Promise<JsonAnswer> {
    for (let failures = 0; ; failures++) {
      try {
        const headers = await unlessAborted(head(), signal);
        return await exchange({ ...request, headers, fetch: send, timeoutMs: own, signal });
      } catch (error) {
        const waitMs = failures < retries ? retryWaitMs(error, failures) : undefined;
        if (waitMs === undefined) throw error;
        onWait?.({ reason: "retry", waitMs, error });
        await wait(waitMs, signal);
      }
    }
  }

  /** How long to wait before the next attempt; undefined if there is no use in one, or it would take too long. */
  function retryWaitMs(error: unknown, failures: number): number | undefined {
    const isAnswer = error instanceof ProblemError || error instanceof UnexpectedAnswerError;
    const isFault = error instanceof ConnectionError || error instanceof TimeoutError;
    if (isAnswer ? !TRANSIENT.has(error.status) : !isFault) return undefined;
    // Full jitter: callers that failed together do not come back together.
    if (!isAnswer || error.retryAfterSeconds === undefined)
      return Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures);
    // Never less than asked for, and a little more for some.
    const asked = error.retryAfterSeconds * 1_000;
    return asked > maxWaitMs ? undefined : asked + Math.random() * Math.min(1_000, asked / 10);
  }

  async function call<Answer>(id: OperationId, input: object, own?: CallOptions): Promise<Answer> {
    const { method, path, proof } = ROUTES[id];
    const isRead = method === "GET";
    const url = baseUrl + path + (isRead ? queryOf(input) : "");
    const body = isRead ? undefined : stringify(input);
    const onHeaders = (headers: Headers): void => {
      const [, remaining, seconds] = RATE_LIMIT.exec(headers.get("ratelimit") ?? "") ?? [];
      if (remaining === undefined) return;
      budgetEmptyUntil = remaining === "0" ? performance.now() + Number(seconds) * 1_000 : 0;
    };
    const head = async () => {
      await waitForBudget(own?.signal);
      const accept = { Accept: "application/json, application/problem+json" };
      const type = body !== undefined && { "Content-Type": "application/json" };
      return headersOf(accept, options.headers, type, await authorization());
    };
    return (await ask({ url, method, body, onHeaders, proof }, head, own)).body as Answer;
  }

  async function fetchKeys(own: CallOptions): Promise<KeySet> {
    keysAskedAt = performance.now();
    const url = `${baseUrl}/.well-known/jwks.json`;
    const head = async () => headersOf(options.headers);
    const { body } = await ask({ url, method: "GET", proof: { keys: Array.isArray } }, head, own);
    keySet = { keys: body as unknown as KeySet, fetchedAt: performance.now() };
    return keySet.keys;
  }

  async function waitForBudget(signal: AbortSignal | undefined): Promise<void> {
    const waitMs = Math.max(0, budgetEmptyUntil - performance.now());
    if (waitMs === 0 || waitMs > maxWaitMs) return;
    onWait?.({ reason: "budget", waitMs });
    await wait(waitMs, signal);
  }

  return {
    listDomains: (filter = {}, callOptions) => call("listDomains", filter, callOptions),
    validateProposal: (envelope, callOptions) => call("validateProposal", envelope, callOptions),
    buildProposal: (envelope, callOptions) => call("buildProposal", envelope, callOptions),
    async submit<Body>({ proposalPackage, submission }: Submitted, { key, ...own }: SubmitOptions = {}) {
      if (proposalPackage === undefined || submission === undefined) throw new TypeError(NO_PACKAGE);
      // Exactly what the build said, so that a repeated submission is the same request.
      const { method, url } = submission;
      readUrl(url, "submission.url");
      const body = JSON.stringify({ proposalPackage });
      const head = async () =>
        headersOf({ Accept: "application/json" }, submission.headers, await authorization(key));
      const { status, body: answer } = await ask({ url, method, body }, head, own);
      return { status, isNew: status === 201, body: answer as Body };
    },
    async verifyReceipt(receipt, proposalPackage, { issuer = baseUrl, maxAgeSeconds, ...own } = {}) {
      const context = { issuer, proposalPackage, ...(maxAgeSeconds !== undefined && { maxAgeSeconds }) };
      const verify = async (keys: KeySet) => verifyReceipt(receipt, { ...context, keys, now: Date.now() });
      // By a clock that is never set: set back, the keys would be old ones for as long.
      const ageMs = performance.now() - (keySet?.fetchedAt ?? 0);
      const known = ageMs < MAX_KEY_AGE_MS ? keySet : undefined;
      const verdict = await verify(known?.keys ?? (await fetchKeys(own)));
      // Also while they are on their way to another caller, and if they could not be had.
      const isNew = known === undefined || performance.now() - keysAskedAt < MIN_KEY_AGE_MS;
      if (verdict.valid || verdict.code !== "receipt-key" || isNew) return verdict;
      return verify(await fetchKeys(own));
    },
  };
}

type Submitted = Parameters<PreflightClient["submit"]>[0];

const NO_PACKAGE =
  "There is no package to submit: the candidate is not valid. Fix what the diagnostics name, and build again.";

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function queryOf(filter: object): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** Names are the same in any case, and the last value of each counts. A value that cannot be sent throws. */
function headersOf(...layers: (Readonly<Record<string, string>> | false | undefined)[]): Headers {
  const headers = new Headers();
  for (const layer of layers)
    for (const [name, value] of Object.entries(layer || {})) headers.set(name, value);
  return headers;
}

const RATE_LIMIT = /^"default";r=(\d{1,9});t=(\d{1,9})$/;

interface Exchange {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Headers;
  readonly body?: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called with the headers of the answer, whatever its status is. */
  readonly onHeaders?: (headers: Headers) => void;
  /** What an answer of Preflight has. */
  readonly proof?: Route["proof"];
}

type JsonAnswer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

async function exchange(request: Exchange): Promise<JsonAnswer> {
  const { url, proof = {} } = request;
  const { response, bytes } = await send(request);
  const { status, headers } = response;
  // More digits are a longer wait, not none.
  const later = headers.get("retry-after")?.replace(/^\d{7,}$/, "999999");
  const askedMs = retryAfterMs(later, headers.get("date"));
  const answer = { status, retryAfterSeconds: askedMs && askedMs / 1_000 };
  const body = parseObject(bytes);
  if (!response.ok && typeof body?.code === "string") throw new ProblemError(body, answer);
  if (!response.ok || body === undefined)
    throw new UnexpectedAnswerError(describeAnswer(request, response), answer);
  // Something else could answer 200 with JSON. "Could not check" must never look like a verdict.
  const missing = Object.keys(proof).find((member) => !proof[member]!(body[member]));
  if (missing === undefined) return { status, body };
  const what = `is not one of Preflight: \`${missing}\` is missing. Check the address.`;
  throw new UnexpectedAnswerError(`${url} gave an answer that ${what}`, answer);
}

/** A timer with more, such as `Infinity`, would be over at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

async function send(request: Exchange): Promise<{ response: Response; bytes: ArrayBuffer }> {
  const { url, method, headers, body, timeoutMs, signal } = request;
  signal?.throwIfAborted();
  const attempt = new AbortController();
  const abort = (): void => attempt.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => attempt.abort(), Math.min(timeoutMs, LONGEST_TIMER_MS));
  try {
    // A redirect would turn a POST into a GET and take the key elsewhere, so it is reported and not followed.
    const given = { method, headers, redirect: "manual", signal: attempt.signal } as const;
    const response = await request.fetch(url, { ...given, ...(body !== undefined && { body }) });
    request.onHeaders?.(response.headers);
    // The body counts: a server may send its headers and then stall.
    return { response, bytes: await readBytes(response, url) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof UnexpectedAnswerError) throw error;
    const { origin } = new URL(url);
    const cause = { cause: error };
    // The caller did not end it, so the timer did.
    if (attempt.signal.aborted)
      throw new TimeoutError(`${origin} did not answer within ${timeoutMs} ms.`, cause);
    throw new ConnectionError(`${origin} cannot be reached: ${reasonOf(error)}.`, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** A result has at most a mebibyte. A list of domains may be longer, and so may the answer of a product. */
const MAX_ANSWER_BYTES = 16_777_216;

async function readBytes({ body, status }: Response, url: string): Promise<ArrayBuffer> {
  const reader = body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.length;
    chunks.push(read.value);
    if (size <= MAX_ANSWER_BYTES) continue;
    void reader?.cancel().catch(() => {});
    const message = `${url} gave an answer of more than ${MAX_ANSWER_BYTES} bytes. Check the address.`;
    throw new UnexpectedAnswerError(message, { status, retryAfterSeconds: undefined });
  }
  return new Blob(chunks).arrayBuffer();
}

/** Node puts the reason into `cause`; browsers give none. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "unknown reason";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message.replace(/\.$/, "");
}

function parseObject(bytes: ArrayBuffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(value) ? value : undefined;
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
  return `${method} ${url} gave an answer that is neither a result nor a problem: status ${status}, ${media}. Check the address.`;
}

/** Why the client is waiting. */
export interface Wait {
  /** `retry`: after a failure. `budget`: the calls of this minute are used up, so the next one waits. */
  readonly reason: "retry" | "budget";
  readonly waitMs: number;
  /** What failed; only for `retry`. */
  readonly error?: unknown;
}

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;
/** Statuses that say "later", of the service or of a proxy in front of it. 500 is not one: it would fail again. */
const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

/** Rejects with the signal's reason as soon as it is aborted. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    void work.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
  });
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const isOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return unlessAborted(isOver, signal).finally(() => clearTimeout(timer));
}
