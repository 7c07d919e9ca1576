/**
 * Counters that cost next to nothing to add to: plain numbers, handed to prom-client when the metrics are read.
 * prom-client's own counters hash their labels every time, and a candidate with twenty findings adds to twenty.
 */
import { Counter, type Registry } from "prom-client";

interface Cell {
  readonly labels: Readonly<Record<string, string>>;
  count: number;
}

export interface Tally {
  /**
   * Adds one under a pair of keys; `labels` is called once per pair. Two keys, because looking up existing strings is
   * much faster than looking up one that has to be concatenated first.
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
