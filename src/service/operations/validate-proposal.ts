import { checkCandidate } from "../../core/proposal/check.ts";
import { repairCandidate } from "../../core/proposal/repair.ts";
import type { Sent } from "../../core/reader/read-json.ts";
import { openEnvelope } from "./envelope.ts";
import type { Operation, OperationContext, Outcome } from "./operation.ts";
import type { ReadyDomain } from "./ports.ts";
import { REPAIRABLE_ENVELOPE, VALIDATION_RESULT } from "./schemas.ts";
import { isStale, outcomeOf } from "./view.ts";

/** Without diagnostics the answer depends on the domain alone. Most answers are like that, so it is kept. */
const cleanOutcomes = new WeakMap<ReadyDomain, Outcome>();

export const validateProposal = {
  id: "validateProposal",
  capability: "preflight.validateProposal",
  method: "POST",
  path: "/api/validate",
  title: "Validate a proposal",
  summary: "Check a candidate proposal and report every problem",
  description:
    "Checks a candidate against the rules and the registry of its target product. Lists all diagnostics at once, each with its place and often a patch that fixes it. An invalid candidate is a normal answer. With `repair` the answer also has the repaired candidate and what is left to fix.",
  input: REPAIRABLE_ENVELOPE,
  output: VALIDATION_RESULT,
  credentials: "required",

  /** It waits for nothing. */
  run(input: Sent, context: OperationContext): Outcome {
    const opened = openEnvelope(input, context);
    if (!opened.ok) return opened;
    const { domain, candidate, repair, needed } = opened;
    const result =
      repair === undefined
        ? checkCandidate(domain.spec, candidate, needed)
        : repairCandidate(domain.spec, candidate, needed, repair);
    const isClean = result.diagnostics.length === 0 && !isStale(domain) && domain.spec.rules.clock === "none";
    const known = isClean ? cleanOutcomes.get(domain) : undefined;
    if (known !== undefined) return known;
    const outcome = outcomeOf(result, opened, context);
    if (!isClean) return outcome;
    const clean = { ...outcome, text: JSON.stringify(outcome.body) };
    cleanOutcomes.set(domain, clean);
    return clean;
  },
} satisfies Operation;
