/** One line when something begins and one when it is over, and what the metrics count of it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Log } from "../../src/service/observe/log.ts";
import { createMetrics } from "../../src/service/observe/metrics.ts";
import type { Catalogue, DomainState } from "../../src/service/operations/ports.ts";
import type { CallRecord } from "../../src/service/operations/record.ts";
import { watchHealth } from "../../src/service/server/health.ts";

let lines: unknown[];
let health: ReturnType<typeof watchHealth>;
let metrics: ReturnType<typeof createMetrics>;
const write = (level: string) => (fields: object, message: string) =>
  void lines.push([level, fields, message]);
const log = {
  ...{ info: write("info"), warn: write("warn"), error: write("error") },
  dropped: () => 0,
} as unknown as Log;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  metrics = createMetrics("1.0.0");
  health = watchHealth(log, metrics, 2);
});
afterEach(() => {
  health.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("one line when it starts and one when it is over, however often it happens", () => {
  const refuse = (times: number) => {
    for (let count = 0; count < times; count++) health.onTrouble("connection-refused");
  };
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([]);
  for (let second = 0; second < 30; second++) {
    refuse(1_000);
    vi.advanceTimersByTime(1_000);
  }
  // A pause is not the end.
  vi.advanceTimersByTime(5_000);
  refuse(1);
  vi.advanceTimersByTime(1_000);
  const starts = ["warn", { maxConnections: 2 }, "connections are refused: no more may be open"];
  expect(lines).toEqual([starts]);
  vi.advanceTimersByTime(11_000);
  const ends = (times: number, seconds: number) => [
    "info",
    { times, seconds },
    "connections are accepted again",
  ];
  expect(lines.slice(1)).toEqual([ends(30_001, 35)]);
  refuse(1);
  vi.advanceTimersByTime(30_000);
  expect(lines.slice(2)).toEqual([starts, ends(1, 0)]);
  health.stop();
  refuse(1);
  vi.advanceTimersByTime(30_000);
  expect(lines).toHaveLength(4);
});

test("calls that are refused because of load are told, and other refusals are not", () => {
  const record = (problem: string) => health.recorder.record({ problem } as CallRecord);
  record("rate-limited");
  vi.advanceTimersByTime(2_000);
  expect(lines).toEqual([]);
  record("overloaded");
  vi.advanceTimersByTime(2_000);
  expect(lines).toEqual([["warn", {}, "calls are refused: there is more work than can be done in time"]]);
});

test("a domain that goes stale, is lost and comes back is logged, once each", async () => {
  const description = { targetProduct: "acme", domainId: "widget" };
  let state = { status: "ready", description } as DomainState;
  const catalogue = { list: () => [state] } as unknown as Catalogue;
  health.watchDomains(catalogue, undefined, Promise.resolve());
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lines).toEqual([]);
  state = { status: "ready", description, staleSeconds: 95 } as DomainState;
  await vi.advanceTimersByTimeAsync(3_000);
  state = { status: "unavailable", description, retryAfterSeconds: 30 } as DomainState;
  await vi.advanceTimersByTimeAsync(3_000);
  state = { status: "ready", description, refused: [] } as unknown as DomainState;
  await vi.advanceTimersByTimeAsync(3_000);
  state = { status: "ready", description } as DomainState;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lines).toEqual([
    [
      "warn",
      { ...description, staleSeconds: 95 },
      "domain stale: its product has not confirmed the rules or the registry for a while",
    ],
    ["error", description, "domain unavailable: there is no copy that may be used"],
    ["warn", description, "domain keeps its last good copies: what its product published is not taken"],
    ["info", description, "domain ready"],
  ]);
  expect(await metrics.registry.metrics()).toContain(
    'preflight_events_total{source="domain",type="stale"} 1',
  );
});

test("how late timers run is counted: in time, late, and so late that the loop was blocked", async () => {
  health.stop();
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  health = watchHealth(log, metrics, 2);
  const runAfter = (ms: number) => {
    time += ms;
    vi.advanceTimersByTime(100);
  };
  runAfter(100);
  runAfter(102);
  runAfter(800);
  runAfter(4_000);
  const blocked = [
    "warn",
    { silentMs: 4_000 },
    "the event loop runs again: it was blocked, or the process was stopped",
  ];
  expect(lines).toEqual([blocked]);
  // The next look at the conditions.
  for (let count = 0; count < 6; count++) runAfter(100);
  expect(lines.slice(1)).toEqual([
    ["warn", { delayMs: 700 }, "the event loop is late: calls wait for a moment"],
  ]);
  const text = await metrics.registry.metrics();
  const upTo = (seconds: string) =>
    new RegExp(`^preflight_event_loop_delay_seconds_bucket\\{le="${seconds}"\\} (\\d+)$`, "m").exec(
      text,
    )?.[1];
  expect([upTo("0.005"), upTo("0.5"), upTo("1"), upTo("\\+Inf")]).toEqual(["8", "8", "9", "10"]);
});
