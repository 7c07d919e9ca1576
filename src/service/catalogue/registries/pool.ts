/** The registries that are followed. Domains that name the same one share it: it is fetched and kept once. */
import type { DomainName } from "../../operations/ports.ts";
import type { RegistrySource } from "../../upstream/registry.ts";
import type { Follower } from "../follower.ts";
import type { RegistryCopy } from "./reader.ts";

export interface RegistryPool {
  /** Starts to follow a registry for a domain, or joins those who do. */
  use(source: RegistrySource, domain: DomainName): Follower<RegistryCopy>;
  /** The last domain that leaves ends the following. */
  leave(source: RegistrySource, domain: DomainName): void;
  /** Whether somebody follows it. */
  has(source: RegistrySource): boolean;
  all(): Follower<RegistryCopy>[];
  close(): void;
}

interface Member {
  follower: Follower<RegistryCopy>;
  domains: Set<DomainName>;
}

/** `follow` makes the follower of a registry; `domains` are those who use it now. */
export function createRegistryPool(
  follow: (source: RegistrySource, domains: () => DomainName[]) => Follower<RegistryCopy>,
): RegistryPool {
  const members = new Map<string, Member>();
  let isClosed = false;
  const keyOf = ({ url, member, key, case: caseRule }: RegistrySource) =>
    JSON.stringify([url, member, key, caseRule]);

  return {
    use(source, domain) {
      const key = keyOf(source);
      const known = members.get(key);
      if (known !== undefined) {
        known.domains.add(domain);
        return known.follower;
      }
      const domains = new Set([domain]);
      const follower = follow(source, () => [...domains]);
      members.set(key, { follower, domains });
      if (isClosed) follower.close();
      return follower;
    },
    leave(source, domain) {
      const key = keyOf(source);
      const known = members.get(key);
      if (known === undefined || !known.domains.delete(domain) || known.domains.size > 0) return;
      known.follower.close();
      members.delete(key);
    },
    close() {
      isClosed = true;
      for (const { follower } of members.values()) follower.close();
    },
    has: (source) => members.has(keyOf(source)),
    all: () => [...members.values()].map(({ follower }) => follower),
  };
}
