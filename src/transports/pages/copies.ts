/**
 * Serves the spec packages and registries in use, so that others can check against them: browsers, and other Preflights.
 * The tag is the digest. `Age` says how long ago the product confirmed the copy, so that it does not get younger on its way,
 * and `Preflight-Refused` that the product publishes something now that is not taken.
 */
import { searchEntries } from "../../core/registry/search-entries.ts";
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
/** Of an answer to a search, and of what is searched for. */
const MAX_ENTRIES = 50;
const MAX_TEXT_LENGTH = 256;

export function createCopies(catalogue: Catalogue) {
  function find(what: string, [product = "", domain = ""]: readonly string[]): ReadyDomain | Problem {
    const state = catalogue.find(product, domain);
    if (state === undefined)
      return problem("not-found", "There is no such product or domain; GET /api/domains lists them.");
    return state.status === "ready" ? state : upstreamUnavailable(what, state.retryAfterSeconds);
  }

  /** `registry` of the query: one that the package declares; without it, the product's own. */
  function registryOf({ registry, registries }: ReadyDomain, query: URLSearchParams): Registry | undefined {
    const name = query.get("registry");
    return name === null ? registry : registries?.get(name);
  }

  return {
    specPackage(names: readonly string[], ifNoneMatch: string | undefined): ServedCopy | Problem {
      const state = find("The spec package", names);
      if ("code" in state) return state;
      return copyOf(state, "spec-package", state.spec.digest, ifNoneMatch, () => specPackageText(state.spec));
    },

    /** `from` of the query: where the page starts. */
    registry(
      names: readonly string[],
      query: URLSearchParams,
      ifNoneMatch: string | undefined,
    ): ServedCopy | Problem {
      const state = find("The registry", names);
      if ("code" in state) return state;
      const registry = registryOf(state, query);
      const from = Number(query.get("from") ?? 0);
      if (registry === undefined || !Number.isSafeInteger(from) || from < 0)
        return problem("not-found", "There is no such registry or page.");
      const { headers, body } = copyOf(state, "registry", registry.digest, ifNoneMatch, () =>
        pageOf(registry, query.get("registry"), from),
      );
      return { headers: { ...headers, "Last-Modified": new Date(registry.asOf).toUTCString() }, body };
    },

    /** For people who fill in a form: what can be chosen, by what they have typed so far. */
    entries(names: readonly string[], query: URLSearchParams): { readonly body: string } | Problem {
      const state = find("The registry", names);
      if ("code" in state) return state;
      const registry = registryOf(state, query);
      if (registry === undefined) return problem("not-found", "There is no such registry.");
      const text = (query.get("search") ?? "").slice(0, MAX_TEXT_LENGTH);
      const entries = searchEntries(registry, text, MAX_ENTRIES);
      return { body: JSON.stringify({ entries, size: registry.size }) };
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
