import { buildProposal as build } from "../../core/proposal/build.ts";
import type { BuildResult, Built } from "../../core/types.ts";
import { openEnvelope } from "./envelope.ts";
import type { Operation } from "./operation.ts";
import type { ReceiptSigner } from "./ports.ts";
import { REPAIRABLE_ENVELOPE } from "./schemas/envelopes.ts";
import { BUILD_RESULT } from "./schemas/results.ts";
import { markStale } from "./staleness.ts";
import { briefly } from "./view.ts";

export const buildProposal: Operation = {
  id: "buildProposal",
  capability: "preflight.buildProposal",
  method: "POST",
  path: "/api/build",
  title: "Build a proposal package",
  summary: "Build the normalized package of a valid candidate",
  description:
    "Checks a candidate as validateProposal does. If it is valid, returns the normalized `proposalPackage`, what normalization changed, and how to submit it yourself. An invalid candidate is a normal answer without a package; with `repair`, the package of the repaired candidate is in `repaired` if that is valid.",
  input: REPAIRABLE_ENVELOPE,
  output: BUILD_RESULT,
  credentials: "required",

  run(input, context) {
    const opened = openEnvelope(input, context);
    if (!opened.ok) return opened;
    const { domain, candidate, repair, view } = opened;
    const { receipts } = context;
    const now = context.now();
    const needed = {
      registry: domain.registry,
      registries: domain.registries,
      now,
      simulate: context.simulate === true,
      rulesUrl: context.rulesUrl,
      submissionUrl: domain.description.submissionUrl,
    };
    const result = build(domain.spec, candidate, needed, repair);
    const signed = receipts === undefined ? result : withReceipt(result, receipts, now);
    const verdict = markStale(signed, domain, context);
    const body = view === "brief" ? briefly(verdict) : verdict;
    return { ok: true, body, verdict, domain: domain.description };
  },
};

/** Of the package that was built, from the candidate as sent or from the repaired one. */
function withReceipt(result: BuildResult, receipts: ReceiptSigner, now: number): BuildResult {
  const { specPackage, registry, registries, evaluatedOn, repaired } = result;
  const signed = <Part extends Partial<Built>>(part: Part): Part => {
    const { proposalPackage, submission } = part;
    if (proposalPackage === undefined || submission === undefined) return part;
    const { targetProduct, domainId, digest: sub } = proposalPackage;
    const receipt = receipts.sign({
      ...{ now, sub, targetProduct, domainId, specPackage },
      ...(registry && { registry }),
      ...(registries && { registries }),
      ...(evaluatedOn !== undefined && { evaluatedOn }),
    });
    const headers = { ...submission.headers, "Preflight-Receipt": receipt };
    return { ...part, submission: { ...submission, headers }, receipt };
  };
  return signed(repaired === undefined ? result : { ...result, repaired: signed(repaired) });
}
