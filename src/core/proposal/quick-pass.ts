/** The quick pass: whether there is anything to report about a candidate. */
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Registry } from "../types.ts";
import { type CheckRegistries, scopeOf } from "./context.ts";

/** The stage of the check that refuses a candidate first: the schema with the rules of its places, or the other rules. */
export type FailedStage = "schema" | "rules";

/** Undefined exactly when the thorough pass would find nothing. */
export function findFailedStage(
  spec: SpecPackage,
  candidate: unknown,
  registries: CheckRegistries,
): FailedStage | undefined {
  const scope = scopeOf(spec, registries);
  if (!spec.schema.root.ok(candidate, scope)) return "schema";
  for (const rule of spec.rules.whole) if (!rule.ok(candidate, scope)) return "rules";
  return undefined;
}

export function isClean(
  spec: SpecPackage,
  candidate: unknown,
  registry: Registry,
  registries?: ReadonlyMap<string, Registry>,
): boolean {
  return findFailedStage(spec, candidate, { registry, registries }) === undefined;
}
