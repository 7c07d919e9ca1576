/**
 * An absolute http or https URL: scheme, host, perhaps a port, then path, query and fragment. There is no user name or
 * password before the host, and everything is ASCII.
 */

const MAX_HOST_LENGTH = 253;
const MAX_PORT = 65_535;

/** Printable ASCII: stricter rules for these parts would refuse much that is in use, such as `?a[]=1`. */
const REST = /^[!-~]*$/;

export function isUrl(text: string): boolean {
  const scheme = /^https?:\/\//i.exec(text)?.[0];
  if (scheme === undefined) return false;
  const { before: withoutFragment, after: fragment } = splitAtFirst(text.slice(scheme.length), "#");
  const { before: withoutQuery, after: query } = splitAtFirst(withoutFragment, "?");
  const { before: authority, after: path } = splitAtFirst(withoutQuery, "/");
  return (
    isAuthority(authority) &&
    (path === undefined || REST.test(path)) &&
    (query === undefined || REST.test(query)) &&
    (fragment === undefined || REST.test(fragment))
  );
}

function splitAtFirst(text: string, separator: string): { before: string; after: string | undefined } {
  const index = text.indexOf(separator);
  if (index === -1) return { before: text, after: undefined };
  return { before: text.slice(0, index), after: text.slice(index + 1) };
}

function isAuthority(authority: string): boolean {
  const match = /^(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$/s.exec(authority);
  if (!match) return false;
  const host = match[1]!;
  const port = match[2] ?? "";
  if (Number(port) > MAX_PORT) return false;
  if (host.startsWith("[")) return isIpv6(host.slice(1, -1));
  return isIpv4(host) || isHostName(host);
}

function isHostName(host: string): boolean {
  return isLdhName(host) && !/^[0-9]+$/.test(host.split(".").at(-1)!);
}

/** Labels of letters, digits and hyphens, joined by dots. Emails use the same. */
export function isLdhName(host: string): boolean {
  return host.length <= MAX_HOST_LENGTH && host.split(".").every(isLdhLabel);
}

function isLdhLabel(label: string): boolean {
  return /^[A-Za-z0-9-]{1,63}$/.test(label) && !label.startsWith("-") && !label.endsWith("-");
}

function isIpv4(host: string): boolean {
  const parts = host.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255)
  );
}

/** RFC 3986, `IPv6address`: eight groups, of which `::` may stand for one or more, the last two perhaps as IPv4. */
function isIpv6(address: string): boolean {
  const halves = address.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1);
  let count = groups.length;
  // An address that ends with `::` has nothing behind it that could be IPv4.
  if (last?.includes(".") && !address.endsWith("::")) {
    if (!isIpv4(last)) return false;
    groups.pop();
    count += 1;
  }
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? count <= 7 : count === 8;
}
