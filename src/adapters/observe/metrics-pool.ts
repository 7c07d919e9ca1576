/**
 * The metrics of several processes as one. Counters of a process that has ended are kept, because a counter that falls
 * looks like a burst of events to Prometheus.
 */
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client";

export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

export interface MetricsPool {
  readonly contentType: string;
  /** The latest metrics of a process. */
  update(process: number, snapshot: MetricsSnapshot): void;
  /** The process has ended. */
  retire(process: number): void;
  /** All of them, and those of this process. */
  text(own: Registry): Promise<string>;
}

/** Gauges of a process that has ended mean nothing. */
const KEPT_TYPES: readonly string[] = ["counter", "histogram"];

export function createMetricsPool(): MetricsPool {
  const running = new Map<number, MetricsSnapshot>();
  let ended: MetricsSnapshot = [];

  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    update(process, snapshot) {
      running.set(process, snapshot);
    },
    retire(process) {
      const last = running.get(process) ?? [];
      running.delete(process);
      const kept = last.filter(({ type }) => KEPT_TYPES.includes(String(type)));
      // The metrics of an aggregate hold their values.
      ended = AggregatorRegistry.aggregate([ended, kept]).getMetricsAsArray() as MetricsSnapshot;
    },
    async text(own) {
      const all = [...running.values(), ended];
      const [workers, primary] = await Promise.all([
        AggregatorRegistry.aggregate(all).metrics(),
        own.metrics(),
      ]);
      return `${workers}\n${primary}`;
    },
  };
}
