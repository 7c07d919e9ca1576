/** Metrics and health for the operator, on a port of their own. It runs in a thread, where calls cannot hold it up. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface AdminParts {
  readonly contentType: string;
  /** Rejects if there is nothing to show yet. */
  readonly metrics: () => Promise<string>;
  /** Whether calls are served at all, and whether they should be sent here. */
  readonly health: () => AdminHealth;
}

export interface AdminHealth {
  readonly alive: boolean;
  readonly ready: boolean;
}

export interface AdminServer {
  readonly address: AddressInfo;
  close(): void;
}

const PATHS = ["/metrics", "/healthz", "/readyz"];

export async function serveAdmin(host: string, port: number, parts: AdminParts): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string): void => {
      response
        .writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) })
        .end(body);
    };
    const path = request.url ?? "";
    if (!PATHS.includes(path)) return send(404, "text/plain", `There are only ${PATHS.join(", ")}.\n`);
    if (request.method !== "GET" && request.method !== "HEAD") return send(405, "text/plain", "Use GET.\n");
    if (path !== "/metrics") {
      const { alive, ready } = parts.health();
      const isGood = path === "/healthz" ? alive : ready;
      return send(isGood ? 200 : 503, "application/json", JSON.stringify({ alive, ready }));
    }
    parts.metrics().then(
      (text) => send(200, parts.contentType, text),
      () => send(503, "text/plain", "There are no metrics yet.\n"),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    address: server.address() as AddressInfo,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
