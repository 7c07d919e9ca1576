/** What is logged and counted of a call. It holds nothing that the caller wrote. */
import type { ValidationResult } from "../core/types.ts";
import type { OperationId } from "./operation.ts";
import type { Caller, DomainDescription, LimitDecision } from "./ports.ts";
import type { ProblemCode } from "./problems.ts";

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
  readonly milliseconds: number;
  readonly decision?: LimitDecision | undefined;
  readonly problem?: ProblemCode | undefined;
  /** Why it was refused, in more detail than the caller is told. */
  readonly reason?: string | undefined;
  readonly verdict?: ValidationResult | undefined;
  readonly domain?: DomainDescription | undefined;
}

export interface Recorder {
  record(call: CallRecord): void;
}
