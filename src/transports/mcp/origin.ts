/**
 * Protects against DNS rebinding: a web page whose name resolves to this machine can reach the service, but its
 * requests always have its own name as `Host` and its own `Origin`.
 */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { type Problem, problem } from "../../operations/problems.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^\s/@:[\]]+)(?::\d{1,5})?$/i;

export type OriginGuard = (request: IncomingMessage) => Problem | undefined;

/** Accepts loopback names and the host of the public base URL. */
export function createOriginGuard(baseUrl: string): OriginGuard {
  const names = new Set([...LOOPBACK_NAMES, new URL(baseUrl).hostname]);
  return (request) => {
    const host = hostnameOf(request.headers.host);
    if (host === undefined || !(names.has(host) || isAddress(host))) return FOREIGN_HOST;
    const { origin } = request.headers;
    return origin === undefined || isOwnOrigin(origin, host, names) ? undefined : FOREIGN_ORIGIN;
  };
}

function hostnameOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : AUTHORITY.exec(header)?.[1]?.toLowerCase();
}

/** Rebinding needs a name. An address in `Host` is what the caller really connected to. */
function isAddress(host: string): boolean {
  return isIP(host.startsWith("[") ? host.slice(1, -1) : host) !== 0;
}

/** Addresses get no exception here, because pages can be served from them. `null`, an opaque origin, is foreign. */
function isOwnOrigin(origin: string, host: string, names: ReadonlySet<string>): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return (protocol === "http:" || protocol === "https:") && (hostname === host || names.has(hostname));
}

const FOREIGN_HOST = problem(
  "origin-not-allowed",
  "The `Host` header is not a name of this service; use the URL that its operator published.",
);
const FOREIGN_ORIGIN = problem(
  "origin-not-allowed",
  "Web pages of other sites may not call this endpoint; call it from a program, without an `Origin` header.",
);
