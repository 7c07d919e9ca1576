/** A catalogue that follows one domain of one upstream by hand, and is closed after the test. */
import { afterEach } from "vitest";
import { checkCandidate } from "../../src/core/index.ts";
import {
  CATALOGUE_LIMITS,
  type CatalogueEvent,
  type CatalogueLimits,
  createRemoteCatalogue,
  type RemoteCatalogueOptions,
} from "../../src/service/catalogue/remote.ts";
import { bolts, type Handler, json, startUpstream, tinyPackage, type Upstream } from "./support.ts";

export const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** However busy the machine is: tests of what takes too long say how long that is. */
export function patientLimits(): CatalogueLimits {
  const limits = { ...structuredClone(CATALOGUE_LIMITS), proofMs: 600_000 };
  for (const each of [limits.specPackage, limits.registry])
    Object.assign(each, { headMs: 600_000, totalMs: 600_000, stallMs: 600_000 });
  return limits;
}

/** For upstreams that never come to an end: set once the good documents are loaded, so that a busy machine is no fault. */
export function tighten(limits: CatalogueLimits): void {
  for (const each of [limits.specPackage, limits.registry]) {
    Object.assign(each, { headMs: 200, totalMs: 600, stallMs: 150, stallBytes: 64 });
  }
}

interface Setting extends Partial<RemoteCatalogueOptions> {
  spec?: Handler;
  registry?: Handler;
}

/** One domain of one upstream, followed by hand: `refresh` asks, the clock stands still until it is moved. */
export async function follow({ spec, registry, ...options }: Setting = {}) {
  const upstream = await startUpstream({
    "/spec": spec ?? json(tinyPackage()),
    "/registry": registry ?? json({ generators: bolts }),
  });
  const events: CatalogueEvent[] = [];
  const limits = patientLimits();
  const clock = { time: Date.parse("2027-03-01T12:00:00Z") };
  const catalogue = createRemoteCatalogue({
    domains: [domainOf(upstream)],
    now: () => clock.time,
    onEvent: (event) => events.push(event),
    limits,
    ...options,
  });
  closers.push(catalogue.close, upstream.close);
  await catalogue.firstRound;
  const state = () => catalogue.find("acme", "widget");
  const failures = () => events.filter(({ kind }) => kind === "failed").map(({ problem }) => problem?.code);
  return { upstream, catalogue, events, clock, limits, state, failures };
}

export function domainOf(upstream: Upstream, domainId = "widget") {
  return {
    targetProduct: "acme",
    domainId,
    specPackageUrl: `${upstream.url}/spec`,
    registryUrl: `${upstream.url}/registry`,
    registryMember: "generators",
    submissionUrl: `${upstream.url}/api/proposals`,
  };
}

/** The verdict on an id by what is in use now; undefined while nothing may be checked. */
export function verdict(state: ReturnType<Awaited<ReturnType<typeof follow>>["state"]>, id: string) {
  if (state?.status !== "ready") return undefined;
  return checkCandidate(state.spec, { id }, { registry: state.registry, now: 0 }).valid;
}
