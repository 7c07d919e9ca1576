/**
 * Serves the spec packages and registries in use, so that others can check against them: browsers, and other Preflights.
 * The tag is the digest. `Age` says how long ago the product confirmed the copy, so that it does not get younger on its way,
 * and `Preflight-Refused` that the product publishes something now that is not taken.
 */
import type { Registry } from "../../core/types.ts";
import type { Catalogue, ReadyDomain, RefusedDocument } from "../../operations/ports.ts";
import { type Problem, problem, upstreamUnavailable } from "../../operations/problems.ts";
import { specPackageText } from "../../operations/spec-package-text.ts";

export interface ServedCopy {
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: the one who asks has it. */
  readonly body: string | undefined;
}

/** Pages are made while calls wait, so they are short. */
const ENTRIES_PER_PAGE = 1_000;

export function createCopies(catalogue: Catalogue) {
  function find(what: string, [product = "", domain = ""]: readonly string[]): ReadyDomain | Problem {
    const state = catalogue.find(product, domain);
    if (state === undefined)
      return problem("not-found", "There is no such product or domain; GET /api/domains lists them.");
    return state.status === "ready" ? state : upstreamUnavailable(what, state.retryAfterSeconds);
  }

  return {
    specPackage(names: readonly string[], ifNoneMatch: string | undefined): ServedCopy | Problem {
      const state = find("The spec package", names);
      if ("code" in state) return state;
      return copyOf(state, "spec-package", state.spec.digest, ifNoneMatch, () => specPackageText(state.spec));
    },

    /** `registry` of the query: one that the package declares; without it, the product's own. `from`: where the page starts. */
    registry(
      names: readonly string[],
      query: URLSearchParams,
      ifNoneMatch: string | undefined,
    ): ServedCopy | Problem {
      const state = find("The registry", names);
      if ("code" in state) return state;
      const name = query.get("registry");
      const registry = name === null ? state.registry : state.registries?.get(name);
      const from = Number(query.get("from") ?? 0);
      if (registry === undefined || !Number.isSafeInteger(from) || from < 0)
        return problem("not-found", "There is no such registry or page.");
      const { headers, body } = copyOf(state, "registry", registry.digest, ifNoneMatch, () =>
        pageOf(registry, name, from),
      );
      return { headers: { ...headers, "Last-Modified": new Date(registry.asOf).toUTCString() }, body };
    },
  };
}

function copyOf(
  { ageSeconds, refused = [] }: ReadyDomain,
  document: RefusedDocument["document"],
  digest: string,
  ifNoneMatch: string | undefined,
  body: () => string,
): ServedCopy {
  const etag = `"${digest}"`;
  const age = ageSeconds?.();
  const refusal = refused.find((each) => each.document === document)?.kind;
  const headers = {
    ETag: etag,
    "Cache-Control": "no-cache",
    ...(age !== undefined && { Age: String(age) }),
    ...(refusal !== undefined && { "Preflight-Refused": refusal }),
  };
  return { headers, body: matches(ifNoneMatch, etag) ? undefined : body() };
}

/** In the form in which products publish registries. */
function pageOf(registry: Registry, name: string | null, from: number): string {
  const entries = [];
  for (const entry of registry.entries(from)) if (entries.push(entry) === ENTRIES_PER_PAGE) break;
  const end = from + entries.length;
  const query = new URLSearchParams({ ...(name !== null && { registry: name }), from: String(end) });
  return JSON.stringify({ entries, ...(end < registry.size && { next: `?${query}` }) });
}

/** RFC 9110 section 13.1.2, by weak comparison. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
