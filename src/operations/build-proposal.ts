import { buildProposal as build } from "../core/proposal/build.ts";
import { openEnvelope } from "./envelope.ts";
import type { Operation } from "./operation.ts";
import { BUILD_RESULT, ENVELOPE } from "./schemas.ts";
import { markStale } from "./staleness.ts";

export const buildProposal: Operation = {
  id: "buildProposal",
  capability: "preflight.buildProposal",
  method: "POST",
  path: "/api/build",
  title: "Build a proposal package",
  summary: "Build the normalized package of a valid candidate",
  description:
    "Checks a candidate as validateProposal does. If it is valid, returns the normalized `proposalPackage` with its digest, what normalization changed, and how to submit it: you send the package to the target product yourself, with the given idempotency key. The same candidate, rules and registry always give the same package. An invalid candidate is a normal answer with `valid: false` and no package.",
  input: ENVELOPE,
  output: BUILD_RESULT,
  credentials: "required",

  run(input, context) {
    const opened = openEnvelope(input, context);
    if (!opened.ok) return opened;
    const { domain, candidate } = opened;
    const result = build(domain.spec, candidate, {
      registry: domain.registry,
      registries: domain.registries,
      now: context.now(),
      rulesUrl: context.rulesUrl,
      submissionUrl: domain.description.submissionUrl,
    });
    const verdict = markStale(result, domain, context);
    return { ok: true, body: verdict, verdict, domain: domain.description };
  },
};
