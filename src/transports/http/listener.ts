/** The HTTP server and its limits. Requests that arrive before the handler is set wait for it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { callableHost, closeAfterBacklog } from "./backlog.ts";
import { createStallGuard } from "./stall-guard.ts";

export interface ListenerLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** How long the caller may leave an answer unread before the connection is cut. */
  readonly stallMs: number;
}

export interface ListenerOptions {
  /** Of this process. Further connections are closed as soon as they are made, without an answer. */
  readonly maxConnections: number;
  readonly onConnectionRefused: () => void;
  readonly limits?: ListenerLimits | undefined;
}

/** Keep-alive is longer than the usual 60 s of load balancers, so that they close idle connections, not we. */
const LISTENER_LIMITS: ListenerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  stallMs: 30_000,
};

/** While stopping, connections are closed when no request has arrived for this time. */
const QUIET_MS = 250;
/** While stopping, how long a new connection may take until it sends something. */
const MAX_SILENCE_MS = 2_000;

export const MAX_HEADER_BYTES = 16_384;

/** Requests with `Expect` are handled like all others: their handler decides whether they may continue. */
const REQUEST_EVENTS = ["request", "checkContinue", "checkExpectation"] as const;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Listener {
  readonly server: Server;
  listen(host: string, port: number): Promise<AddressInfo>;
  /** Serves a connection that another process has accepted. False if it is too late: the other process keeps it. */
  adopt(socket: Socket): boolean;
  serve(handler: Handler): void;
  /** Accepts what has been connected, and then nothing more. */
  stopAccepting(): Promise<void>;
  /** Stops accepting, waits for requests in progress, and cuts off the rest after `graceMs`. True if none was cut. */
  close(graceMs: number): Promise<boolean>;
}

export function createListener(options: ListenerOptions): Listener {
  const { limits = LISTENER_LIMITS } = options;
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
  server.maxConnections = options.maxConnections;
  server.on("drop", options.onConnectionRefused);
  const connections = new Set<Socket>();
  let onAllClosed: (() => void) | undefined;
  let lastActivity = 0;
  server.on("connection", (socket: Socket) => {
    lastActivity = performance.now();
    connections.add(socket);
    socket.once("close", () => {
      connections.delete(socket);
      if (connections.size === 0) onAllClosed?.();
    });
  });
  const stall = createStallGuard(limits.stallMs);
  server.setTimeout(stall.checkEveryMs, stall.onTimeout);

  let early: [IncomingMessage, ServerResponse][] = [];
  const wait: Handler = (request, response) => {
    early.push([request, response]);
  };
  for (const event of REQUEST_EVENTS) server.on(event, wait);

  /**
   * A connection that looks idle may have a request on its way, and on a busy process that request may have waited for
   * long. So connections are closed right after the loop has read what has arrived, and only if that was nothing for a
   * while. Busy clients are told to close with their next answer.
   */
  function closeQuiet(stoppedAt: number): void {
    const time = performance.now();
    if (time - lastActivity < QUIET_MS) return;
    server.closeIdleConnections();
    if (time - stoppedAt < MAX_SILENCE_MS) return;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }

  let isAdopting = false;
  let isClosed = false;

  return {
    server,
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve(server.address() as AddressInfo);
        });
      }),
    adopt(socket) {
      if (isClosed) {
        socket.destroy();
        return false;
      }
      if (!isAdopting) {
        isAdopting = true;
        // Node starts to watch the time limits of requests when a server listens, which this one does not.
        server.emit("listening");
      }
      if (connections.size >= options.maxConnections) {
        socket.destroy();
        options.onConnectionRefused();
        return true;
      }
      socket.setNoDelay(true);
      server.emit("connection", socket);
      return true;
    },
    serve(handler) {
      const serveInTurn = inTurn((request, response) => {
        lastActivity = performance.now();
        handler(request, response);
      });
      for (const event of REQUEST_EVENTS) server.off(event, wait).on(event, serveInTurn);
      for (const [request, response] of early) serveInTurn(request, response);
      early = [];
    },
    stopAccepting: () => closeAfterBacklog(server),
    async close(graceMs) {
      const stoppedAt = performance.now();
      let cut = false;
      const timer = setTimeout(() => {
        cut = connections.size > 0;
        for (const socket of connections) socket.destroy();
        onAllClosed?.();
      }, graceMs);
      await closeAfterBacklog(server);
      const sweep = setInterval(() => setImmediate(closeQuiet, stoppedAt), QUIET_MS);
      if (connections.size > 0)
        await new Promise<void>((resolve) => {
          onAllClosed = resolve;
        });
      isClosed = true;
      clearTimeout(timer);
      clearInterval(sweep);
      // Also ends the watch over time limits of a server that does not listen itself.
      server.close();
      return !cut;
    },
  };
}

/**
 * A request that was sent before the one ahead of it was answered is handled when its turn comes. Otherwise a caller
 * could send hundreds of requests at once, read nothing, and have all their answers kept in memory.
 */
function inTurn(handler: Handler): Handler {
  return (request, response) => {
    // Node gives the socket to one response at a time.
    if (response.socket !== null) handler(request, response);
    else response.once("socket", () => process.nextTick(handler, request, response));
  };
}

export function urlOf(address: AddressInfo): string {
  const host = callableHost(address);
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}
