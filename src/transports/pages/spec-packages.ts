/** Serves the spec packages in use, so that others can check against them too. */
import type { Catalogue } from "../../operations/ports.ts";
import { type Problem, problem, upstreamUnavailable } from "../../operations/problems.ts";
import { specPackageText } from "../../operations/spec-package-text.ts";

export type SpecPackageAnswer =
  | { readonly ok: true; readonly etag: string; readonly body: string; readonly isCurrent: boolean }
  | { readonly ok: false; readonly problem: Problem };

export function createSpecPackages(catalogue: Catalogue) {
  return (targetProduct: string, domainId: string, ifNoneMatch: string | undefined): SpecPackageAnswer => {
    const state = catalogue.find(targetProduct, domainId);
    if (state === undefined)
      return {
        ok: false,
        problem: problem("not-found", "There is no such product or domain; GET /api/domains lists them."),
      };
    if (state.status === "unavailable")
      return { ok: false, problem: upstreamUnavailable("The spec package", state.retryAfterSeconds) };
    const etag = `"${state.spec.digest}"`;
    return { ok: true, etag, body: specPackageText(state.spec), isCurrent: matches(ifNoneMatch, etag) };
  };
}

/** RFC 9110 section 13.1.2, by weak comparison. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
