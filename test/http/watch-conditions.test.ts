import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Log } from "../../src/service/observe/log.ts";
import { watchConditions } from "../../src/service/server/watch/conditions.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one line when it starts and one when it is over, however often it happens", () => {
  const lines: unknown[] = [];
  const write = (level: string) => (fields: object, message: string) => lines.push([level, fields, message]);
  const log = { info: write("info"), warn: write("warn") } as unknown as Log;
  let times = 7;
  const condition = {
    starts: "it starts",
    ends: "it is over",
    count: () => times,
    fields: () => ({ max: 2 }),
  };
  const stop = watchConditions([condition], log);
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([]);
  for (let second = 0; second < 30; second++) {
    times += 1_000;
    vi.advanceTimersByTime(1_000);
  }
  // A pause is not the end.
  vi.advanceTimersByTime(5_000);
  times++;
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual([["warn", { max: 2 }, "it starts"]]);
  vi.advanceTimersByTime(11_000);
  expect(lines.slice(1)).toEqual([["info", { times: 30_001, seconds: 35 }, "it is over"]]);
  times++;
  vi.advanceTimersByTime(30_000);
  expect(lines.slice(2)).toEqual([
    ["warn", { max: 2 }, "it starts"],
    ["info", { times: 1, seconds: 0 }, "it is over"],
  ]);
  stop();
  times++;
  vi.advanceTimersByTime(30_000);
  expect(lines).toHaveLength(4);
});
