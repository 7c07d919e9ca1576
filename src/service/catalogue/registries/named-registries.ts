/** The registries that the spec package of a domain declares by name, followed as long as its rules ask them. */
import type { SpecPackage } from "../../../core/spec-package/spec-package.ts";
import type { UpstreamProblem } from "../../shared/bounded-fetch.ts";
import type { RegistrySource } from "../../upstream/registry.ts";
import type { ConfiguredDomain } from "../configured-domain.ts";
import type { Follower } from "../follower.ts";
import type { ProvenPackage } from "../spec-packages/thread.ts";
import type { RegistryPool } from "./pool.ts";
import type { RegistryCopy } from "./reader.ts";

export interface NamedRegistries {
  /**
   * Follows the registries that the rules of this package ask by name. Resolves after the first reads; from then on, what the package before
   * it asked is no longer followed.
   */
  follow(spec: SpecPackage, names: readonly string[]): Promise<void>;
  /** The followers for a package; undefined for one that is not followed. */
  of(spec: SpecPackage): ReadonlyMap<string, Follower<RegistryCopy>> | undefined;
  /** Nothing is followed any more. */
  leave(): void;
}

export function createNamedRegistries(domain: ConfiguredDomain, pool: RegistryPool): NamedRegistries {
  const followed = new Map<SpecPackage, ReadonlyMap<string, Follower<RegistryCopy>>>();
  let sources: readonly RegistrySource[] = [];

  function sourceOf({ document }: SpecPackage, name: string): RegistrySource {
    const { member, key = "id", case: caseRule = "ignore" } = document.registries![name]!;
    return { url: domain.registries![name]!, member, key, case: caseRule };
  }

  return {
    async follow(spec, names) {
      const before = sources;
      const asked = names.map((name) => ({ name, source: sourceOf(spec, name) }));
      sources = asked.map(({ source }) => source);
      const isNew = asked.map(({ source }) => !pool.has(source));
      const followers = new Map(asked.map(({ name, source }) => [name, pool.use(source, domain)]));
      followed.set(spec, followers);
      await Promise.all(
        [...followers.values()].flatMap((follower, index) => (isNew[index] ? [follower.refresh()] : [])),
      );
      for (const other of followed.keys()) if (other !== spec) followed.delete(other);
      const kept = new Set(sources.map((source) => JSON.stringify(source)));
      for (const source of before) if (!kept.has(JSON.stringify(source))) pool.leave(source, domain);
    },
    of: (spec) => followed.get(spec),
    leave() {
      for (const source of sources) pool.leave(source, domain);
      sources = [];
    },
  };
}

/** Why the rules of a package cannot be checked for a domain: the domains file lacks a registry that they ask. */
export function registryProblem(
  { registryUrl, registries = {} }: ConfiguredDomain,
  { main, named }: ProvenPackage["asked"],
): UpstreamProblem | undefined {
  const lacking = named
    .filter((name) => !Object.hasOwn(registries, name))
    .map((name) => `registries.${name}`);
  if (main && registryUrl === undefined) lacking.unshift("registryUrl");
  if (lacking.length === 0) return undefined;
  return {
    code: "registry-not-configured",
    message: `the rules ask registries that the domains file does not give: ${lacking.join(", ")}`,
  };
}
