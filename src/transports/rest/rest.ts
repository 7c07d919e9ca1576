/**
 * The operations over plain `node:http`: only a codec around the gate. Steps that need not
 * wait use no promise, so a usual call runs from its last byte to its answer without one.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission, Gate } from "../../operations/gate/gate.ts";
import type { Operation, Outcome } from "../../operations/operation.ts";
import type { Caller } from "../../operations/ports.ts";
import { OVERLOADED, type Problem } from "../../operations/problems.ts";
import type { Recorder } from "../../operations/record.ts";
import { parseJson, readBody } from "../http/body.ts";
import { callRecord, type RecordedCall } from "../http/call-record.ts";
import { refuseByHead } from "../http/media-type.ts";
import type { Responder } from "../http/respond.ts";
import type { TraceOf } from "../http/trace.ts";
import type { WorkQueue } from "../http/work-queue.ts";
import { INTERNAL_ERROR, isAllowed, methodNotAllowed, optionsHeaders, queryOf } from "./methods.ts";

export interface RestParts {
  readonly gate: Gate;
  readonly recorder: Recorder;
  readonly responder: Responder;
  readonly nextRequestId: () => string;
  readonly clientAddressOf: (request: IncomingMessage) => string;
  readonly traceOf: TraceOf;
  readonly work: WorkQueue;
  /** Called on errors of the service itself. */
  readonly onFault: (error: unknown, requestId: string) => void;
}

/** A call in progress. */
interface Call extends RecordedCall {
  readonly operation: Operation;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  bodyWasRead: boolean;
}

export type RestHandler = (operation: Operation, request: IncomingMessage, response: ServerResponse) => void;

export function createRestHandler(parts: RestParts): RestHandler {
  const { gate, recorder, responder, nextRequestId, clientAddressOf, onFault, traceOf, work } = parts;

  function serve(operation: Operation, request: IncomingMessage, response: ServerResponse): void {
    const call: Call = {
      request,
      response,
      operation,
      requestId: nextRequestId(),
      started: performance.now(),
      trace: traceOf(request),
      caller: undefined,
      decision: undefined,
      bodyWasRead: false,
    };
    const method = request.method!;
    if (!isAllowed(method, operation)) {
      if (method === "OPTIONS") answerOptions(call);
      else refuse(call, methodNotAllowed(operation));
      return;
    }
    // Before anything is counted or read: a refusal must cost next to nothing.
    if (work.isOverloaded()) {
      refuse(call, OVERLOADED);
      return;
    }
    const { trace } = call;
    const head = { method, target: request.url!, rawHeaders: request.rawHeaders, trace };
    step(call, () => {
      const admission = gate.admit(head, clientAddressOf(request));
      if (!(admission instanceof Promise)) return admitted(call, admission);
      work.waitFor(
        admission,
        (settled) => step(call, () => admitted(call, settled)),
        (error) => fail(call, error),
      );
      return undefined;
    });
  }

  /** A step either continues the call and returns nothing, or returns why the call is refused. */
  function step(call: Call, run: () => Problem | undefined): void {
    try {
      const refusal = run();
      if (refusal !== undefined) refuse(call, refusal);
    } catch (error) {
      fail(call, error);
    }
  }

  function admitted(call: Call, admission: Admission): Problem | undefined {
    call.decision = admission.decision;
    if (!admission.ok) return admission.problem;
    const { operation, request } = call;
    const { caller } = admission;
    call.caller = caller;
    const forbidden = gate.authorize(operation, caller);
    if (forbidden !== undefined) return forbidden;
    if (operation.method === "GET") {
      work.run(() => step(call, () => execute(call, caller, undefined)));
      return undefined;
    }
    const unreadable = refuseByHead(request.rawHeaders);
    if (unreadable !== undefined) return unreadable;
    readBody(request, call.response, (body) => {
      call.bodyWasRead = body.ok;
      if (body.ok) work.run(() => step(call, () => execute(call, caller, body.bytes)));
      else if (body.gone) record(call, 499, body.problem);
      else refuse(call, body.problem);
    });
    return undefined;
  }

  function execute(call: Call, caller: Caller, bytes: Buffer | undefined): Problem | undefined {
    // The caller has left while the call waited.
    if (call.response.destroyed) {
      record(call, 499);
      return undefined;
    }
    const forged = gate.bindBody(caller, bytes);
    if (forged !== undefined) return forged;
    let input: unknown = bytes === undefined ? queryOf(call.request.url!) : undefined;
    if (bytes !== undefined) {
      const parsed = parseJson(bytes);
      if (!parsed.ok) return parsed.problem;
      input = parsed.value;
    }
    const outcome = gate.run(call.operation, input);
    if (!outcome.ok) return outcome.problem;
    const { requestId, decision } = call;
    const body = outcome.text ?? JSON.stringify(outcome.body);
    responder.send(call.request, call.response, { status: 200, requestId, decision, body }, call.bodyWasRead);
    record(call, 200, undefined, outcome);
    return undefined;
  }

  function refuse(call: Call, refusal: Problem): void {
    responder.problem(call.request, call.response, refusal, call, call.bodyWasRead);
    record(call, refusal.status, refusal);
  }

  function fail(call: Call, error: unknown): void {
    onFault(error, call.requestId);
    if (call.response.headersSent) call.response.destroy();
    else refuse(call, INTERNAL_ERROR);
  }

  function answerOptions(call: Call): void {
    const headers = optionsHeaders(call.operation);
    const answer = { status: 204, requestId: call.requestId, body: "", headers };
    responder.send(call.request, call.response, answer, call.bodyWasRead);
    record(call, 204);
  }

  function record(
    call: Call,
    status: number,
    refusal?: Problem,
    outcome?: Extract<Outcome, { ok: true }>,
  ): void {
    const reached = { transport: "rest", operation: call.operation.id } as const;
    recorder.record(callRecord(call, reached, status, refusal, outcome));
  }

  return serve;
}
