/**
 * Whose budget a call is counted against, told from its address. An IPv6 customer holds at least a whole /64, so
 * that is what one client is; everything that is not an address shares a single bucket and so gains nothing.
 */

export const unknownClient = "ip:unknown";

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** `ip:203.0.113.7`, `ip:2001:db8:1:2::/64`, or the one bucket of everything else. */
export function clientBucket(address: string): string {
  if (ipv4.test(address)) return `ip:${address}`;
  const groups = ipv6Groups(address);
  if (groups === undefined) return unknownClient;
  const [a, b, c, d, e, mark, high = 0, low = 0] = groups;
  // A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d: they are the same clients as over IPv4.
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && mark === 0xffff) {
    return `ip:${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  // RFC 5952: the zeros of the host part are the longest run, and take any zeros before them along.
  const network = groups.slice(0, 4);
  while (network.at(-1) === 0) network.pop();
  return `ip:${network.map((group) => group.toString(16)).join(":")}::/64`;
}

/** The eight groups of an IPv6 address, or undefined. A zone id names a local interface, not a client. */
function ipv6Groups(address: string): number[] | undefined {
  const zone = address.indexOf("%");
  const text = zone === -1 ? address : address.slice(0, zone);
  // The longest form, six full groups and a dotted quad, has 45 characters.
  if (text.length > 45) return undefined;
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const head = groupsOf(halves[0] ?? "", halves.length === 1);
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? "", true) : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** Groups separated by single colons; the last may be a dotted quad where the address ends here. */
function groupsOf(text: string, endsAddress: boolean): number[] | undefined {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else if (endsAddress && index === parts.length - 1 && ipv4.test(part)) {
      const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
      groups.push((a << 8) | b, (c << 8) | d);
    } else {
      return undefined;
    }
  }
  return groups;
}
