import type { Trace } from "../../operations/ports.ts";

/** The header for requests that are made on behalf of a call. */
export function traceparentOf({ traceId, spanId, isSampled }: Trace): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
