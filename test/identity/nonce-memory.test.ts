/** How long a nonce is remembered, and what happens when there is no more room. */
import { expect, test } from "vitest";
import { createNonceMemory } from "../../src/service/identity/verifier.ts";

test("a nonce is remembered through its last second, and no longer", () => {
  const memory = createNonceMemory(10);
  expect(memory.remember("a", 0, 110, 100)).toBe("new");
  expect(memory.remember("b", 0, 110, 100)).toBe("new");
  expect(memory.remember("c", 0, 111, 100)).toBe("new");
  expect(["a", "b", "c", "d"].map((nonce) => memory.has(nonce, 110))).toEqual([true, true, true, false]);
  expect(memory.remember("a", 0, 120, 110)).toBe("seen");
  expect(["a", "b", "c"].map((nonce) => memory.has(nonce, 111))).toEqual([false, false, true]);
  expect(memory.remember("a", 0, 121, 111)).toBe("new");
  expect(memory.has("c", 112)).toBe(false);
});

test("a nonce that expired makes room, also if nobody asked for it", () => {
  const memory = createNonceMemory(2);
  memory.remember("a", 0, 110, 100);
  memory.remember("b", 0, 112, 100);
  expect(memory.remember("c", 0, 120, 110)).toBe("full");
  expect(memory.remember("c", 0, 120, 111)).toBe("new");
  expect(memory.remember("d", 0, 120, 112)).toBe("full");
  expect(memory.remember("d", 0, 120, 113)).toBe("new");
});

test("what is remembered anew is not forgotten with its first use", () => {
  const memory = createNonceMemory(10);
  memory.remember("a", 0, 110, 100);
  expect(memory.remember("a", 0, 130, 111)).toBe("new");
  expect(memory.has("a", 112)).toBe(true);
  expect(memory.has("a", 130)).toBe(true);
});

test("the wait for room is until the first ones expire, and never less than a second", () => {
  const memory = createNonceMemory(2);
  expect(memory.secondsUntilRoom(100)).toBe(1);
  memory.remember("a", 0, 130, 100);
  memory.remember("b", 0, 120, 100);
  expect(memory.secondsUntilRoom(100)).toBe(21);
  expect(memory.secondsUntilRoom(120)).toBe(1);
  expect(memory.secondsUntilRoom(200)).toBe(1);
});
