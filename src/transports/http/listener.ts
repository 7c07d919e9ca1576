/** The HTTP server and its limits. Requests that arrive before the handler is set wait for it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";

export interface ListenerLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

/** Keep-alive is longer than the usual 60 s of load balancers, so that they close idle connections, not we. */
const LISTENER_LIMITS: ListenerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
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

export function createListener(limits: ListenerLimits = LISTENER_LIMITS): Listener {
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
      for (const event of REQUEST_EVENTS) server.off(event, wait).on(event, handler);
      for (const [request, response] of early) handler(request, response);
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

export function urlOf({ address, family, port }: AddressInfo): string {
  // A wildcard address cannot be called.
  const host =
    address === "0.0.0.0" || address === "::" ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
