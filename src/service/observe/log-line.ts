/** The levels of the log, and the line of a call. All its values come from the service; nothing the caller sent is logged. */
import type { DomainDescription, Trace } from "../operations/ports.ts";
import type { CallRecord } from "../operations/record.ts";

/** The numbers that lines have, as in pino and bunyan. */
export const LOG_LEVELS = {
  fatal: 60,
  error: 50,
  warn: 40,
  info: 30,
  debug: 20,
  trace: 10,
  silent: Number.POSITIVE_INFINITY,
} as const;

export type LogLevel = keyof typeof LOG_LEVELS;

export function callLevel({ status, route, problem }: CallRecord): number {
  // Orchestrators request these every few seconds. Why a service is not ready is logged when it happens.
  if (route === "/healthz" || route === "/readyz") return LOG_LEVELS.debug;
  // There are many of these at a time, and nothing is broken.
  if (problem === "overloaded") return LOG_LEVELS.warn;
  return status >= 500 ? LOG_LEVELS.error : LOG_LEVELS.info;
}

/** The members of a JSON object, without braces. Only values that are not fixed in code need escaping. */
export function callFields(call: CallRecord): string {
  const { operation, route, caller, problem, reason, domain, verdict, decision } = call;
  let text = `"requestId":"${call.requestId}","transport":"${call.transport}","status":${call.status}`;
  if (operation !== undefined) text += `,"operation":"${operation}"`;
  if (route !== undefined) text += `,"route":${JSON.stringify(route)}`;
  if (caller !== undefined) text += `,"caller":"${caller}"`;
  if (call.callerId !== undefined) text += `,"callerId":"${call.callerId}"`;
  if (call.trace !== undefined) text += traceFields(call.trace);
  if (problem !== undefined) text += `,"problem":"${problem}"`;
  if (reason !== undefined) text += `,"reason":${JSON.stringify(reason)}`;
  if (domain !== undefined) text += domainFields(domain);
  if (verdict !== undefined) {
    const findings = verdict.diagnostics.length + verdict.omitted;
    const version = JSON.stringify(verdict.specPackage.version);
    text += `,"valid":${verdict.valid},"diagnostics":${findings},"specVersion":${version}`;
  }
  if (decision !== undefined) text += `,"remaining":${decision.remaining}`;
  return `${text},"ms":${Math.round(call.milliseconds * 1000) / 1000}`;
}

/** The names of OpenTelemetry. These are hexadecimal digits: the only text of a caller that is logged. */
function traceFields({ traceId, spanId, parentId }: Trace): string {
  const parent = parentId === undefined ? "" : `,"parent_id":"${parentId}"`;
  return `,"trace_id":"${traceId}","span_id":"${spanId}"${parent}`;
}

function domainFields({ targetProduct, domainId }: DomainDescription): string {
  return `,"targetProduct":${JSON.stringify(targetProduct)},"domainId":${JSON.stringify(domainId)}`;
}
