import { checkCandidate } from "../core/check.ts";
import { openEnvelope } from "./envelope.ts";
import type { Operation } from "./operation.ts";
import { envelope, validationResult } from "./schemas.ts";
import { markStale } from "./staleness.ts";

export const validateProposal: Operation = {
  id: "validateProposal",
  capability: "preflight.validateProposal",
  method: "POST",
  path: "/api/validate",
  title: "Validate a proposal",
  summary: "Check a candidate proposal and say everything that is wrong with it",
  description:
    "Checks a candidate against the current spec package and generator registry of its target product. The answer lists every finding at once, each with its place, an explanation and, where there is one, a patch that mends it. An invalid candidate is a normal answer with `valid: false`. Repeat until `valid` is true. Nothing is stored.",
  input: envelope,
  output: validationResult,
  credentials: "required",

  run(input, context) {
    const opened = openEnvelope(input, context);
    if (!opened.ok) return opened;
    const { domain, candidate } = opened;
    const result = checkCandidate(domain.spec, candidate, {
      registry: domain.registry,
      now: context.now(),
      rulesUrl: context.rulesUrl,
    });
    const verdict = markStale(result, domain, context);
    return { ok: true, body: verdict, verdict, domain: domain.description };
  },
};
