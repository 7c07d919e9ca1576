/**
 * Which address a call comes from when the service runs behind proxies (`PREFLIGHT_TRUST_PROXY`). Anybody can send
 * `X-Forwarded-For`, so only what trusted proxies appended counts: read from the right, the first address that is
 * not a trusted proxy is the client.
 */
import { BlockList, isIP, isIPv4 } from "node:net";
import { Faults } from "../shared/faults.ts";

/** The client's address, from the socket's and from `X-Forwarded-For` (repeated headers joined by commas). */
export type ClientAddress = (remoteAddress: string | undefined, forwardedFor: string | undefined) => string;

const NAMED_RANGES = new Map([
  ["loopback", ["127.0.0.0/8", "::1/128"]],
  ["private", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]],
]);

/** A caller with a trusted address can write thousands of them, which would take longer to read than a call to check. */
const MAX_HOPS = 10;

/** Reads the setting: addresses, CIDR ranges, `loopback` and `private`, or a single number of proxies. */
export function trustedProxies(setting: string): ClientAddress {
  const words = setting.split(/\s*,\s*/).filter((word) => word !== "");
  const [only] = words;
  if (words.length === 1 && /^\d+$/.test(only!)) {
    // For proxies without fixed addresses: so many of them appended the rightmost entries.
    const hops = Number(only);
    if (hops < 1 || hops > MAX_HOPS)
      throw new Faults(": ", `the number of proxies must be from 1 to ${MAX_HOPS}, not ${hops}.`);
    return (remote, header) => rightmostUntrusted(remote, header, (_, hop) => hop < hops);
  }
  const list = new BlockList();
  const faults = words.flatMap((word) => addTrusted(list, word) ?? []);
  if (faults.length > 0) throw new Faults(": ", ...faults);
  const trusted = (address: string) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  return (remote, header) => rightmostUntrusted(remote, header, trusted);
}

/** `trusted` is asked about each address with how many are to its right. */
function rightmostUntrusted(
  remoteAddress = "",
  forwardedFor: string | undefined,
  trusted: (address: string, hop: number) => boolean,
): string {
  let client = plainAddress(remoteAddress);
  if (client === undefined) return remoteAddress;
  if (forwardedFor === undefined) return client;
  for (let end = forwardedFor.length, hop = 0; end >= 0 && hop < MAX_HOPS && trusted(client, hop); hop++) {
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(",", end - 1);
    const next = plainAddress(forwardedFor.slice(comma + 1, end).trim());
    // What stands before something that is not an address cannot be trusted, so the last good address counts.
    if (next === undefined) break;
    client = next;
    end = comma;
  }
  return client;
}

/** The address without zone, port, brackets and IPv4 mapping; undefined when the text is not an address. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const [address = ""] = bare.split("%", 1);
  if (isIP(address) === 0) return undefined;
  return /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
}

/** Adds the ranges that a word stands for; returns what is wrong with it, if anything. */
function addTrusted(list: BlockList, word: string): string | undefined {
  const ranges = NAMED_RANGES.get(word.toLowerCase()) ?? [word];
  for (const range of ranges) {
    const [address = "", prefix, ...rest] = range.split("/");
    const family = isIP(address);
    const bits = family === 4 ? 32 : 128;
    const quoted = JSON.stringify(word.slice(0, 60));
    if (family === 0 || rest.length > 0)
      return `${quoted} is not an IP address, a CIDR range, \`loopback\` or \`private\`.`;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (length < 0 || length > bits) return `${quoted} must have a prefix length from 1 to ${bits}.`;
    if (length === 0)
      return `${quoted} would let every caller choose its own address; list your proxies, or give their number.`;
    list.addSubnet(address, length, family === 4 ? "ipv4" : "ipv6");
  }
  return undefined;
}
