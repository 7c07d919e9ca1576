/** Receives a proposal package: checks it again with Preflight's core, records it once and opens its ballot. */
import { randomUUID } from "node:crypto";
import { canonicalize, type Diagnostic, sha256Hex, verifyPackage } from "proposal-preflight";
import type { Refusal } from "../shared/server.ts";
import type { BallotKeeper } from "./ballots.ts";
import type { ProductRules } from "./rules.ts";
import type { ProductStore, StoredProposal } from "./store.ts";

export type Submission = { status: 200 | 201; body: string } | { refusal: Refusal };

export interface Submissions {
  submit(subject: string, idempotencyKey: string, proposalPackage: unknown): Promise<Submission>;
  /** The product's verdict, without recording anything. */
  check(
    proposalPackage: unknown,
  ): { valid: boolean; diagnostics: readonly Diagnostic[] } | { refusal: Refusal };
  present(proposal: StoredProposal): object;
}

export function createSubmissions(
  store: ProductStore,
  rules: ProductRules,
  ballots: BallotKeeper,
  targetProduct: string,
): Submissions {
  const present = (proposal: StoredProposal, ballotOpen = proposal.ballotOpen): object => {
    const { candidate, domainId, specPackage, digest } = proposal.proposalPackage;
    const ballot = proposal.status !== "submitted" ? "closed" : ballotOpen ? "open" : "pending";
    return {
      id: proposal.id,
      status: proposal.status,
      targetProduct,
      domainId,
      generatorId: candidate.generatorId,
      specPackage,
      packageDigest: digest,
      submittedAt: proposal.submittedAt,
      ballot: { id: proposal.id, url: ballots.ballotUrl(proposal.id), status: ballot },
    };
  };

  const check: Submissions["check"] = (proposalPackage) => {
    const found = isObject(proposalPackage) ? proposalPackage : {};
    const rule = found.targetProduct === targetProduct ? rules.current(String(found.domainId)) : undefined;
    if (rule === undefined) return { refusal: unsupported(targetProduct, rules.domainIds()) };
    const outdated = outdatedRefusal(found.specPackage, rule.spec);
    if (outdated !== undefined) return { refusal: outdated };
    const { valid, diagnostics } = verifyPackage(rule.spec, proposalPackage, {
      registry: rules.registry(),
      now: Date.now(),
    });
    return { valid, diagnostics };
  };

  const answerFor = async (proposal: StoredProposal): Promise<string> => {
    if (proposal.answer !== undefined) return proposal.answer;
    const ballotOpen = proposal.ballotOpen || (await ballots.open(proposal));
    return store.keepAnswer(proposal.id, JSON.stringify({ proposal: present(proposal, ballotOpen) }));
  };

  const repeat = async (proposal: StoredProposal, fingerprint: string): Promise<Submission> =>
    proposal.fingerprint === fingerprint
      ? { status: 200, body: await answerFor(proposal) }
      : { refusal: keyReused };

  const submit: Submissions["submit"] = async (subject, idempotencyKey, proposalPackage) => {
    const fingerprint = fingerprintOf(proposalPackage);
    // A repeated submission gets the same answer as the first one, even if the rules have changed since.
    const earlier = await store.findByKey(subject, idempotencyKey);
    if (earlier !== undefined) return repeat(earlier, fingerprint);

    const verdict = check(proposalPackage);
    if ("refusal" in verdict) return verdict;
    if (!verdict.valid) return { refusal: invalid(verdict.diagnostics) };

    const created = await store.addProposal({
      id: randomUUID(),
      subject,
      idempotencyKey,
      fingerprint,
      proposalPackage,
    });
    const proposal = await store.findByKey(subject, idempotencyKey);
    if (proposal === undefined) throw new Error("a recorded proposal cannot be found");
    if (!created) return repeat(proposal, fingerprint);
    return { status: 201, body: await answerFor(proposal) };
  };

  return { submit, check, present };
}

/** Two packages are the same if their canonical forms are, regardless of the digests they claim. */
function fingerprintOf(proposalPackage: unknown): string {
  try {
    return sha256Hex(canonicalize(proposalPackage));
  } catch {
    // Without a canonical form it cannot have been recorded before, and the check will refuse it.
    return "";
  }
}

function outdatedRefusal(
  claimed: unknown,
  current: { version: string; digest: string },
): Refusal | undefined {
  const { version, digest } = isObject(claimed) ? claimed : {};
  if (typeof version !== "string" || typeof digest !== "string" || digest === current.digest)
    return undefined;
  return {
    status: 409,
    code: "spec-package-not-current",
    detail: `The package was built on spec package ${version.slice(0, 40)}; the current version is ${current.version}. Validate and build again.`,
    more: { current: { version: current.version, digest: current.digest } },
  };
}

const keyReused: Refusal = {
  status: 422,
  code: "idempotency-key-reused",
  detail: "This Idempotency-Key was used for another package. Send the key that came with the package.",
};

function unsupported(targetProduct: string, domainIds: readonly string[]): Refusal {
  const detail = `This is the product ${targetProduct}, with the domains ${domainIds.join(", ")}.`;
  return { status: 422, code: "unsupported-domain", detail };
}

function invalid(diagnostics: readonly Diagnostic[]): Refusal {
  const detail = "The package is not valid. Fix the candidate and build again.";
  return { status: 422, code: "invalid-package", detail, more: { errors: diagnostics } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
