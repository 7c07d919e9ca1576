import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFollower, type Reading } from "../../src/service/catalogue/follower.ts";

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
    holdMs: 900_000,
    now: Date.now,
  });
  const asksWithin = async (minutes: number) => {
    askedAt.length = 0;
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
    return askedAt.length;
  };
  await follower.first;
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

test("an upstream that asks not to be asked is left alone for that long, but not for ever", async () => {
  let retryAfterMs = 60_000;
  const askedAt: number[] = [];
  const follower = createFollower<string>({
    read: async () => {
      askedAt.push(Date.now());
      return { status: "failed", problem: { code: "status", message: "" }, retryAfterMs };
    },
    onReading: () => undefined,
    intervalMs: 1_000,
    holdMs: 900_000,
    now: Date.now,
  });
  const nextAsk = async () => {
    const [count, asked] = [askedAt.length, Date.now()];
    while (askedAt.length === count) await vi.advanceTimersByTimeAsync(1_000);
    return (Date.now() - asked) / 1_000;
  };
  await follower.first;
  for (let times = 0; times < 20; times++) {
    const seconds = await nextAsk();
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThanOrEqual(60 * 1.4 + 1);
  }
  retryAfterMs = 86_400_000;
  await nextAsk();
  expect(await nextAsk()).toBeLessThanOrEqual(300 * 1.4 + 1);
  retryAfterMs = 0;
  await nextAsk();
  expect(await nextAsk()).toBeLessThanOrEqual(6);
  follower.close();
});

test("with long intervals, a product that was away at the start is there soon after it is back", async () => {
  let reading: Reading<string> = { status: "failed", problem: { code: "unreachable", message: "" } };
  const follower = createFollower<string>({
    read: async () => reading,
    onReading: () => undefined,
    intervalMs: 3_600_000,
    holdMs: 900_000,
    now: Date.now,
  });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(follower.copy()).toBeUndefined();
  reading = { status: "replaced", value: "first" };
  await vi.advanceTimersByTimeAsync(150_000);
  expect(follower.copy()?.value).toBe("first");
  follower.close();
});
