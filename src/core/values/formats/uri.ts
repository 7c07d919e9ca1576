/** URIs of RFC 3986 and IRIs of RFC 3987. */
import { isIPv6 } from "../url.ts";

/** The characters of each part of a reference besides percent-encoded ones. */
export interface UriText {
  userInfo: RegExp;
  host: RegExp;
  path: RegExp;
  query: RegExp;
  fragment: RegExp;
}

const UNRESERVED = "A-Za-z0-9._~!$&'()*+,;=-";
/** `ucschar` of RFC 3987 in UTF-16: what is not private, not a noncharacter and not a surrogate without its pair. */
const UCS = "\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\ud800-\\udb7f\\udc00-\\udfff";
const PRIVATE = "\\ue000-\\uf8ff\\udb80-\\udbff";
const textOf = (characters: string) => new RegExp(`^(?:[${characters}]|%[0-9A-Fa-f]{2})*$`);

export const ASCII_TEXT: UriText = {
  userInfo: textOf(`:${UNRESERVED}`),
  host: textOf(UNRESERVED),
  path: textOf(`:@/${UNRESERVED}`),
  query: textOf(`:@/?${UNRESERVED}`),
  fragment: textOf(`:@/?${UNRESERVED}`),
};

export const UNICODE_TEXT: UriText = {
  userInfo: textOf(`:${UCS}${UNRESERVED}`),
  host: textOf(`${UCS}${UNRESERVED}`),
  path: textOf(`:@/${UCS}${UNRESERVED}`),
  query: textOf(`:@/?${UCS}${PRIVATE}${UNRESERVED}`),
  fragment: textOf(`:@/?${UCS}${UNRESERVED}`),
};

/** Appendix B of RFC 3986. Every text has these parts. */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const FUTURE_ADDRESS = /^v[0-9A-Fa-f]+\.[:A-Za-z0-9._~!$&'()*+,;=-]+$/i;

/** A reference that names its scheme. */
export function isUri(text: string, allowed: UriText): boolean {
  return PARTS.exec(text)![1] !== undefined && isReference(text, allowed);
}

/** A URI, or a reference that is relative to one. */
export function isReference(text: string, allowed: UriText): boolean {
  const [, scheme, authority, path = "", query = "", fragment = ""] = PARTS.exec(text)!;
  if (scheme !== undefined && !SCHEME.test(scheme)) return false;
  // Anything else before a colon would be a scheme.
  if (scheme === undefined && path.startsWith(":")) return false;
  if (authority !== undefined && !isAuthority(authority, allowed)) return false;
  return allowed.path.test(path) && allowed.query.test(query) && allowed.fragment.test(fragment);
}

function isAuthority(authority: string, allowed: UriText): boolean {
  const at = authority.indexOf("@");
  if (at >= 0 && !allowed.userInfo.test(authority.slice(0, at))) return false;
  const place = authority.slice(at + 1);
  const literal = /^\[([^\]]*)\](?::\d*)?$/.exec(place);
  if (literal) return isIPv6(literal[1]!) || FUTURE_ADDRESS.test(literal[1]!);
  return allowed.host.test(place.replace(/:\d*$/, ""));
}
