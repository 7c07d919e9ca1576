/**
 * Cuts connections whose caller does not read the answer, which would otherwise stay in memory for as long as the
 * caller likes. Any progress counts, so a slow caller is not cut.
 *
 * Only connections on which an answer waits get a timer: one for every request would cost a twentieth of it.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";

interface Stall {
  readonly since: number;
  readonly checkedAt: number;
  /** What was given to the socket, whether it was sent or not. */
  readonly bytesWritten: number;
}

/**
 * Cuts after `stallMs` without progress, or up to three checks later. Call the result about every `checkEveryMs` with
 * each open connection.
 */
export function cutStalledReaders(
  server: Server,
  stallMs: number,
  checkEveryMs: number,
): (socket: Socket) => void {
  const stalls = new WeakMap<Socket, Stall>();

  server.on("timeout", (socket: Socket) => {
    // Node sets another timeout for connections that are kept alive between two requests: this one has expired.
    if (socket.timeout !== checkEveryMs) {
      socket.destroy();
      return;
    }
    // Nothing waits for the caller to read. Slow senders have time limits of their own.
    if (socket.writableLength === 0) {
      socket.setTimeout(0);
      return;
    }
    const time = performance.now();
    const { bytesWritten } = socket;
    const before = stalls.get(socket);
    // There is progress if the next answer has been started, or if the kernel has taken a part of this one: then Node
    // skips this event, so that there is a gap of two checks.
    const isOngoing = before?.bytesWritten === bytesWritten && time - before.checkedAt < 1.9 * checkEveryMs;
    const since = isOngoing ? before.since : time - checkEveryMs;
    if (time - since >= stallMs) {
      socket.destroy();
      return;
    }
    stalls.set(socket, { since, checkedAt: time, bytesWritten });
    socket.setTimeout(checkEveryMs);
  });

  return (socket) => {
    if (socket.writableLength > 0 && socket.timeout !== checkEveryMs) socket.setTimeout(checkEveryMs);
  };
}
