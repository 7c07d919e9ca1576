import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFollower, type Reading } from "../../src/adapters/catalogue/follower.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a product that is away is asked less often, one that publishes a mistake is not, and both recover", async () => {
  let reading: Reading<string> = { status: "replaced", value: "first" };
  const askedAt: number[] = [];
  const follower = createFollower<string>({
    read: async () => {
      askedAt.push(Date.now());
      return reading;
    },
    onReading: () => undefined,
    intervalMs: 30_000,
    wholeEvery: 20,
    holdMs: 900_000,
    now: Date.now,
  });
  const asksWithin = async (minutes: number) => {
    askedAt.length = 0;
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
    return askedAt.length;
  };
  await follower.refresh();
  expect(await asksWithin(60)).toBeGreaterThan(99);
  reading = { status: "failed", problem: { code: "unreachable", message: "" } };
  await asksWithin(10);
  // Four times the interval, up to a fifth more or less.
  const away = await asksWithin(60);
  expect(away).toBeGreaterThan(24);
  expect(away).toBeLessThan(39);
  reading = { status: "confirmed", value: "first" };
  await asksWithin(3);
  expect(await asksWithin(60)).toBeGreaterThan(99);
  reading = { status: "failed", problem: { code: "spec-package-refused", message: "" } };
  expect(await asksWithin(60)).toBeGreaterThan(99);
  follower.close();
});
