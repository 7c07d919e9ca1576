/** How the primary deals connections out to its workers. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createDistributor, type Distributor, type Receiver } from "../../src/transports/http/distributor.ts";

const opened: Socket[] = [];
let distributor: Distributor | undefined;

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await distributor?.close(0);
});

/** Notes the number of each connection that it is given, counted from 0 in the order in which they were made. */
interface NotingReceiver extends Receiver {
  readonly got: number[];
}

async function start() {
  distributor = await createDistributor("127.0.0.1", 0, { maxWaiting: 100, onRefused: () => undefined });
  const { port } = distributor.address;
  const numbers = new Map<number, number>();
  const changes: (() => void)[] = [];
  const receiver = (): NotingReceiver => {
    const got: number[] = [];
    return {
      got,
      give(socket) {
        got.push(numbers.get(socket.remotePort!)!);
        for (const resume of changes.splice(0)) resume();
      },
    };
  };
  /** One after the other, so that the order is certain. */
  const open = async (count: number): Promise<void> => {
    for (let made = 0; made < count; made++) {
      const socket = connect({ port, host: "127.0.0.1" });
      opened.push(socket.on("error", () => undefined));
      await once(socket, "connect");
      numbers.set(socket.localPort!, numbers.size);
    }
  };
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise<void>((resolve) => changes.push(resolve));
  };
  return { deals: distributor, receiver, open, until };
}

it("deals connections out in turn, also to receivers that are too busy to confirm them", async () => {
  const { deals, receiver, open, until } = await start();
  const [one, other] = [receiver(), receiver()];
  await open(10);
  deals.add(one);
  deals.add(other);
  // The first receiver was alone when it came, so it got as many as may be on their way.
  await until(() => one.got.length + other.got.length === 8);
  expect(one.got).toHaveLength(4);
  expect(other.got).toHaveLength(4);
  for (let count = 0; count < 4; count++) {
    deals.confirm(one);
    deals.confirm(other);
  }
  await until(() => one.got.length + other.got.length === 10);
  expect([...one.got, ...other.got].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(one.got).toHaveLength(5);
});

it("gives what a lost receiver had not confirmed to another one, in order", async () => {
  const { deals, receiver, open, until } = await start();
  const [lost, other] = [receiver(), receiver()];
  deals.add(lost);
  await open(3);
  await until(() => lost.got.length === 3);
  deals.confirm(lost);
  deals.add(other);
  deals.remove(lost, true);
  expect(other.got).toEqual([1, 2]);
});

it("waits for the confirmation of a receiver that gets no more connections", async () => {
  const { deals, receiver, open, until } = await start();
  const leaving = receiver();
  deals.add(leaving);
  await open(2);
  await until(() => leaving.got.length === 2);
  deals.remove(leaving, false);
  const closed = deals.close(60_000);
  deals.confirm(leaving);
  deals.confirm(leaving);
  await closed;
  const late = receiver();
  deals.add(late);
  expect(late.got).toEqual([]);
});
