/** How long a nonce is remembered, and what happens when there is no more room. */
import { expect, test } from "vitest";
import { createNonceMemory } from "../../src/service/identity/verifier.ts";

test("a nonce is remembered for 121 seconds more, and no longer", () => {
  const memory = createNonceMemory(10);
  expect(memory.remember("a", 0, 100)).toBe("new");
  expect(memory.remember("b", 0, 100)).toBe("new");
  expect(memory.remember("c", 0, 101)).toBe("new");
  expect(["a", "b", "c", "d"].map((nonce) => memory.has(nonce, 221))).toEqual([true, true, true, false]);
  expect(memory.remember("a", 0, 221)).toBe("seen");
  expect(["a", "b", "c"].map((nonce) => memory.has(nonce, 222))).toEqual([false, false, true]);
  expect(memory.remember("a", 0, 222)).toBe("new");
  expect(memory.has("c", 223)).toBe(false);
});

test("a nonce that expired makes room, also if nobody asked for it", () => {
  const memory = createNonceMemory(2);
  memory.remember("a", 0, 100);
  memory.remember("b", 0, 102);
  expect(memory.remember("c", 0, 221)).toBe("full");
  expect(memory.remember("c", 0, 222)).toBe("new");
  expect(memory.remember("d", 0, 223)).toBe("full");
  expect(memory.remember("d", 0, 224)).toBe("new");
});

test("what is remembered anew is not forgotten with its first use", () => {
  const memory = createNonceMemory(10);
  memory.remember("a", 0, 100);
  expect(memory.remember("a", 0, 222)).toBe("new");
  expect(memory.has("a", 223)).toBe(true);
  expect(memory.has("a", 343)).toBe(true);
});

test("the newest call whose nonce is forgotten is known, in whatever order calls came", () => {
  const memory = createNonceMemory(10);
  memory.remember("a", 170, 100);
  memory.remember("b", 150, 100);
  expect(memory.has("a", 221)).toBe(true);
  expect(memory.newestForgotten()).toBe(Number.NEGATIVE_INFINITY);
  expect(memory.has("a", 222)).toBe(false);
  expect(memory.newestForgotten()).toBe(170);
});

test("the wait for room is until the first ones expire, and never less than a second", () => {
  const memory = createNonceMemory(2);
  expect(memory.secondsUntilRoom(100)).toBe(1);
  memory.remember("a", 0, 100);
  memory.remember("b", 0, 110);
  expect(memory.secondsUntilRoom(110)).toBe(112);
  expect(memory.secondsUntilRoom(221)).toBe(1);
  expect(memory.secondsUntilRoom(300)).toBe(1);
});
