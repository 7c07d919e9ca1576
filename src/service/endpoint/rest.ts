/** The operations over HTTP: only a codec around the gate. */
import { setOwn } from "../../core/json/pointer.ts";
import { neverText } from "../../core/reader/read-json.ts";
import {
  type Answer,
  type Call,
  callRecord,
  createAnswers,
  GONE_STATUS,
  guard,
  type Head,
  type LaneParts,
  preflightHeaders,
  refusalHeaders,
  type Step,
} from "../http/call.ts";
import { parseBody } from "../http/json-text.ts";
import { MAX_BODY_BYTES, refuseByHead } from "../http/media-type.ts";
import type { Admission, Gate } from "../operations/gate/gate.ts";
import type { Operation, Outcome } from "../operations/operation.ts";
import { OVERLOADED, type Problem, problem, problemDocument } from "../operations/problems.ts";

interface RestParts extends LaneParts {
  readonly gate: Gate;
}

interface RestCall extends Call {
  readonly operation: Operation;
}

export function createRest(parts: RestParts): (operation: Operation, head: Head) => Step {
  const { gate, recorder, baseUrl } = parts;
  const answerWith = createAnswers(baseUrl);

  function admitted(call: RestCall, admission: Admission): Step {
    call.decision = admission.decision;
    if (!admission.ok) return refuse(call, admission.problem);
    const { caller } = admission;
    call.caller = caller;
    const { head, operation } = call;
    const refusal =
      gate.authorize(operation, caller) ??
      (operation.method === "GET" ? undefined : refuseByHead(head.rawHeaders));
    if (refusal !== undefined) return refuse(call, refusal);
    const inTurn = (bytes?: Uint8Array): Step => ({
      run: () => safely(call, () => execute(call, bytes)),
    });
    if (operation.method === "GET") return inTurn();
    return {
      maxBytes: MAX_BODY_BYTES,
      received: (body) => (body.ok ? inTurn(body.bytes) : refuse(call, body.problem)),
    };
  }

  function execute(call: RestCall, bytes: Uint8Array | undefined): Answer {
    const { head, operation } = call;
    // The caller has left while the call waited.
    if (head.isGone()) return finish(call, GONE_STATUS, "");
    const forged = gate.bindBody(call.caller!, bytes);
    if (forged !== undefined) return refuse(call, forged);
    const input =
      bytes === undefined
        ? { ok: true as const, value: neverText(queryOf(head.target)) }
        : parseBody(parts.decode(bytes));
    if (!input.ok) return refuse(call, input.problem);
    const outcome = gate.run(operation, input.value);
    if (!outcome.ok) return refuse(call, outcome.problem);
    return finish(call, 200, outcome.text ?? JSON.stringify(outcome.body), outcome);
  }

  function finish(call: RestCall, status: number, body: string, outcome?: Outcome): Answer {
    record(call, status, undefined, outcome);
    return answerWith(call, { status, body });
  }

  function refuse(call: RestCall, refusal: Problem): Answer {
    const status = call.head.isGone() ? GONE_STATUS : refusal.status;
    record(call, status, refusal);
    return answerWith(call, {
      status,
      contentType: "application/problem+json",
      body: JSON.stringify(problemDocument(refusal, baseUrl, call.requestId)),
      headers: refusalHeaders(refusal),
    });
  }

  function record(call: RestCall, status: number, refusal?: Problem, outcome?: Outcome) {
    const reached = { transport: "rest", operation: call.operation.id } as const;
    recorder.record(callRecord(call, reached, status, refusal, outcome));
  }

  function safely(call: RestCall, run: () => Step): Step {
    return guard(parts, call, run, (refusal) => refuse(call, refusal));
  }

  return (operation, head) => {
    const call: RestCall = {
      operation,
      head,
      requestId: parts.nextRequestId(),
      started: performance.now(),
      caller: undefined,
      decision: undefined,
    };
    const allowed = operation.method === "GET" ? "GET, HEAD, OPTIONS" : `${operation.method}, OPTIONS`;
    if (head.method === "OPTIONS") {
      record(call, 204);
      // Pages of other origins may call with their own key.
      return answerWith(call, {
        status: 204,
        body: "",
        headers: ["Allow", allowed, ...preflightHeaders(allowed)],
      });
    }
    const isAllowed =
      head.method === operation.method || (head.method === "HEAD" && operation.method === "GET");
    if (!isAllowed)
      return refuse(
        call,
        problem("method-not-allowed", `${operation.path} accepts only ${operation.method} requests.`, {
          headers: { Allow: allowed },
        }),
      );
    // Before anything is counted or read: a refusal must cost next to nothing.
    if (parts.isOverloaded()) return refuse(call, OVERLOADED);
    return safely(call, () => {
      const admission = gate.admit(head, head.clientAddress());
      return admission instanceof Promise
        ? admission.then((settled) => admitted(call, settled))
        : admitted(call, admission);
    });
  };
}

/** The parameters of a GET operation; of a repeated one the first. */
function queryOf(target: string): Record<string, string> {
  const start = target.indexOf("?");
  if (start < 0) return {};
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(target.slice(start + 1)))
    if (!Object.hasOwn(query, name)) setOwn(query, name, value);
  return query;
}
