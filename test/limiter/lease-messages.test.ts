/** The messages between workers and their primary, one by one. That no order of them loses a call: leases.test.ts. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLeaseGiver } from "../../src/adapters/limiter/lease-giver.ts";
import { createLeaseTaker } from "../../src/adapters/limiter/lease-taker.ts";
import { machineTime } from "../../src/adapters/limiter/leases.ts";

const createChannel = () => {
  const sent: object[] = [];
  return { send: (message: object) => void sent.push(message), take: () => sent.splice(0) };
};

describe("the primary", () => {
  let time: number;
  beforeEach(() => {
    vi.useFakeTimers();
    time = 5_000;
  });
  afterEach(() => vi.useRealTimers());

  function createPrimary(limit: number, options: { windowSeconds?: number; recallMs?: number } = {}) {
    const giver = createLeaseGiver({ limit, now: () => time, ...options });
    const workers = [createChannel(), createChannel(), createChannel()] as const;
    const lease = (worker: number, id: number, need: number, unused = 0, endsAt = 0) =>
      giver.receive(workers[worker]!, { preflightLease: { id, bucket: "a", need, unused, endsAt } });
    const giveBack = (worker: number, id: number, unused: number, endsAt = 65_000) =>
      giver.receive(workers[worker]!, { preflightReturn: { id, bucket: "a", unused, endsAt } });
    return { giver, workers, lease, giveBack };
  }
  const grant = (id: number, granted: number, left: number, isUsedUp = false, endsAt = 65_000) => ({
    preflightGrant: { id, bucket: "a", granted, isUsedUp, left, endsAt },
  });
  const recall = (id: number) => ({ preflightRecall: { id, bucket: "a" } });

  test("gives what is needed and an eighth of the rest", () => {
    const { workers, lease } = createPrimary(20);
    lease(0, 1, 1);
    expect(workers[0].take()).toEqual([grant(1, 3, 17)]);
    lease(1, 1, 2);
    expect(workers[1].take()).toEqual([grant(1, 3, 14)]);
  });

  test("gives all that is needed where just that is left, without asking anybody", () => {
    const { workers, lease } = createPrimary(20);
    lease(0, 1, 4);
    expect(workers[0].take()).toEqual([grant(1, 6, 14)]);
    lease(1, 1, 14);
    expect(workers[1].take()).toEqual([grant(1, 14, 0)]);
    expect(workers[0].take()).toEqual([]);
  });

  test("asks the others for what they have not used before it refuses", () => {
    const { workers, lease, giveBack } = createPrimary(20);
    lease(0, 1, 1);
    lease(1, 1, 1);
    workers[0].take();
    workers[1].take();
    lease(2, 1, 16);
    expect([workers[0].take(), workers[1].take(), workers[2].take()]).toEqual([[recall(1)], [recall(1)], []]);
    // While it asks, everybody waits.
    lease(0, 2, 1);
    giveBack(0, 1, 2);
    expect([workers[0].take(), workers[2].take()]).toEqual([[], []]);
    giveBack(1, 1, 1);
    expect([workers[0].take(), workers[2].take()]).toEqual([[grant(2, 1, 0)], [grant(1, 16, 1)]]);
  });

  test("a call that does not fit uses up what is left, and the next is refused too", () => {
    const { workers, lease } = createPrimary(5);
    lease(0, 1, 6);
    expect(workers[0].take()).toEqual([grant(1, 5, 0, true)]);
    lease(1, 1, 1);
    expect(workers[1].take()).toEqual([grant(1, 0, 0, true)]);
    // A worker that was refused has nothing to give back.
    expect(workers[0].take()).toEqual([]);
  });

  test("a worker that does not answer in half a second has used its calls", () => {
    const { workers, lease, giveBack } = createPrimary(10);
    lease(0, 1, 1);
    lease(1, 1, 9);
    expect(workers[0].take()).toEqual([grant(1, 2, 8), recall(1)]);
    vi.advanceTimersByTime(499);
    expect(workers[1].take()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(workers[1].take()).toEqual([grant(1, 8, 0, true)]);
    // Too late for this call, but not lost.
    giveBack(0, 1, 1);
    lease(2, 1, 1);
    expect(workers[2].take()).toEqual([grant(1, 1, 0)]);
  });

  test("an answer to an older question does not end the wait for the new one", () => {
    const { workers, lease, giveBack } = createPrimary(10, { recallMs: 50 });
    lease(0, 1, 1);
    lease(1, 1, 9);
    vi.advanceTimersByTime(50);
    lease(0, 2, 0);
    workers[1].take();
    lease(2, 1, 1);
    expect(workers[0].take().at(-1)).toEqual(recall(2));
    giveBack(0, 1, 1);
    expect(workers[2].take()).toEqual([]);
    giveBack(0, 2, 0);
    expect(workers[2].take()).toEqual([grant(1, 1, 0)]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("nobody waits for a worker that has ended, now or later", () => {
    const { giver, workers, lease } = createPrimary(10);
    lease(0, 1, 1);
    lease(1, 1, 9);
    giver.forget(workers[0]);
    expect(workers[1].take()).toEqual([grant(1, 8, 0, true)]);
    time += 60_000;
    lease(0, 2, 1, 1, 65_000);
    lease(1, 2, 9);
    expect(workers[1].take()).toEqual([grant(2, 8, 0, true, 125_000)]);
    expect(workers[0].take().slice(2)).toEqual([grant(2, 2, 8, false, 125_000)]);
  });

  test("calls of a window that has ended are worth nothing in the next", () => {
    const { workers, lease, giveBack } = createPrimary(20, { windowSeconds: 10 });
    lease(0, 1, 1);
    expect(workers[0].take()).toEqual([grant(1, 3, 17, false, 15_000)]);
    time += 10_000;
    giveBack(0, 1, 2, 15_000);
    lease(0, 2, 20, 2, 15_000);
    expect(workers[0].take()).toEqual([grant(2, 20, 0, false, 25_000)]);
    giveBack(0, 1, 2, 15_000);
    lease(0, 3, 1, 5, 25_000);
    expect(workers[0].take()).toEqual([grant(3, 1, 4, false, 25_000)]);
  });

  test("other messages are none of its business", () => {
    const { giver, workers } = createPrimary(20);
    giver.receive(workers[0], { somethingElse: { id: 1, bucket: "a" } });
    expect(workers[0].take()).toEqual([]);
  });
});

describe("a worker", () => {
  function createWorker(limit = 20) {
    let time = 5_000;
    const primary = createChannel();
    const taker = createLeaseTaker({ limit, primary, now: () => time });
    const grant = (granted: number, left: number, isUsedUp = false, endsAt = 65_000) =>
      taker.receive({ preflightGrant: { id: 1, bucket: "a", granted, isUsedUp, left, endsAt } });
    const pass = (milliseconds: number) => {
      time += milliseconds;
    };
    return { primary, taker, grant, pass };
  }
  const request = (id: number, need: number, unused = 0, endsAt = 0) => ({
    preflightLease: { id, bucket: "a", need, unused, endsAt },
  });
  const decision = (allowed: boolean, remaining: number, resetSeconds = 60) => ({
    allowed,
    limit: 20,
    remaining,
    resetSeconds,
  });

  test("asks for its first call, and answers the next from what it was given, without a promise", async () => {
    const { primary, taker, grant, pass } = createWorker();
    const first = taker.take("a");
    expect(primary.take()).toEqual([request(1, 1)]);
    grant(3, 17);
    expect(await first).toEqual(decision(true, 19));
    pass(1_000);
    expect(taker.take("a")).toEqual(decision(true, 18, 59));
    expect(taker.take("a")).toEqual(decision(true, 17, 59));
    const fourth = taker.take("a", 2);
    expect(primary.take()).toEqual([request(2, 2, 0, 65_000)]);
    grant(2, 15);
    expect(await fourth).toEqual(decision(true, 15, 59));
  });

  test("gives back what is too little for a call when it asks for more", () => {
    const { primary, taker, grant } = createWorker();
    void taker.take("a");
    grant(3, 17);
    primary.take();
    void taker.take("a", 5);
    expect(primary.take()).toEqual([request(2, 5, 2, 65_000)]);
  });

  test("calls that come while it asks wait in line, and are asked for together", async () => {
    const { primary, taker, grant } = createWorker();
    const order: number[] = [];
    const calls = [1, 2, 4].map((cost) =>
      Promise.resolve(taker.take("a", cost)).then((made) => {
        order.push(cost);
        return made;
      }),
    );
    expect(primary.take()).toEqual([request(1, 1)]);
    grant(3, 17);
    expect(await Promise.all(calls.slice(0, 2))).toEqual([decision(true, 19), decision(true, 17)]);
    expect(primary.take()).toEqual([request(2, 4, 0, 65_000)]);
    grant(5, 12);
    expect(await calls[2]).toEqual(decision(true, 13));
    expect(order).toEqual([1, 2, 4]);
  });

  test("once the budget is used up every call is refused at once, until the window ends", async () => {
    const { primary, taker, grant, pass } = createWorker();
    const both = [taker.take("a", 3), taker.take("a")];
    grant(2, 0, true);
    expect(await Promise.all(both)).toEqual([decision(false, 0), decision(false, 0)]);
    primary.take();
    pass(59_999);
    expect(taker.take("a")).toEqual(decision(false, 0, 1));
    expect(primary.take()).toEqual([]);
    pass(1);
    expect(taker.take("a")).toBeInstanceOf(Promise);
    expect(primary.take()).toEqual([request(2, 1)]);
  });

  test("returns what it has not used when it is asked to, once", () => {
    const { primary, taker, grant } = createWorker();
    void taker.take("a");
    grant(3, 17);
    primary.take();
    const recall = { preflightRecall: { id: 9, bucket: "a" } };
    taker.receive(recall);
    taker.receive(recall);
    taker.receive({ preflightRecall: { id: 10, bucket: "never seen" } });
    expect(primary.take()).toEqual([
      { preflightReturn: { id: 9, bucket: "a", unused: 2, endsAt: 65_000 } },
      { preflightReturn: { id: 9, bucket: "a", unused: 0, endsAt: 65_000 } },
      { preflightReturn: { id: 10, bucket: "never seen", unused: 0, endsAt: 0 } },
    ]);
  });

  test("a grant that nobody waits for any more is kept", async () => {
    const { primary, taker, grant } = createWorker();
    grant(3, 17);
    expect(taker.take("a")).toEqual(decision(true, 19));
    taker.receive({ somethingElse: {} });
    expect(primary.take()).toEqual([]);
    await expect(taker.close()).resolves.toBeUndefined();
  });
});

test("the clock of the machine is the same in all processes and counts milliseconds", () => {
  const before = Number(process.hrtime.bigint() / 1_000_000n);
  const time = machineTime();
  const after = Number(process.hrtime.bigint() / 1_000_000n);
  expect(Number.isInteger(time)).toBe(true);
  // Two clocks that are rounded may be one millisecond apart.
  expect(time).toBeGreaterThanOrEqual(before - 2);
  expect(time).toBeLessThanOrEqual(after + 2);
});
