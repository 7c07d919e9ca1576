/** Domains whose spec packages and registries are given: files that come with the service, files of a command, or data. */
import { readKeyedEntry } from "../../core/registry/entries.ts";
import { createRegistry } from "../../core/registry/registry.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { RegistryEntry } from "../../core/types.ts";
import type { Catalogue, DomainDescription, ReadyDomain } from "../operations/ports.ts";

/** The entries of a registry. */
export interface GivenRegistry<Entry = RegistryEntry> {
  readonly entries: readonly Entry[];
  /** When this was the content of the registry, as an RFC 3339 date and time. */
  readonly asOf?: string | undefined;
}

interface GivenDomain
  extends Pick<ReadyDomain, "spec" | "registry" | "registries">,
    Pick<DomainDescription, "specPackageUrl" | "submissionUrl"> {}

export function createGivenCatalogue(domains: readonly GivenDomain[]): Catalogue {
  const states = domains.map(({ specPackageUrl, submissionUrl, ...given }): ReadyDomain => {
    const { targetProduct, domainId, title, rules } = given.spec;
    return {
      status: "ready",
      description: { targetProduct, domainId, title, specPackageUrl, submissionUrl },
      ...given,
      // Rules that ask a registry which was not given find it empty.
      registry: given.registry ?? (rules.registries.main ? createRegistry([]) : undefined),
    };
  });
  const find = (product: string, domain: string) =>
    states.find(({ spec }) => spec.targetProduct === product && spec.domainId === domain);
  return { list: () => states, find };
}

/** A registry that a package declares by name. Undefined if an entry lacks the key that the package declares. */
export function openNamedRegistry(spec: SpecPackage, name: string, given: GivenRegistry<unknown>) {
  const { entries, asOf } = given;
  const { key = "id", case: caseRule } = spec.document.registries![name]!;
  const read = entries.map((entry) => readKeyedEntry(entry, key));
  if (read.includes(undefined)) return undefined;
  return createRegistry(read as RegistryEntry[], asOf, { case: caseRule });
}
