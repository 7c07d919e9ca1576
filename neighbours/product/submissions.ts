/** Receives a proposal package: checks it again with Preflight's core, records it once and opens its ballot. */
import { randomUUID } from "node:crypto";
import {
  type Diagnostic,
  digestOf,
  idempotencyKeyOf,
  type ProposalPackage,
  type SpecPackage,
  verifyPackage,
} from "proposal-preflight";
import type { Refusal } from "../shared/server.ts";
import type { BallotKeeper } from "./ballots.ts";
import type { ProductRules } from "./rules.ts";
import type { ProductStore, StoredProposal } from "./store.ts";

export type Submission = { status: 200 | 201; id: string; body: string } | { refusal: Refusal };
export type Verdict = { valid: boolean; diagnostics: readonly Diagnostic[] } | { refusal: Refusal };

export interface Submissions {
  /** `receipt`: the statement of a Preflight service that came with the package. */
  submit(
    subject: string,
    idempotencyKey: string,
    proposalPackage: unknown,
    receipt?: unknown,
  ): Promise<Submission>;
  /** The product's verdict on each package, without recording anything. */
  check(proposalPackages: readonly unknown[]): Promise<Verdict[]>;
  present(proposal: StoredProposal): PresentedProposal;
}

/** A proposal as its submitter sees it. */
export interface PresentedProposal {
  id: string;
  state: StoredProposal["status"];
  /** The name that `state` had at first. */
  status: StoredProposal["status"];
  targetProduct: string;
  domainId: string;
  generatorId: string;
  specPackage: unknown;
  packageDigest: string;
  submittedAt: string;
  ballot: { id: string; url: string; status: "pending" | "open" | "closed" };
}

export interface SubmissionsOptions {
  store: ProductStore;
  rules: ProductRules;
  ballots: BallotKeeper;
  targetProduct: string;
  /** Whether a receipt of a service that this product trusts is about this package. */
  vouches(receipt: unknown, proposalPackage: unknown): Promise<boolean>;
  /** The page that diagnostics link to. */
  rulesUrl(): string;
}

export function createSubmissions(options: SubmissionsOptions): Submissions {
  const { store, rules, ballots, targetProduct, vouches, rulesUrl } = options;

  const present = (proposal: StoredProposal, ballotOpen = proposal.ballotOpen): PresentedProposal => {
    const { candidate, domainId, specPackage, digest } = proposal.proposalPackage;
    const ballot = proposal.status !== "submitted" ? "closed" : ballotOpen ? "open" : "pending";
    return {
      id: proposal.id,
      state: proposal.status,
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

  const specOf = (sent: Record<string, unknown>): SpecPackage | undefined =>
    sent.targetProduct === targetProduct ? rules.current(String(sent.domainId))?.spec : undefined;

  const verify = (spec: SpecPackage, proposalPackage: unknown) =>
    verifyPackage(spec, proposalPackage, {
      registry: rules.registry(),
      now: Date.now(),
      rulesUrl: rulesUrl(),
    });

  /** A package that does not match its digest is not what was built, so nothing else about it is worth comparing. */
  const refuseAltered = (proposalPackage: unknown): Refusal | undefined => {
    if (!isObject(proposalPackage)) return PACKAGE_MISSING;
    if (isIntact(proposalPackage)) return undefined;
    const spec = specOf(proposalPackage);
    return altered(spec === undefined ? [] : verify(spec, proposalPackage).diagnostics);
  };

  const alreadyProposed = (earlier: StoredProposal): Refusal => {
    const { id, generatorId, submittedAt, ballot } = present(earlier);
    return {
      status: 409,
      code: "already-proposed",
      detail: `The generator id ${generatorId} is already proposed by the proposal ${id}, whose ballot is ${ballot.url}. Vote there, or propose another id.`,
      more: { earlier: { id, generatorId, submittedAt, ballot } },
    };
  };

  const judge = (proposalPackage: unknown, isVouched: boolean): Verdict => {
    const alteration = refuseAltered(proposalPackage);
    if (alteration !== undefined) return { refusal: alteration };
    const sent = proposalPackage as Record<string, unknown>;
    const spec = specOf(sent);
    if (spec === undefined) return { refusal: unsupported(targetProduct, rules.specs()) };
    const outdated = refuseOutdated(sent.specPackage, spec);
    if (outdated !== undefined) return { refusal: outdated };
    // A receipt tells what the rules say. Whether the id is still free only this product knows.
    const isFree = () =>
      rules.registry().findById(generatorIdOf(sent as unknown as ProposalPackage)) === undefined;
    if (isVouched && isFree()) return { valid: true, diagnostics: [] };
    const { valid, diagnostics } = verify(spec, sent);
    return { valid, diagnostics };
  };

  const check = async (packages: readonly unknown[], isVouched = false): Promise<Verdict[]> => {
    const judged = packages.map((proposalPackage) => {
      const verdict = judge(proposalPackage, isVouched);
      const generatorId = isValid(verdict) ? generatorIdOf(proposalPackage as ProposalPackage) : undefined;
      return { verdict, generatorId };
    });
    const ids = judged.flatMap(({ generatorId }) => generatorId ?? []);
    const pending = ids.length === 0 ? [] : await store.findPending(ids);
    return judged.map(({ verdict, generatorId }) => {
      const earlier = pending.find(
        ({ proposalPackage: { candidate } }) =>
          candidate.generatorId.toLowerCase() === generatorId?.toLowerCase(),
      );
      return earlier === undefined ? verdict : { refusal: alreadyProposed(earlier) };
    });
  };

  const answerFor = async (proposal: StoredProposal, more = {}): Promise<string> => {
    if (proposal.answer !== undefined) return proposal.answer;
    const ballotOpen = proposal.ballotOpen || (await ballots.open(proposal));
    return store.keepAnswer(
      proposal.id,
      JSON.stringify({ proposal: present(proposal, ballotOpen), ...more }),
    );
  };

  const submit: Submissions["submit"] = async (subject, idempotencyKey, proposalPackage, receipt) => {
    const refusal = refuseAltered(proposalPackage);
    if (refusal !== undefined) return { refusal };
    const sent = proposalPackage as ProposalPackage;

    // A repeated submission gets the same answer as the first one, even if the rules have changed since.
    const earlier = await store.findByKey(subject, idempotencyKey);
    if (earlier !== undefined) {
      if (earlier.proposalPackage.digest !== sent.digest) return { refusal: keyReused(sent) };
      return { status: 200, id: earlier.id, body: await answerFor(earlier) };
    }

    const isVouched = receipt !== undefined && (await vouches(receipt, sent));
    const [verdict] = await check([sent], isVouched);
    if (verdict === undefined) throw new Error("there is a verdict on every package");
    if ("refusal" in verdict) return verdict;
    if (!verdict.valid) return { refusal: invalid(verdict.diagnostics) };

    const proposal = await store.addProposal({
      id: randomUUID(),
      subject,
      idempotencyKey,
      generatorId: generatorIdOf(sent),
      proposalPackage: sent,
      warnings: verdict.diagnostics.filter(({ severity }) => severity === "warning"),
    });
    // Another submission of the same key or generator id was recorded since the check: start again and find it.
    if (proposal === undefined) return submit(subject, idempotencyKey, proposalPackage, receipt);
    const checkedBy = isVouched ? "receipt" : "product";
    return { status: 201, id: proposal.id, body: await answerFor(proposal, { checkedBy }) };
  };

  return { submit, check: (packages) => check(packages), present };
}

function isValid(verdict: Verdict): boolean {
  return !("refusal" in verdict) && verdict.valid;
}

function isIntact({ digest, ...content }: Record<string, unknown>): boolean {
  try {
    return digest === digestOf(content);
  } catch {
    // Lone surrogates and very deep nesting have no canonical form, so they cannot have been built.
    return false;
  }
}

/** The rules of this product's domains make sure that a valid candidate has one. */
function generatorIdOf({ candidate }: ProposalPackage): string {
  return String((candidate as { generatorId?: unknown }).generatorId);
}

function refuseOutdated(claimed: unknown, current: SpecPackage): Refusal | undefined {
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

const PACKAGE_MISSING: Refusal = {
  status: 422,
  code: "invalid-package",
  detail: "Send the package that was built as the member proposalPackage, a JSON object.",
};

function altered(diagnostics: readonly Diagnostic[]): Refusal {
  return {
    status: 422,
    code: "invalid-package",
    detail:
      "The package does not match its digest, so it is not what was built. Build it again and submit it unchanged.",
    more: { errors: diagnostics },
  };
}

function keyReused(sent: ProposalPackage): Refusal {
  return {
    status: 422,
    code: "idempotency-key-reused",
    detail: `This Idempotency-Key was used for another package. The key of this package is ${idempotencyKeyOf(sent)}.`,
  };
}

function unsupported(targetProduct: string, specs: readonly SpecPackage[]): Refusal {
  const domainIds = specs.map(({ domainId }) => domainId).join(", ");
  const detail = `This is the product ${targetProduct}, with the domains ${domainIds}.`;
  return { status: 422, code: "unsupported-domain", detail };
}

function invalid(diagnostics: readonly Diagnostic[]): Refusal {
  const detail = "The package is not valid. Fix the candidate and build again.";
  return { status: 422, code: "invalid-package", detail, more: { errors: diagnostics } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
