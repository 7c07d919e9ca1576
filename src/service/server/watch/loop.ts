/** Notices that the event loop is late or was blocked, by whatever: a body, a registry, or a machine without processor time. */
import type { Log } from "../../observe/log.ts";
import type { Metrics } from "../../observe/metrics.ts";
import type { Condition } from "./conditions.ts";

export const BEAT_MS = 1_000;
/** Without a beat for this time, the loop counts as blocked. */
export const MAX_SILENCE_MS = 3_000;
const SAMPLE_MS = 100;
/** A timer that runs this much later than it is due is worth a line in the log. */
const LATE_MS = 500;

/** A thread that is blocked cannot say so. This tells it afterwards; with an admin port, its thread tells it at once. */
export function watchLoop(log: Log, metrics: Metrics) {
  let last = performance.now();
  let late = 0;
  let longestMs = 0;
  const timer = setInterval(() => {
    const time = performance.now();
    const silentMs = Math.round(time - last);
    last = time;
    const delayMs = Math.max(0, silentMs - SAMPLE_MS);
    metrics.observeLoopDelay(delayMs / 1_000);
    if (silentMs >= MAX_SILENCE_MS) {
      metrics.countEvent("event-loop", "blocked");
      log.warn({ silentMs }, "the event loop runs again: it was blocked, or the process was stopped");
    } else if (delayMs >= LATE_MS) {
      late++;
      longestMs = delayMs;
    }
  }, SAMPLE_MS);
  timer.unref();
  /** That timers run late. That the loop is blocked is told when it happens, or as soon as it can be told. */
  const isLate: Condition = {
    starts: "the event loop is late: calls wait for a moment",
    ends: "the event loop is in time again",
    count: () => late,
    fields: () => ({ delayMs: longestMs }),
  };
  return { isLate, stop: () => clearInterval(timer) };
}
