/**
 * One bounded GET of a JSON document from a target product. Nothing of what comes back is trusted: no redirect
 * is followed, nothing is decompressed, and time, pace and size each have a cap.
 */
import { type Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";

export interface UpstreamLimits {
  /** Until the response head is there. */
  headMs: number;
  /** Until the last byte is there. */
  totalMs: number;
  /** In every span of `stallMs` at least `stallBytes` must arrive: a sender of single bytes does not hold us. */
  stallMs: number;
  stallBytes: number;
  /** Of the body, as sent. */
  maxBytes: number;
}

/** Why a document could not be had or was not taken. Written for the operator's log, never for callers. */
export interface UpstreamProblem {
  code: string;
  message: string;
  /** Each single fault, where there are several. */
  reasons?: readonly { pointer: string; code: string; message: string }[];
}

export interface UpstreamHead {
  etag: string | undefined;
  lastModified: number | undefined;
  date: number | undefined;
}

export type UpstreamAnswer =
  | { status: "ok"; head: UpstreamHead; bytes: number }
  | { status: "not-modified"; head: UpstreamHead }
  | { status: "failed"; problem: UpstreamProblem };

export interface UpstreamRequest {
  url: URL;
  limits: UpstreamLimits;
  /** An entity tag of an earlier answer, sent as If-None-Match. */
  etag?: string | undefined;
  agent?: Agent | undefined;
  signal?: AbortSignal | undefined;
  /** Takes the body piece by piece; a problem returned here ends the transfer. */
  onChunk: (chunk: Uint8Array) => UpstreamProblem | undefined;
}

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/;
const JSON_TYPE = /^application\/(?:[\w!#$&^.+-]+\+)?json\s*(?:;|$)/i;

export function fetchUpstream(options: UpstreamRequest): Promise<UpstreamAnswer> {
  return new Promise((resolve) => {
    const { url, limits, etag } = options;
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    let settled = false;
    let received = 0;
    let pace: NodeJS.Timeout | undefined;

    const outgoing = send(url, {
      method: "GET",
      agent: options.agent ?? false,
      headers: {
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": "proposal-preflight",
        ...(etag === undefined ? {} : { "if-none-match": etag }),
      },
    });

    const settle = (answer: UpstreamAnswer): void => {
      if (settled) return;
      settled = true;
      clearTimeout(headTimer);
      clearTimeout(totalTimer);
      clearInterval(pace);
      options.signal?.removeEventListener("abort", onAbort);
      if (answer.status === "failed") outgoing.destroy();
      resolve(answer);
    };
    const fail = (code: string, message: string): void =>
      settle({ status: "failed", problem: { code, message } });
    const onAbort = (): void => fail("stopped", "the service is stopping");

    const headTimer = setTimeout(
      () => fail("timeout", `no response head within ${limits.headMs} ms`),
      limits.headMs,
    );
    const totalTimer = setTimeout(
      () => fail("timeout", `not finished within ${limits.totalMs} ms`),
      limits.totalMs,
    );
    if (options.signal?.aborted) onAbort();
    options.signal?.addEventListener("abort", onAbort);

    outgoing.on("error", (error: NodeJS.ErrnoException) =>
      fail("unreachable", `the connection failed (${error.code ?? "unknown error"})`),
    );
    outgoing.on("response", (response) => {
      clearTimeout(headTimer);
      const problem = headProblem(response, etag !== undefined, limits.maxBytes);
      if (problem !== undefined) return settle({ status: "failed", problem });
      const head = readHead(response);
      if (response.statusCode === 304) {
        response.resume();
        return settle({ status: "not-modified", head });
      }

      let before = 0;
      pace = setInterval(() => {
        if (received - before < limits.stallBytes) {
          fail("timeout", `fewer than ${limits.stallBytes} bytes within ${limits.stallMs} ms`);
        }
        before = received;
      }, limits.stallMs);
      response.on("data", (chunk: Buffer) => {
        if (settled) return;
        received += chunk.byteLength;
        if (received > limits.maxBytes)
          return settle({ status: "failed", problem: tooLarge(limits.maxBytes) });
        const refused = options.onChunk(chunk);
        if (refused !== undefined) settle({ status: "failed", problem: refused });
      });
      response.on("error", () => fail("truncated", "the connection broke within the body"));
      response.on("close", () => fail("truncated", "the connection closed within the body"));
      response.on("end", () => {
        if (response.complete) settle({ status: "ok", head, bytes: received });
        else fail("truncated", "the body ended early");
      });
    });
    outgoing.end();
  });
}

function tooLarge(maxBytes: number): UpstreamProblem {
  return { code: "too-large", message: `the answer is larger than ${maxBytes} bytes` };
}

function headProblem(
  response: IncomingMessage,
  conditional: boolean,
  maxBytes: number,
): UpstreamProblem | undefined {
  const status = response.statusCode ?? 0;
  if (status === 304) {
    return conditional
      ? undefined
      : { code: "unexpected-304", message: "answered 304 though no entity tag was sent" };
  }
  if (status >= 300 && status < 400) {
    return { code: "redirect", message: `answered ${status}; redirects are not followed` };
  }
  if (status !== 200) return { code: "status", message: `answered ${status}` };
  if (!JSON_TYPE.test(response.headers["content-type"] ?? "")) {
    return { code: "content-type", message: "the answer is not declared as application/json" };
  }
  const encoding = response.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return { code: "content-encoding", message: "the answer is compressed although identity was asked for" };
  }
  return Number(response.headers["content-length"] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

/** A tag outside the grammar of RFC 9110 is not repeated to the upstream: it is as good as none. */
function readHead(response: IncomingMessage): UpstreamHead {
  const etag = response.headers.etag;
  return {
    etag: etag !== undefined && ENTITY_TAG.test(etag) ? etag : undefined,
    lastModified: readDate(response.headers["last-modified"]),
    date: readDate(response.headers.date),
  };
}

function readDate(value: string | undefined): number | undefined {
  const time = value === undefined ? Number.NaN : Date.parse(value);
  return Number.isFinite(time) ? time : undefined;
}

/** RFC 9110 weak comparison: the same tag, strong or weak. */
export const sameTag = (a: string, b: string): boolean => a.replace(/^W\//, "") === b.replace(/^W\//, "");
