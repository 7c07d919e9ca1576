import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMemoryLimiter } from "../../src/service/budget/memory.ts";

/** A clock that moves when told to, and holds fractions as the real one does. */
function fakeClock(start = 12_345.678_901) {
  let time = start;
  return { now: () => time, advance: (ms: number) => (time += ms) };
}

const allowed = (limiter: ReturnType<typeof createMemoryLimiter>, bucket: string, calls: number) =>
  Array.from({ length: calls }, () => limiter.take(bucket).allowed).filter(Boolean).length;

describe("the budget of one process", () => {
  test("20 calls pass, the 21st does not, another bucket is unaffected", () => {
    const limiter = createMemoryLimiter({ limit: 20 });
    expect(allowed(limiter, "ip:a", 20)).toBe(20);
    expect(limiter.take("ip:a")).toMatchObject({ allowed: false, limit: 20, remaining: 0 });
    expect(limiter.take("ip:b")).toMatchObject({ allowed: true, limit: 20, remaining: 19 });
  });

  test("the window starts at the first call, is not moved by later ones, and ends to the millisecond", () => {
    const clock = fakeClock();
    const limiter = createMemoryLimiter({ limit: 20, now: clock.now });
    clock.advance(7_000);
    expect(limiter.take("ip:a").resetSeconds).toBe(60);
    clock.advance(30_000);
    expect(allowed(limiter, "ip:a", 100)).toBe(19);
    clock.advance(29_999);
    expect(limiter.take("ip:a")).toMatchObject({ allowed: false, resetSeconds: 1 });
    clock.advance(1);
    expect(limiter.take("ip:a")).toMatchObject({ allowed: true, remaining: 19, resetSeconds: 60 });
    expect(allowed(limiter, "ip:a", 100)).toBe(19);
  });

  test.each([
    [0, 60],
    [1, 60],
    [999, 60],
    [1_000, 59],
    [58_999, 2],
    [59_000, 1],
    [59_999, 1],
  ])("after %i ms the window ends in %i s", (elapsed, seconds) => {
    const clock = fakeClock();
    const limiter = createMemoryLimiter({ limit: 1, now: clock.now });
    limiter.take("ip:a");
    clock.advance(elapsed);
    expect(limiter.take("ip:a").resetSeconds).toBe(seconds);
  });

  test("a fresh window is 60 s whatever fraction the clock holds", () => {
    for (let fraction = 0; fraction < 1000; fraction++) {
      const limiter = createMemoryLimiter({ limit: 1, now: () => 86_400_000 + fraction / 997 });
      expect(limiter.take("ip:a").resetSeconds).toBe(60);
    }
  });

  test("several calls at once pass whole or not at all, and count either way", () => {
    const limiter = createMemoryLimiter({ limit: 20 });
    expect(limiter.take("ip:a", 15)).toMatchObject({ allowed: true, remaining: 5 });
    expect(limiter.take("ip:a", 6)).toMatchObject({ allowed: false, remaining: 0 });
    expect(limiter.take("ip:a")).toMatchObject({ allowed: false });
    expect(limiter.take("ip:b", 20)).toMatchObject({ allowed: true, remaining: 0 });
    expect(limiter.take("ip:c", 21)).toMatchObject({ allowed: false, remaining: 0 });
  });

  test("agrees with a naive count, whatever the order of calls and pauses", () => {
    const step = fc.oneof(
      fc.record({ bucket: fc.constantFrom("a", "b", "c", "d"), cost: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ pause: fc.integer({ min: 0, max: 25_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const clock = fakeClock(0);
        const limiter = createMemoryLimiter({ limit: 5, now: clock.now });
        const model = new Map<string, { from: number; count: number }>();
        for (const next of steps) {
          if ("pause" in next) {
            clock.advance(next.pause);
            continue;
          }
          let window = model.get(next.bucket);
          if (window === undefined || clock.now() - window.from >= 60_000) {
            window = { from: clock.now(), count: 0 };
            model.set(next.bucket, window);
          }
          const fits = window.count + next.cost <= 5;
          window.count += next.cost;
          expect(limiter.take(next.bucket, next.cost)).toEqual({
            allowed: fits,
            limit: 5,
            remaining: Math.max(0, 5 - window.count),
            resetSeconds: Math.ceil((window.from + 60_000 - clock.now()) / 1000),
          });
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("memory", () => {
  test("a million addresses within a window stay within the bound", () => {
    const limiter = createMemoryLimiter({ limit: 20, maxBuckets: 10_000 });
    let most = 0;
    for (let address = 0; address < 1_000_000; address++) {
      limiter.take(`ip:${address}`);
      if (address % 1_000 === 0) most = Math.max(most, limiter.size());
    }
    expect(most).toBeLessThanOrEqual(10_000);
    expect(limiter.size()).toBeGreaterThanOrEqual(5_000);
  });

  test("a spent budget is forgotten only after half the bound of others have called", () => {
    const limiter = createMemoryLimiter({ limit: 2, maxBuckets: 1_000 });
    allowed(limiter, "ip:a", 3);
    for (let other = 0; other < 500; other++) limiter.take(`ip:${other}`);
    expect(limiter.take("ip:a").allowed).toBe(false);
  });

  test("buckets are given back when their windows are over, as others call", () => {
    const clock = fakeClock();
    const limiter = createMemoryLimiter({ limit: 20, now: clock.now });
    for (let address = 0; address < 5_000; address++) limiter.take(`ip:${address}`);
    clock.advance(60_000);
    limiter.take("ip:late");
    clock.advance(60_000);
    limiter.take("ip:later");
    expect(limiter.size()).toBe(2);
  });

  test("a window that outlives its generation is still counted", () => {
    const clock = fakeClock();
    const limiter = createMemoryLimiter({ limit: 20, now: clock.now });
    clock.advance(59_000);
    allowed(limiter, "ip:a", 20);
    clock.advance(2_000);
    limiter.take("ip:turns-the-generation");
    expect(limiter.take("ip:a").allowed).toBe(false);
    clock.advance(57_999);
    expect(limiter.take("ip:a")).toMatchObject({ allowed: false, resetSeconds: 1 });
    clock.advance(1);
    expect(limiter.take("ip:a").allowed).toBe(true);
  });
});
