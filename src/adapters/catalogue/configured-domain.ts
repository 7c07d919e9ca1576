import type { DomainName } from "../../operations/ports.ts";

/** One entry of the domains file. The URLs are absolute, http or https, without user name or password. */
export interface ConfiguredDomain extends DomainName {
  specPackageUrl: string;
  registryUrl: string;
  /** The member of the registry's response that lists the entries. */
  registryMember: string;
  submissionUrl: string;
}
