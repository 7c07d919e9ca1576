/**
 * Counters and a histogram that cost next to nothing to add to. They are plain numbers, turned into Prometheus's
 * form when somebody looks: prom-client's own hash their labels every time, and a candidate with twenty faults
 * makes twenty of those.
 */
import { Counter, type Registry } from "prom-client";

interface Cell {
  readonly labels: Readonly<Record<string, string>>;
  count: number;
}

export interface Tally {
  /**
   * Adds one under a pair of keys; `labels` is asked once for each pair. Two keys, because strings that exist
   * already are found far faster than one that has to be put together first.
   */
  add(group: string, key: string, labels: () => Record<string, string>): void;
}

export function createTally(registry: Registry, name: string, help: string, labelNames: string[]): Tally {
  const groups = new Map<string, Map<string, Cell>>();
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const cells of groups.values())
        for (const { labels, count } of cells.values()) this.inc(labels, count);
    },
  });
  return {
    add(group, key, labels) {
      let cells = groups.get(group);
      if (cells === undefined) {
        cells = new Map();
        groups.set(group, cells);
      }
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, { labels: labels(), count: 1 });
      else cell.count += 1;
    },
  };
}

interface Distribution {
  /** How many fell into each bucket, and last those beyond all of them. */
  readonly counts: number[];
  sum: number;
}

/** Registers itself under prom-client's protocol for metrics. */
export function createTiming(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  buckets: number[],
) {
  const distributions = new Map<string, Distribution>();

  function valuesOf([value, { counts, sum }]: [string, Distribution]) {
    const labels = { [label]: value };
    let total = 0;
    const cumulative = counts.map((count, index) => {
      total += count;
      return {
        metricName: `${name}_bucket`,
        value: total,
        labels: { ...labels, le: buckets[index] ?? "+Inf" },
      };
    });
    return [
      ...cumulative,
      { metricName: `${name}_sum`, value: sum, labels },
      { metricName: `${name}_count`, value: total, labels },
    ];
  }

  const metric = {
    name,
    help,
    type: "histogram",
    aggregator: "sum",
    get: () =>
      Promise.resolve({
        name,
        help,
        type: "histogram",
        aggregator: "sum",
        values: [...distributions].flatMap(valuesOf),
      }),
    reset: () => distributions.clear(),
  };
  registry.registerMetric(metric as unknown as Parameters<Registry["registerMetric"]>[0]);

  return {
    observe(value: string, seconds: number): void {
      let distribution = distributions.get(value);
      if (distribution === undefined) {
        distribution = { counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 };
        distributions.set(value, distribution);
      }
      let bucket = 0;
      while (bucket < buckets.length && seconds > buckets[bucket]!) bucket++;
      distribution.counts[bucket]! += 1;
      distribution.sum += seconds;
    },
  };
}
