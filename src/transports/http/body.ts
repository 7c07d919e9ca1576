/** Reads request bodies up to the limit and parses them as JSON, for REST and MCP. */
import { isAscii, isUtf8, transcode } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Problem, problem } from "../../operations/problems.ts";
import { EMPTY_BODY, NOT_UTF8, type ParsedBody, parseJsonText } from "./json-text.ts";
import { bodyTooLarge, MAX_BODY_BYTES } from "./media-type.ts";

export type Body =
  | { readonly ok: true; readonly bytes: Buffer }
  /** `gone`: the connection is closed, so there is nobody to answer. `start`: the first bytes, if any arrived. */
  | {
      readonly ok: false;
      readonly problem: Problem;
      readonly gone: boolean;
      readonly start?: Buffer | undefined;
    };

/**
 * The bodies being read now, so that an error on a connection can end the right one. A member on the request itself
 * would be simpler, but then V8 keeps requests alive for longer, and collecting them costs several times as much.
 */
const reading = new Map<IncomingMessage, (reason: Problem) => void>();
const broken = new WeakMap<IncomingMessage, Problem>();

/** `done` is called once, at once or later. Reading stops after `limit` bytes. */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  done: (body: Body) => void,
  limit = MAX_BODY_BYTES,
): void {
  if (request.destroyed || broken.has(request)) {
    done({ ok: false, problem: broken.get(request) ?? CUT_SHORT, gone: request.destroyed });
    return;
  }
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let size = 0;
  let pieces = 0;
  let finished = false;

  const received = (): Buffer | undefined => (more === undefined ? first : Buffer.concat(more, size));
  const refuse = (how: { problem: Problem; gone: boolean }): void =>
    finish({ ok: false, ...how, start: received() });
  // Listeners stay attached: removing them costs more than checking `finished`.
  const finish = (body: Body): void => {
    if (finished) return;
    finished = true;
    reading.delete(request);
    done(body);
  };
  const onData = (chunk: Buffer): void => {
    if (finished) return;
    size += chunk.length;
    if (first === undefined) first = chunk;
    else if (more === undefined) more = [first, chunk];
    else more.push(chunk);
    pieces++;
    if (pieces > MAX_PIECES) refuse({ problem: IN_CRUMBS, gone: false });
    else if (size > limit)
      refuse({ problem: bodyTooLarge(`The body has more than ${MAX_BODY_BYTES} bytes`), gone: false });
  };
  const onEnd = (): void => {
    if (size <= limit) finish({ ok: true, bytes: received() ?? NO_BYTES });
  };
  const onClose = (): void => finish({ ok: false, problem: CUT_SHORT, gone: true });

  reading.set(request, (reason) => refuse({ problem: reason, gone: false }));
  request.on("data", onData).on("end", onEnd).on("close", onClose);
  // The client waits for permission to send the body.
  if (request.headers.expect !== undefined) response.writeContinue();
}

/** For a body whose rest will never arrive: ends the reading of it now, or as soon as it begins. */
export function interruptBody(request: IncomingMessage, reason: Problem): void {
  broken.set(request, reason);
  reading.get(request)?.(reason);
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

/** RFC 8259: UTF-8 only. A byte order mark, which some editors add, is skipped, as section 8.1 allows. */
export function parseJson(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) return EMPTY_BODY;
  const text = decode(bytes);
  return text === undefined ? NOT_UTF8 : parseJsonText(text);
}

/**
 * `toString("utf8")` takes half as long as parsing. Plain ASCII needs no decoding, and for the rest going through
 * UTF-16 is four times as fast.
 */
function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (!isUtf8(bytes)) return undefined;
  return transcode(hasMark(bytes) ? bytes.subarray(3) : bytes, "utf8", "ucs2").toString("ucs2");
}

function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
