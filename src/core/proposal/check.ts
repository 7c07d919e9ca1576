/** The check: a quick pass that accepts clean candidates, and a thorough pass for all others. */
import { linkBase, toVerdict, type Verdict } from "../findings/verdict.ts";
import { Meter } from "../meter/meter.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { ValidationResult } from "../types.ts";
import { type CheckContext, identitiesOf } from "./context.ts";
import { examine } from "./examine.ts";
import { type FailedStage, findFailedStage } from "./quick-pass.ts";

export type { CheckContext } from "./context.ts";

/** Reports everything that is wrong with a candidate, which may be any JSON value, or undefined if absent. */
export function checkCandidate(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
): ValidationResult {
  const failed = findFailedStage(spec, candidate, context);
  const found = failed === undefined ? undefined : diagnose(spec, candidate, context, failed);
  const { specPackage, registry, registries, evaluatedOn } = identitiesOf(spec, context);
  const result: ValidationResult = {
    valid: found === undefined || found.valid,
    diagnostics: found === undefined ? [] : found.diagnostics,
    omitted: found === undefined ? 0 : found.omitted,
    ...(found?.unchecked && { unchecked: found.unchecked }),
    ...(found?.fixesOmitted && { fixesOmitted: true }),
    specPackage,
  };
  if (registry !== undefined) result.registry = registry;
  if (registries !== undefined) result.registries = registries;
  if (evaluatedOn !== undefined) result.evaluatedOn = evaluatedOn;
  return result;
}

/** The thorough pass alone. `failed`: what the quick pass answered, if it was asked already. */
export function diagnose(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
  failed: FailedStage | undefined = findFailedStage(spec, candidate, context),
): Verdict {
  return toVerdict(examine(spec, candidate, context, failed, new Meter()), linkBase(spec, context.rulesUrl));
}
