/** Reads request bodies of `node:http` up to the limit. */
import { isAscii, isUtf8, transcode } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Problem, problem } from "../operations/problems.ts";
import type { Body } from "./call.ts";
import { bodyTooLarge, MAX_BODY_BYTES } from "./media-type.ts";

/** A body that is being read. */
interface Reading {
  readonly done: (body: Body) => void;
  readonly limit: number;
  first: Buffer | undefined;
  /** All pieces, if there is more than one. */
  pieces: Buffer[] | undefined;
  size: number;
}

/**
 * The bodies being read now. A member on the request itself would be simpler, but then V8 keeps requests alive for
 * longer, and collecting them costs several times as much.
 */
const readings = new Map<IncomingMessage, Reading>();
const broken = new WeakMap<IncomingMessage, Problem>();

/** `done` is called once, at once or later. Reading stops after `limit` bytes. */
export function readBody(response: ServerResponse, done: (body: Body) => void, limit: number): void {
  const { req: request } = response;
  if (request.destroyed || broken.has(request)) {
    done({ ok: false, problem: broken.get(request) ?? CUT_SHORT, start: NO_BYTES });
    return;
  }
  readings.set(request, { done, limit, first: undefined, pieces: undefined, size: 0 });
  // All requests share these listeners. They stay attached: removing them costs more than finding no reading.
  request.on("data", onData).on("end", onEnd).on("close", onClose);
  // The client waits for permission to send the body. RFC 9110 section 10.1.1: not one that speaks HTTP/1.0.
  if (request.headers.expect !== undefined && request.httpVersionMinor > 0) response.writeContinue();
}

function onData(this: IncomingMessage, chunk: Buffer): void {
  const reading = readings.get(this);
  if (reading === undefined) return;
  reading.size += chunk.length;
  if (reading.first === undefined) reading.first = chunk;
  else if (reading.pieces === undefined) reading.pieces = [reading.first, chunk];
  else reading.pieces.push(chunk);
  if (reading.pieces !== undefined && reading.pieces.length > MAX_PIECES) refuse(this, IN_CRUMBS);
  else if (reading.size > reading.limit)
    refuse(this, bodyTooLarge(`The body has more than ${MAX_BODY_BYTES} bytes`));
}

function onEnd(this: IncomingMessage): void {
  const reading = readings.get(this);
  if (reading === undefined) return;
  readings.delete(this);
  reading.done({ ok: true, bytes: receivedBy(reading) });
}

function onClose(this: IncomingMessage): void {
  refuse(this, CUT_SHORT);
}

function refuse(request: IncomingMessage, reason: Problem): void {
  const reading = readings.get(request);
  if (reading === undefined) return;
  readings.delete(request);
  reading.done({ ok: false, problem: reason, start: receivedBy(reading) });
}

function receivedBy({ first = NO_BYTES, pieces, size }: Reading): Buffer {
  return pieces === undefined ? first : Buffer.concat(pieces, size);
}

/** For a body whose rest will never arrive: ends the reading of it now, or as soon as it begins. */
export function interruptBody(request: IncomingMessage, reason: Problem): void {
  broken.set(request, reason);
  refuse(request, reason);
}

/** Each piece costs about as much as a kilobyte of JSON, however small it is. No network makes so small ones. */
const MAX_PIECES = 4_096;
const IN_CRUMBS = problem(
  "body-too-large",
  `The body arrives in more than ${MAX_PIECES} pieces. Send it at once, or in larger chunks.`,
);
const NO_BYTES = Buffer.alloc(0);
const CUT_SHORT = problem("malformed-request", "The connection closed before the body was complete.", {
  reason: "the caller disconnected",
});

/**
 * Plain ASCII needs no decoding. `toString("utf8")` is slow for each character outside of ASCII, so that long texts are
 * decoded through UTF-16, which takes a quarter of the time; for short ones that would cost more than it saves. A byte
 * order mark, which some editors add, is skipped.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isAscii(all)) return all.toString("latin1");
  if (!isUtf8(all)) return undefined;
  const text = hasMark(all) ? all.subarray(3) : all;
  return text.length <= SHORT_BYTES
    ? text.toString("utf8")
    : transcode(text, "utf8", "ucs2").toString("ucs2");
}

const SHORT_BYTES = 2_048;

function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
