/** Mailboxes of RFC 5321, section 4.1.2, and with `isUnicode` those of RFC 6531. */
import { isHostname, isIPv4, isIPv6 } from "../url.ts";

const MAX_LOCAL_LENGTH = 64;
const MAX_LENGTH = 254;
const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const UNICODE_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u0080-\uffff-]+$/;
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const UNICODE_QUOTED = /^"(?:[ !#-[\]-~\u0080-\uffff]|\\[ -~])*"$/;
/** A label that may hold letters of any script. Which of them a registry accepts is not for us to say. */
const UNICODE_LABEL = /^[A-Za-z0-9\u0080-\uffff](?:[A-Za-z0-9\u0080-\uffff-]*[A-Za-z0-9\u0080-\uffff])?$/;

export function isEmail(text: string, isUnicode: boolean): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > MAX_LOCAL_LENGTH || text.length > MAX_LENGTH) return false;
  return isLocalPart(text.slice(0, at), isUnicode) && isDomain(text.slice(at + 1), isUnicode);
}

function isLocalPart(local: string, isUnicode: boolean): boolean {
  if (local.startsWith('"')) return (isUnicode ? UNICODE_QUOTED : QUOTED).test(local);
  return local.split(".").every((atom) => (isUnicode ? UNICODE_ATOM : ATOM).test(atom));
}

function isDomain(domain: string, isUnicode: boolean): boolean {
  if (domain.startsWith("[") && domain.endsWith("]")) {
    const literal = domain.slice(1, -1);
    return /^ipv6:/i.test(literal) ? isIPv6(literal.slice(5)) : isIPv4(literal);
  }
  return isUnicode ? domain.split(".").every((label) => UNICODE_LABEL.test(label)) : isHostname(domain);
}
