/**
 * Reads the envelope: which candidate to check against which domain, and what the answer should hold. The candidate itself
 * is checked elsewhere.
 */

import { isPlainObject, repeatsOf } from "../../core/json/values.ts";
import type { Sent } from "../../core/reader/read-json.ts";
import type { Diagnostic } from "../../core/types.ts";
import { typeName } from "../../core/unicode/unicode.ts";
import { readDate, readTimestamp } from "../../core/values/time.ts";
import type { EnvelopeCode } from "./diagnostic-codes.ts";
import { supportedDomains } from "./list-domains.ts";
import type { OperationContext } from "./operation.ts";
import { type Problem, problem, upstreamUnavailable } from "./problems.ts";
import { REPAIR_LEVELS } from "./schemas.ts";
import { VIEWS } from "./view.ts";

const MEMBERS = ["targetProduct", "domainId", "candidate", "repair", "view", "at", "simulate"];

/** The members of an envelope that it has more than once. Others than its own are ignored. */
export function repeatedMembers(input: unknown): string[] {
  return MEMBERS.filter((name) => Object.hasOwn(repeatsOf(input), name));
}

/** `moment`: whether the envelope may ask for another one than now. */
export function openEnvelope(input: Sent, context: OperationContext, moment: "now" | "any") {
  if (!isPlainObject(input)) {
    const message = `The body must be a JSON object, not ${typeName(input)}.`;
    return invalid([finding("envelope-not-object", "", message)], context);
  }
  const repeated = repeatedMembers(input).map((name) => {
    const [first, ...others] = repeatsOf(input)[name]!;
    const places = [first!, others.at(-1)!].map(({ line, column }) => `line ${line}, column ${column}`);
    const message = `\`${name}\` is there ${others.length + 1} times, at ${places.join(" and at ")}; send it once.`;
    return finding("envelope-member-repeated", `/${name}`, message);
  });
  if (repeated.length > 0) return invalid(repeated, context);
  // Reading makes even `__proto__` an own member, so nothing inherited is read here.
  const { targetProduct, domainId, candidate, repair, view = "full" } = input;
  const isRepair = repair === undefined || isOneOf(REPAIR_LEVELS, repair);
  const isView = isOneOf(VIEWS, view);
  const isNamed = typeof targetProduct === "string" && typeof domainId === "string";
  const { now, simulate, findings: more } = readMoment(moment === "any" ? input : {}, context);
  if (!isNamed || !isRepair || !isView || more.length > 0) {
    const findings = ["targetProduct", "domainId"].flatMap((name) => nameFindings(name, input));
    const [repairs, views] = [`"safe" or "suggested"`, `"full" or "brief"`];
    if (!isRepair) findings.push(unlessLeftOut("envelope-repair-unknown", "repair", repairs));
    if (!isView) findings.push(unlessLeftOut("envelope-view-unknown", "view", views));
    return invalid([...findings, ...more], context);
  }
  const domain = context.catalogue.find(targetProduct, domainId);
  if (domain === undefined) return refuse(unsupported(targetProduct, domainId, context));
  if (domain.status === "unavailable") {
    const what = `The rules or the registry of ${targetProduct} / ${domainId}`;
    return refuse(upstreamUnavailable(what, domain.retryAfterSeconds));
  }
  const { registry, registries, description } = domain;
  const { submissionUrl } = description;
  /** What the core asks for besides rules and candidate. */
  const needed = { registry, registries, now, simulate, rulesUrl: context.rulesUrl, submissionUrl };
  /** `repair`: how far a repair may go. Undefined: none is requested. */
  return { ok: true as const, domain, candidate, repair, view, needed };
}

function isOneOf<Word>(words: readonly Word[], value: unknown): value is Word {
  return words.includes(value as Word);
}

/** Reads for which moment the rules are judged, and whether those count that are not in force yet. */
function readMoment({ at, simulate }: Readonly<Record<string, unknown>>, context: OperationContext) {
  const asked = typeof at === "string" ? (readTimestamp(at) ?? readDate(at)) : undefined;
  const findings: Finding[] = [];
  const moments = "a date such as 2027-01-31 or a date-time such as 2027-01-31T12:00:00Z";
  if (at !== undefined && asked === undefined)
    findings.push(unlessLeftOut("envelope-moment-invalid", "at", moments));
  if (simulate !== undefined && typeof simulate !== "boolean")
    findings.push(unlessLeftOut("envelope-moment-invalid", "simulate", "true or false"));
  return {
    findings,
    now: asked ?? context.now(),
    simulate: simulate === undefined ? context.simulate === true : simulate === true,
  };
}

function unlessLeftOut(code: EnvelopeCode, name: string, expected: string): Finding {
  return finding(code, `/${name}`, `\`${name}\` must be ${expected}, or be left out.`);
}

const refuse = (problem: Problem) => ({ ok: false as const, problem });

type Finding = Omit<Diagnostic, "docs">;

function invalid(findings: readonly Finding[], { rulesUrl }: OperationContext) {
  const errors = findings.map((found): Diagnostic => ({ ...found, docs: `${rulesUrl}#${found.code}` }));
  const detail = errors.map(({ message }) => message).join(" ");
  return refuse(problem("invalid-envelope", detail, { members: { errors } }));
}

function nameFindings(name: string, input: Readonly<Record<string, unknown>>): Finding[] {
  const value = input[name];
  if (typeof value === "string") return [];
  const [code, message]: [EnvelopeCode, string] =
    value === undefined
      ? ["envelope-member-missing", `\`${name}\` is missing; ${hintFor(name, input)}.`]
      : ["envelope-member-type", `\`${name}\` must be a string, not ${typeName(value)}.`];
  return [finding(code, `/${name}`, message)];
}

/** What the caller may have done instead: another spelling of the name, or the candidate without what is around it. */
function hintFor(name: string, input: Readonly<Record<string, unknown>>): string {
  const others = Object.keys(input).filter((other) => !MEMBERS.includes(other));
  const meant = others.find((other) => other.replace(/[ _-]/g, "").toLowerCase() === name.toLowerCase());
  if (meant !== undefined) return `write it in place of \`${meant}\``;
  const isBare = others.length > 0 && MEMBERS.every((member) => input[member] === undefined);
  return isBare
    ? "send the proposal as `candidate`, beside `targetProduct` and `domainId`"
    : "it must be a string";
}

function finding(code: EnvelopeCode, pointer: string, message: string): Finding {
  return { code, severity: "error", pointer, message };
}

function unsupported(targetProduct: string, domainId: string, { catalogue }: OperationContext): Problem {
  const supported = supportedDomains(catalogue);
  const known = supported.some((domain) => domain.targetProduct === targetProduct);
  const detail = known
    ? `The product ${quote(targetProduct)} has no domain ${quote(domainId)}; \`supported\` lists all domains.`
    : `There is no product ${quote(targetProduct)}; \`supported\` lists all domains.`;
  return problem("unsupported-domain", detail, { members: { supported } });
}

const quote = (value: string): string => JSON.stringify(value.length > 64 ? `${value.slice(0, 63)}…` : value);
