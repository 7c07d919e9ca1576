/**
 * Which problems mean that a product was reached and published something that is not taken. What was good then stays in
 * use for as long as it takes, and callers are told. All other problems mean that the document could not be had.
 */
import type { RefusedDocument } from "../../operations/ports.ts";
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";

const SUSPECTED = new Map<string, RefusedDocument["kind"]>([
  ["spec-package-older", "older"],
  ["registry-shrunken", "shrunken"],
  ["registry-empty", "empty"],
]);
/** Said by another Preflight about its copy. */
const KINDS: readonly RefusedDocument["kind"][] = ["refused", "older", "shrunken", "empty"];
const REFUSED = new Set([
  "spec-package-refused",
  "spec-package-unproven",
  "spec-package-of-another-domain",
  "spec-package-version-reused",
  "registry-not-configured",
  "invalid-shape",
  "invalid-entries",
  "duplicate-ids",
]);

/** What another Preflight says about its copy, in place of the reason, which is in its own log. */
export function refusalByAnother(kind: string | undefined): UpstreamProblem | undefined {
  if (kind === undefined) return undefined;
  const message = "the service that this copy comes from does not take what the product publishes now";
  return { code: KINDS.find((known) => known === kind) ?? "refused", message };
}

/** How the document was refused; undefined if there was none to refuse. */
export function refusalOf({ code }: UpstreamProblem): RefusedDocument["kind"] | undefined {
  return (
    SUSPECTED.get(code) ?? KINDS.find((kind) => kind === code) ?? (REFUSED.has(code) ? "refused" : undefined)
  );
}
