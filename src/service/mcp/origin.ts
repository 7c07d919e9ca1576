/**
 * Protects against DNS rebinding: a web page whose name resolves to this machine can reach the service, but its
 * requests always have its own name as `Host` and its own `Origin`.
 */
import { isIPAddress } from "../operations/gate.ts";
import { type Problem, problem } from "../operations/problems.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
/**
 * Anybody may send these headers, without a key, so they are matched and never parsed: the URL parser takes
 * milliseconds for a long name that is not ASCII. Browsers send names in their ASCII form.
 */
const AUTHORITY = /^(\[[0-9a-f:.]{2,45}\]|[0-9a-z._-]{1,253})(?::\d{1,5})?$/i;
const ORIGIN_SCHEME = /^https?:\/\//i;
const MAX_AUTHORITY_LENGTH = 259;
const MAX_ORIGIN_LENGTH = MAX_AUTHORITY_LENGTH + "https://".length;

type OriginGuard = (headers: {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}) => Problem | undefined;

/** Accepts loopback names and the host of the public base URL. */
export function createOriginGuard(baseUrl: string): OriginGuard {
  const names = new Set([...LOOPBACK_NAMES, new URL(baseUrl).hostname]);
  return ({ host: authority, origin }) => {
    const host = hostnameOf(authority);
    if (host === undefined || !(names.has(host) || isAddress(host))) return FOREIGN_HOST;
    return origin === undefined || isOwnOrigin(origin, host, names) ? undefined : FOREIGN_ORIGIN;
  };
}

function hostnameOf(authority: string | undefined): string | undefined {
  if (authority === undefined || authority.length > MAX_AUTHORITY_LENGTH) return undefined;
  return AUTHORITY.exec(authority)?.[1]?.toLowerCase();
}

/** Rebinding needs a name. An address in `Host` is what the caller really connected to. */
function isAddress(host: string): boolean {
  return isIPAddress(host.startsWith("[") ? host.slice(1, -1) : host);
}

/** Addresses get no exception here, because pages can be served from them. `null`, an opaque origin, is foreign. */
function isOwnOrigin(origin: string, host: string, names: ReadonlySet<string>): boolean {
  if (origin.length > MAX_ORIGIN_LENGTH || !ORIGIN_SCHEME.test(origin)) return false;
  const name = hostnameOf(origin.slice(origin.indexOf("//") + 2));
  return name !== undefined && (name === host || names.has(name));
}

const FOREIGN_HOST = problem(
  "origin-not-allowed",
  "The `Host` header is not a name of this service; use the URL that its operator published.",
);
const FOREIGN_ORIGIN = problem(
  "origin-not-allowed",
  "Web pages of other sites may not call this endpoint; call it from a program, without an `Origin` header.",
);
