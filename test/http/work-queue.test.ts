import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createWorkQueue } from "../../src/service/http/work-queue.ts";

/** A queue whose tasks take as long as they say. */
function createQueue() {
  let time = 0;
  const order: string[] = [];
  const sent: string[] = [];
  const queue = createWorkQueue({ sliceMs: 8, maxWaitMs: 102, now: () => time });
  return {
    queue,
    order,
    sent,
    add: (name: string, milliseconds: number) =>
      queue.run(() => {
        order.push(name);
        time += milliseconds;
        return () => sent.push(name);
      }),
  };
}

test("a call runs once the loop has read what has arrived, in order, and what follows comes after all of them", async () => {
  const { add, order, sent, queue } = createQueue();
  add("first", 1);
  queue.run(() => {
    expect(sent).toEqual([]);
    order.push("second");
    return () => sent.push("second");
  });
  expect(order).toEqual([]);
  await turn();
  expect(order).toEqual(["first", "second"]);
  expect(sent).toEqual(["first", "second"]);
});

test("a turn of the loop does a slice of the work, the rest follows in order", async () => {
  const { add, order, sent } = createQueue();
  for (let count = 1; count <= 7; count++) add(String(count), 4);
  await turn();
  expect(order).toEqual(["1", "2"]);
  await turn();
  expect(order).toEqual(["1", "2", "3", "4"]);
  // What arrives meanwhile does not overtake.
  add("8", 4);
  expect(order).toHaveLength(4);
  await turn();
  await turn();
  expect(order).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  expect(sent).toEqual(order);
});

test("the first of many short calls are answered before the last are begun", async () => {
  const { add, order, sent, queue } = createQueue();
  for (let count = 1; count <= 40; count++) add(String(count), 0.01);
  let sentBefore = 0;
  queue.run(() => {
    sentBefore = sent.length;
    return () => undefined;
  });
  await turn();
  expect(order).toHaveLength(40);
  expect(sentBefore).toBe(32);
});

test("while connections come in, turns do no work, but not for long", async () => {
  const { add, order, queue } = createQueue();
  for (let count = 1; count <= 4; count++) add(String(count), 4);
  for (let turns = 0; turns < 64; turns++) {
    queue.connected();
    await turn();
    expect(order).toHaveLength(0);
  }
  queue.connected();
  await turn();
  expect(order).toHaveLength(2);
  queue.connected();
  await turn();
  expect(order).toHaveLength(2);
  await turn();
  expect(order).toHaveLength(4);
});

test("as many calls wait as can be done within the bound, and room is made as they are done", async () => {
  const { add, queue } = createQueue();
  /** Offers calls of 4 ms; returns how many were accepted. */
  const offer = (calls: number): number => {
    let accepted = 0;
    for (let count = 0; count < calls; count++)
      if (!queue.isOverloaded()) {
        add("x", 4);
        accepted++;
      }
    return accepted;
  };
  const empty = async () => {
    for (let rounds = 0; rounds < 100; rounds++) await turn();
  };
  // The queue learns how long calls take.
  for (let count = 0; count < 100; count++) {
    add("x", 4);
    await turn();
  }
  await empty();
  // The last one found 100 ms of work ahead of it.
  expect(offer(200)).toBe(26);
  await turn();
  expect(offer(200)).toBe(2);
  await empty();
  expect(offer(200)).toBeGreaterThanOrEqual(26);
});

test("calls that wait for the budget count, and while paused nothing is refused", async () => {
  const { queue } = createQueue();
  let answer = (): void => expect.unreachable();
  const budget = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let arrived = 0;
  for (let count = 0; count < 2_000; count++) queue.waitFor(budget, () => arrived++);
  expect(queue.isOverloaded()).toBe(true);
  queue.setPaused(true);
  expect(queue.isOverloaded()).toBe(false);
  queue.setPaused(false);
  answer();
  await turn();
  expect(arrived).toBe(2_000);
  expect(queue.isOverloaded()).toBe(false);
});

test("while paused, calls wait, and run when it goes on", async () => {
  const { add, order, queue } = createQueue();
  queue.setPaused(true);
  add("first", 1);
  await turn();
  expect(order).toEqual([]);
  queue.setPaused(false);
  await turn();
  expect(order).toEqual(["first"]);
});
