/** The endpoint on `node:http`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Problem } from "../operations/problems.ts";
import { readBody } from "./body.ts";
import type { Answer, Head, LaneParts, Step } from "./call.ts";
import type { Handler } from "./listener.ts";
import { HOST_MISSING, HOST_REPEATED, NO_CONNECTION } from "./refusals.ts";
import type { TraceOf } from "./trace.ts";
import type { WorkQueue } from "./work-queue.ts";

interface NodeParts extends Pick<LaneParts, "onFault"> {
  readonly open: (head: Head) => Step;
  /** Answers a request that is not well-formed. */
  readonly refuse: (head: Head, refusal: Problem) => Answer;
  readonly work: WorkQueue;
  readonly traceOf: TraceOf;
  readonly clientAddressOf: (request: IncomingMessage) => string;
  /** Whether only health may be answered on this connection. */
  readonly isReserved: (socket: Socket) => boolean;
  /** Callers should connect again, to another process. */
  readonly isStopping: () => boolean;
}

export function createNodeHandler(parts: NodeParts): Handler {
  const { work, isStopping } = parts;

  /** `bodyWasRead`: to its end. */
  function follow(
    request: IncomingMessage,
    response: ServerResponse,
    step: Step,
    bodyWasRead: boolean,
  ): void {
    if (step instanceof Promise)
      work.waitFor(step, (settled) => follow(request, response, settled, bodyWasRead));
    else if ("run" in step) work.run(() => follow(request, response, step.run(), bodyWasRead));
    else if ("received" in step)
      readBody(
        request,
        response,
        (body) => follow(request, response, step.received(body), body.ok),
        step.maxBytes,
      );
    else send(request, response, step, bodyWasRead);
  }

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    bodyWasRead: boolean,
  ): void {
    if (response.destroyed) return;
    if (isStopping()) response.shouldKeepAlive = false;
    const { status, body } = answer;
    const headers = answer.headers.slice();
    const length = Buffer.byteLength(body);
    // RFC 9110 section 8.6: a 204 has no content, and the length of a 304 is that of another answer.
    if (status !== 204 && status !== 304) headers.push("Content-Length", String(length));
    const mustLinger = !bodyWasRead && hasMoreToCome(request, response);
    if (mustLinger) headers.push("Connection", "close");
    try {
      response.writeHead(status, headers);
    } catch (error) {
      parts.onFault(error, "");
      response.destroy();
      return;
    }
    // `end(body)` would hand the socket a second, empty piece, and two pieces cost more than one. ASCII is the same
    // in both encodings, and copied faster in the second one.
    if (typeof body === "string") response.write(body, length === body.length ? "latin1" : "utf8");
    else response.write(body);
    if (mustLinger) linger(request, response);
    else {
      response.socket?.uncork();
      response.end();
    }
  }

  return (request, response) => {
    // RFC 9112 section 3.2.2: the absolute form must be accepted; its host makes no difference here.
    const url = request.url!;
    const head: Head = {
      method: request.method!,
      target: url.charCodeAt(0) === 0x2f ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, "/"),
      rawHeaders: request.rawHeaders,
      headers: request.headers,
      trace: parts.traceOf(request),
      clientAddress: () => parts.clientAddressOf(request),
      isGone: () => response.destroyed,
    };
    const hosts = countHosts(request.rawHeaders);
    const isMalformed = hosts > 1 || (hosts === 0 && request.httpVersionMinor === 1);
    const isReserved = parts.isReserved(request.socket);
    if (isReserved) response.shouldKeepAlive = false;
    const step = isMalformed
      ? parts.refuse(head, hosts === 0 ? HOST_MISSING : HOST_REPEATED)
      : isReserved && !HEALTH.test(head.target)
        ? parts.refuse(head, NO_CONNECTION)
        : parts.open(head);
    follow(request, response, step, false);
  };
}

const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/;

/** RFC 9112 section 3.2. Reads `rawHeaders`, because Node's merged headers hide all but the first. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") count++;
  return count;
}

/**
 * Node discards a small body that is on its way. A chunked or large one, or one the client holds back, is not awaited,
 * and neither is any body on a connection that closes anyway.
 */
function hasMoreToCome({ headers }: IncomingMessage, { shouldKeepAlive }: ServerResponse): boolean {
  if (headers["transfer-encoding"] !== undefined || headers.expect !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > (shouldKeepAlive ? 65_536 : 0);
}

const MAX_LINGER_MS = 1_000;
const MAX_LINGER_BYTES = 1_048_576;
/** A piece of a body costs about as much as so many bytes, however small it is. */
const CRUMB_BYTES = 1_024;
const MAX_LINGER_CRUMBS = 1_024;

/**
 * If we closed at once, with bytes of the body unread, the kernel would reset the connection and the caller would lose
 * the answer. So what still arrives after the answer is discarded for a moment, and then the connection closes.
 */
function linger(request: IncomingMessage, response: ServerResponse): void {
  let discarded = 0;
  let crumbs = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.off("data", onData);
    response.end();
  };
  const onData = (chunk: Buffer): void => {
    discarded += chunk.length;
    if (chunk.length < CRUMB_BYTES) crumbs += 1;
    // The caller still has its time to read the answer; the rest of its body waits where it is.
    if (discarded > MAX_LINGER_BYTES) request.pause();
    // Node reads on until the caller has closed its side as well, and each piece has its price.
    if (crumbs > MAX_LINGER_CRUMBS) request.socket.destroy();
  };
  const timer = setTimeout(end, MAX_LINGER_MS);
  request.on("data", onData).once("end", end).once("close", end);
}
