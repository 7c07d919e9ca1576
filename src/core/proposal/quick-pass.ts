/** The quick pass: whether there is anything to report about a candidate. */
import type { Scope } from "../findings/finding.ts";
import { hasInexactNumber, hasRepeats } from "../json/notes.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Registry } from "../types.ts";
import { type CheckContext, scopeOf } from "./context.ts";
import { normalFormOf } from "./normalize.ts";

/**
 * The stage of the check that refuses a candidate first: the schema with the rules of its places, the other rules, or
 * both of these about the normal form that a build would make of the candidate. `text`: all accept it, but the text that
 * was sent said more. Undefined exactly when the thorough pass would find nothing.
 */
export function findFailedStage(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
): "schema" | "rules" | "normal form" | "text" | undefined {
  const scope = scopeOf(spec, context);
  const failed = failedStageOf(spec, candidate, scope);
  if (failed !== undefined) return failed;
  const built = normalFormOf(spec, candidate, !scope.hasLooseText);
  if (built !== undefined && failedStageOf(spec, built, scope) !== undefined) return "normal form";
  return hasInexactNumber(candidate) || hasRepeats(candidate) ? "text" : undefined;
}

function failedStageOf(spec: SpecPackage, candidate: unknown, scope: Scope): "schema" | "rules" | undefined {
  if (!spec.schema.root.ok(candidate, scope)) return "schema";
  for (const rule of spec.rules.whole) if (!rule.ok(candidate, scope)) return "rules";
  return undefined;
}

export function isClean(
  spec: SpecPackage,
  candidate: unknown,
  registry: Registry | undefined,
  registries?: ReadonlyMap<string, Registry>,
  now = 0,
): boolean {
  return findFailedStage(spec, candidate, { registry, registries, now }) === undefined;
}
