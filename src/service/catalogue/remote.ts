/**
 * The catalogue of products that publish their own rules. It follows the spec package and registries of each
 * configured domain. Documents are fetched in the background, so finding a domain never waits.
 */
import { setMaxListeners } from "node:events";
import type { RegistryData } from "../../core/registry/registry.ts";
import { createShared } from "../../core/schema/sharing.ts";
import type { Catalogue, DomainName } from "../operations/ports.ts";
import { createSlots } from "../shared/slots.ts";
import { createRegistryThread } from "../upstream/registry-thread.ts";
import type { ConfiguredDomain } from "./configured-domain.ts";
import { createDomainView, type DomainView } from "./domain-view.ts";
import { type CatalogueEvent, describeReading } from "./events.ts";
import { type Copy, createFollower, type Follower } from "./follower.ts";
import { CATALOGUE_LIMITS, type CatalogueLimits } from "./limits.ts";
import { createNamedRegistries, type NamedRegistries } from "./registries/named-registries.ts";
import { createRegistryPool } from "./registries/pool.ts";
import { createRegistryReader, type RegistryCopy } from "./registries/reader.ts";
import { createRolloutState, type RolloutState } from "./rollout.ts";
import { createProvenCompiler } from "./spec-packages/compile-proven.ts";
import { createSpecPackageReader, type SpecPackageCopy } from "./spec-packages/reader.ts";
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

/** How long ago the product confirmed the copies that a domain is checked against. */
interface DomainAges extends DomainName {
  /** Undefined: there is no copy. */
  rulesSeconds: number | undefined;
  registrySeconds: number | undefined;
}

export interface RemoteCatalogue extends Catalogue {
  ages(): readonly DomainAges[];
  /** Settles when every document has been fetched once, whether that succeeded or not. */
  firstRound: Promise<void>;
  /** Fetches everything now. */
  refresh(): Promise<void>;
  /** Follows these from now on. Copies of domains that stay are kept. Settles when the new ones were fetched once. */
  setDomains(domains: readonly ConfiguredDomain[]): Promise<void>;
  close(): Promise<void>;
}

/** What belongs to one configured domain. */
interface FollowedDomain {
  readonly domain: ConfiguredDomain;
  readonly spec: Follower<SpecPackageCopy>;
  readonly view: DomainView;
  registries(): Follower<RegistryCopy>[];
  close(): void;
}

/** How old the last good copies may get before their domain is unavailable. */
const MAX_AGE_SECONDS = 900;
/** Of more domains than this, most rest most of the time: each is compiled with its first call, in a few milliseconds. */
const COMPILED_AT_ONCE = 100;
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
  const firstSlot = createSlots(32);
  const fetchSlot = createSlots(32);
  const compileProven = createProvenCompiler();
  let compiledAtOnce = 0;
  const indexes = createShared<RegistryData>();
  const compileSlot = createSlots(1);
  // Copies must outlive a few intervals, even long ones; otherwise domains would flap.
  const maxMs = Math.max(MAX_AGE_SECONDS, refreshSeconds * 4) * 1_000;
  const pace = { intervalMs: refreshSeconds * 1_000, wholeEvery: WHOLE_EVERY, holdMs: maxMs, now };

  const pool = createRegistryPool((source, domains) =>
    createFollower({
      ...pace,
      read: createRegistryReader(source, limits.registry, registryThread, indexes),
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
    rollout: RolloutState,
    beforeReplacing: () => void,
  ): Follower<SpecPackageCopy> => {
    const read = createSpecPackageReader({
      domain,
      limits: limits.specPackage,
      firstSlot,
      fetchSlot,
      compileSlot,
      thread: specPackageThread,
      compileProven,
      compilesAtOnce: () => compiledAtOnce++ < COMPILED_AT_ONCE,
      signal,
    });
    /** Of the waiting package that was reported last. */
    let told: string | undefined;
    return createFollower({
      ...pace,
      async read(current, unconditional) {
        const reading = await read(current, unconditional);
        if (reading.status === "confirmed") rollout.settle();
        return reading;
      },
      mayTakeOver: ({ spec }) => rollout.mayTakeOver(spec, now()),
      // The registries of a new package are read before it is used, so that it takes over without a gap.
      async prepare({ spec, registries }) {
        beforeReplacing();
        await named.follow(spec, registries);
      },
      onReading: (outcome, before) => {
        const identity = outcome.status === "failed" ? undefined : outcome.value.spec;
        const event = describeReading(outcome, before, identity);
        const about = { document: "spec-package", url: domain.specPackageUrl, domains: [domain] } as const;
        if (event !== undefined) onEvent({ ...event, ...about });
        const held = rollout.waiting();
        if (held?.digest === identity?.digest) rollout.settle();
        else if (held !== undefined && held.digest !== told) {
          const { version, digest } = held;
          onEvent({ kind: "waiting", level: "info", version, digest, ...about });
        }
        told = rollout.waiting()?.digest;
      },
    });
  };

  const bounds = {
    staleMs: refreshSeconds * 3_000,
    maxMs,
    retrySeconds: Math.max(1, Math.ceil(refreshSeconds)),
  };
  /** By product and domain, in the order of the configuration. */
  let followed = new Map<string, FollowedDomain>();

  function add(domain: ConfiguredDomain): FollowedDomain {
    const { registryUrl: url, registryMember: member } = domain;
    const source = url === undefined ? undefined : { url, member };
    const registry = source && pool.use(source, domain);
    const named = createNamedRegistries(domain, pool);
    const rollout = createRolloutState(domain);
    // A domain that nobody asked about has to notice what it has before a package without its registries replaces it.
    const spec = followSpecPackage(domain, named, rollout, () => view());
    const view = createDomainView({ domain, spec, registry, named, now, ...bounds });
    return {
      domain,
      spec,
      view,
      registries() {
        const rules = spec.copy()?.value.spec;
        const others = rules === undefined ? undefined : named.of(rules)?.values();
        return [...(registry === undefined ? [] : [registry]), ...(others ?? [])];
      },
      close() {
        spec.close();
        named.leave();
        if (source !== undefined) pool.leave(source, domain);
      },
    };
  }

  const refresh = async (): Promise<void> => {
    await Promise.all(
      [...[...followed.values()].map(({ spec }) => spec), ...pool.all()].map((follower) =>
        follower.refresh(),
      ),
    );
  };

  async function setDomains(domains: readonly ConfiguredDomain[]): Promise<void> {
    const before = followed;
    const known = new Set(pool.all());
    followed = new Map(
      domains.map((domain) => {
        const name = nameOf(domain);
        const same = before.get(name);
        if (same === undefined || addressesOf(same.domain) !== addressesOf(domain))
          return [name, add(domain)];
        // What is followed stays the same, so its copies stay in use; only when a new one takes over may change.
        if (domain.rollout === undefined) delete same.domain.rollout;
        else same.domain.rollout = domain.rollout;
        return [name, same];
      }),
    );
    const kept = new Set(followed.values());
    for (const each of before.values()) if (!kept.has(each)) each.close();
    const old = new Set(before.values());
    await Promise.all([
      ...[...kept].filter((each) => !old.has(each)).map(({ spec }) => spec.refresh()),
      ...pool.all().flatMap((follower) => (known.has(follower) ? [] : [follower.refresh()])),
    ]);
  }

  /** Of several copies, the oldest. */
  const ageOf = (copies: readonly (Copy<unknown> | undefined)[], time: number): number | undefined => {
    if (copies.includes(undefined)) return undefined;
    return Math.max(0, ...copies.map((copy) => (time - copy!.confirmedAt) / 1_000));
  };
  const ages = (): DomainAges[] => {
    const time = now();
    return [...followed.values()].map(({ domain: { targetProduct, domainId }, spec, registries }) => ({
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
    for (const each of followed.values()) each.close();
    pool.close();
    stopping.abort();
    await Promise.all([registryThread.close(), specPackageThread.close()]);
  };

  const firstRound = setDomains(options.domains);
  return {
    ...{ firstRound, ages, refresh, setDomains, close },
    find: (targetProduct, domainId) => followed.get(nameOf({ targetProduct, domainId }))?.view(),
    list: () => [...followed.values()].map(({ view }) => view()),
  };
}

function nameOf({ targetProduct, domainId }: DomainName): string {
  // Configured names have no slash.
  return `${targetProduct}/${domainId}`;
}

/** All that is configured, apart from when a new package takes over. */
function addressesOf({ rollout: _rollout, ...domain }: ConfiguredDomain): string {
  return JSON.stringify(Object.entries(domain).sort());
}
