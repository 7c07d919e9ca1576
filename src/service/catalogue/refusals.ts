/**
 * Which problems mean that a product was reached and published something that is not taken. What was good then stays in
 * use for as long as it takes, and callers are told. All other problems mean that the document could not be had.
 */
import type { RefusedDocument } from "../operations/ports.ts";
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";

const SUSPECTED = new Map<string, RefusedDocument["kind"]>([
  ["spec-package-older", "older"],
  ["registry-shrunken", "shrunken"],
  ["registry-empty", "empty"],
]);
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

/** How the document was refused; undefined if there was none to refuse. */
export function refusalOf({ code }: UpstreamProblem): RefusedDocument["kind"] | undefined {
  return SUSPECTED.get(code) ?? (REFUSED.has(code) ? "refused" : undefined);
}
