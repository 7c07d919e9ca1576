/**
 * Reads the envelope: which candidate to check against which domain, and what the answer should hold. The candidate itself
 * is checked elsewhere.
 */

import { hasRepeats, isPlainObject, repeatsOf } from "../../core/json/values.ts";
import type { Sent } from "../../core/reader/read-json.ts";
import type { Diagnostic } from "../../core/types.ts";
import { typeName } from "../../core/unicode/unicode.ts";
import type { EnvelopeCode } from "./diagnostic-codes.ts";
import { supportedDomains } from "./list-domains.ts";
import type { OperationContext } from "./operation.ts";
import { type Problem, problem, upstreamUnavailable } from "./problems.ts";
import { REPAIR_LEVELS } from "./schemas.ts";
import { VIEWS } from "./view.ts";

/** All that is read of an envelope. Others are ignored, and so is what they repeat. */
export const ENVELOPE_MEMBERS = ["targetProduct", "domainId", "candidate", "repair", "view"];

/** The members of an envelope that it has more than once. */
export const repeatedMembers = (input: unknown): string[] =>
  hasRepeats(input) ? ENVELOPE_MEMBERS.filter((name) => Object.hasOwn(repeatsOf(input), name)) : [];

export function openEnvelope(input: Sent, context: OperationContext) {
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
  if (!isNamed || !isRepair || !isView) {
    const findings = ["targetProduct", "domainId"].flatMap((name) => nameFindings(name, input));
    if (!isRepair) findings.push(unlessLeftOut("repair", `"safe" or "suggested"`));
    if (!isView) findings.push(unlessLeftOut("view", `"full" or "brief"`));
    return invalid(findings, context);
  }
  const domain = context.catalogue.find(targetProduct, domainId);
  if (domain === undefined) return refuse(unsupported(targetProduct, domainId, context));
  if (domain.status === "unavailable") {
    const what = `The rules or the registry of ${targetProduct} / ${domainId}`;
    return refuse(upstreamUnavailable(what, domain.retryAfterSeconds));
  }
  const { registry, registries, description } = domain;
  const { submissionUrl } = description;
  const { simulate = false, rulesUrl } = context;
  /** What the core asks for besides rules and candidate. */
  const needed = { registry, registries, now: context.now(), simulate, rulesUrl, submissionUrl };
  /** `repair`: how far a repair may go. Undefined: none is requested. */
  return { ok: true as const, domain, candidate, repair, view, needed };
}

const isOneOf = <Word>(words: readonly Word[], value: unknown): value is Word =>
  words.includes(value as Word);

const unlessLeftOut = (name: "repair" | "view", expected: string): Finding =>
  finding(`envelope-${name}-unknown`, `/${name}`, `\`${name}\` must be ${expected}, or be left out.`);

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
  const others = Object.keys(input).filter((other) => !ENVELOPE_MEMBERS.includes(other));
  const meant = others.find((other) => other.replace(/[ _-]/g, "").toLowerCase() === name.toLowerCase());
  if (meant !== undefined) return `write it in place of \`${meant}\``;
  const isBare = others.length > 0 && ENVELOPE_MEMBERS.every((member) => input[member] === undefined);
  if (!isBare) return "it must be a string";
  return "send the proposal as `candidate`, beside `targetProduct` and `domainId`";
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
