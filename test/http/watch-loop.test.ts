import { afterEach, expect, test, vi } from "vitest";
import type { Log } from "../../src/service/observe/log.ts";
import { createMetrics } from "../../src/service/observe/metrics.ts";
import { watchLoop } from "../../src/service/server/watch/loop.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("how late timers run is counted: in time, late, and so late that the loop was blocked", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  const lines: unknown[] = [];
  const log = { warn: (fields: object) => lines.push(fields) } as unknown as Log;
  const metrics = createMetrics("1.0.0");
  const { isLate, stop } = watchLoop(log, metrics);
  const runAfter = (ms: number) => {
    time += ms;
    vi.advanceTimersByTime(100);
  };
  runAfter(100);
  runAfter(102);
  expect(isLate.count()).toBe(0);
  runAfter(800);
  expect(isLate.count()).toBe(1);
  expect(isLate.fields!()).toEqual({ delayMs: 700 });
  expect(lines).toEqual([]);
  runAfter(4_000);
  expect(lines).toEqual([{ silentMs: 4_000 }]);
  expect(isLate.count()).toBe(1);
  stop();
  const text = await metrics.registry.metrics();
  const upTo = (seconds: string) =>
    new RegExp(`^preflight_event_loop_delay_seconds_bucket\\{le="${seconds}"\\} (\\d+)$`, "m").exec(
      text,
    )?.[1];
  expect([upTo("0.005"), upTo("0.5"), upTo("1"), upTo("\\+Inf")]).toEqual(["2", "2", "3", "4"]);
});
