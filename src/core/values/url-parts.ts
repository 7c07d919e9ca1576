/** The parts of http and https URLs, which expressions ask for alone: the page fetches this with them. */
import { isIPv4, isUrl } from "./addresses.ts";

const PARTS = /^(https?):\/\/(\[.*?\]|[^:/?#]*):?(\d*)([^?#]*)\??([^#]*)#?(.*)$/i;
/** Browsers take such a host for an IPv4 address. */
const ENDS_WITH_HEXADECIMAL = /(?:^|\.)0x[0-9a-f]*$/;

/**
 * The parts of a URL as browsers read it. The path is the one that they ask for, but not percent-encoded; an IPv6 address
 * keeps its form. `isPublic` says whether anyone can reach the host, or only a private network.
 */
export function readUrl(text: string) {
  if (!isUrl(text)) return undefined;
  const [, written = "", name = "", port, path = "", query = "", fragment = ""] = PARTS.exec(text)!;
  const [scheme, host] = [written.toLowerCase(), name.toLowerCase()];
  if (ENDS_WITH_HEXADECIMAL.test(host)) return undefined;
  const address = { scheme, host, port: Number(port || (scheme === "https" ? 443 : 80)) };
  return { ...address, path: readPath(path), query, fragment, isPublic: isPublicHost(host) };
}

/** Without the segments that lead nowhere and up. */
function readPath(written: string): string {
  const segments = written.split(/[/\\]/).slice(1);
  const kept: string[] = [];
  segments.forEach((segment, index) => {
    const plain = segment.replace(/%2e/gi, ".");
    const leadsOn = plain !== "." && plain !== "..";
    if (plain === "..") kept.pop();
    if (leadsOn || index === segments.length - 1) kept.push(leadsOn ? segment : "");
  });
  return `/${kept.join("/")}`;
}

/** Names that RFC 6761, RFC 6762 and RFC 9476 keep from the public, and those that home networks use. */
const PRIVATE_NAMES = new Set(
  "localhost local internal intranet lan home corp private test example invalid onion alt arpa".split(" "),
);

function isPublicHost(host: string): boolean {
  if (host.startsWith("[")) {
    // Unicast addresses of the Internet begin with 2 or 3; 2001:db8 is for documents, 2002 wraps an IPv4 address.
    return /^\[[23][0-9a-f]{3}:/.test(host) && !/^\[(?:2001:0?db8|2002):/.test(host);
  }
  if (isIPv4(host)) return isPublicIPv4(host.split(".").map(Number) as [number, number, number, number]);
  const labels = host.split(".");
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
