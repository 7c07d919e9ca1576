/** Metrics and health for the operator, on a port of their own. It runs in a thread, where calls cannot hold it up. */
import { hash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface AdminParts {
  readonly contentType: string;
  /** Rejects if there is nothing to show yet. */
  readonly metrics: () => Promise<string>;
  /** Whether calls are served at all, and whether they should be sent here. */
  readonly health: () => AdminHealth;
  /** Answers operators, about what the service is and does. */
  readonly ask: (question: AdminQuestion) => Promise<{ readonly status: number; readonly body: object }>;
  /** What operators send as `Authorization: Bearer …`. */
  readonly token: string | undefined;
  /** Whether they need none. */
  readonly isOpen: boolean;
}

export type AdminQuestion =
  | { readonly about: "config" | "domains" }
  | { readonly about: "accept"; readonly targetProduct: string; readonly domainId: string };

export interface AdminHealth {
  readonly alive: boolean;
  readonly ready: boolean;
}

interface AdminServer {
  readonly address: AddressInfo;
  close(): void;
}

const PATHS = ["/metrics", "/healthz", "/readyz", "/admin/config", "/admin/domains"];
const ACCEPT = /^\/admin\/domains\/([\w.-]+)\/([\w.-]+)\/accept$/;

export async function serveAdmin(host: string, port: number, parts: AdminParts): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string): void => {
      response
        .writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) })
        .end(body);
    };
    const path = request.url ?? "";
    const accept = ACCEPT.exec(path);
    if (path.startsWith("/admin/") && !isAllowed(request, parts)) return send(401, "text/plain", NO_ENTRY);
    if (accept !== null) {
      if (request.method !== "POST") return send(405, "text/plain", "Use POST.\n");
      const [, targetProduct = "", domainId = ""] = accept;
      return answer(send, { about: "accept", targetProduct, domainId });
    }
    if (!PATHS.includes(path)) return send(404, "text/plain", `There are only ${PATHS.join(", ")}.\n`);
    if (request.method !== "GET" && request.method !== "HEAD") return send(405, "text/plain", "Use GET.\n");
    if (path === "/admin/config") return answer(send, { about: "config" });
    if (path === "/admin/domains") return answer(send, { about: "domains" });
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
  type Send = (status: number, type: string, body: string) => void;
  function answer(send: Send, question: AdminQuestion): void {
    void parts
      .ask(question)
      .then(({ status, body }) => send(status, "application/json", `${JSON.stringify(body, null, 2)}\n`));
  }
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

const NO_ENTRY =
  "Send the token of PREFLIGHT_ADMIN_TOKEN as `Authorization: Bearer …`. Without that setting, this works only if the port is bound to loopback.\n";

/** A page in the operator's browser could reach a port on loopback, but not without an `Origin` in such requests. */
function isAllowed({ headers }: IncomingMessage, { token, isOpen }: AdminParts): boolean {
  if (token === undefined) return isOpen && headers.origin === undefined && isLocalName(headers.host);
  return isEqual(headers.authorization ?? "", `Bearer ${token}`);
}

/** A name that leads to loopback only by chance is that of somebody else's page. */
function isLocalName(host = ""): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host);
}

/** In a time that says nothing about how much of a guess was right. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(one), digest(other));
}
