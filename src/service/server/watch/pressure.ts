/** Counts what is refused because there is too much of it, for the log and the metrics. */

import type { WorkQueue } from "../../http/work-queue.ts";
import type { Metrics } from "../../observe/metrics.ts";
import type { Condition } from "./conditions.ts";

export function watchPressure(metrics: Metrics, maxConnections: number) {
  let connectionsRefused = 0;
  let acceptsFailed = 0;
  let callsShed = 0;
  let lastCode = "";
  const conditions: readonly Condition[] = [
    {
      starts: "connections are refused: no more may be open",
      ends: "connections are accepted again",
      count: () => connectionsRefused,
      fields: () => ({ maxConnections }),
    },
    {
      starts: "connections cannot be accepted: the system gives out no more",
      ends: "connections can be accepted again",
      count: () => acceptsFailed,
      fields: () => ({ code: lastCode }),
    },
    {
      starts: "calls are refused: there is more work than can be done in time",
      ends: "calls are no longer refused because of load",
      count: () => callsShed,
    },
  ];
  return {
    conditions,
    onConnectionRefused(): void {
      metrics.countEvent("listener", "connection-refused");
      connectionsRefused++;
    },
    onAcceptFailed(code: string): void {
      metrics.countEvent("listener", "accept-failed");
      acceptsFailed++;
      lastCode = code;
    },
    /** The same queue, with the calls counted that it refuses. */
    counted: (queue: WorkQueue): WorkQueue => ({
      ...queue,
      isOverloaded() {
        const isOverloaded = queue.isOverloaded();
        if (isOverloaded) callsShed++;
        return isOverloaded;
      },
    }),
  };
}
