/** Prometheus metrics. Label values come from code and configuration, never from a caller. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CallRecord } from "../operations/record.ts";

export type Metrics = ReturnType<typeof createMetrics>;

export type Sample = { value: number; readonly labels?: Readonly<Record<string, string>> };

const LOOP_DELAY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];
const SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export function createMetrics(version: string) {
  const registry = new Registry();
  /** Makes metrics of a kind whose values are asked for when the metrics are read. `labelNames`: none if there is one value. */
  const collecting =
    (Kind: typeof Counter | typeof Gauge) =>
    (name: string, help: string, samples: () => readonly Sample[], labelNames: readonly string[] = []) => {
      const metric: Counter | Gauge = new Kind({
        ...{ name: `preflight_${name}`, help, labelNames, registers: [registry] },
        collect() {
          metric.reset();
          for (const { labels = {}, value } of samples()) metric.inc(labels, value);
        },
      });
    };
  const [show, count] = [collecting(Gauge), collecting(Counter)];

  const build = { version, node: process.versions.node };
  const buildHelp = "Always 1; the labels tell what runs.";
  show("build_info", buildHelp, () => [{ value: 1, labels: build }], Object.keys(build));
  collectDefaultMetrics({ register: registry, prefix: "preflight_" });
  // These are the sums of other gauges, but Prometheus expects a counter behind such a name.
  for (const what of ["resources", "handles", "requests"])
    registry.removeSingleMetric(`preflight_nodejs_active_${what}_total`);

  /** Counters as plain numbers until the metrics are read: prom-client hashes labels each time, for each of twenty findings. */
  const tally = (name: string, help: string, ...labelNames: string[]) => {
    const groups = new Map<string, Map<string, Sample>>();
    const all = () => [...groups.values()].flatMap((samples) => [...samples.values()]);
    count(`${name}_total`, help, all, labelNames);
    /** Adds one; `labels` is called once per pair of keys. Finding two strings is much faster than making one of them first. */
    return (group: string, key: string, labels: () => Record<string, string>): void => {
      const samples = groups.get(group) ?? new Map<string, Sample>();
      const sample = samples.get(key);
      if (sample !== undefined) sample.value += 1;
      else groups.set(group, samples.set(key, { labels: labels(), value: 1 }));
    };
  };
  const requests = tally("requests", "Answers sent.", "transport", "operation", "status");
  const problems = tally("problems", "Refusals, by problem code.", "code");
  const domainLabels = ["target_product", "domain_id", "spec_version"];
  const verdicts = tally("verdicts", "Verdicts given.", "operation", "valid", ...domainLabels);
  const diagnostics = tally("diagnostics", "Diagnostics in answers.", "code", ...domainLabels);
  const decisions = tally("limiter_decisions", "Calls counted by the limiter.", "decision");
  const eventHelp = "Events of the listener, the limiter, the catalogue and the identity service.";
  const events = tally("events", eventHelp, "source", "type");
  const spread = (name: string, help: string, buckets: number[], labelNames: readonly string[] = []) =>
    new Histogram({ name: `preflight_${name}_seconds`, help, buckets, labelNames, registers: [registry] });
  const timingHelp = "Time from receiving the request head to answering.";
  const timing = spread("request_duration", timingHelp, SECONDS, ["operation"]);
  // Those of the library are the worst since they were last written, which may be long ago or just now.
  const delayHelp = "How much later than it was due a timer ran, ten times a second.";
  const loopDelay = spread("event_loop_delay", delayHelp, LOOP_DELAY_SECONDS);

  function record(call: CallRecord): void {
    const { transport, operation = "none", status, problem, decision, verdict, domain } = call;
    requests(operation, transport + status, () => ({ transport, operation, status: String(status) }));
    if (problem !== undefined) problems(operation, problem, () => ({ code: problem }));
    if (decision !== undefined) {
      const outcome = decision.allowed ? "allowed" : "refused";
      decisions(operation, outcome, () => ({ decision: outcome }));
    }
    timing.observe({ operation }, call.milliseconds / 1000);
    if (verdict === undefined) return;
    const { valid, specPackage } = verdict;
    const labels = () => ({
      target_product: domain?.targetProduct ?? "",
      domain_id: domain?.domainId ?? "",
      spec_version: specPackage.version,
    });
    // The digest identifies product, domain and version at once.
    const { digest } = specPackage;
    verdicts(digest, operation + valid, () => ({ operation, valid: String(valid), ...labels() }));
    for (const { code } of verdict.diagnostics) diagnostics(digest, code, () => ({ code, ...labels() }));
  }

  return {
    registry,
    record,
    count,
    show,
    observeLoopDelay: (seconds: number): void => loopDelay.observe(seconds),
    countEvent: (source: string, type: string): void => events(source, type, () => ({ source, type })),
  };
}
