/** W3C Trace Context: which trace a call belongs to. https://www.w3.org/TR/trace-context/ */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Trace } from "../operations/ports.ts";

export type TraceOf = (request: Pick<IncomingMessage, "headers">) => Trace | undefined;

/** A higher version may add fields at the end, and version ff is invalid. */
const TRACEPARENT =
  /^(?!ff)(?:00(?=.{53}$)|(?!00)[0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** `ratio`: if somebody collects traces, the share of sampled ones among calls that belong to none yet. */
export function createTraceReader(ratio: number | undefined): TraceOf {
  return ({ headers }) => {
    const { traceparent } = headers;
    const found = typeof traceparent === "string" ? TRACEPARENT.exec(traceparent) : null;
    if (found === null)
      return ratio === undefined
        ? undefined
        : {
            traceId: randomId(16),
            parentId: undefined,
            spanId: randomId(8),
            isSampled: Math.random() < ratio,
          };
    const [, traceId, parentId, flags] = found;
    return {
      traceId: traceId!,
      parentId: parentId!,
      spanId: randomId(8),
      isSampled: (Number.parseInt(flags!, 16) & 1) === 1,
    };
  };
}

function randomId(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
