/** Logs when a domain goes stale, becomes unavailable or recovers, so that nobody learns it from a 503. */
import type { Log } from "../../observe/log.ts";
import type { Metrics } from "../../observe/metrics.ts";
import type { Catalogue, DomainState } from "../../operations/ports.ts";

const CHECK_EVERY_MS = 1_000;

type Condition = "ready" | "refused" | "stale" | "unavailable";

export function watchDomains(
  catalogue: Catalogue,
  loaded: Promise<void>,
  log: Log,
  metrics: Metrics,
): () => void {
  const before = new Map<string, Condition>();
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    for (const state of catalogue.list()) {
      const { targetProduct, domainId } = state.description;
      const name = JSON.stringify([targetProduct, domainId]);
      const condition = conditionOf(state);
      const previous = before.get(name) ?? "ready";
      before.set(name, condition);
      if (condition === previous) continue;
      metrics.countEvent("domain", condition);
      const staleSeconds = state.status === "ready" ? state.staleSeconds : undefined;
      const fields = { targetProduct, domainId, ...(staleSeconds !== undefined && { staleSeconds }) };
      if (condition === "ready") log.info(fields, "domain ready");
      else if (condition === "refused")
        log.warn(fields, "domain keeps its last good copies: what its product published is not taken");
      else if (condition === "stale")
        log.warn(fields, "domain stale: its product has not confirmed the rules or the registry for a while");
      else log.error(fields, "domain unavailable: there is no copy that may be used");
    }
  }

  // Before the first fetch, every domain is unavailable, which is no news.
  void loaded.then(() => {
    check();
    timer = setInterval(check, CHECK_EVERY_MS);
    timer.unref();
  });
  return () => clearInterval(timer);
}

function conditionOf(state: DomainState): Condition {
  if (state.status === "unavailable") return "unavailable";
  if (state.staleSeconds !== undefined) return "stale";
  return state.refused === undefined ? "ready" : "refused";
}
