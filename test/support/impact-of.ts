import type { CheckContext, NamedCandidate, SpecPackage } from "../../src/core/index.ts";
import { createImpactMeter } from "../../src/core/publishing/impact.ts";

/** What a new version means for candidates that are all at hand. */
export function impactOf(
  before: SpecPackage,
  after: SpecPackage,
  candidates: Iterable<NamedCandidate>,
  ...contexts: [CheckContext, CheckContext?]
) {
  const meter = createImpactMeter(before, after, ...contexts);
  for (const candidate of candidates) meter.add(candidate);
  return meter.finish();
}
