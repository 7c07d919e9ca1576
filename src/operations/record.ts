/** What is remembered of a call: one log line and a few counters. Nothing the caller wrote is in it. */
import type { ValidationResult } from "../core/types.ts";
import type { OperationId } from "./operation.ts";
import type { Caller, DomainDescription, LimitDecision } from "./ports.ts";
import type { ProblemCode } from "./problems.ts";

export interface CallRecord {
  readonly requestId: string;
  readonly transport: "rest" | "mcp" | "site";
  /** Undefined where no operation was reached, as with an MCP `initialize`. */
  readonly operation?: OperationId | undefined;
  /** The pattern of the page that answered, where it was no operation; never the path as sent. */
  readonly route?: string | undefined;
  readonly status: number;
  /** Undefined where the call was refused before it was known. */
  readonly caller?: Caller["kind"] | undefined;
  readonly milliseconds: number;
  readonly decision?: LimitDecision | undefined;
  readonly problem?: ProblemCode | undefined;
  /** Why it was refused, in more words than the caller is told. */
  readonly reason?: string | undefined;
  readonly verdict?: ValidationResult | undefined;
  readonly domain?: DomainDescription | undefined;
}

export interface Recorder {
  record(call: CallRecord): void;
}
