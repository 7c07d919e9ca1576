/** Reads the seven signed headers: each exactly once and well formed, and no other `x-adt-proxy-` header. */
import type { CallHead } from "../../operations/ports.ts";
import { isProxyHeaderName, isProxyHeaderValue, PROXY_HEADER_NAMES, type ProxyHeaders } from "./payload.ts";

type ProxyHeadersRead =
  | { readonly ok: true; readonly headers: ProxyHeaders }
  /** Names the header but never its value, so that it can be logged. */
  | { readonly ok: false; readonly reason: string };

export function readProxyHeaders({ rawHeaders }: Pick<CallHead, "rawHeaders">): ProxyHeadersRead {
  const found: Partial<ProxyHeaders> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!name.startsWith("x-adt-proxy-")) continue;
    if (!isProxyHeaderName(name)) return refuse("unknown x-adt-proxy- header");
    if (found[name] !== undefined) return refuse(`${name} is repeated`);
    const value = rawHeaders[at + 1]!;
    if (!isProxyHeaderValue(name, value)) return refuse(`${name} is malformed`);
    found[name] = value;
  }
  for (const name of PROXY_HEADER_NAMES) {
    if (found[name] === undefined) return refuse(`${name} is missing`);
  }
  return { ok: true, headers: found as ProxyHeaders };
}

function refuse(reason: string): ProxyHeadersRead {
  return { ok: false, reason };
}
