/** The state of one domain, from the latest copies of its spec package and registry. */
import type { DomainDescription, DomainState, ReadyDomain } from "../../operations/ports.ts";
import type { ConfiguredDomain } from "./configured-domain.ts";
import type { Copy, Follower } from "./follower.ts";
import type { RegistryCopy } from "./registry-reader.ts";
import type { SpecPackageCopy } from "./spec-package-reader.ts";

export interface DomainViewOptions {
  domain: ConfiguredDomain;
  spec: Follower<SpecPackageCopy>;
  registry: Follower<RegistryCopy>;
  /** From this age on, callers are told how old the copies are. */
  staleMs: number;
  /** From this age on, the copies are no longer used. */
  maxMs: number;
  retrySeconds: number;
}

/** `now`: milliseconds of the clock that the followers use. */
export type DomainView = (now: number) => DomainState;

export function createDomainView(options: DomainViewOptions): DomainView {
  const { domain, staleMs, maxMs } = options;
  let spec: Copy<SpecPackageCopy> | undefined;
  let registry: Copy<RegistryCopy> | undefined;
  let confirmedAt = 0;
  let fresh: ReadyDomain | undefined;

  const describe = (): DomainDescription => ({
    targetProduct: domain.targetProduct,
    domainId: domain.domainId,
    title: spec?.value.spec.title ?? domain.domainId,
    specPackageUrl: domain.specPackageUrl,
    submissionUrl: domain.submissionUrl,
  });

  /** Rebuilds the state only when a copy was replaced or confirmed; until then all callers share one object. */
  const catchUp = (): void => {
    const [nextSpec, nextRegistry] = [options.spec.copy(), options.registry.copy()];
    if (spec === nextSpec && registry === nextRegistry) return;
    spec = nextSpec;
    registry = nextRegistry;
    if (spec === undefined || registry === undefined) return;
    confirmedAt = Math.min(spec.confirmedAt, registry.confirmedAt);
    const { spec: rules } = spec.value;
    // What its rules cannot ask cannot be checked.
    if (rules.rules.registries.named.length > 0) {
      fresh = undefined;
      return;
    }
    fresh = { status: "ready", description: describe(), spec: rules, registry: registry.value.registry };
  };

  return (now) => {
    catchUp();
    const age = now - confirmedAt;
    if (fresh !== undefined && age < staleMs) return fresh;
    if (fresh !== undefined && age < maxMs) return { ...fresh, staleSeconds: Math.floor(age / 1_000) };
    return { status: "unavailable", description: describe(), retryAfterSeconds: options.retrySeconds };
  };
}
