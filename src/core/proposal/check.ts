/** The check: a quick pass that accepts clean candidates, and a thorough pass for all others. */
import { linkBase, toVerdict, type Verdict } from "../findings/verdict.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { ValidationResult } from "../types.ts";
import { type CheckContext, identitiesOf } from "./context.ts";
import { examine } from "./examine.ts";
import { findFailedStage } from "./quick-pass.ts";
import { type Opened, openCandidate } from "./text-candidate.ts";

export type { CheckContext } from "./context.ts";

/** Reports everything that is wrong with a candidate, which may be any JSON value, or undefined if absent. */
export function checkCandidate(spec: SpecPackage, sent: unknown, context: CheckContext): ValidationResult {
  return checkOpened(spec, openCandidate(spec, sent), context);
}

export function checkOpened(spec: SpecPackage, opened: Opened, context: CheckContext): ValidationResult {
  const failed = findFailedStage(spec, opened.candidate, context);
  const found = failed === undefined ? undefined : thorough(spec, opened, context, failed);
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

/** The thorough pass alone. */
export function diagnose(spec: SpecPackage, sent: unknown, context: CheckContext): Verdict {
  const opened = openCandidate(spec, sent);
  return thorough(spec, opened, context, findFailedStage(spec, opened.candidate, context));
}

function thorough(
  spec: SpecPackage,
  opened: Opened,
  context: CheckContext,
  failed: ReturnType<typeof findFailedStage>,
): Verdict {
  return toVerdict(examine(spec, opened, context, failed), linkBase(spec, context.rulesUrl));
}
