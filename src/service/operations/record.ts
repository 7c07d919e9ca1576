/** What is logged and counted of a call. It holds nothing that the caller wrote. */
import type { ValidationResult } from "../../core/types.ts";
import type { OperationId } from "./operation.ts";
import type { Caller, DomainDescription, LimitDecision, Trace } from "./ports.ts";
import type { ProblemCode } from "./problems.ts";

/** What may be logged and counted of a call. */
export interface CallRecord {
  readonly requestId: string;
  readonly transport: "rest" | "mcp" | "site";
  /** Undefined when no operation was reached, as with an MCP `initialize`. */
  readonly operation?: OperationId | undefined;
  /** The pattern of the route that answered, if it was not an operation; never the path as sent. */
  readonly route?: string | undefined;
  readonly status: number;
  /** Undefined when the call was refused before the caller was known. */
  readonly caller?: Caller["kind"] | undefined;
  /** Tells callers apart without revealing who they are: of the key, or of the agent. */
  readonly callerId?: string | undefined;
  /** Of the W3C trace that the call belongs to. */
  readonly trace?: Trace | undefined;
  readonly milliseconds: number;
  readonly decision?: LimitDecision | undefined;
  readonly problem?: ProblemCode | undefined;
  /** Why it was refused, in more detail than the caller is told. */
  readonly reason?: string | undefined;
  readonly verdict?: ValidationResult | undefined;
  readonly domain?: DomainDescription | undefined;
}

export type Recorder = { record(call: CallRecord): void };

/** What is logged and counted of a neighbour: codes and numbers of our own, never keys or its words. */
export interface NeighbourEvent {
  readonly type: string;
  readonly [field: string]: string | number | boolean | undefined;
}
