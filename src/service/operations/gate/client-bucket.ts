/**
 * Which budget a call counts against, by its address. An IPv6 customer has at least a whole /64, so that is one
 * client. Everything that is not an address shares one bucket, so it gains nothing.
 */
import { canonicalIPv6, isIPv4 } from "./ip-address.ts";

export const UNKNOWN_CLIENT = "ip:unknown";

/** `ip:203.0.113.7`, `ip:2001:db8:1:2::/64`, or the bucket for everything else. */
export function clientBucket(address: string): string {
  if (isIPv4(address)) return `ip:${address}`;
  // A zone id names a local interface, not a client.
  const zone = address.indexOf("%");
  const text = zone === -1 ? address : address.slice(0, zone);
  const canonical = canonicalIPv6(text);
  if (canonical === undefined) return UNKNOWN_CLIENT;
  // A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d. They are the same clients as over IPv4.
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical);
  if (mapped !== null) {
    const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)];
    return `ip:${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  const [head = [], tail = []] = canonical.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const zeros = new Array<string>(8 - head.length - tail.length).fill("0");
  const network = [...head, ...zeros, ...tail].slice(0, 4);
  while (network.at(-1) === "0") network.pop();
  return `ip:${network.join(":")}::/64`;
}
