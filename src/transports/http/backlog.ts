/**
 * Closes a listening socket without losing connections that the kernel has accepted and this process has not: closing
 * would reset them. Connections leave the kernel's queue in order, so once a connection of our own has come out, the
 * queue has been emptied.
 */
import { type AddressInfo, connect, Server as NetServer, type Socket } from "node:net";

/** The queue of a process that gets no processor time is given up after this. */
const MAX_WAIT_MS = 2_000;

export function closeAfterBacklog(server: NetServer): Promise<void> {
  const address = server.address() as AddressInfo | null;
  if (address === null) return Promise.resolve();
  return new Promise((resolve) => {
    const probe = connect(address.port, callableHost(address));
    const finish = (): void => {
      clearTimeout(timer);
      server.off("connection", onConnection).off("drop", onDrop);
      probe.destroy();
      // `close` of an HTTP server would also cut connections that look idle.
      NetServer.prototype.close.call(server);
      resolve();
    };
    const isOurs = (port: number | undefined): boolean => port !== undefined && port === probe.localPort;
    const onConnection = (socket: Socket): void => {
      if (!isOurs(socket.remotePort)) return;
      finish();
      socket.destroy();
    };
    const onDrop = (dropped?: { remotePort?: number }): void => {
      if (isOurs(dropped?.remotePort)) finish();
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
