/** Answers what never became a request: broken HTTP, too many headers, senders that are too slow. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Problem, problemDocument } from "../operations/problems.ts";
import type { Recorder } from "../operations/record.ts";
import { interruptBody } from "./body.ts";
import { DATA_POLICY, securityHeaders } from "./call.ts";
import { type ParseError, refusalOf, unmatchedCall } from "./refusals.ts";

interface ClientErrorParts {
  readonly baseUrl: string;
  readonly recorder: Recorder;
  readonly nextRequestId: () => string;
  /** The response that must be sent next on a connection. */
  readonly dueOn: (socket: Socket) => ServerResponse | undefined;
}

export function createClientErrorHandler({ baseUrl, recorder, nextRequestId, dueOn }: ClientErrorParts) {
  return (error: ParseError, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    settle(refusalOf(error), socket);
  };

  /** Requests received before the error are answered first, in order; then the error is. */
  function settle(refusal: Problem, socket: Socket): void {
    const due = dueOn(socket);
    if (due === undefined) answer(refusal, socket);
    else if (due.req.complete) due.once("close", () => settle(refusal, socket));
    else {
      // The rest of this request will never arrive, so its own handler answers.
      due.shouldKeepAlive = false;
      interruptBody(due.req, refusal);
    }
  }

  function answer(refusal: Problem, socket: Socket): void {
    if (!socket.writable) return;
    const requestId = nextRequestId();
    socket.end(rawAnswer(refusal, baseUrl, requestId), () => socket.destroy());
    recorder.record(unmatchedCall(requestId, refusal));
  }
}

/** A whole answer, for a connection that is closed after it. */
export function rawAnswer(refusal: Problem, baseUrl: string, requestId: string): string {
  const body = JSON.stringify(problemDocument(refusal, baseUrl, requestId));
  const pairs = [
    ...securityHeaders(baseUrl),
    "Content-Security-Policy",
    DATA_POLICY,
    "Content-Type",
    "application/problem+json",
    "Content-Length",
    String(Buffer.byteLength(body)),
    "X-Request-Id",
    requestId,
    "Connection",
    "close",
  ];
  let head = `HTTP/1.1 ${refusal.status} ${refusal.title}\r\nDate: ${new Date().toUTCString()}\r\n`;
  for (let at = 0; at < pairs.length; at += 2) head += `${pairs[at]}: ${pairs[at + 1]}\r\n`;
  return `${head}\r\n${body}`;
}
