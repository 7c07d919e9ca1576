/** The catalogue of products that publish their own rules, fetched in the background, so that finding a domain never waits. */
import type { RegistryData } from "../../core/registry/registry.ts";
import { createShared } from "../../core/schema/sharing.ts";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import type { Registry } from "../../core/types.ts";
import type { DomainDescription, DomainName, DomainState, ReadyDomain } from "../operations/ports.ts";
import { fetchBytes, type UpstreamProblem } from "../shared/bounded-fetch.ts";
import { createSlots } from "../shared/thread.ts";
import { type Copy, createFollower, type Follower, MAX_FIRST_SECONDS, type Reading } from "./follower.ts";
import type { ConfiguredDomain, SpecPackageCopy } from "./packages.ts";
import { createProvenCompiler, createSpecPackageReader, createSpecPackageThread } from "./packages.ts";
import type { RegistryCopy, RegistryFollowers, RegistrySource } from "./registries.ts";
import { createRegistryReader, createRegistryThread } from "./registries.ts";

const PACE = { headMs: 5_000, stallMs: 10_000, stallBytes: 1_024 };

/** How long reading from a product may take and how large its documents may be. Tests use lower limits. */
export const CATALOGUE_LIMITS = {
  specPackage: { ...PACE, totalMs: 20_000, maxBytes: 1_048_576 },
  /** For compiling a spec package and running its examples. */
  proofMs: 10_000,
  registry: { ...PACE, totalMs: 180_000, maxBytes: 268_435_456, maxPages: 10_000, maxEntries: 2_000_000 },
};

export type CatalogueLimits = typeof CATALOGUE_LIMITS;

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

export type RemoteCatalogue = ReturnType<typeof createRemoteCatalogue>;

/** How old the last good copies may get before their domain is unavailable. */
const MAX_AGE_SECONDS = 900;

/** The name of the product's own registry among those of a domain. No package can declare it. */
const OWN = "";

export function createRemoteCatalogue(options: RemoteCatalogueOptions) {
  const { now = () => performance.now(), limits = CATALOGUE_LIMITS } = options;
  const { refreshSeconds = 30, onEvent = () => undefined } = options;
  const registryThread = createRegistryThread();
  const specPackageThread = createSpecPackageThread(() => limits.proofMs);
  const fetching = createSlots(64);
  const compileProven = createProvenCompiler();
  const indexes = createShared<RegistryData>();
  // Copies must outlive a few intervals, even long ones; otherwise domains would flap.
  const maxMs = Math.max(MAX_AGE_SECONDS, refreshSeconds * 4) * 1_000;
  const staleMs = refreshSeconds * 3_000;
  const pace = { intervalMs: refreshSeconds * 1_000, holdMs: maxMs, now };

  /** The registries that are followed. Domains that name the same one share it: it is fetched and kept once. */
  const pool = new Map<string, { follower: Follower<RegistryCopy>; domains: Set<DomainName> }>();

  /** Starts to follow a registry for a domain, or joins those who do. */
  function useRegistry(source: RegistrySource, domain: DomainName): Follower<RegistryCopy> {
    const id = JSON.stringify(source);
    const known = pool.get(id);
    known?.domains.add(domain);
    if (known !== undefined) return known.follower;
    const domains = new Set([domain]);
    const follower = createFollower({
      ...pace,
      read: createRegistryReader(source, limits.registry, registryThread.run, indexes),
      onReading(outcome, before) {
        const change = describeReading(outcome, before, ({ registry }) => registry);
        if (change) onEvent({ ...change, document: "registry", url: source.url, domains: [...domains] });
      },
    });
    pool.set(id, { follower, domains });
    return follower;
  }

  /** The domain uses no others any more. The last domain that leaves a registry ends the following. */
  function keepRegistries(used: RegistryFollowers, domain: DomainName): void {
    const kept = new Set(used.values());
    for (const [id, { follower, domains }] of pool) {
      if (kept.has(follower) || !domains.delete(domain) || domains.size > 0) continue;
      follower.close();
      pool.delete(id);
    }
  }

  function follow(domain: ConfiguredDomain) {
    const { targetProduct, domainId, specPackageUrl, submissionUrl, registryUrl } = domain;
    const about = { document: "spec-package", url: specPackageUrl, domains: [domain] } as const;
    const own = registryUrl === undefined ? undefined : { url: registryUrl, member: domain.registryMember };
    const follows = (declared: readonly [string, RegistrySource][]): RegistryFollowers => {
      const sources: typeof declared = own === undefined ? declared : [[OWN, own], ...declared];
      return new Map(sources.map(([name, source]) => [name, useRegistry(source, domain)]));
    };
    const ownAlone = follows([]);
    let { rollout = {} } = domain;
    /** Of the waiting package that was reported last. */
    let told: string | undefined;

    const spec = createFollower<SpecPackageCopy>({
      ...pace,
      read: createSpecPackageReader({
        domain,
        rollout: () => rollout,
        fetch: (etag) =>
          fetching(() => fetchBytes({ url: new URL(specPackageUrl), limits: limits.specPackage, etag })),
        prove: specPackageThread.run,
        compileProven,
      }),
      // The registries of a new package are read before it is used, so that it takes over without a gap.
      async prepare(next) {
        // A domain that nobody asked about has to notice what it has before a package without its registries replaces it.
        view();
        const declared = next.asked.map((name): [string, RegistrySource] => {
          const { member, key = "id", case: caseRule = "ignore" } = next.spec.document.registries![name]!;
          return [name, { url: domain.registries![name]!, member, key, case: caseRule }];
        });
        const registries = follows(declared);
        await Promise.all([...registries.values()].map(({ first }) => first));
        keepRegistries(registries, domain);
        return { ...next, registries };
      },
      onReading(outcome, before) {
        const change = describeReading(outcome, before, ({ spec }) => spec);
        if (change) onEvent({ ...change, ...about });
        if (outcome.status === "failed") return;
        const { version, digest } = (outcome.status === "confirmed" && outcome.waiting?.spec) || {};
        if (digest !== undefined && digest !== told)
          onEvent({ kind: "waiting", level: "info", version, digest, ...about });
        told = digest;
      },
    });

    const describe = (): DomainDescription => {
      const title = spec.copy()?.value.spec.title ?? domainId;
      return { targetProduct, domainId, title, specPackageUrl, submissionUrl };
    };
    let used:
      | { spec: Copy<SpecPackageCopy>; registries: ReadonlyMap<string, Copy<RegistryCopy>> }
      | undefined;
    let answeredAt = 0;
    let fresh: ReadyDomain | undefined;

    /** Rebuilds the state only when a copy was replaced or confirmed; until then all callers share one object. */
    function catchUp(): void {
      const rules = spec.copy();
      if (rules === undefined) return;
      const { registries } = rules.value;
      if (used?.spec === rules && isSame(used.registries, registries)) return;
      const copies = new Map<string, Copy<RegistryCopy>>();
      for (const [name, follower] of registries) {
        const copy = follower.copy();
        // Until all registries of a new package are there, the copies before it stay in use, and grow older.
        if (copy === undefined) return;
        copies.set(name, copy);
      }
      used = { spec: rules, registries: copies };
      const all = [rules, ...copies.values()];
      answeredAt = Math.min(...all.map((copy) => copy.answeredAt));
      const refused = all.flatMap((copy) => {
        const document = copy === rules ? ("spec-package" as const) : ("registry" as const);
        return copy.refused ? [{ document, ...copy.refused }] : [];
      });
      const named = new Map<string, Registry>();
      for (const [name, { value }] of copies) if (name !== OWN) named.set(name, value.registry);
      fresh = {
        status: "ready",
        description: describe(),
        spec: rules.value.spec,
        registry: copies.get(OWN)?.value.registry,
        registries: named,
        ...(refused.length > 0 && { refused }),
      };
    }

    function view(): DomainState {
      catchUp();
      const age = now() - answeredAt;
      if (fresh !== undefined && age < staleMs) return fresh;
      if (fresh !== undefined && age < maxMs) return { ...fresh, staleSeconds: Math.floor(age / 1_000) };
      const retryAfterSeconds = Math.max(1, Math.min(Math.ceil(refreshSeconds), MAX_FIRST_SECONDS));
      return { status: "unavailable", description: describe(), retryAfterSeconds };
    }

    return {
      addresses: addressesOf(domain),
      view,
      first: spec.first,
      refresh: spec.refresh,
      setRollout(next: ConfiguredDomain["rollout"] = {}): void {
        rollout = next;
      },
      /** How long ago the product confirmed the copies that the domain is checked against. Undefined: there is no copy. */
      ages(time: number) {
        const registries = (spec.copy()?.value.registries ?? ownAlone).values();
        const rulesSeconds = ageOf([spec], time);
        return { targetProduct, domainId, rulesSeconds, registrySeconds: ageOf([...registries], time) };
      },
      close() {
        spec.close();
        keepRegistries(new Map(), domain);
      },
    };
  }

  /** By their names, in the order of the configuration. */
  let followed = new Map<string, ReturnType<typeof follow>>();

  /** Follows these from now on. Copies of domains that stay are kept. Settles when the new ones were fetched once. */
  async function setDomains(domains: readonly ConfiguredDomain[]): Promise<void> {
    const before = followed;
    followed = new Map(
      domains.map((domain) => {
        const name = nameOf(domain);
        const same = before.get(name);
        if (same?.addresses !== addressesOf(domain)) return [name, follow(domain)];
        // What is followed stays the same, so its copies stay in use; only when a new one takes over may change.
        same.setRollout(domain.rollout);
        return [name, same];
      }),
    );
    const kept = new Set(followed.values());
    for (const each of before.values()) if (!kept.has(each)) each.close();
    await Promise.all(allFollowers().map(({ first }) => first));
  }

  const allFollowers = () => [...followed.values(), ...[...pool.values()].map(({ follower }) => follower)];

  const firstRound = setDomains(options.domains);
  return {
    /** Settles when every document has been fetched once, whether that succeeded or not. */
    firstRound,
    setDomains,
    ages: () => [...followed.values()].map(({ ages }) => ages(now())),
    find: (targetProduct: string, domainId: string) =>
      followed.get(nameOf({ targetProduct, domainId }))?.view(),
    list: () => [...followed.values()].map(({ view }) => view()),
    refresh: () => Promise.all(allFollowers().map(({ refresh }) => refresh())),
    async close(): Promise<void> {
      for (const each of followed.values()) each.close();
      await Promise.all([registryThread.close(), specPackageThread.close()]);
    },
  };
}

/** All that is configured, apart from when a new package takes over. */
const addressesOf = ({ rollout: _rollout, ...domain }: ConfiguredDomain): string =>
  JSON.stringify(Object.entries(domain).sort());

/** Of several copies, the oldest. */
function ageOf(followers: readonly Pick<Follower<unknown>, "copy">[], time: number): number | undefined {
  const copies = followers.map(({ copy }) => copy());
  if (copies.includes(undefined)) return undefined;
  return Math.max(0, ...copies.map((copy) => (time - copy!.confirmedAt) / 1_000));
}

function isSame(used: ReadonlyMap<string, Copy<RegistryCopy>>, followers: RegistryFollowers): boolean {
  for (const [name, follower] of followers) if (used.get(name) !== follower.copy()) return false;
  return true;
}

/** What happens while documents are followed, as data for the log and the metrics. */
export interface CatalogueEvent {
  /** `waiting`: a new version is published and does not apply yet. */
  kind: "replaced" | "failed" | "recovered" | "waiting";
  document: "spec-package" | "registry";
  /** `error`: somebody has to fix the product. `debug`: the same failure as last time. */
  level: "info" | "warn" | "error" | "debug";
  url: string;
  domains: readonly DomainName[];
  /** Of the copy in use now. */
  digest?: string | undefined;
  version?: string | undefined;
  size?: number | undefined;
  problem?: UpstreamProblem;
}

/** Failures of a network or server, which usually pass by themselves. All others are in the document itself. */
const TRANSIENT = /^(?:timeout|unreachable|truncated|status|pages-changed|registry-thread)$/;

/** Undefined if nothing is new. */
function describeReading<T>(
  outcome: Reading<T>,
  before: UpstreamProblem | undefined,
  identify: (value: T) => Pick<CatalogueEvent, "digest" | "version" | "size">,
): Omit<CatalogueEvent, "document" | "url" | "domains"> | undefined {
  if (outcome.status === "failed") {
    const { problem } = outcome;
    const isRepeated = JSON.stringify(before) === JSON.stringify(problem);
    const level = isRepeated ? "debug" : TRANSIENT.test(problem.code) ? "warn" : "error";
    return { kind: "failed", level, problem };
  }
  const { digest, version, size } = identify(outcome.value);
  if (outcome.status === "confirmed")
    return before && { kind: "recovered", level: "info", digest, version, size };
  const { despite: problem } = outcome;
  const level = problem === undefined ? "info" : "warn";
  return { kind: "replaced", level, ...(problem && { problem }), digest, version, size };
}

const MAX_LOGGED_ITEMS = 5;
const MAX_LOGGED_LENGTH = 200;

/** The fields of a log line. A product decides how many reasons there are and how long, so they are cut. */
export function logFields({ level: _level, kind: _kind, url, domains, problem, ...event }: CatalogueEvent) {
  const reasons = problem?.reasons
    ?.slice(0, MAX_LOGGED_ITEMS)
    .map(({ pointer, code, message }) => ({ pointer: cut(pointer), code: cut(code), message: cut(message) }));
  return {
    ...event,
    // Operators may have put a token into the query.
    url: url.replace(/\?.*/s, "?…"),
    domains: domains
      .slice(0, MAX_LOGGED_ITEMS)
      .map(({ targetProduct, domainId }) => ({ targetProduct, domainId })),
    domainCount: domains.length > MAX_LOGGED_ITEMS ? domains.length : undefined,
    problem: problem && {
      code: problem.code,
      message: cut(problem.message),
      reasonCount: problem.reasons?.length,
      reasons,
    },
  };
}

const cut = (text: string): string =>
  text.length <= MAX_LOGGED_LENGTH ? text : `${text.slice(0, MAX_LOGGED_LENGTH).toWellFormed()}…`;
