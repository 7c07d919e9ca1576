import { buildProposal as build } from "../../core/proposal/build.ts";
import type { BuildResult, Built } from "../../core/types.ts";
import { openEnvelope } from "./envelope.ts";
import { andThen } from "./gate.ts";
import type { Operation } from "./operation.ts";
import { BUILD_RESULT, REPAIRABLE_ENVELOPE } from "./schemas.ts";
import { outcomeOf } from "./view.ts";

export const buildProposal: Operation = {
  id: "buildProposal",
  capability: "preflight.buildProposal",
  method: "POST",
  path: "/api/build",
  title: "Build a proposal package",
  summary: "Build the normalized package of a valid candidate",
  description:
    "Checks a candidate as validateProposal does. If it is valid, returns the normalized `proposalPackage`, what normalization changed, and how to submit it yourself; otherwise there is no package. With `repair`, that of the repaired candidate is in `repaired`.",
  input: REPAIRABLE_ENVELOPE,
  output: BUILD_RESULT,
  credentials: "required",

  run(input, context) {
    const opened = openEnvelope(input, context);
    if (!opened.ok) return opened;
    const { receipts } = context;
    const { domain, candidate, repair, needed } = opened;
    const result = build(domain.spec, candidate, needed, repair);
    const made = result.proposalPackage ?? result.repaired?.proposalPackage;
    if (receipts === undefined || made === undefined) return outcomeOf(result, opened, context);
    const { targetProduct, domainId, digest: sub } = made;
    const { specPackage, registry, registries, evaluatedOn } = result;
    const receipt = receipts.sign({
      ...{ now: needed.now, sub, targetProduct, domainId, specPackage },
      ...(registry && { registry }),
      ...(registries && { registries }),
      ...(evaluatedOn !== undefined && { evaluatedOn }),
    });
    return andThen(receipt, (signed) => outcomeOf(withReceipt(result, signed), opened, context));
  },
};

/** Of the package that was built, from the candidate as sent or from the repaired one: there is one at most. */
function withReceipt(result: BuildResult, receipt: string): BuildResult {
  const signed = <Part extends Partial<Built>>(part: Part): Part => {
    if (part.submission === undefined) return part;
    const headers = { ...part.submission.headers, "Preflight-Receipt": receipt };
    return { ...part, submission: { ...part.submission, headers }, receipt };
  };
  const { repaired } = result;
  if (result.valid) return signed(result);
  return repaired === undefined ? result : { ...result, repaired: signed(repaired) };
}
