import { docsLink } from "../core/findings/docs-link.ts";
import { linkBase, MAX_DIAGNOSTICS } from "../core/findings/verdict.ts";
import type { Diagnostic, ValidationResult } from "../core/types.ts";
import type { OperationContext } from "./operation.ts";
import type { ReadyDomain } from "./ports.ts";

/** Adds a warning in front when the verdict is based on outdated copies. */
export function markStale<Result extends ValidationResult>(
  result: Result,
  { staleSeconds, spec }: ReadyDomain,
  { rulesUrl }: OperationContext,
): Result {
  if (staleSeconds === undefined) return result;
  const warning: Diagnostic = {
    code: "rules-stale",
    severity: "warning",
    pointer: "",
    message: `The target product has not been reachable for ${staleSeconds} seconds, so this verdict is based on the last good copies of its spec package and registry; check again before you submit.`,
    docs: docsLink(linkBase(spec, rulesUrl), "rules-stale"),
  };
  const diagnostics = [warning, ...result.diagnostics];
  const beyond = Math.max(0, diagnostics.length - MAX_DIAGNOSTICS);
  return { ...result, diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS), omitted: result.omitted + beyond };
}
