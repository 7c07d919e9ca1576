/** The budget that workers share through their primary: exact, whatever the order in which messages arrive. */
import { describe, expect, test } from "vitest";
import { createLeaseGiver } from "../../src/adapters/limiter/lease-giver.ts";
import { createLeaseTaker } from "../../src/adapters/limiter/lease-taker.ts";
import type { LimitDecision } from "../../src/operations/ports.ts";

/** Delivers messages one at a time, each channel in order, channels in an order that a seed decides. */
function createNetwork(seed: number) {
  const lines: (() => void)[][] = [];
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  return {
    random,
    channel() {
      const line: (() => void)[] = [];
      lines.push(line);
      return line;
    },
    deliverOne(): boolean {
      const busy = lines.filter((line) => line.length > 0);
      if (busy.length === 0) return false;
      busy[random(busy.length)]!.shift()!();
      return true;
    },
  };
}

function createMachine(seed: number, workers: number, limit: number) {
  const network = createNetwork(seed);
  let time = 1_000;
  const now = () => time;
  const giver = createLeaseGiver({ limit, now });
  let messages = 0;
  const members = Array.from({ length: workers }, () => {
    const [up, down] = [network.channel(), network.channel()];
    const atPrimary = {
      send: (message: object) => void down.push(() => taker.receive(structuredClone(message))),
    };
    const taker = createLeaseTaker({
      limit,
      now,
      primary: {
        send(message: object) {
          messages++;
          up.push(() => giver.receive(atPrimary, structuredClone(message)));
        },
      },
    });
    return { taker, atPrimary };
  });
  return {
    network,
    members,
    giver,
    messages: () => messages,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

async function settle(machine: ReturnType<typeof createMachine>): Promise<void> {
  while (machine.network.deliverOne()) await Promise.resolve();
  await Promise.resolve();
}

describe.each([1, 2, 3, 20, 1_000])("a budget of %i calls", (limit) => {
  test("is used up exactly, by any number of workers and in any order", async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const machine = createMachine(seed, 3, limit);
      const decisions: Promise<LimitDecision>[] = [];
      for (let count = 0; count < limit + 30; count++) {
        const { taker } = machine.members[machine.network.random(3)]!;
        decisions.push(Promise.resolve(taker.take("ip:192.0.2.1")));
        for (let steps = machine.network.random(4); steps > 0; steps--) machine.network.deliverOne();
        if (count % 7 === 0) await Promise.resolve();
      }
      await settle(machine);
      const allowed = (await Promise.all(decisions)).filter((decision) => decision.allowed);
      expect(allowed.length, `seed ${seed}`).toBe(limit);
    }
  });
});

test("a new window is a new budget, and what was leased in the old one is worth nothing", async () => {
  const machine = createMachine(5, 2, 20);
  const [first, second] = machine.members;
  await Promise.all([take(first!), take(second!)]);
  machine.wait(60_000);
  const decisions = [];
  for (let count = 0; count < 30; count++) decisions.push(await take(count % 2 === 0 ? first! : second!));
  expect(decisions.filter(({ allowed }) => allowed).length).toBe(20);

  async function take({ taker }: (typeof machine.members)[number]): Promise<LimitDecision> {
    const decision = taker.take("ip:192.0.2.1");
    await settle(machine);
    return decision;
  }
});

test("calls that cost more than is left are refused and use up the rest, as with one process", async () => {
  const machine = createMachine(9, 2, 20);
  const [first, second] = machine.members;
  const one = first!.taker.take("a", 15);
  await settle(machine);
  expect((await one).allowed).toBe(true);
  const two = second!.taker.take("a", 10);
  await settle(machine);
  expect(await two).toMatchObject({ allowed: false, remaining: 0 });
  const three = first!.taker.take("a", 1);
  await settle(machine);
  expect((await three).allowed).toBe(false);
});

test("a worker that died with a lease holds nobody up and gives nobody more calls", async () => {
  const machine = createMachine(3, 2, 20);
  const [first, second] = machine.members;
  const one = first!.taker.take("a");
  await settle(machine);
  await one;
  machine.giver.forget(first!.atPrimary);
  const decisions = [];
  for (let count = 0; count < 30; count++) {
    const decision = second!.taker.take("a");
    await settle(machine);
    decisions.push(await decision);
  }
  const allowed = decisions.filter((decision) => decision.allowed).length;
  expect(allowed).toBeLessThan(20);
  expect(allowed).toBeGreaterThanOrEqual(17);
});

test("most calls need no message", async () => {
  const machine = createMachine(7, 2, 1_000_000);
  for (let count = 0; count < 10_000; count++) {
    const decision = machine.members[count % 2]!.taker.take("a");
    if (decision instanceof Promise) {
      await settle(machine);
      await decision;
    }
  }
  expect(machine.messages()).toBeLessThan(10);
});
