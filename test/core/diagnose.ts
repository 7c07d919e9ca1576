/** What the thorough pass finds, whatever the quick one says: tests compare the two. */
import type { CheckContext, SpecPackage } from "../../src/core/index.ts";
import { Examination, findFailedStage, openCandidate, type Verdict } from "../../src/core/proposal/check.ts";

export function diagnose(spec: SpecPackage, sent: unknown, context: CheckContext): Verdict {
  const opened = openCandidate(spec, sent);
  const failed = findFailedStage(spec, opened.candidate, context);
  return new Examination(spec, opened, context, failed).verdict();
}
