/** Builds the package to submit, or reports why it cannot. */
import { digestOf } from "../json/digest.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { BuildResult, Built, Json, ProposalPackage } from "../types.ts";
import { checkOpened } from "./check.ts";
import type { CheckContext } from "./context.ts";
import { normalizeCandidate } from "./normalize.ts";
import { type RepairLevel, repairOpened } from "./repair.ts";
import { openCandidate } from "./text-candidate.ts";

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
  const opened = openCandidate(spec, sent);
  const result =
    repair === undefined ? checkOpened(spec, opened, context) : repairOpened(spec, opened, context, repair);
  if (result.valid) return { ...result, valid: true, ...built(spec, opened.candidate, context) };
  const { repaired } = result;
  if (repaired?.valid !== true) return { ...result, valid: false };
  const withPackage = { ...repaired, ...built(spec, repaired.candidate, context) };
  return { ...result, valid: false, repaired: withPackage };
}

/** The package of a valid candidate, and how to submit it. */
function built(spec: SpecPackage, candidate: unknown, { submissionUrl }: BuildContext): Built {
  const normalized = normalizeCandidate(spec, candidate);
  const proposalPackage = packageOf(spec, normalized.candidate);
  return {
    proposalPackage,
    changes: normalized.changes,
    submission: {
      method: "POST",
      url: submissionUrl,
      headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKeyOf(proposalPackage) },
    },
  };
}

/** Members are in the order of RFC 8785, so that a plain serialization does not depend on how they were sent. */
export function packageOf(spec: SpecPackage, candidate: Json): ProposalPackage {
  const content = {
    domainId: spec.domainId,
    packageVersion: "1" as const,
    specPackage: { digest: spec.digest, version: spec.version },
    targetProduct: spec.targetProduct,
  };
  return { candidate, digest: packageDigest({ candidate, ...content }), ...content };
}

export function packageDigest(content: Omit<ProposalPackage, "digest">): string {
  return digestOf(content);
}

/**
 * The idempotency key of a package. It depends on the package alone, so that a repeated submission is recognized wherever
 * it was built.
 */
export function idempotencyKeyOf(proposalPackage: ProposalPackage): string {
  return `pf1_${proposalPackage.digest.slice("sha256:".length)}`;
}
