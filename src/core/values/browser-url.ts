/** URLs as browsers read them, which expressions ask for alone: the page fetches it with them. */
import { isIPv4, isIPv6, MAX_PORT } from "./addresses.ts";

/**
 * The parts of an http or https URL as browsers read it (the URL standard of WHATWG): in their eyes `https:\\\\a.org` and
 * ` http:a.org` are URLs, and the host `0x7f.1` is 127.0.0.1. Names beyond ASCII are none here, since what becomes of them
 * depends on the tables of a runtime. The path is the one that they ask for, but not percent-encoded. `isPublic` says whether anyone can reach the host, or only a private network.
 */
export function readUrl(text: string) {
  const [, written = "", rest] = WHATWG_SCHEME.exec(withoutEnds(text).replace(/[\t\n\r]/g, "")) ?? [];
  if (rest === undefined) return undefined;
  const scheme = written.toLowerCase();
  const [, authority = "", path = "", query = "", fragment = ""] = AFTER_SCHEME.exec(rest)!;
  const place = authority.slice(authority.lastIndexOf("@") + 1);
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d*))?$/.exec(place) ?? [];
  const host = readHost(name);
  if (host === undefined || Number(port) > MAX_PORT) return undefined;
  const usualPort = scheme === "https" ? 443 : 80;
  const address = { scheme, host, port: port === "" ? usualPort : Number(port), path: readPath(path) };
  return { ...address, query, fragment, isPublic: isPublicHost(host) };
}

const WHATWG_SCHEME = /^(https?):[/\\]*([\s\S]*)$/i;
const AFTER_SCHEME = /^([^/\\?#]*)([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/;
/** What no name of a host contains, once it is decoded. */
const FORBIDDEN = /[^!-~]|[#%/:<>?@[\\\]^|]/;

/** Without white space and control characters at the ends. A pattern would take the square of many inside. */
function withoutEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

/** Undefined if it is no host, or one beyond ASCII. */
function readHost(written: string): string | undefined {
  if (written.startsWith("[")) {
    const address = written.slice(1, -1);
    return isIPv6(address) ? `[${writeIPv6(address)}]` : undefined;
  }
  const decoded = written.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  if (decoded === "" || FORBIDDEN.test(decoded)) return undefined;
  const name = decoded.toLowerCase();
  const parts = name.replace(/\.$/, "").split(".");
  const last = parts.at(-1)!;
  return /^\d+$/.test(last) || readIPv4Number(last) !== undefined ? readIPv4(parts) : name;
}

/** In its one short form: without zeros in front, and with :: for the longest row of groups that are zero. */
function writeIPv6(address: string): string {
  const inHex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...[a, b, c, d]: string[]) =>
    [256 * Number(a) + Number(b), 256 * Number(c) + Number(d)].map((group) => group.toString(16)).join(":"),
  );
  const [before, after] = `${inHex}::`
    .split("::", 2)
    .map((part) =>
      part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16).toString(16)),
    );
  const zeros = new Array<string>(8 - before!.length - after!.length).fill("0");
  const all = `:${[...before!, ...zeros, ...after!].join(":")}:`;
  const [longest = ""] = (all.match(/:(?:0:){2,}/g) ?? []).sort((a, b) => b.length - a.length);
  return all.replace(longest, longest === "" ? "" : "::").replace(/^:(?!:)|(?<!:):$/g, "");
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

/** One to four numbers, the last of which stands for all bytes that are left. */
function readIPv4(parts: readonly string[]): string | undefined {
  const numbers = parts.map(readIPv4Number);
  const last = numbers.at(-1);
  if (parts.length > 4 || last === undefined || last >= 256 ** (5 - parts.length)) return undefined;
  const before = numbers.slice(0, -1);
  if (before.some((number) => number === undefined || number > 255)) return undefined;
  const address = before.reduce<number>((sum, number, index) => sum + number! * 256 ** (3 - index), last);
  return [3, 2, 1, 0].map((byte) => Math.floor(address / 256 ** byte) % 256).join(".");
}

/** Decimal, octal after 0, hexadecimal after 0x. */
function readIPv4Number(text: string): number | undefined {
  if (/^0x[0-9a-f]*$/.test(text)) return text === "0x" ? 0 : Number(text);
  if (/^0[0-7]*$/.test(text)) return Number.parseInt(text, 8);
  return /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
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
