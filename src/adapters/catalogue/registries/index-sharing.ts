/**
 * Lets registries with the same entries share one index. Products of one platform often start with the same registry, and
 * one may be published under several addresses.
 */
import type { RegistryData } from "../../../core/registry/registry.ts";

export interface IndexSharing {
  /** The index of the same entries that is in use, or else this one. */
  share(data: RegistryData): RegistryData;
  find(digest: string, caseRule: RegistryData["caseRule"] | undefined): RegistryData | undefined;
}

export function createIndexSharing(): IndexSharing {
  // Weak references, so that an index that no domain uses any more can be collected.
  const known = new Map<string, WeakRef<RegistryData>>();
  const keyOf = (digest: string, caseRule: string) => `${digest} ${caseRule}`;
  const find: IndexSharing["find"] = (digest, caseRule = "ignore") =>
    known.get(keyOf(digest, caseRule))?.deref();
  return {
    find,
    share(data) {
      const { digest, caseRule } = data;
      const other = find(digest, caseRule);
      if (other !== undefined) return other;
      for (const [key, reference] of known) if (reference.deref() === undefined) known.delete(key);
      known.set(keyOf(digest, caseRule), new WeakRef(data));
      return data;
    },
  };
}
