/** Ports for what is started at a port that others are told before, or that must be the same after a restart. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give out by themselves, so that nobody gets one by chance while its server is away. A Redis
 * Cluster also uses the port 10,000 above.
 */
const [FIRST, COUNT] = [12_000, 10_000];

/** A port of loopback that is free, and that no other test gets as long as this process lives. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/** No server here speaks UDP. So the UDP port of the same number tells other processes that it is taken. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket("udp4").unref();
  socket.bind({ port, address: "127.0.0.1", exclusive: true });
  if (await settles(once(socket, "listening"))) return true;
  socket.close();
  return false;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  probe.listen({ port, host: "127.0.0.1", exclusive: true });
  if (!(await settles(once(probe, "listening")))) return false;
  await once(probe.close(), "close");
  return true;
}

function settles(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
