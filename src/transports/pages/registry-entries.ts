/** Entries of a product's registries, for people who fill in a form: what can be chosen, by what they have typed so far. */
import { searchEntries } from "../../core/registry/search-entries.ts";
import type { RegistryEntry } from "../../core/types.ts";
import type { Catalogue } from "../../operations/ports.ts";
import { type Problem, problem, upstreamUnavailable } from "../../operations/problems.ts";

const MAX_ENTRIES = 50;
const MAX_TEXT_LENGTH = 256;

export type EntriesAnswer =
  | { readonly ok: true; readonly entries: readonly RegistryEntry[]; readonly size: number }
  | { readonly ok: false; readonly problem: Problem };

/** `name`: of a registry that the package declares; without it, the product's own. */
export function createRegistryEntries(catalogue: Catalogue) {
  return (targetProduct: string, domainId: string, name: string | null, text: string): EntriesAnswer => {
    const state = catalogue.find(targetProduct, domainId);
    if (state?.status === "unavailable")
      return { ok: false, problem: upstreamUnavailable("The registry", state.retryAfterSeconds) };
    const registry = name === null ? state?.registry : state?.registries?.get(name);
    if (registry === undefined)
      return { ok: false, problem: problem("not-found", "There is no such product, domain or registry.") };
    const entries = searchEntries(registry, text.slice(0, MAX_TEXT_LENGTH), MAX_ENTRIES);
    return { ok: true, entries, size: registry.size };
  };
}
