/**
 * Lets spec packages with equal rules share their compiled form. Tenants of one platform often publish the same rules
 * under many product names; sharing saves memory and keeps the rules in the processor's cache.
 */
import { createHash } from "node:crypto";
import { canonicalize } from "../../../core/json/canonical.ts";
import type { SpecPackage } from "../../../core/spec-package/spec-package.ts";

export type RuleSharing = (spec: SpecPackage) => SpecPackage;

export function createRuleSharing(): RuleSharing {
  // Weak references, so that a version that no domain uses any more can be collected.
  const known = new Map<string, WeakRef<SpecPackage>>();

  return (spec) => {
    const { lists = {}, schema, rules, normalization = {}, aliases = {}, registries = {} } = spec.document;
    const content = canonicalize({ lists, schema, rules, normalization, aliases, registries });
    const key = createHash("sha256").update(content).digest("base64");
    const other = known.get(key)?.deref();
    if (other !== undefined) {
      return { ...spec, schema: other.schema, rules: other.rules, prose: other.prose, lists: other.lists };
    }
    for (const [held, reference] of known) if (reference.deref() === undefined) known.delete(held);
    known.set(key, new WeakRef(spec));
    return spec;
  };
}
