import { linkBase, MAX_DIAGNOSTICS } from "../../core/findings/verdict.ts";
import type { Diagnostic, ValidationResult } from "../../core/types.ts";
import type { OperationContext } from "./operation.ts";
import type { ReadyDomain, RefusedDocument } from "./ports.ts";

type Staleness = Pick<ReadyDomain, "staleSeconds" | "refused">;

/** Whether the verdict is based on copies that the product has not confirmed lately. */
export function isStale({ staleSeconds, refused }: Staleness): boolean {
  return staleSeconds !== undefined || refused !== undefined;
}

/** Adds a warning in front when the verdict is based on outdated copies. */
export function markStale<Result extends ValidationResult>(
  result: Result,
  domain: ReadyDomain,
  { rulesUrl }: OperationContext,
): Result {
  if (!isStale(domain)) return result;
  const warning: Diagnostic = {
    code: "rules-stale",
    severity: "warning",
    pointer: "",
    message: `${reasonOf(domain)}, so this verdict is based on the last good copies of its spec package and registry; check again before you submit.`,
    docs: `${linkBase(domain.spec, rulesUrl)}rules-stale`,
  };
  const diagnostics = [warning, ...result.diagnostics];
  const beyond = Math.max(0, diagnostics.length - MAX_DIAGNOSTICS);
  return { ...result, diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS), omitted: result.omitted + beyond };
}

function reasonOf({ staleSeconds, refused = [] }: Staleness): string {
  const reasons = refused.map(reasonOfRefusal);
  if (staleSeconds !== undefined) reasons.unshift(`has not been reachable for ${staleSeconds} seconds`);
  return `The target product ${reasons.join(" and ")}`;
}

function reasonOfRefusal({ document, kind, detail }: RefusedDocument): string {
  if (kind === "refused")
    return `has published a ${document === "registry" ? "registry" : "new spec package"} that was refused`;
  return kind === "older"
    ? `has published an older spec package (${detail})`
    : `has published ${kind === "empty" ? "an empty" : "a much shorter"} registry (${detail})`;
}
