import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Log } from "../../src/service/observe/log.ts";
import { createMetrics } from "../../src/service/observe/metrics.ts";
import type { Catalogue, DomainState } from "../../src/service/operations/ports.ts";
import { watchDomains } from "../../src/service/server/watch/domains.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a domain that goes stale, is lost and comes back is logged, once each", async () => {
  const description = { targetProduct: "acme", domainId: "widget" };
  let state = { status: "ready", description } as DomainState;
  const lines: unknown[] = [];
  const write = (level: string) => (fields: object, message: string) => lines.push([level, fields, message]);
  const log = { info: write("info"), warn: write("warn"), error: write("error") } as unknown as Log;
  const catalogue = { list: () => [state] } as unknown as Catalogue;
  const metrics = createMetrics("1.0.0");
  const stop = watchDomains(catalogue, Promise.resolve(), log, metrics);
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
  stop();
});
