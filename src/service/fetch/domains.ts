/** Domains whose spec packages and registries are given as data, such as files that were bundled with the program. */

import { loadSpecPackage } from "../../core/publishing/load.ts";
import { createRegistry } from "../../core/registry/registry.ts";
import { nameOf } from "../../core/spec-package/domain-name.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Registry } from "../../core/types.ts";
import { createGivenCatalogue, type GivenRegistry, openNamedRegistry } from "../catalogue/given.ts";
import type { Catalogue } from "../operations/ports.ts";

/** A domain whose rules and registries are given as data. */
export interface GivenDomain {
  /** The spec package: the parsed JSON document. */
  readonly specPackage: unknown;
  /** What the product already has. Left out: nothing. */
  readonly registry?: GivenRegistry | undefined;
  /** The registries that the spec package declares, by name. */
  readonly registries?: Readonly<Record<string, GivenRegistry<object>>> | undefined;
  readonly submissionUrl: string;
  /** Where the spec package is published. Left out: the copy that this service serves. */
  readonly specPackageUrl?: string | undefined;
}

/** Throws a TypeError if a spec package cannot be used. */
export function openDomains(domains: readonly GivenDomain[], baseUrl: string): Catalogue {
  return createGivenCatalogue(
    domains.map(({ specPackage, registry, registries, submissionUrl, specPackageUrl }) => {
      const spec = load(specPackage);
      return {
        spec,
        submissionUrl,
        specPackageUrl: specPackageUrl ?? `${baseUrl}/spec-packages/${nameOf(spec)}`,
        registry: registry && createRegistry(registry.entries, registry.asOf),
        registries: new Map(
          spec.rules.registries.named.map((name) => [name, named(spec, name, registries?.[name])]),
        ),
      };
    }),
  );
}

function load(document: unknown): SpecPackage {
  const loaded = loadSpecPackage(document);
  if (loaded.ok) return loaded.spec;
  const reasons = loaded.reasons.map(({ pointer, message }) => `${pointer || "it"}: ${message}`);
  throw new TypeError(`A spec package cannot be used.\n${reasons.join("\n")}`);
}

function named(spec: SpecPackage, name: string, given: GivenRegistry<object> | undefined): Registry {
  const registry = given && openNamedRegistry(spec, name, given);
  if (registry !== undefined) return registry;
  const { key = "id" } = spec.document.registries![name]!;
  throw new TypeError(
    `The rules of ${nameOf(spec)} ask the registry "${name}": give its entries, each with "${key}".`,
  );
}
