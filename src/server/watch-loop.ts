/** Notices that the event loop was blocked, by whatever: a body, a registry, or a machine without processor time. */
import type { Log } from "../adapters/observe/log.ts";
import type { Metrics } from "../adapters/observe/metrics.ts";

export const BEAT_MS = 1_000;
/** Without a beat for this time, the loop counts as blocked. */
export const MAX_SILENCE_MS = 3_000;

/** A thread that is blocked cannot say so. This tells it afterwards; with an admin port, its thread tells it at once. */
export function watchLoop(log: Log, metrics: Metrics): () => void {
  let lastBeat = performance.now();
  const timer = setInterval(() => {
    const time = performance.now();
    const silentMs = Math.round(time - lastBeat);
    lastBeat = time;
    if (silentMs < MAX_SILENCE_MS) return;
    metrics.countEvent("event-loop", "blocked");
    log.warn({ silentMs }, "the event loop runs again: it was blocked, or the process was stopped");
  }, BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}
