/** The HTTP server and its limits. Requests that arrive before the handler is set wait for it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
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

const QUIET_MS = 250;

export const MAX_HEADER_BYTES = 16_384;

/** Requests with `Expect` are handled like all others: their handler decides whether they may continue. */
const REQUEST_EVENTS = ["request", "checkContinue", "checkExpectation"] as const;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Listener {
  readonly server: Server;
  listen(host: string, port: number): Promise<AddressInfo>;
  serve(handler: Handler): void;
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
  const stall = createStallGuard(limits.stallMs);
  server.setTimeout(stall.checkEveryMs, stall.onTimeout);

  let early: [IncomingMessage, ServerResponse][] = [];
  const wait: Handler = (request, response) => {
    early.push([request, response]);
  };
  for (const event of REQUEST_EVENTS) server.on(event, wait);

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
    serve(handler) {
      const serveInTurn = inTurn(handler);
      for (const event of REQUEST_EVENTS) server.off(event, wait).on(event, serveInTurn);
      for (const [request, response] of early) serveInTurn(request, response);
      early = [];
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        let cut = false;
        const timer = setTimeout(() => {
          cut = true;
          server.closeAllConnections();
        }, graceMs);
        // A connection that looks idle may have a request on its way. Busy clients are told to close with their next
        // answer, so only connections that stay quiet for a moment are closed here.
        const sweep = setInterval(() => server.closeIdleConnections(), QUIET_MS);
        // `close` of the HTTP server would cut connections that look idle at once.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(timer);
          clearInterval(sweep);
          resolve(!cut);
        });
      }),
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

export function urlOf({ address, family, port }: AddressInfo): string {
  // A wildcard address cannot be called.
  const host =
    address === "0.0.0.0" || address === "::" ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
