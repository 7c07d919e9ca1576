/**
 * Prometheus metrics. Calls are tallied in plain maps and copied into prom-client when somebody looks: its own
 * counters hash their labels on every increment, and a candidate with twenty faults makes twenty of those.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CallRecord, Recorder } from "../operations/record.ts";

export interface Metrics extends Recorder {
  readonly registry: Registry;
  /** Whether the call budget is shared by all replicas just now. */
  setLimiterShared(shared: boolean): void;
  setDomains(ready: () => readonly { targetProduct: string; domainId: string; ready: boolean }[]): void;
  countEvent(source: string, type: string): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "preflight_" });

  const tally = (name: string, help: string, labelNames: string[]) =>
    createTally(registry, name, help, labelNames);
  const requests = tally("preflight_requests_total", "Answers given.", ["transport", "operation", "status"]);
  const problems = tally("preflight_problems_total", "Refusals, by problem code.", ["code"]);
  const verdicts = tally("preflight_verdicts_total", "Verdicts given.", [
    "operation",
    "target_product",
    "domain_id",
    "spec_version",
    "valid",
  ]);
  const diagnostics = tally("preflight_diagnostics_total", "Findings named in answers.", [
    "code",
    "target_product",
    "domain_id",
    "spec_version",
  ]);
  const decisions = tally("preflight_limiter_decisions_total", "Calls counted by the limiter.", ["decision"]);
  const events = tally("preflight_events_total", "Things worth knowing about neighbours.", [
    "source",
    "type",
  ]);
  const latency = new Histogram({
    name: "preflight_request_duration_seconds",
    help: "Time from the request's head to its answer.",
    labelNames: ["operation"],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const latencyOf = new Map<string, { observe(seconds: number): void }>();
  const shared = new Gauge({
    name: "preflight_limiter_shared",
    help: "1 while the call budget is shared through Redis, 0 while this process counts for itself.",
    registers: [registry],
  });

  function record(call: CallRecord): void {
    const operation = call.operation ?? "none";
    requests.add(1, call.transport, operation, String(call.status));
    if (call.problem !== undefined) problems.add(1, call.problem);
    if (call.decision !== undefined) decisions.add(1, call.decision.allowed ? "allowed" : "refused");
    const { verdict, domain } = call;
    if (verdict !== undefined && domain !== undefined) {
      const { targetProduct, domainId } = domain;
      const { version } = verdict.specPackage;
      verdicts.add(1, operation, targetProduct, domainId, version, verdict.valid ? "true" : "false");
      for (const { code } of verdict.diagnostics) diagnostics.add(1, code, targetProduct, domainId, version);
    }
    let timer = latencyOf.get(operation);
    if (timer === undefined) {
      timer = latency.labels({ operation });
      latencyOf.set(operation, timer);
    }
    timer.observe(call.milliseconds / 1000);
  }

  return {
    registry,
    record,
    setLimiterShared: (isShared) => shared.set(isShared ? 1 : 0),
    setDomains(states) {
      new Gauge({
        name: "preflight_domain_ready",
        help: "1 while a domain's rules and registry are at hand.",
        labelNames: ["target_product", "domain_id"],
        registers: [registry],
        collect() {
          this.reset();
          for (const { targetProduct, domainId, ready } of states())
            this.set({ target_product: targetProduct, domain_id: domainId }, ready ? 1 : 0);
        },
      });
    },
    countEvent: (source, type) => events.add(1, source, type),
  };
}

/** Label values never come from a caller, so the number of cells is bounded by configuration and code. */
function createTally(registry: Registry, name: string, help: string, labelNames: string[]) {
  const cells = new Map<string, { readonly values: string[]; count: number }>();
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const { values, count } of cells.values()) this.labels(...values).inc(count);
    },
  });
  return {
    add(count: number, ...values: string[]): void {
      const key = values.length === 1 ? values[0]! : values.join("\n");
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, { values, count });
      else cell.count += count;
    },
  };
}
