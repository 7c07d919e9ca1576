/**
 * Closes a listening socket without losing connections that the kernel has accepted and this process has not: closing
 * would reset them. Connections leave the kernel's queue in order, so once a connection of our own has come out, those
 * before it have too. Those behind it come out in the next turns of the event loop, so the socket is closed right after
 * the first turn in which none did.
 */
import { type AddressInfo, connect, Server as NetServer, type Socket } from "node:net";

/** The queue of a process that gets no processor time is given up after this. */
const MAX_WAIT_MS = 2_000;

export function closeAfterBacklog(server: NetServer): Promise<void> {
  const address = server.address() as AddressInfo | null;
  if (address === null) return Promise.resolve();
  return new Promise((resolve) => {
    const probe = connect(address.port, callableHost(address));
    let isFinished = false;
    const finish = (): void => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      server.off("connection", onConnection).off("drop", onDrop);
      probe.destroy();
      // `close` of an HTTP server would also cut connections that look idle.
      NetServer.prototype.close.call(server);
      resolve();
    };
    let arrivals = 0;
    const finishWhenQuiet = (): void => {
      const before = arrivals;
      // The first ends this turn, the second the next one.
      setImmediate(() => setImmediate(() => (arrivals === before ? finish() : finishWhenQuiet())));
    };
    const isOurs = (port: number | undefined): boolean => port !== undefined && port === probe.localPort;
    const onConnection = (socket: Socket): void => {
      arrivals++;
      if (!isOurs(socket.remotePort)) return;
      socket.destroy();
      finishWhenQuiet();
    };
    const onDrop = (dropped?: { remotePort?: number }): void => {
      arrivals++;
      if (isOurs(dropped?.remotePort)) finishWhenQuiet();
    };
    const timer = setTimeout(finish, MAX_WAIT_MS);
    probe.once("error", finish);
    server.on("connection", onConnection).on("drop", onDrop);
  });
}

/** A wildcard address cannot be called. */
export function callableHost({ address }: AddressInfo): string {
  return address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
}
