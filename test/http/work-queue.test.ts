import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createWorkQueue } from "../../src/transports/http/work-queue.ts";

/** A queue whose tasks take as long as they say. */
function createQueue() {
  let time = 0;
  const order: string[] = [];
  const queue = createWorkQueue({ sliceMs: 8, burstMs: 400, steadyMs: 100, strictMs: 20, now: () => time });
  return {
    queue,
    order,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    add: (name: string, milliseconds: number) =>
      queue.run(() => {
        order.push(name);
        time += milliseconds;
      }),
  };
}

test("a call on an idle process runs at once", () => {
  const { add, order } = createQueue();
  add("first", 1);
  expect(order).toEqual(["first"]);
});

test("a turn of the loop does a slice of the work, the rest follows in order", async () => {
  const { add, order } = createQueue();
  for (let count = 1; count <= 7; count++) add(String(count), 4);
  expect(order).toEqual(["1", "2"]);
  await turn();
  expect(order).toEqual(["1", "2", "3", "4"]);
  // What arrives meanwhile does not overtake.
  add("8", 4);
  expect(order).toHaveLength(4);
  await turn();
  await turn();
  expect(order).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
});

test("a burst is no overload, a queue that does not empty is", async () => {
  const { add, queue, pass } = createQueue();
  for (let count = 0; count < 40; count++) add("x", 4);
  expect(queue.isOverloaded()).toBe(false);
  // The same number of calls goes on arriving, and the queue does not get shorter.
  for (let rounds = 0; rounds < 60; rounds++) {
    await turn();
    add("x", 4);
    add("x", 4);
  }
  expect(queue.isOverloaded()).toBe(true);
  for (let rounds = 0; rounds < 30; rounds++) await turn();
  expect(queue.isOverloaded()).toBe(false);
  // An idle minute later, another burst is welcome.
  pass(60_000);
  for (let count = 0; count < 40; count++) add("x", 4);
  expect(queue.isOverloaded()).toBe(false);
});

test("while calls are refused, the queue is kept very short, also after it was empty for a moment", async () => {
  const { add, queue, pass } = createQueue();
  /** Offers this many calls of 4 ms; returns how many were accepted. */
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
  // Callers that wait for their answers keep a moderate queue, which is no overload, however long it lasts.
  expect(offer(20)).toBe(20);
  for (let rounds = 0; rounds < 100; rounds++) {
    await turn();
    expect(offer(2)).toBe(2);
  }
  await empty();
  // More than a burst: from here on, what is accepted waits for 20 ms of work at most.
  expect(offer(200)).toBeLessThan(150);
  await empty();
  expect(offer(200)).toBeLessThan(12);
  await empty();
  pass(900);
  expect(offer(200)).toBeLessThan(12);
  await empty();
  pass(1_100);
  expect(offer(30)).toBe(30);
});

test("even a burst is bounded, and calls that wait for the budget count", async () => {
  const { add, queue, pass } = createQueue();
  for (let count = 0; count < 60; count++) add("x", 10);
  for (let rounds = 0; rounds < 60; rounds++) await turn();
  pass(1_000);
  for (let count = 0; count < 300; count++) queue.expect();
  expect(queue.isOverloaded()).toBe(true);
  for (let count = 0; count < 300; count++) queue.arrive();
  expect(queue.isOverloaded()).toBe(false);
});
