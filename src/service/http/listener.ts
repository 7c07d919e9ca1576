/** The HTTP server and its limits. Requests that arrive before the handler is set wait for it. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { MAX_HEADER_BYTES } from "./refusals.ts";

/** Keep-alive is longer than the usual 60 s of load balancers, so that they close idle connections, not we. */
const LISTENER_LIMITS = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  /** How long the caller may leave an answer unread before the connection is cut. */
  stallMs: 30_000,
};
export type ListenerLimits = Readonly<typeof LISTENER_LIMITS>;

/** `accept-failed`: the system cannot give out a connection, for example because too many files are open. */
export type ListenerTrouble = "connection-refused" | "address-refused" | "accept-failed";

interface ListenerOptions {
  /** The last few of them are answered with health and 503 only. Further ones are closed without an answer. */
  readonly maxConnections: number;
  /** Whether the connections of this address are those of many callers. */
  readonly isProxy: (address: string) => boolean;
  /** An HTTP answer to a connection that is not accepted, because its address has too many. */
  readonly refusal: () => string;
  readonly onTrouble: (what: ListenerTrouble, code?: string) => void;
  readonly limits?: ListenerLimits | undefined;
}

/** While stopping, connections are closed when no request has arrived for this time. */
const QUIET_MS = 250;
/** While stopping, how long new connections may keep the port open, and each of them may say nothing. */
const MAX_ACCEPT_MS = 2_000;

/** How long the caller of a connection that is not accepted may take to read why. */
const REFUSED_MS = 1_000;
/** So many callers are told at a time. */
const MAX_REFUSED = 100;
/** How long a connection that only health is answered on may take until it sends something. */
const MAX_RESERVED_MS = 2_000;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Listener = ReturnType<typeof createListener>;

export function createListener(options: ListenerOptions) {
  const { limits = LISTENER_LIMITS, maxConnections, onTrouble } = options;
  const maxOpen = maxConnections - Math.min(16, Math.ceil(maxConnections / 10));
  const maxPerAddress = Math.max(1, Math.floor(maxConnections / 4));
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs / 2),
    // Node's own answer to a missing Host has no body and no request id; ours has both.
    requireHostHeader: false,
    noDelay: true,
  });
  // Keep all headers: one that Node drops beyond a count could be a second Authorization.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;

  const connections = new Set<Socket>();
  const byAddress = new Map<string, number>();
  const reserved = new Set<Socket>();
  const refused = new Set<Socket>();
  /** The kernel's queue gives out connections in turns of the event loop; refused ones count too. */
  let arrivals = 0;
  let lastActivity = 0;
  let onAllClosed: (() => void) | undefined;
  server.on("drop", () => {
    arrivals++;
    onTrouble("connection-refused");
  });
  server.on("connection", (socket: Socket) => {
    arrivals++;
    lastActivity = performance.now();
    connections.add(socket);
    const address = socket.remoteAddress ?? "";
    const ofAddress = (byAddress.get(address) ?? 0) + 1;
    byAddress.set(address, ofAddress);
    if (ofAddress > maxPerAddress && !options.isProxy(address)) refuse(socket);
    else if (connections.size > maxOpen) reserve(socket);
    socket.once("close", () => {
      for (const set of [connections, reserved, refused]) set.delete(socket);
      const left = byAddress.get(address)! - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
      due.delete(socket);
      if (connections.size === 0) onAllClosed?.();
    });
  });

  /** What the caller sends is read and dropped: unread, it would reset the connection, and the answer would be lost. */
  function refuse(socket: Socket): void {
    onTrouble("address-refused");
    if (refused.size >= MAX_REFUSED) return void socket.destroy();
    refused.add(socket);
    socket.on("error", () => undefined).end(options.refusal());
    setTimeout(() => socket.destroy(), REFUSED_MS).unref();
  }

  function reserve(socket: Socket): void {
    onTrouble("connection-refused");
    reserved.add(socket);
    setTimeout(() => socket.bytesRead === 0 && socket.destroy(), MAX_RESERVED_MS).unref();
  }

  const early: Parameters<Handler>[] = [];
  let handle: Handler = (...sent) => void early.push(sent);
  // Requests with `Expect` are handled like all others: their handler decides whether they may continue.
  for (const event of ["request", "checkContinue", "checkExpectation"])
    server.on(event, (request, response) => handle(request, response));

  const due = new Map<Socket, ServerResponse>();
  /** The last one of a connection that waits for its turn. */
  const waiting = new WeakMap<Socket, ServerResponse>();
  const sweepEveryMs = Math.ceil(limits.stallMs / 10);
  const cutIfStalled = cutStalledReaders(server, limits.stallMs, sweepEveryMs);
  const sweep = setInterval(() => {
    for (const socket of connections) {
      cutIfStalled(socket);
      // Idle connections must not keep their last request in memory. A listener for each one would cost more.
      if (due.get(socket)?.destroyed) due.delete(socket);
    }
  }, sweepEveryMs).unref();

  /** Handles what was sent ahead when its turn comes: hundreds of answers that nobody reads would have to be kept in memory. */
  const inTurn =
    (handler: Handler): Handler =>
    (request, response) => {
      const { socket } = request;
      // Node gives the socket to one response at a time. If it gives it to this one although others wait, the one ahead of
      // them ended the connection; Node fails, and the process ends, if another one is answered then.
      const isMyTurn = response.socket !== null;
      if (refused.has(socket) || (isMyTurn && waiting.has(socket))) return void request.resume();
      if (isMyTurn) {
        due.set(socket, response);
        return handler(request, response);
      }
      waiting.set(socket, response);
      response.once("socket", () => {
        if (waiting.get(socket) === response) waiting.delete(socket);
        due.set(socket, response);
        process.nextTick(handler, request, response);
      });
    };

  /**
   * A connection that looks idle may have a request on its way. So connections are closed right after the loop has read what has
   * arrived, and only if that was nothing for a while. Busy clients are told to close with their next answer.
   */
  function closeQuiet(stoppedAt: number): void {
    const time = performance.now();
    if (time - lastActivity < QUIET_MS) return;
    server.closeIdleConnections();
    if (time - stoppedAt < MAX_ACCEPT_MS) return;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }

  return {
    server,
    /** Rejects if it cannot listen there. */
    async listen(host: string, port: number): Promise<AddressInfo> {
      await once(server.listen(port, host), "listening");
      server.on("error", ({ code = "unknown" }: NodeJS.ErrnoException) => onTrouble("accept-failed", code));
      return server.address() as AddressInfo;
    },
    serve(handler: Handler): void {
      handle = inTurn((request, response) => {
        lastActivity = performance.now();
        handler(request, response);
      });
      for (const [request, response] of early.splice(0)) handle(request, response);
    },
    /** The response that must be sent next on a connection, if a request waits for one. */
    dueOn(socket: Socket): ServerResponse | undefined {
      const response = due.get(socket);
      return response?.destroyed ? undefined : response;
    },
    /** Whether new connections are refused, whoever makes them. */
    isFull: () => connections.size - reserved.size >= maxOpen,
    /** Whether only health may be answered on this connection. */
    isReserved: (socket: Socket) => reserved.has(socket),
    /** Requests that have been received and not been answered. */
    inFlight: () => [...due.values()].filter((response) => !response.headersSent).length,
    /** Accepts what has been connected, and then nothing more. */
    async stopAccepting(): Promise<void> {
      const end = performance.now() + MAX_ACCEPT_MS;
      // Closing resets the connections in the kernel's queue. It is empty right after a turn in which none came out.
      for (let before = -1; before !== arrivals && performance.now() < end; ) {
        before = arrivals;
        await nextTurn();
      }
      // `close` of an HTTP server would also cut connections that look idle.
      NetServer.prototype.close.call(server);
    },
    /** To be called after that: waits for requests in progress, and cuts off the rest. True if none was cut. */
    async close(graceMs: number): Promise<boolean> {
      const stoppedAt = performance.now();
      let cut = false;
      const timer = setTimeout(() => {
        cut = connections.size > 0;
        for (const socket of connections) socket.destroy();
        onAllClosed?.();
      }, graceMs);
      const closing = setInterval(() => setImmediate(closeQuiet, stoppedAt), QUIET_MS);
      if (connections.size > 0)
        await new Promise<void>((resolve) => {
          onAllClosed = resolve;
        });
      clearTimeout(timer);
      clearInterval(sweep);
      clearInterval(closing);
      // Ends the watch over the time limits of requests.
      server.close();
      return !cut;
    },
  };
}

/** The first callback ends this turn of the event loop, the second one the next turn, which looks for connections. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

export function urlOf({ address, port }: AddressInfo): string {
  // A wildcard address cannot be called.
  const host = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Cuts after `stallMs` without progress, or up to three checks later. To be called every `checkEveryMs` with each socket. */
function cutStalledReaders(server: Server, stallMs: number, checkEveryMs: number): (socket: Socket) => void {
  /** `bytesWritten`: what was given to the socket, whether it was sent or not. */
  const stalls = new WeakMap<Socket, { since: number; checkedAt: number; bytesWritten: number }>();

  server.on("timeout", (socket: Socket) => {
    // Node sets another timeout for connections that are kept alive between two requests: this one has expired.
    if (socket.timeout !== checkEveryMs) return void socket.destroy();
    // Nothing waits for the caller to read. Slow senders have time limits of their own.
    if (socket.writableLength === 0) return void socket.setTimeout(0);
    const time = performance.now();
    const { bytesWritten } = socket;
    const before = stalls.get(socket);
    // There is progress if the next answer has been started, or if the kernel has taken a part of this one: then Node
    // skips this event, so that there is a gap of two checks.
    const isOngoing = before?.bytesWritten === bytesWritten && time - before.checkedAt < 1.9 * checkEveryMs;
    const since = isOngoing ? before.since : time - checkEveryMs;
    if (time - since >= stallMs) return void socket.destroy();
    stalls.set(socket, { since, checkedAt: time, bytesWritten });
    socket.setTimeout(checkEveryMs);
  });

  return (socket) => {
    if (socket.writableLength > 0 && socket.timeout !== checkEveryMs) socket.setTimeout(checkEveryMs);
  };
}
