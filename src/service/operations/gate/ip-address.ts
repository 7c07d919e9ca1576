/** Whether a text is an IP address, without `node:net`, so that it works in every runtime. */

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;
const IPV6_CHARACTERS = /^[0-9a-fA-F:.]{2,45}$/;

export function isIPv4(text: string): boolean {
  return IPV4.test(text);
}

/** The address as the URL parser writes it (RFC 5952, but with IPv4 in hexadecimal), or undefined if it is none. */
export function canonicalIPv6(text: string): string | undefined {
  if (!IPV6_CHARACTERS.test(text)) return undefined;
  try {
    return new URL(`http://[${text}]`).hostname.slice(1, -1);
  } catch {
    return undefined;
  }
}

export function isIPAddress(text: string): boolean {
  return isIPv4(text) || canonicalIPv6(text) !== undefined;
}
