/** How the service is: conditions, looked at once a second. The log has a line when one begins, and one when it is over. */
import { nameOf } from "../../core/spec-package/spec-package.ts";
import type { RemoteCatalogue } from "../catalogue/remote.ts";
import type { ListenerTrouble } from "../http/listener.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Catalogue, DomainName, DomainState } from "../operations/ports.ts";
import type { CallRecord } from "../operations/record.ts";

export const BEAT_MS = 1_000;
/** Without a beat for this time, the event loop counts as blocked. */
export const MAX_SILENCE_MS = 3_000;
const SAMPLE_MS = 100;
/** A timer that runs this much later than it is due is worth a line in the log. */
const LATE_MS = 500;
/** What happens now and then is over when it has not happened for this time. */
const QUIET_MS = 10_000;

/** What may keep happening: the line when it begins, and the one when it is over. */
const TROUBLES = {
  late: ["the event loop is late: calls wait for a moment", "the event loop is in time again"],
  "connection-refused": ["connections are refused: no more may be open", "connections are accepted again"],
  "address-refused": [
    "connections of an address are refused: it has a quarter of all",
    "no address has too many connections any more",
  ],
  "accept-failed": [
    "connections cannot be accepted: the system gives out no more",
    "connections can be accepted again",
  ],
  overloaded: [
    "calls are refused: there is more work than can be done in time",
    "calls are no longer refused because of load",
  ],
  // While the log cannot be written, nobody sees the first line. The second one has the number.
  dropped: ["lines of the log are lost", "the log is complete again"],
} as const;

type Trouble = keyof typeof TROUBLES;

/** Looks whether something keeps happening: `count` says how often it has, `details` what is known when it begins. */
function watchTrouble(log: Log, what: Trouble, count: () => number, details: () => object) {
  const [starts, ends] = TROUBLES[what];
  let before = count();
  let lastAt = 0;
  /** Set while it lasts. */
  let start: { readonly count: number; readonly at: number } | undefined;
  return (): void => {
    const time = performance.now();
    const times = count();
    if (times > before) {
      lastAt = time;
      if (start === undefined) log.warn(details(), starts);
      start ??= { count: before, at: time };
    } else if (start !== undefined && time - lastAt >= QUIET_MS) {
      const over = { times: times - start.count, seconds: Math.round((lastAt - start.at) / 1_000) };
      start = undefined;
      log.info(over, ends);
    }
    before = times;
  };
}

/** How a domain may be: nobody should learn from a 503 that it went stale or is unavailable. */
const DOMAIN_STATES = {
  unavailable: ["error", "domain unavailable: there is no copy that may be used"],
  stale: ["warn", "domain stale: its product has not confirmed the rules or the registry for a while"],
  refused: ["warn", "domain keeps its last good copies: what its product published is not taken"],
  ready: ["info", "domain ready"],
} as const;

function stateOf(domain: DomainState): keyof typeof DOMAIN_STATES {
  if (domain.status === "unavailable") return "unavailable";
  if (domain.staleSeconds !== undefined) return "stale";
  return domain.refused === undefined ? "ready" : "refused";
}

export function watchHealth(log: Log, metrics: Metrics, maxConnections: number) {
  const known = Object.keys(TROUBLES) as Trouble[];
  const counts = Object.fromEntries(known.map((what) => [what, 0])) as Record<Trouble, number>;
  const details: Partial<Record<Trouble, object>> = {};
  const troubles = known.map((what) => {
    const count = what === "dropped" ? log.dropped : () => counts[what];
    return watchTrouble(log, what, count, () => details[what] ?? {});
  });
  const sampling = sampleLoop(log, metrics, (delayMs) => {
    counts.late++;
    details.late = { delayMs };
  });

  let domains: () => readonly DomainState[] = () => [];
  const before = new Map<string, string>();
  const timer = setInterval(() => {
    for (const look of troubles) look();
    for (const domain of domains()) {
      const { targetProduct, domainId } = domain.description;
      const name = nameOf(domain.description);
      const state = stateOf(domain);
      const previous = before.get(name) ?? "ready";
      before.set(name, state);
      if (state === previous) continue;
      metrics.countEvent("domain", state);
      const [level, message] = DOMAIN_STATES[state];
      const stale = "staleSeconds" in domain && { staleSeconds: domain.staleSeconds };
      log[level]({ targetProduct, domainId, ...stale }, message);
    }
  }, BEAT_MS).unref();

  return {
    /** Counts the calls that are refused because there is more work than can be done in time. */
    recorder: {
      record({ problem }: CallRecord) {
        if (problem === "overloaded") counts.overloaded++;
      },
    },
    onTrouble(what: ListenerTrouble, code?: string): void {
      metrics.countEvent("listener", what);
      counts[what]++;
      details[what] = code === undefined ? { maxConnections } : { code };
    },
    /** `followed`: the same catalogue, if it follows products. Before they are loaded, every domain is unavailable, which is no news. */
    watchDomains(catalogue: Catalogue, followed: RemoteCatalogue | undefined, loaded: Promise<void>): void {
      showDomains(catalogue, followed, metrics);
      void loaded.then(() => {
        domains = catalogue.list;
      });
    },
    stop(): void {
      clearInterval(timer);
      clearInterval(sampling);
    },
  };
}

/** Notices afterwards that the event loop was late or blocked, by whatever. The thread of the admin port tells it at once. */
function sampleLoop(log: Log, metrics: Metrics, onLate: (delayMs: number) => void): NodeJS.Timeout {
  let last = performance.now();
  return setInterval(() => {
    const time = performance.now();
    const silentMs = Math.round(time - last);
    last = time;
    const delayMs = Math.max(0, silentMs - SAMPLE_MS);
    metrics.observeLoopDelay(delayMs / 1_000);
    if (silentMs >= MAX_SILENCE_MS) {
      metrics.countEvent("event-loop", "blocked");
      log.warn({ silentMs }, "the event loop runs again: it was blocked, or the process was stopped");
    } else if (delayMs >= LATE_MS) onLate(delayMs);
  }, SAMPLE_MS).unref();
}

const DOMAIN = ["target_product", "domain_id"];

function showDomains(catalogue: Catalogue, followed: RemoteCatalogue | undefined, { show }: Metrics): void {
  const sampleOf = ({ targetProduct, domainId }: DomainName, value: number) => ({
    labels: { target_product: targetProduct, domain_id: domainId },
    value,
  });
  const ready = () =>
    catalogue.list().map(({ status, description }) => sampleOf(description, status === "ready" ? 1 : 0));
  show("domain_ready", "1 while a domain can be checked.", ready, DOMAIN);
  if (followed === undefined) return;
  const ages = (of: "rulesSeconds" | "registrySeconds") => () =>
    followed.ages().flatMap((domain) => (domain[of] === undefined ? [] : [sampleOf(domain, domain[of])]));
  const rules = "Time since the product confirmed the spec package in use.";
  show("rules_age_seconds", rules, ages("rulesSeconds"), DOMAIN);
  const registry = "Time since the product confirmed the registry in use; of several, the oldest.";
  show("registry_age_seconds", registry, ages("registrySeconds"), DOMAIN);
}
