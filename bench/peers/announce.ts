/** Listens on a free loopback port and prints the address, which the benchmark waits for. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export function announce(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}
