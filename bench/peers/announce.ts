/** Listens on a free port of loopback and prints where, which is what the bench waits for. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export function announce(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}
