/** Serves the spec packages in use, so that browsers can check against them, and looks up entries of registries. */
import { searchEntries } from "../../core/registry/entries.ts";
import type { Catalogue, ReadyDomain } from "../operations/ports.ts";
import { type Problem, problem, upstreamUnavailable } from "../operations/problems.ts";
import { specPackageText } from "../operations/spec-package-text.ts";

interface ServedCopy {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

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

  return {
    find,

    /** The tag is the digest. */
    specPackage(names: readonly string[]): ServedCopy | Problem {
      const state = find("The spec package", names);
      if ("code" in state) return state;
      const headers = { ETag: `"${state.spec.digest}"`, "Cache-Control": "no-cache" };
      return { headers, body: specPackageText(state.spec) };
    },

    /**
     * For people who fill in a form: what can be chosen, by what they have typed so far. `registry` of the query: one that
     * the package declares; without it, the product's own.
     */
    entries(names: readonly string[], query: URLSearchParams): { readonly body: string } | Problem {
      const state = find("The registry", names);
      if ("code" in state) return state;
      const name = query.get("registry");
      const registry = name === null ? state.registry : state.registries?.get(name);
      if (registry === undefined) return problem("not-found", "There is no such registry.");
      const text = (query.get("search") ?? "").slice(0, MAX_TEXT_LENGTH);
      const entries = searchEntries(registry, text, MAX_ENTRIES);
      return { body: JSON.stringify({ entries, size: registry.size }) };
    },
  };
}
