import type { DomainName } from "../operations/ports.ts";

/** One entry of the domains file. The URLs are absolute, http or https, without user name or password. */
export interface ConfiguredDomain extends DomainName {
  readonly specPackageUrl: string;
  /** The product's own registry; left out if its rules ask none. */
  readonly registryUrl?: string;
  /** The member of that registry's response that lists the entries. */
  readonly registryMember: string;
  /** Where the registries are that the spec package declares by name. */
  readonly registries?: Readonly<Record<string, string>>;
  readonly submissionUrl: string;
  /** How a new version of the spec package takes over. Left out: at once. */
  readonly rollout?: Rollout;
}

/** When a new version of a spec package takes over. */
export interface Rollout {
  /** The only version (`1.2.0`) or digest (`sha256:…`) that is taken. */
  readonly pin?: string;
  /** How long a new version must have been published. */
  readonly delaySeconds?: number;
}
