/** The endpoint on `node:http`. */

import { isAscii, isUtf8, transcode } from "node:buffer";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Trace } from "../operations/ports.ts";
import { overloaded, type Problem, problem, problemDocument } from "../operations/problems.ts";
import { type Answer, type Body, type Head, type LaneParts, type Step, securityHeaders } from "./call.ts";
import type { Handler, Listener } from "./listener.ts";
import { CUT_SHORT, isNamed, TOO_LARGE } from "./media-type.ts";
import { malformed, type ParseError, refusalOf, unmatchedCall } from "./refusals.ts";
import type { WorkQueue } from "./work-queue.ts";

const HOST_MISSING = malformed("The Host header is missing; HTTP/1.1 requires it.");
const HOST_REPEATED = malformed("There is more than one Host header; send one.");
/** There is more than can be answered, but it is not the work. */
const NO_CONNECTION = overloaded(
  "No more connections are accepted now; only /healthz and /readyz are answered on this one. Close others, or try again.",
);
export const TOO_MANY_CONNECTIONS = overloaded(
  "This address has a quarter of all connections open already; use those, or close some.",
);

interface NodeParts extends Pick<LaneParts, "onFault">, Pick<Listener, "isReserved"> {
  readonly open: (head: Head) => Step;
  /** Answers a request that is not well-formed. */
  readonly refuse: (head: Head, refusal: Problem) => Answer;
  readonly work: WorkQueue;
  readonly traceOf: ReturnType<typeof createTraceReader>;
  readonly clientAddressOf: (request: IncomingMessage) => string;
  /** Callers should connect again, to another process. */
  readonly isStopping: () => boolean;
}

export function createNodeHandler(parts: NodeParts): Handler {
  const { work, isStopping } = parts;

  /** `bodyWasRead`: to its end. */
  function follow(response: ServerResponse, step: Step, bodyWasRead: boolean): void {
    if (step instanceof Promise) work.waitFor(step, (settled) => follow(response, settled, bodyWasRead));
    else if ("run" in step)
      work.run(() => {
        const next = step.run();
        return () => follow(response, next, bodyWasRead);
      });
    else if ("received" in step)
      readBody(response, (body) => follow(response, step.received(body), body.ok), step.maxBytes);
    else send(response, step, bodyWasRead);
  }

  function send(response: ServerResponse, answer: Answer, bodyWasRead: boolean): void {
    if (response.destroyed) return;
    if (isStopping()) response.shouldKeepAlive = false;
    const { status, body } = answer;
    const headers = answer.headers.slice();
    const length = Buffer.byteLength(body);
    // RFC 9110 section 8.6: a 204 has no content, and the length of a 304 is that of another answer.
    if (status !== 204 && status !== 304) headers.push("Content-Length", String(length));
    const mustLinger = !bodyWasRead && hasMoreToCome(response);
    if (mustLinger) headers.push("Connection", "close");
    try {
      response.writeHead(status, headers);
    } catch (error) {
      parts.onFault(error, "");
      return void response.destroy();
    }
    // `end(body)` would hand the socket a second, empty piece, and two pieces cost more than one. ASCII is the same
    // in both encodings, and copied faster in the second one.
    if (typeof body === "string") response.write(body, length === body.length ? "latin1" : "utf8");
    else response.write(body);
    if (mustLinger) linger(response);
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
    follow(response, step, false);
  };
}

const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/;

/** RFC 9112 section 3.2. Reads `rawHeaders`, because Node's merged headers hide all but the first. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isNamed(rawHeaders[at]!, "host")) count++;
  return count;
}

/** Node discards a small body on its way, but not a chunked, large or withheld one, nor any on a connection that closes. */
function hasMoreToCome({ req: { headers }, shouldKeepAlive }: ServerResponse): boolean {
  if (headers["transfer-encoding"] !== undefined || headers.expect !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > (shouldKeepAlive ? 65_536 : 0);
}

const MAX_LINGER_MS = 1_000;
const MAX_LINGER_BYTES = 1_048_576;
/** A piece of a body costs about as much as so many bytes, however small it is. */
const CRUMB_BYTES = 1_024;
const MAX_LINGER_CRUMBS = 1_024;

/** Closed with bytes unread, the connection would be reset and the answer lost. So what still arrives is discarded a while. */
function linger(response: ServerResponse): void {
  const { req: request } = response;
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

/** A higher version may add fields at the end, and version ff is invalid. */
const TRACEPARENT =
  /^(?!ff)(?:00(?=.{53}$)|(?!00)[0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** `ratio`: if somebody collects traces, the share of sampled ones among calls that belong to none yet. */
export function createTraceReader(ratio: number | undefined) {
  return ({ headers: { traceparent } }: Pick<IncomingMessage, "headers">): Trace | undefined => {
    const found = typeof traceparent === "string" ? TRACEPARENT.exec(traceparent) : null;
    if (found === null && ratio === undefined) return undefined;
    const randomId = (bytes: number) => randomBytes(bytes).toString("hex");
    const [, traceId = randomId(16), parentId, flags] = found ?? [];
    const isSampled = flags === undefined ? Math.random() < ratio! : (Number.parseInt(flags, 16) & 1) === 1;
    return { traceId, parentId, spanId: randomId(8), isSampled };
  };
}

type ClientErrorParts = Pick<LaneParts, "baseUrl" | "recorder" | "nextRequestId"> & Pick<Listener, "dueOn">;

export function createClientErrorHandler({ baseUrl, recorder, nextRequestId, dueOn }: ClientErrorParts) {
  const refused = new WeakSet<Socket>();

  return (error: ParseError, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    // Whatever comes behind what cannot be read is one more error.
    if (refused.has(socket)) return;
    refused.add(socket);
    settle(refusalOf(error), socket);
  };

  /** Requests received before the error are answered first, in order; then the error is. */
  function settle(refusal: Problem, socket: Socket): void {
    const due = dueOn(socket);
    if (due?.req.complete) due.once("close", () => settle(refusal, socket));
    else if (due !== undefined) {
      // The rest of this request will never arrive, so its own handler answers.
      due.shouldKeepAlive = false;
      broken.set(due.req, refusal);
      endReading(due.req, refusal);
    } else if (socket.writable) {
      const requestId = nextRequestId();
      socket.end(rawAnswer(refusal, baseUrl, requestId), () => socket.destroy());
      recorder.record(unmatchedCall(requestId, refusal));
    }
  }
}

/** A whole answer, for a connection that is closed after it. */
export function rawAnswer(refusal: Problem, baseUrl: string, requestId: string): string {
  const body = JSON.stringify(problemDocument(refusal, baseUrl, requestId));
  const headers = {
    ...securityHeaders(baseUrl),
    "Content-Type": "application/problem+json",
    "Content-Length": String(Buffer.byteLength(body)),
    "X-Request-Id": requestId,
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `HTTP/1.1 ${refusal.status} ${refusal.title}\r\nDate: ${new Date().toUTCString()}\r\n`;
  return `${start}${lines.join("")}\r\n${body}`;
}

interface Reading {
  readonly done: (body: Body) => void;
  readonly limit: number;
  readonly pieces: Buffer[];
  size: number;
}

/** The bodies being read now. As a member of its request, each would keep that alive for longer, which costs far more. */
const readings = new Map<IncomingMessage, Reading>();
/** Requests whose rest will never arrive, and why. */
const broken = new WeakMap<IncomingMessage, Problem>();

/** `done` is called once, at once or later. Reading stops after `limit` bytes. */
function readBody(response: ServerResponse, done: (body: Body) => void, limit: number): void {
  const { req: request } = response;
  readings.set(request, { done, limit, pieces: [], size: 0 });
  const reason = broken.get(request) ?? (request.destroyed ? CUT_SHORT : undefined);
  if (reason !== undefined) return void endReading(request, reason);
  // All requests share these listeners. They stay attached: removing them costs more than finding no reading.
  request.on("data", onData).on("end", onEnd).on("close", onClose);
  // The client waits for permission to send the body. RFC 9110 section 10.1.1: not one that speaks HTTP/1.0.
  if (request.headers.expect !== undefined && request.httpVersionMinor > 0) response.writeContinue();
}

function onData(this: IncomingMessage, chunk: Buffer): void {
  const reading = readings.get(this);
  if (reading === undefined) return;
  reading.size += chunk.length;
  reading.pieces.push(chunk);
  if (reading.pieces.length > MAX_PIECES) endReading(this, IN_CRUMBS);
  else if (reading.size > reading.limit) endReading(this, TOO_LARGE);
}

function onEnd(this: IncomingMessage): void {
  endReading(this);
}

function onClose(this: IncomingMessage): void {
  endReading(this, CUT_SHORT);
}

function endReading(request: IncomingMessage, refusal?: Problem): void {
  const reading = readings.get(request);
  if (reading === undefined) return;
  readings.delete(request);
  const { done, pieces, size } = reading;
  const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, size);
  done(refusal === undefined ? { ok: true, bytes } : { ok: false, problem: refusal, start: bytes });
}

/** Each piece costs about as much as a kilobyte of JSON, however small it is. No network makes so small ones. */
const MAX_PIECES = 4_096;
const IN_CRUMBS = problem(
  "body-too-large",
  `The body arrives in more than ${MAX_PIECES} pieces. Send it at once, or in larger chunks.`,
);

/**
 * Plain ASCII needs no decoding. `toString("utf8")` is slow for all other characters, so long texts are decoded through UTF-16,
 * in a quarter of the time. A byte order mark, which some editors add, is skipped.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isAscii(all)) return all.toString("latin1");
  if (!isUtf8(all)) return undefined;
  const text = all[0] === 0xef && all[1] === 0xbb && all[2] === 0xbf ? all.subarray(3) : all;
  if (text.length <= SHORT_BYTES) return text.toString("utf8");
  return transcode(text, "utf8", "ucs2").toString("ucs2");
}

const SHORT_BYTES = 2_048;
