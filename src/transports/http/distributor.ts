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
  /** The receiver has the connection that it was given last. */
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

export async function createDistributor(
  host: string,
  port: number,
  { maxWaiting, onRefused }: DistributorOptions,
): Promise<Distributor> {
  const waiting: Socket[] = [];
  const members = new Set<Receiver>();
  /** In the order in which they became free, so that all get their turn. */
  const free = new Set<Receiver>();
  const given = new Map<Receiver, Socket>();

  function deal(): void {
    for (const receiver of free) {
      let socket = waiting.shift();
      while (socket?.destroyed) socket = waiting.shift();
      if (socket === undefined) return;
      free.delete(receiver);
      given.set(receiver, socket);
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
      free.add(receiver);
      deal();
    },
    confirm(receiver) {
      // Closes only the copy in this process.
      given.get(receiver)?.destroy();
      given.delete(receiver);
      if (members.has(receiver)) free.add(receiver);
      deal();
    },
    remove(receiver, isGone) {
      members.delete(receiver);
      free.delete(receiver);
      const socket = given.get(receiver);
      if (!isGone || socket === undefined) return;
      given.delete(receiver);
      waiting.unshift(socket);
      deal();
    },
    async close(graceMs) {
      const end = performance.now() + graceMs;
      await closeAfterBacklog(server);
      while (waiting.length + given.size > 0 && performance.now() < end) await sleep(5);
      for (const socket of [...waiting, ...given.values()]) socket.destroy();
    },
  };
}
