/** Real servers on the loopback that play an identity service, well-behaved and otherwise. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface Listening {
  readonly url: string;
  stop(): Promise<void>;
}

export async function listen(handler: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(handler);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Clocks that stand still until they are moved: of the wall, and one that is never set. */
export function handClock(start = 1_800_000_000_000) {
  let time = start;
  let elapsed = 0;
  return {
    now: () => time,
    elapsed: () => elapsed,
    pass(milliseconds: number) {
      time += milliseconds;
      elapsed += milliseconds;
    },
    /** Moves the clock of the wall alone, as an operator or NTP may. */
    set(milliseconds: number) {
      time += milliseconds;
    },
  };
}

/** Polls until `condition` holds; for what happens behind a caller's back. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`never came true: ${what}`);
}

/** As the documentation lists them, on purpose not read off the code. */
export const proxyHeaderNames = [
  "x-adt-proxy-agent",
  "x-adt-proxy-subject",
  "x-adt-proxy-capability",
  "x-adt-proxy-timestamp",
  "x-adt-proxy-nonce",
  "x-adt-proxy-content-sha256",
  "x-adt-proxy-signature",
] as const;
