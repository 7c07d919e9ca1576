/** Builds the package to submit; and for the receiving side, checks one against the rules as they are now. */

import { linkBase } from "../findings/finding.ts";
import { digestOf } from "../json/digest.ts";
import { isPlainObject, isSafeJson, parsePointer, valueAt } from "../json/values.ts";
import { checkData } from "../schema/compile-schema.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { BuildResult, Built, Diagnostic, ProposalPackage, ValidationResult } from "../types.ts";
import { actualOf, quote } from "../unicode/unicode.ts";
import {
  asItIs,
  type CheckContext,
  checkCandidate,
  checkOpened,
  normalizeCandidate,
  openCandidate,
  resultOf,
} from "./check.ts";
import { type RepairLevel, repairCandidate } from "./repair.ts";

/** What a build needs besides rules and candidate. */
export interface BuildContext extends CheckContext {
  submissionUrl: string;
}

/**
 * Checks a candidate and, if it is valid, builds its package. The same candidate, rules and registry always give the
 * same package. With a repair, the package of the repaired candidate is in `repaired` if only that is valid.
 */
export function buildProposal(
  spec: SpecPackage,
  sent: unknown,
  context: BuildContext,
  repair?: RepairLevel,
): BuildResult {
  const result =
    repair === undefined ? checkCandidate(spec, sent, context) : repairCandidate(spec, sent, context, repair);
  if (result.valid)
    return { ...result, valid: true, ...built(spec, openCandidate(spec, sent).candidate, context) };
  const { repaired } = result;
  if (repaired?.valid !== true) return { ...result, valid: false };
  const withPackage = { ...repaired, ...built(spec, repaired.candidate, context) };
  return { ...result, valid: false, repaired: withPackage };
}

function built(spec: SpecPackage, sent: unknown, { submissionUrl }: BuildContext): Built {
  const { candidate, changes } = normalizeCandidate(spec, sent);
  // Members are in the order of RFC 8785, so that a plain serialization does not depend on how they were sent.
  const content = {
    domainId: spec.domainId,
    packageVersion: "1" as const,
    specPackage: { digest: spec.digest, version: spec.version },
    targetProduct: spec.targetProduct,
  };
  const proposalPackage = { candidate, digest: digestOf({ candidate, ...content }), ...content };
  const idempotencyKey = idempotencyKeyOf(proposalPackage);
  const headers = { "Content-Type": "application/json" as const, "Idempotency-Key": idempotencyKey };
  return { proposalPackage, changes, submission: { method: "POST", url: submissionUrl, headers } };
}

/**
 * The idempotency key of a package. It depends on the package alone, so that a repeated submission is recognized wherever
 * it was built.
 */
export function idempotencyKeyOf(proposalPackage: ProposalPackage): string {
  return `pf1_${proposalPackage.digest.slice("sha256:".length)}`;
}

/** What a target product finds in a package that it was sent. */
export interface VerificationResult
  extends Pick<ValidationResult, "specPackage" | "registry" | "registries" | "evaluatedOn"> {
  valid: boolean;
  /** Pointers are relative to the package; those of the candidate start with /candidate. */
  diagnostics: Diagnostic[];
  omitted: number;
}

const text = (description: string) => ({ type: "string", maxLength: 200, description });

const objectOf = (properties: Record<string, object>) => {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
};

const PACKAGE_SCHEMA = objectOf({
  packageVersion: { const: "1" },
  targetProduct: text("the product"),
  domainId: text("the domain"),
  specPackage: objectOf({ version: text("its version"), digest: text("its digest") }),
  candidate: {},
  digest: text("the digest of the package"),
});

/**
 * For the receiving side: reports everything that is wrong with a package, from its digest to its candidate. A
 * package that was built by the current rules and not altered since is valid.
 */
export function verifyPackage(
  spec: SpecPackage,
  proposalPackage: unknown,
  context: CheckContext,
): VerificationResult {
  const link = linkBase(spec, context.rulesUrl);
  const diagnostics: Diagnostic[] = [];
  const fault = (code: string, pointer: string, message: string, known: Partial<Diagnostic> = {}) =>
    diagnostics.push({ code, severity: "error", pointer, message, ...known, docs: link + code });
  // The candidate is checked by its own rules, which also say that it is missing.
  for (const { pointer, message } of checkData(PACKAGE_SCHEMA, proposalPackage))
    if (!/^\/candidate(?:\/|$)/.test(pointer)) fault("package-shape", pointer, message);
  if (!isPlainObject(proposalPackage))
    return resultOf(spec, context, { valid: false, diagnostics, omitted: 0 });

  const { targetProduct, domainId, version } = spec;
  const isFor = (what: string, own: string) => (actual: string) =>
    `The package is for the ${what} ${quote(actual)}; this is ${quote(own)}.`;
  const builtOn = (actual: string) =>
    `The package was built on version ${quote(actual)} of the rules; the current one is ${version}.`;
  differs("/targetProduct", "package-product", targetProduct, isFor("product", targetProduct));
  differs("/domainId", "package-product", domainId, isFor("domain", domainId));
  const otherRules = "The package was built on other rules of the same version number.";
  if (!differs("/specPackage/version", "package-outdated", version, builtOn))
    differs("/specPackage/digest", "package-outdated", spec.digest, () => otherRules);
  const { digest: _, ...content } = proposalPackage;
  const altered = "The digest is not that of this package: it was altered after it was built.";
  if (isSafeJson(content, -1)) differs("/digest", "package-digest", digestOf(content), () => altered);

  const checked = checkOpened(spec, asItIs(content.candidate), context);
  const within = <At extends { pointer: string }>(at: At) => ({ ...at, pointer: `/candidate${at.pointer}` });
  // Fixes are left out: a package is built again, never patched.
  for (const { fixes: _, related, ...diagnostic } of checked.diagnostics)
    diagnostics.push({ ...within(diagnostic), ...(related && { related: related.map(within) }) });
  const [change] = checked.valid ? normalizeCandidate(spec, content.candidate).changes : [];
  if (change !== undefined) {
    const message = "The candidate is not in its normal form here; build the package again.";
    fault("package-not-normalized", `/candidate${change.path}`, message);
  }
  // Omitted diagnostics of a valid candidate can only be warnings.
  const valid = checked.valid && diagnostics.every(({ severity }) => severity !== "error");
  return resultOf(spec, context, { valid, diagnostics, omitted: checked.omitted });

  /** Whether something else stands there; what is no text is reported with the shape of the package. */
  function differs(pointer: string, code: string, expected: string, say: (actual: string) => string) {
    const actual = valueAt(proposalPackage, parsePointer(pointer));
    if (typeof actual !== "string" || actual === expected) return false;
    fault(code, pointer, say(actual), { expected, actual: actualOf(actual) });
    return true;
  }
}
