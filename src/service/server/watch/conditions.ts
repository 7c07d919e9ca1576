/**
 * Logs one line when something starts to go wrong and one when it is over, however often it happens in between: there
 * may be thousands of refused calls a second.
 */
import type { Log } from "../../observe/log.ts";

export interface Condition {
  readonly starts: string;
  readonly ends: string;
  /** How often it has happened so far. */
  count(): number;
  /** What else is known about it when it starts. */
  fields?(): object;
}

const CHECK_EVERY_MS = 1_000;
/** It is over when it has not happened for this time. */
const QUIET_MS = 10_000;

export function watchConditions(conditions: readonly Condition[], log: Log): () => void {
  const checks = conditions.map((condition) => createCheck(condition, log));
  const timer = setInterval(() => {
    for (const check of checks) check();
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function createCheck({ starts, ends, count, fields }: Condition, log: Log): () => void {
  let before = count();
  let lastAt = 0;
  /** Set while it lasts. */
  let start: { readonly count: number; readonly at: number } | undefined;
  return () => {
    const time = performance.now();
    const times = count();
    if (times > before) {
      lastAt = time;
      if (start === undefined) {
        start = { count: before, at: time };
        log.warn(fields?.() ?? {}, starts);
      }
    } else if (start !== undefined && time - lastAt >= QUIET_MS) {
      const seconds = Math.round((lastAt - start.at) / 1_000);
      log.info({ times: times - start.count, seconds }, ends);
      start = undefined;
    }
    before = times;
  };
}
