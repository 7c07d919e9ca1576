/**
 * Cuts connections whose caller does not read the answer, which would otherwise stay in memory for as long as the
 * caller likes. Any progress counts, so a slow caller is not cut.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Cuts after `stallMs` without progress, or up to two checks later. */
export function cutStalledReaders(server: Server, stallMs: number): void {
  const checkEveryMs = Math.ceil(stallMs / 10);
  const stalls = new WeakMap<Socket, { readonly since: number; readonly checkedAt: number }>();

  server.setTimeout(checkEveryMs, (socket) => {
    // Between two requests Node sets another timeout, for connections that are kept alive: this one has expired.
    if (socket.timeout !== checkEveryMs) {
      socket.destroy();
      return;
    }
    // Nothing waits for the caller to read. Slow senders have time limits of their own.
    if (socket.writableLength === 0) return;
    const time = performance.now();
    const before = stalls.get(socket);
    // Node skips this event if the kernel has taken bytes since the last check, so a gap of two checks means progress.
    const isOngoing = before !== undefined && time - before.checkedAt < 1.9 * checkEveryMs;
    const since = isOngoing ? before.since : time - checkEveryMs;
    if (time - since >= stallMs) {
      socket.destroy();
      return;
    }
    stalls.set(socket, { since, checkedAt: time });
    socket.setTimeout(checkEveryMs);
  });
}
