/** What may be said of one domain at a moment, from the two documents that are followed for it. */
import type { DomainDescription, DomainName, DomainState, ReadyDomain } from "../../operations/ports.ts";
import type { Copy, Follower } from "./follower.ts";
import type { RegistryCopy } from "./registry-reader.ts";
import type { SpecPackageCopy } from "./spec-package-reader.ts";

/** One entry of the domains file. The URLs are absolute http or https ones without user name or password. */
export interface ConfiguredDomain extends DomainName {
  specPackageUrl: string;
  registryUrl: string;
  /** The member of the registry's answer that lists the entries. */
  registryMember: string;
  submissionUrl: string;
}

/** What an operator sees of one domain: for readiness and metrics. */
export interface DomainStatus extends DomainName {
  status: "ready" | "stale" | "unavailable";
  /** Since the older of the two copies was last confirmed; undefined while one was never had. */
  ageSeconds: number | undefined;
  specPackageVersion: string | undefined;
  registrySize: number | undefined;
  /** Codes of what is wrong with either document just now. */
  problems: readonly string[];
}

export interface DomainViewOptions {
  domain: ConfiguredDomain;
  spec: Follower<SpecPackageCopy>;
  registry: Follower<RegistryCopy>;
  /** From this age on callers are told how old the copies are. */
  staleMs: number;
  /** From this age on nothing is checked against them. */
  maxMs: number;
  retrySeconds: number;
}

export interface DomainView {
  state(now: number): DomainState;
  status(now: number): DomainStatus;
}

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

  /** Looks whether either copy was replaced or confirmed since; the answer in between is one shared object. */
  const catchUp = (): void => {
    const [nextSpec, nextRegistry] = [options.spec.copy(), options.registry.copy()];
    if (spec === nextSpec && registry === nextRegistry) return;
    spec = nextSpec;
    registry = nextRegistry;
    if (spec === undefined || registry === undefined) return;
    confirmedAt = Math.min(spec.confirmedAt, registry.confirmedAt);
    const { spec: rules } = spec.value;
    fresh = { status: "ready", description: describe(), spec: rules, registry: registry.value.registry };
  };

  const state = (now: number): DomainState => {
    catchUp();
    const age = now - confirmedAt;
    if (fresh !== undefined && age < staleMs) return fresh;
    if (fresh !== undefined && age < maxMs) return { ...fresh, staleSeconds: Math.floor(age / 1_000) };
    return { status: "unavailable", description: describe(), retryAfterSeconds: options.retrySeconds };
  };

  const status = (now: number): DomainStatus => {
    const current = state(now);
    const problems = [options.spec.problem(), options.registry.problem()];
    return {
      targetProduct: domain.targetProduct,
      domainId: domain.domainId,
      status: current.status === "ready" && current.staleSeconds !== undefined ? "stale" : current.status,
      ageSeconds: fresh === undefined ? undefined : Math.max(0, Math.floor((now - confirmedAt) / 1_000)),
      specPackageVersion: spec?.value.spec.version,
      registrySize: registry?.value.registry.size,
      problems: problems.flatMap((problem) => (problem === undefined ? [] : [problem.code])),
    };
  };

  return { state, status };
}
