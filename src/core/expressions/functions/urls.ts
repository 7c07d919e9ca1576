/** The parts of a URL. */
import { isIPv4, isIPv6, isUrl } from "../../values/addresses.ts";

interface UrlParts {
  scheme: string;
  host: string;
  port: number;
  path: string;
  query: string;
  fragment: string;
  /** Whether anyone can reach the host: not a name or an address of a private network. */
  isPublic: boolean;
}

const PARTS =
  /^(https?):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;

export function readUrl(text: string): UrlParts | undefined {
  const parts = isUrl(text) ? PARTS.exec(text) : null;
  if (parts === null) return undefined;
  const [, scheme = "", host = "", port = "", path = "", query = "", fragment = ""] = parts;
  const lowerScheme = scheme.toLowerCase();
  const lowerHost = host.toLowerCase();
  return {
    scheme: lowerScheme,
    host: lowerHost,
    port: port === "" ? (lowerScheme === "https" ? 443 : 80) : Number(port),
    path,
    query,
    fragment,
    isPublic: isPublicHost(lowerHost),
  };
}

/** Names that RFC 6761, RFC 6762 and RFC 9476 keep from the public, and those that home networks use. */
const PRIVATE_NAMES = new Set(
  "localhost local internal intranet lan home corp private test example invalid onion alt arpa".split(" "),
);

function isPublicHost(host: string): boolean {
  if (host.startsWith("[")) {
    const address = host.slice(1, -1);
    // Unicast addresses of the Internet begin with 2 or 3; 2001:db8 is for documents, 2002 wraps an IPv4 address.
    return isIPv6(address) && /^[23][0-9a-f]{3}:/.test(address) && !/^2001:0?db8:|^2002:/.test(address);
  }
  if (isIPv4(host)) return isPublicIPv4(host.split(".").map(Number) as [number, number, number, number]);
  const labels = host.replace(/\.$/, "").split(".");
  return labels.length > 1 && !PRIVATE_NAMES.has(labels.at(-1)!);
}

function isPublicIPv4([a, b, c]: [number, number, number, number]): boolean {
  if ([0, 10, 127].includes(a) || a >= 224) return false;
  if (a === 100 && b >= 64 && b < 128) return false;
  if (a === 169 && b === 254) return false;
  if (a === 172 && b >= 16 && b < 32) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)))) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  return !(a === 203 && b === 0 && c === 113);
}
