/**
 * Cuts connections whose caller does not read the answer, which would otherwise stay in memory for as long as the
 * caller likes. Any progress counts, so a slow caller is not cut.
 */
import type { Socket } from "node:net";

/** Bytes that the kernel has not accepted yet. Node uses this member for its own timeouts too. */
type OpenSocket = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

export interface StallGuard {
  /** To be set as the timeout of the server. */
  readonly checkEveryMs: number;
  readonly onTimeout: (socket: Socket) => void;
}

/** Cuts after `stallMs` without progress, or up to two checks later. */
export function createStallGuard(stallMs: number): StallGuard {
  const checkEveryMs = Math.ceil(stallMs / 10);
  const stalled = new WeakMap<Socket, { readonly unsent: number; readonly since: number }>();

  function onTimeout(socket: OpenSocket): void {
    // Between two requests Node sets another timeout, for connections that are kept alive: this one has expired.
    if (socket.timeout !== checkEveryMs) {
      socket.destroy();
      return;
    }
    const unsent = socket._handle?.writeQueueSize ?? 0;
    // Nothing waits for the caller to read. Slow senders have time limits of their own.
    if (unsent === 0) return;
    const time = performance.now();
    const before = stalled.get(socket);
    if (before === undefined || before.unsent !== unsent)
      stalled.set(socket, { unsent, since: time - checkEveryMs });
    else if (time - before.since >= stallMs) {
      socket.destroy();
      return;
    }
    socket.setTimeout(checkEveryMs);
  }

  return { checkEveryMs, onTimeout };
}
