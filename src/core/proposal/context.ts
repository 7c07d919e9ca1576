/** The context of a check: registries, the moment, and what a verdict says about them. */

import type { Scope } from "../findings/finding.ts";
import { EMPTY_REGISTRY } from "../registry/empty.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Registry, RegistryIdentity, ValidationResult } from "../types.ts";
import { writeDate, writeTimestamp } from "../values/time.ts";

/** What a check needs besides rules and candidate. The core has no clock and no network, so it is given both. */
export interface CheckContext {
  /** The product's own registry, if it has one. It must be there if the rules ask it. */
  registry?: Registry | undefined;
  /** The registries that the package declares by name. Those that its rules ask must be there. */
  registries?: ReadonlyMap<string, Registry> | undefined;
  /** The moment for which `effectiveAt` is judged, and that `today` stands for, in milliseconds since 1970. */
  now: number;
  /** Judges as if every rule were in force, whatever its `effectiveAt`, to try rules before they apply. */
  simulate?: boolean;
  /** Where codes are explained; diagnostics link to it. */
  rulesUrl?: string;
}

const NO_REGISTRIES: ReadonlyMap<string, Registry> = new Map();

/** Throws if a registry is absent that the rules ask: what cannot be checked must not pass. */
export function scopeOf(
  spec: SpecPackage,
  { registry, registries = NO_REGISTRIES, now }: CheckContext,
): Scope {
  if (registry === undefined && spec.rules.registries.main)
    throw new TypeError(`The rules need the product's own registry: give it in "registry".`);
  for (const name of spec.rules.registries.named)
    if (!registries.has(name))
      throw new TypeError(`The rules need the registry "${name}": give it in "registries".`);
  return { rules: "all", hasLooseText: false, registry: registry ?? EMPTY_REGISTRY, registries, clock: now };
}

/** What a verdict is based on. */
export function identitiesOf(
  spec: SpecPackage,
  { registry, registries = NO_REGISTRIES, now }: CheckContext,
): Pick<ValidationResult, "specPackage" | "registry" | "registries" | "evaluatedOn"> {
  const basis: ReturnType<typeof identitiesOf> = {
    specPackage: { version: spec.version, digest: spec.digest },
  };
  if (registry !== undefined) basis.registry = identityOf(registry);
  const { clock, registries: needed } = spec.rules;
  if (needed.named.length > 0)
    basis.registries = Object.fromEntries(
      needed.named.map((name) => [name, identityOf(registries.get(name)!)]),
    );
  if (clock !== "none") basis.evaluatedOn = clock === "date" ? writeDate(now) : writeTimestamp(now);
  return basis;
}

function identityOf({ digest, asOf }: Registry): RegistryIdentity {
  return asOf === undefined ? { digest } : { digest, asOf };
}
