/** Metrics for the operator, on a port of their own. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface AdminParts {
  readonly contentType: string;
  readonly metrics: () => Promise<string>;
}

export interface AdminServer {
  readonly address: AddressInfo;
  close(): void;
}

export async function serveAdmin(host: string, port: number, parts: AdminParts): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string): void => {
      response
        .writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) })
        .end(body);
    };
    if (request.url !== "/metrics") return send(404, "text/plain", "The metrics are at /metrics.\n");
    if (request.method !== "GET" && request.method !== "HEAD") return send(405, "text/plain", "Use GET.\n");
    parts.metrics().then(
      (text) => send(200, parts.contentType, text),
      () => send(503, "text/plain", "The metrics could not be collected.\n"),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return {
    address: server.address() as AddressInfo,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
