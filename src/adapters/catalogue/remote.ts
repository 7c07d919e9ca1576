/**
 * The catalogue of products that publish their own rules. It follows the spec package and registries of each
 * configured domain. Documents are fetched in the background, so finding a domain never waits.
 */
import { setMaxListeners } from "node:events";
import type { Catalogue, DomainAges, DomainState } from "../../operations/ports.ts";
import { createRegistryThread } from "../upstream/registry-thread.ts";
import type { ConfiguredDomain } from "./configured-domain.ts";
import { createDomainView, type DomainView } from "./domain-view.ts";
import { type CatalogueEvent, describeReading } from "./events.ts";
import { type Copy, createFollower, type Follower } from "./follower.ts";
import { CATALOGUE_LIMITS, type CatalogueLimits } from "./limits.ts";
import { createNamedRegistries, type NamedRegistries } from "./registries/named-registries.ts";
import { createRegistryPool } from "./registries/pool.ts";
import { createRegistryReader, type RegistryCopy } from "./registries/reader.ts";
import { createSlots } from "./slots.ts";
import { createSpecPackageReader, type SpecPackageCopy } from "./spec-packages/reader.ts";
import { createRuleSharing } from "./spec-packages/shared-rules.ts";
import { createSpecPackageThread } from "./spec-packages/thread.ts";

export type { CatalogueEvent } from "./events.ts";

export interface RemoteCatalogueOptions {
  domains: readonly ConfiguredDomain[];
  /** Mean time between two fetches of one document: PREFLIGHT_REFRESH_SECONDS. */
  refreshSeconds?: number;
  /** Milliseconds of a clock that is never set: setting the wall clock back must not make old copies look fresh. */
  now?: () => number;
  /** Called on every change and failure, for log and metrics. */
  onEvent?: (event: CatalogueEvent) => void;
  limits?: CatalogueLimits;
}

export interface RemoteCatalogue extends Catalogue {
  /** Settles when every document has been fetched once, whether that succeeded or not. */
  firstRound: Promise<void>;
  /** Fetches everything now. */
  refresh(): Promise<void>;
}

/** How old the last good copies may get before their domain is unavailable. */
const MAX_AGE_SECONDS = 900;
/** With the default interval a document is fetched whole about every ten minutes. */
const WHOLE_EVERY = 20;

export function createRemoteCatalogue(options: RemoteCatalogueOptions): RemoteCatalogue {
  const { now = () => performance.now(), limits = CATALOGUE_LIMITS } = options;
  const { refreshSeconds = 30, onEvent = () => undefined } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every fetch in progress listens to it. Node would take more than ten for a leak.
  setMaxListeners(0, signal);
  const registryThread = createRegistryThread();
  const specPackageThread = createSpecPackageThread(() => limits.proofMs);
  const fetchSlot = createSlots(32);
  const shareRules = createRuleSharing();
  // One package per event loop turn, so that requests are answered in between.
  const compileSlot = createSlots(1, () => new Promise((resolve) => setImmediate(resolve)));
  // Copies must outlive a few intervals, even long ones; otherwise domains would flap.
  const maxMs = Math.max(MAX_AGE_SECONDS, refreshSeconds * 4) * 1_000;
  const pace = { intervalMs: refreshSeconds * 1_000, wholeEvery: WHOLE_EVERY, holdMs: maxMs, now };

  const pool = createRegistryPool((source, domains) =>
    createFollower({
      ...pace,
      read: createRegistryReader(source, limits.registry, registryThread),
      onReading: (outcome, before) => {
        const identity = outcome.status === "failed" ? undefined : outcome.value.registry;
        const event = describeReading(outcome, before, identity);
        if (event !== undefined)
          onEvent({ ...event, document: "registry", url: source.url, domains: domains() });
      },
    }),
  );

  /** `beforeReplacing` is called while the package in use is still known. */
  const followSpecPackage = (
    domain: ConfiguredDomain,
    named: NamedRegistries,
    beforeReplacing: () => void,
  ): Follower<SpecPackageCopy> => {
    const read = createSpecPackageReader({
      domain,
      limits: limits.specPackage,
      fetchSlot,
      compileSlot,
      thread: specPackageThread,
      shareRules,
      signal,
    });
    return createFollower({
      ...pace,
      read,
      // The registries of a new package are read before it is used, so that it takes over without a gap.
      async prepare({ spec }) {
        beforeReplacing();
        await named.follow(spec);
      },
      onReading: (outcome, before) => {
        const identity = outcome.status === "failed" ? undefined : outcome.value.spec;
        const event = describeReading(outcome, before, identity);
        const { specPackageUrl: url } = domain;
        if (event !== undefined) onEvent({ ...event, document: "spec-package", url, domains: [domain] });
      },
    });
  };

  const bounds = {
    staleMs: refreshSeconds * 3_000,
    maxMs,
    retrySeconds: Math.max(1, Math.ceil(refreshSeconds)),
  };
  const views: DomainView[] = [];
  const byProduct = new Map<string, Map<string, DomainView>>();
  /** What each domain is checked against. */
  const watched: {
    domain: ConfiguredDomain;
    spec: Follower<SpecPackageCopy>;
    registries(): Follower<RegistryCopy>[];
  }[] = [];

  for (const domain of options.domains) {
    const { registryUrl: url, registryMember: member } = domain;
    const registry = url === undefined ? undefined : pool.use({ url, member }, domain);
    const named = createNamedRegistries(domain, pool);
    // A domain that nobody asked about has to notice what it has before a package without its registries replaces it.
    const spec = followSpecPackage(domain, named, () => view(now()));
    const view = createDomainView({ domain, spec, registry, named, ...bounds });
    views.push(view);
    watched.push({
      domain,
      spec,
      registries() {
        const rules = spec.copy()?.value.spec;
        const others = rules === undefined ? undefined : named.of(rules)?.values();
        return [...(registry === undefined ? [] : [registry]), ...(others ?? [])];
      },
    });
    const ofProduct = byProduct.get(domain.targetProduct) ?? new Map<string, DomainView>();
    byProduct.set(domain.targetProduct, ofProduct.set(domain.domainId, view));
  }

  const refresh = async (): Promise<void> => {
    await Promise.all(
      [...watched.map(({ spec }) => spec), ...pool.all()].map((follower) => follower.refresh()),
    );
  };
  const find = (targetProduct: string, domainId: string): DomainState | undefined =>
    byProduct.get(targetProduct)?.get(domainId)?.(now());
  const list = (): DomainState[] => {
    const time = now();
    return views.map((view) => view(time));
  };
  /** Of several copies, the oldest. */
  const ageOf = (copies: readonly (Copy<unknown> | undefined)[], time: number): number | undefined => {
    const ages = copies.map((copy) => (copy === undefined ? undefined : (time - copy.confirmedAt) / 1_000));
    return ages.reduce(
      (most, age) => (most === undefined || age === undefined ? undefined : Math.max(most, age)),
      0,
    );
  };
  const ages = (): DomainAges[] => {
    const time = now();
    return watched.map(({ domain: { targetProduct, domainId }, spec, registries }) => ({
      targetProduct,
      domainId,
      rulesSeconds: ageOf([spec.copy()], time),
      registrySeconds: ageOf(
        registries().map((registry) => registry.copy()),
        time,
      ),
    }));
  };
  const close = async (): Promise<void> => {
    for (const { spec } of watched) spec.close();
    pool.close();
    stopping.abort();
    await Promise.all([registryThread.close(), specPackageThread.close()]);
  };

  return { firstRound: refresh(), find, list, ages, refresh, close };
}
