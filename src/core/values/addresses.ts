/**
 * Addresses of the Internet by grammars of our own: runtimes differ in how they parse hosts, and a package that is valid on
 * one must be valid on all. Each takes time linear in the text.
 */

const MAX_HOST_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;
export const MAX_PORT = 65_535;

/** Scheme, host, optional port, and the rest, all in printable ASCII. A user name has no place in it. */
const URL_PARTS = /^https?:\/\/(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(?::(\d*))?(?:[/?#][!-~]*)?$/i;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const ENDS_WITH_NUMBER = /(?:^|\.)\d+$/;

/** The URLs that most records hold, in less than half the time of any other way. What it refuses may still be a URL. */
const ORDINARY_URL = /^https?:\/\/(?:[A-Za-z0-9]+[.-])*[A-Za-z]+(?:[/?#][!-~]*)?$/;

export const isUrl = (text: unknown) => typeof text === "string" && (isOrdinaryUrl(text) || isAnyUrl(text));

function isOrdinaryUrl(text: string): boolean {
  const slash = text.indexOf("/", "https://".length);
  // No label can be too long in a host that is no longer than one.
  const isShort = (slash < 0 ? text.length : slash) <= "http://".length + MAX_LABEL_LENGTH;
  return isShort && ORDINARY_URL.test(text);
}

function isAnyUrl(text: string): boolean {
  const [, host = "", port = "0"] = URL_PARTS.exec(text) ?? [];
  if (Number(port) > MAX_PORT) return false;
  if (host.startsWith("[")) return isIPv6(host.slice(1, -1));
  return ENDS_WITH_NUMBER.test(host) ? isIPv4(host) : isHostname(host);
}

/** Host names of RFC 1123, section 2.1: labels of letters, digits and inner hyphens. Punycode is not decoded. */
export const isHostname = (text: unknown): boolean =>
  typeof text === "string" &&
  text.length <= MAX_HOST_LENGTH &&
  text.split(".").every((label) => LABEL.test(label));

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;

export const isIPv4 = (text: unknown): boolean => typeof text === "string" && IPV4.test(text);

/** RFC 4291 text form, without a zone. An IPv4 address at its end stands for two groups. */
export function isIPv6(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const end = text.lastIndexOf(":") + 1;
  const written = isIPv4(text.slice(end)) ? `${text.slice(0, end)}0:0` : text;
  const halves = written.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (halves.length > 2 || !groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length <= 7 : groups.length === 8;
}

/** The URL with what is not ASCII in its path, query and fragment percent-encoded; undefined if that is not enough. */
export function encodeUrl(text: string): string | undefined {
  const parts = /^(https?:\/\/[^/?#]*)([/?#].*)$/is.exec(text);
  if (parts === null || !text.isWellFormed()) return undefined;
  const encoded = parts[1]! + parts[2]!.replace(/[^!-~]+/g, (run) => encodeURIComponent(run));
  return isUrl(encoded) ? encoded : undefined;
}

const ATEXT = "A-Za-z0-9!#$%&'*+/=?^_`{|}~-";
const LABEL_TEXT = LABEL.source.slice(1, -1);
const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

const EMAIL = new RegExp(`^[${ATEXT}]+(?:\\.[${ATEXT}]+)*@${LABEL_TEXT}(?:\\.${LABEL_TEXT})*$`);

/** Mailboxes of RFC 5321, section 4.1.2, without quoted names and bare IP addresses, which hardly any form accepts. */
export const isEmail = (text: unknown): boolean =>
  typeof text === "string" &&
  text.length <= MAX_EMAIL_LENGTH &&
  text.indexOf("@") <= MAX_LOCAL_LENGTH &&
  EMAIL.test(text);

const UNRESERVED = "A-Za-z0-9._~!$&'()*+,;=-";
const textOf = (characters: string) => new RegExp(`^(?:[${characters}${UNRESERVED}]|%[0-9A-Fa-f]{2})*$`);
/** The parts of a URI of RFC 3986. */
const [USER_INFO, HOST, PATH, QUERY] = [textOf(":"), textOf(""), textOf(":@/"), textOf(":@/?")] as const;

/** Appendix B of RFC 3986. Every text has these parts. */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const FUTURE_ADDRESS = /^v[0-9A-Fa-f]+\.[:A-Za-z0-9._~!$&'()*+,;=-]+$/i;

/** A reference that names its scheme. */
export const isUri = (text: unknown): boolean =>
  typeof text === "string" && PARTS.exec(text)![1] !== undefined && isReference(text);

/** A URI, or a reference that is relative to one. */
export function isReference(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const [, scheme, authority, path = "", query = "", fragment = ""] = PARTS.exec(text)!;
  if (scheme !== undefined && !SCHEME.test(scheme)) return false;
  // Anything else before a colon would be a scheme.
  if (scheme === undefined && path.startsWith(":")) return false;
  if (authority !== undefined && !isAuthority(authority)) return false;
  return PATH.test(path) && QUERY.test(query) && QUERY.test(fragment);
}

function isAuthority(authority: string): boolean {
  const at = authority.indexOf("@");
  if (at >= 0 && !USER_INFO.test(authority.slice(0, at))) return false;
  const place = authority.slice(at + 1);
  const literal = /^\[([^\]]*)\](?::\d*)?$/.exec(place);
  if (literal) return isIPv6(literal[1]!) || FUTURE_ADDRESS.test(literal[1]!);
  return HOST.test(place.replace(/:\d*$/, ""));
}
