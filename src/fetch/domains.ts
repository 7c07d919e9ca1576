/** Domains whose spec packages and registries are given as data, such as files that were bundled with the program. */
import { loadSpecPackage } from "../core/publishing/load.ts";
import { readKeyedEntry } from "../core/registry/entries.ts";
import { createRegistry } from "../core/registry/registry.ts";
import type { SpecPackage } from "../core/spec-package/spec-package.ts";
import type { Registry, RegistryEntry } from "../core/types.ts";
import type { Catalogue, ReadyDomain } from "../operations/ports.ts";

/** The entries of a registry. */
export interface GivenRegistry<Entry = RegistryEntry> {
  readonly entries: readonly Entry[];
  /** When this was the content of the registry, as an RFC 3339 date and time. */
  readonly asOf: string;
}

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
export function createGivenCatalogue(domains: readonly GivenDomain[], baseUrl: string): Catalogue {
  const states = domains.map((domain) => readyDomain(domain, baseUrl));
  return {
    list: () => states,
    find: (product, domain) =>
      states.find(({ spec }) => spec.targetProduct === product && spec.domainId === domain),
  };
}

function readyDomain(given: GivenDomain, baseUrl: string): ReadyDomain {
  const loaded = loadSpecPackage(given.specPackage);
  if (!loaded.ok) {
    const reasons = loaded.reasons.map(({ pointer, message }) => `${pointer || "it"}: ${message}`);
    throw new TypeError(`A spec package cannot be used.\n${reasons.join("\n")}`);
  }
  const { spec } = loaded;
  const { targetProduct, domainId, title } = spec;
  const { submissionUrl, specPackageUrl = `${baseUrl}/spec-packages/${targetProduct}/${domainId}` } = given;
  const { entries, asOf } = given.registry ?? { entries: [], asOf: NO_DATE };
  return {
    status: "ready",
    description: { targetProduct, domainId, title, specPackageUrl, submissionUrl },
    spec,
    registry: createRegistry(entries, asOf),
    ...(spec.rules.registries.named.length > 0 && {
      registries: new Map(
        spec.rules.registries.named.map((name) => [name, namedRegistry(spec, name, given)]),
      ),
    }),
  };
}

/** Of a registry that is empty because there is none. */
const NO_DATE = "1970-01-01T00:00:00Z";

function namedRegistry(spec: SpecPackage, name: string, { registries }: GivenDomain): Registry {
  const given = registries?.[name];
  const { key = "id", case: caseRule } = spec.document.registries![name]!;
  const entries = given?.entries.map((entry) => readKeyedEntry(entry, key));
  if (given === undefined || entries === undefined || entries.includes(undefined))
    throw new TypeError(
      `The rules of ${spec.targetProduct}/${spec.domainId} ask the registry "${name}": give its entries, each with "${key}".`,
    );
  return createRegistry(entries as RegistryEntry[], given.asOf, { case: caseRule });
}
