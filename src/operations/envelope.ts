/** Reads the envelope: which candidate to check against which domain. The candidate itself is checked elsewhere. */
import { readDate, readTimestamp } from "../core/expressions/functions/moments.ts";
import { isPlainObject } from "../core/json/pointer.ts";
import type { RepairLevel } from "../core/proposal/repair.ts";
import type { Diagnostic } from "../core/types.ts";
import { typeName } from "../core/unicode/describe.ts";
import type { EnvelopeCode } from "./diagnostic-codes.ts";
import type { OperationContext } from "./operation.ts";
import type { ReadyDomain } from "./ports.ts";
import { type Problem, problem, upstreamUnavailable } from "./problems.ts";
import { REPAIR_LEVELS } from "./schemas.ts";
import { readView, type View } from "./view.ts";

export type Opened =
  | { readonly ok: true; readonly domain: ReadyDomain; readonly candidate: unknown }
  | { readonly ok: false; readonly problem: Problem };

export function openEnvelope(input: unknown, context: OperationContext): Opened {
  if (!isPlainObject(input)) {
    const message = `The body must be a JSON object, not ${typeName(input)}.`;
    return refuse(invalid([finding("envelope-not-object", "", message, context)]));
  }
  // JSON.parse makes even `__proto__` an own member, so nothing inherited is read here.
  const { targetProduct, domainId, candidate } = input;
  if (typeof targetProduct !== "string" || typeof domainId !== "string") {
    const findings = [
      ...stringFindings("targetProduct", targetProduct, context),
      ...stringFindings("domainId", domainId, context),
    ];
    return refuse(invalid(findings));
  }
  const domain = context.catalogue.find(targetProduct, domainId);
  if (domain === undefined) return refuse(unsupported(targetProduct, domainId, context));
  if (domain.status === "unavailable") {
    const what = `The rules or the registry of ${targetProduct} / ${domainId}`;
    return refuse(upstreamUnavailable(what, domain.retryAfterSeconds));
  }
  return { ok: true, domain, candidate };
}

export type Repair =
  | { readonly ok: true; readonly level: RepairLevel | undefined }
  | { readonly ok: false; readonly problem: Problem };

export type Asked =
  | { readonly ok: true; readonly view: View }
  | { readonly ok: false; readonly problem: Problem };

/** Reads how much the answer should say. */
export function readAskedView(input: unknown, context: OperationContext): Asked {
  const view = readView(input);
  if (view !== undefined) return { ok: true, view };
  const message = `\`view\` must be "full" or "brief", or be left out.`;
  return refuse(invalid([finding("envelope-view-unknown", "/view", message, context)]));
}

/** Reads whether a repair is requested, and how far it may go. */
export function readRepair(input: unknown, context: OperationContext): Repair {
  const level = isPlainObject(input) ? input.repair : undefined;
  if (level === undefined || REPAIR_LEVELS.includes(level as RepairLevel))
    return { ok: true, level: level as RepairLevel | undefined };
  const message = `\`repair\` must be "safe" or "suggested", or be left out.`;
  return refuse(invalid([finding("envelope-repair-unknown", "/repair", message, context)]));
}

export type Moment =
  | { readonly ok: true; readonly now: number; readonly simulate: boolean }
  | { readonly ok: false; readonly problem: Problem };

/** Reads for which moment the rules are judged, and whether those count that are not in force yet. */
export function readMoment(input: unknown, context: OperationContext): Moment {
  const { at, simulate } = isPlainObject(input) ? input : {};
  const asked = typeof at === "string" ? (readTimestamp(at) ?? readDate(at)) : undefined;
  const findings: Diagnostic[] = [];
  if (at !== undefined && asked === undefined) {
    const message =
      "`at` must be a date such as 2027-01-31 or a date-time such as 2027-01-31T12:00:00Z, or be left out.";
    findings.push(finding("envelope-moment-invalid", "/at", message, context));
  }
  if (simulate !== undefined && typeof simulate !== "boolean") {
    const message = "`simulate` must be true or false, or be left out.";
    findings.push(finding("envelope-moment-invalid", "/simulate", message, context));
  }
  if (findings.length > 0) return refuse(invalid(findings));
  return {
    ok: true,
    now: asked ?? context.now(),
    simulate: simulate === undefined ? context.simulate === true : simulate === true,
  };
}

function refuse(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

function invalid(errors: Diagnostic[]): Problem {
  return problem("invalid-envelope", errors.map(({ message }) => message).join(" "), { members: { errors } });
}

function stringFindings(name: string, value: unknown, context: OperationContext): Diagnostic[] {
  if (typeof value === "string") return [];
  return value === undefined
    ? [
        finding(
          "envelope-member-missing",
          `/${name}`,
          `\`${name}\` is missing; it must be a string.`,
          context,
        ),
      ]
    : [
        finding(
          "envelope-member-type",
          `/${name}`,
          `\`${name}\` must be a string, not ${typeName(value)}.`,
          context,
        ),
      ];
}

function finding(
  code: EnvelopeCode,
  pointer: string,
  message: string,
  { rulesUrl }: OperationContext,
): Diagnostic {
  return { code, severity: "error", pointer, message, docs: `${rulesUrl}#${code}` };
}

function unsupported(targetProduct: string, domainId: string, { catalogue }: OperationContext): Problem {
  const supported = catalogue.list().map(({ description }) => ({
    targetProduct: description.targetProduct,
    domainId: description.domainId,
  }));
  const known = supported.some((domain) => domain.targetProduct === targetProduct);
  const detail = known
    ? `The product ${quote(targetProduct)} has no domain ${quote(domainId)}; \`supported\` lists all domains.`
    : `There is no product ${quote(targetProduct)}; \`supported\` lists all domains.`;
  return problem("unsupported-domain", detail, { members: { supported } });
}

function quote(value: string): string {
  return JSON.stringify(value.length > 64 ? `${value.slice(0, 63)}…` : value);
}
