/** The operations over requests and responses of the Fetch API: a codec around the gate. */
import type { Gate } from "../operations/gate/gate.ts";
import type { Operation, Outcome } from "../operations/operation.ts";
import type { Problem } from "../operations/problems.ts";
import type { Recorder } from "../operations/record.ts";
import { callRecord, type RecordedCall } from "../transports/http/call-record.ts";
import { refuseByHead } from "../transports/http/media-type.ts";
import { problemAnswer } from "../transports/http/respond.ts";
import {
  INTERNAL_ERROR,
  isAllowed,
  methodNotAllowed,
  optionsHeaders,
  queryOf,
} from "../transports/rest/methods.ts";
import { parseJson, readBody } from "./body.ts";
import type { RequestHead } from "./request-head.ts";
import type { Respond } from "./respond.ts";

export interface RestParts {
  readonly gate: Gate;
  readonly recorder: Recorder;
  readonly baseUrl: string;
  readonly respond: Respond;
  readonly clientAddress: (request: Request) => string;
  readonly onFault: (error: unknown, requestId: string) => void;
}

type RestHandler = (
  operation: Operation,
  request: Request,
  head: RequestHead,
  requestId: string,
) => Promise<Response>;

export function createRest(parts: RestParts): RestHandler {
  const { gate, recorder, respond, baseUrl } = parts;

  /** The outcome, or why the call is refused. */
  async function run(
    operation: Operation,
    call: RecordedCall,
    request: Request,
    head: RequestHead,
  ): Promise<Outcome> {
    const admission = await gate.admit(head, parts.clientAddress(request));
    call.decision = admission.decision;
    if (!admission.ok) return admission;
    const { caller } = admission;
    call.caller = caller;
    const forbidden = gate.authorize(operation, caller);
    if (forbidden !== undefined) return refuse(forbidden);
    if (operation.method === "GET") {
      const forged = gate.bindBody(caller, undefined);
      return forged === undefined ? gate.run(operation, queryOf(head.target)) : refuse(forged);
    }
    const unreadable = refuseByHead(head.rawHeaders);
    if (unreadable !== undefined) return refuse(unreadable);
    const body = await readBody(request);
    if (!body.ok) return refuse(body.problem);
    const forged = gate.bindBody(caller, body.bytes);
    if (forged !== undefined) return refuse(forged);
    const parsed = parseJson(body.bytes);
    return parsed.ok ? gate.run(operation, parsed.value) : parsed;
  }

  return async (operation, request, head, requestId) => {
    const started = performance.now();
    const call: RecordedCall = {
      ...{ requestId, started },
      trace: undefined,
      caller: undefined,
      decision: undefined,
    };
    const reached = { transport: "rest", operation: operation.id } as const;
    if (head.method === "OPTIONS") {
      recorder.record(callRecord(call, reached, 204));
      return respond(head, { status: 204, requestId, body: "", headers: optionsHeaders(operation) });
    }
    let outcome: Outcome;
    try {
      outcome = isAllowed(head.method, operation)
        ? await run(operation, call, request, head)
        : refuse(methodNotAllowed(operation));
    } catch (error) {
      parts.onFault(error, requestId);
      outcome = refuse(INTERNAL_ERROR);
    }
    if (!outcome.ok) {
      recorder.record(callRecord(call, reached, outcome.problem.status, outcome.problem));
      return respond(head, problemAnswer(outcome.problem, baseUrl, call));
    }
    recorder.record(callRecord(call, reached, 200, undefined, outcome));
    const body = outcome.text ?? JSON.stringify(outcome.body);
    return respond(head, { status: 200, requestId, decision: call.decision, body });
  };
}

function refuse(problem: Problem): Outcome {
  return { ok: false, problem };
}
