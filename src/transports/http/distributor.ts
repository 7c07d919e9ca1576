/**
 * Accepts the connections of one port and deals them out to worker processes, in turn. `node:cluster` does this too,
 * but it forgets a connection that was on its way to a worker that died, so its caller would wait forever, and it
 * closes the port when all workers are gone. Here a connection belongs to the distributor until a worker has confirmed
 * it, and connections wait while no worker is free.
 */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { closeAfterBacklog } from "./backlog.ts";

/** A worker process. */
export interface Receiver {
  /** Passes a copy of the connection on. The worker confirms it, or ends. */
  give(socket: Socket): void;
}

export interface Distributor {
  readonly address: AddressInfo;
  /** The receiver gets connections from now on. */
  add(receiver: Receiver): void;
  /** The receiver has the oldest of the connections that it was given and did not confirm. */
  confirm(receiver: Receiver): void;
  /** The receiver gets no more connections. If it is gone, what it had not confirmed goes to another one. */
  remove(receiver: Receiver, isGone: boolean): void;
  /** Stops accepting, and deals out what has been accepted, for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

export interface DistributorOptions {
  /** Connections that may wait for a worker. Further ones are closed. */
  readonly maxWaiting: number;
  readonly onRefused: () => void;
}

/**
 * Connections that may be on their way to one receiver. More than one, so that a busy receiver gets its share of them,
 * and few, because they wait if it hangs.
 */
const MAX_ON_THE_WAY = 4;

export async function createDistributor(
  host: string,
  port: number,
  { maxWaiting, onRefused }: DistributorOptions,
): Promise<Distributor> {
  const waiting: Socket[] = [];
  /** Who gets connections, in the order in which they got the last one, so that all get their turn. */
  const members = new Set<Receiver>();
  /** What is on its way to each receiver, also to one that gets no more. */
  const given = new Map<Receiver, Socket[]>();

  function nextReceiver(): Receiver | undefined {
    for (const receiver of members) if ((given.get(receiver)?.length ?? 0) < MAX_ON_THE_WAY) return receiver;
    return undefined;
  }

  function deal(): void {
    while (waiting.length > 0) {
      const receiver = nextReceiver();
      if (receiver === undefined) return;
      const socket = waiting.shift()!;
      if (socket.destroyed) continue;
      members.delete(receiver);
      members.add(receiver);
      const onTheWay = given.get(receiver);
      if (onTheWay === undefined) given.set(receiver, [socket]);
      else onTheWay.push(socket);
      receiver.give(socket);
    }
  }

  // Nothing may be read here: the bytes belong to the worker.
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on("error", () => undefined);
    if (waiting.length >= maxWaiting) {
      socket.destroy();
      onRefused();
      return;
    }
    waiting.push(socket);
    deal();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });

  return {
    address: server.address() as AddressInfo,
    add(receiver) {
      members.add(receiver);
      deal();
    },
    confirm(receiver) {
      // Closes only the copy in this process.
      given.get(receiver)?.shift()?.destroy();
      deal();
    },
    remove(receiver, isGone) {
      members.delete(receiver);
      if (!isGone) return;
      waiting.unshift(...(given.get(receiver) ?? []));
      given.delete(receiver);
      deal();
    },
    async close(graceMs) {
      const end = performance.now() + graceMs;
      await closeAfterBacklog(server);
      const unconfirmed = () =>
        [...waiting, ...[...given.values()].flat()].filter(({ destroyed }) => !destroyed);
      while (unconfirmed().length > 0 && performance.now() < end) await sleep(5);
      for (const socket of unconfirmed()) socket.destroy();
    },
  };
}
