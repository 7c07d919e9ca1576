/** Where the documents of a domain are read: at its product, or at another Preflight that has copies of them. */
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { RegistrySource } from "../upstream/registry.ts";
import type { ConfiguredDomain } from "./configured-domain.ts";

export interface DomainSources {
  readonly specPackage: { readonly url: string; readonly isCopy: boolean };
  /** The product's own registry, if the domain has one. */
  readonly registry: RegistrySource | undefined;
  /** A registry that the spec package declares by name. */
  named(spec: SpecPackage, name: string): RegistrySource;
}

/** `copiesFrom`: the base URL of another Preflight. Without it, the product is asked. */
export function sourcesOf(domain: ConfiguredDomain, copiesFrom: string | undefined): DomainSources {
  const { specPackageUrl, registryUrl, registryMember, registries } = domain;
  const caseOf = (spec: SpecPackage, name: string) => spec.document.registries![name]!.case ?? "ignore";
  if (copiesFrom === undefined)
    return {
      specPackage: { url: specPackageUrl, isCopy: false },
      registry: registryUrl === undefined ? undefined : { url: registryUrl, member: registryMember },
      named(spec, name) {
        const { member, key = "id" } = spec.document.registries![name]!;
        return { url: registries![name]!, member, key, case: caseOf(spec, name) };
      },
    };
  const path = `${domain.targetProduct}/${domain.domainId}`;
  const registry = { url: `${copiesFrom}/registry-copies/${path}`, member: "entries", isCopy: true };
  return {
    specPackage: { url: `${copiesFrom}/spec-packages/${path}`, isCopy: true },
    registry: registryUrl === undefined ? undefined : registry,
    named: (spec, name) => ({
      ...registry,
      url: `${registry.url}?registry=${name}`,
      key: "id",
      case: caseOf(spec, name),
    }),
  };
}
