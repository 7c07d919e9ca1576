/** What is recorded of a call, over REST and MCP. */
import type { Outcome } from "../../operations/operation.ts";
import type { Caller, LimitDecision, Trace } from "../../operations/ports.ts";
import type { Problem } from "../../operations/problems.ts";
import type { CallRecord } from "../../operations/record.ts";

/** A call in progress, as far as it is recorded. */
export interface RecordedCall {
  readonly requestId: string;
  readonly started: number;
  readonly trace: Trace | undefined;
  caller: Caller | undefined;
  decision: LimitDecision | undefined;
}

export function callRecord(
  call: RecordedCall,
  reached: Pick<CallRecord, "transport" | "operation" | "route">,
  status: number,
  refusal?: Problem,
  outcome?: Extract<Outcome, { ok: true }>,
): CallRecord {
  return {
    requestId: call.requestId,
    transport: reached.transport,
    operation: reached.operation,
    route: reached.route,
    status,
    caller: call.caller?.kind,
    callerId: call.caller === undefined || call.caller.kind === "anonymous" ? undefined : call.caller.id,
    trace: call.trace,
    milliseconds: performance.now() - call.started,
    decision: call.decision,
    problem: refusal?.code,
    reason: refusal?.reason,
    verdict: outcome?.verdict,
    domain: outcome?.domain,
  };
}
