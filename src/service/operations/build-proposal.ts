import { buildProposal as build } from "../../core/proposal/build.ts";
import { openEnvelope } from "./envelope.ts";
import type { Operation } from "./operation.ts";
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
    "Checks a candidate as validateProposal does. If it is valid, returns the normalized `proposalPackage`, what normalization changed, and how to submit it yourself. The same candidate, rules and registry always give the same package. An invalid candidate is a normal answer without a package; with `repair`, the package of the repaired candidate is in `repaired` if that is valid.",
  input: REPAIRABLE_ENVELOPE,
  output: BUILD_RESULT,
  credentials: "required",

  run(input, context) {
    const opened = openEnvelope(input, context);
    if (!opened.ok) return opened;
    const { domain, candidate, repair, view } = opened;
    const needed = {
      registry: domain.registry,
      registries: domain.registries,
      now: context.now(),
      simulate: context.simulate === true,
      rulesUrl: context.rulesUrl,
      submissionUrl: domain.description.submissionUrl,
    };
    const verdict = markStale(build(domain.spec, candidate, needed, repair), domain, context);
    const body = view === "brief" ? briefly(verdict) : verdict;
    return { ok: true, body, verdict, domain: domain.description };
  },
};
