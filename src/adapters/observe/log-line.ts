/** The log line of a call. All values come from the service; nothing the caller sent is logged. */
import type { DomainDescription } from "../../operations/ports.ts";
import type { CallRecord } from "../../operations/record.ts";

const DEBUG = 20;
const INFO = 30;
const ERROR = 50;

export function callLevel({ status, route }: CallRecord): number {
  if (status >= 500) return ERROR;
  // Orchestrators request these every few seconds.
  return route === "/healthz" || route === "/readyz" ? DEBUG : INFO;
}

/** The members of a JSON object, without braces. Only values that are not fixed in code need escaping. */
export function callFields(call: CallRecord): string {
  const { operation, route, caller, problem, reason, domain, verdict, decision } = call;
  let text = `"requestId":"${call.requestId}","transport":"${call.transport}","status":${call.status}`;
  if (operation !== undefined) text += `,"operation":"${operation}"`;
  if (route !== undefined) text += `,"route":${JSON.stringify(route)}`;
  if (caller !== undefined) text += `,"caller":"${caller}"`;
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

const written = new WeakMap<DomainDescription, string>();

function domainFields(domain: DomainDescription): string {
  let text = written.get(domain);
  if (text === undefined) {
    const { targetProduct, domainId } = domain;
    text = `,"targetProduct":${JSON.stringify(targetProduct)},"domainId":${JSON.stringify(domainId)}`;
    written.set(domain, text);
  }
  return text;
}
