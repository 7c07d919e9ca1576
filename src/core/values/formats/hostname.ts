/** Host names of RFC 1123, section 2.1: labels of letters, digits and inner hyphens. Punycode is not decoded. */

const MAX_LENGTH = 253;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

export function isHostname(text: string): boolean {
  return text.length <= MAX_LENGTH && text.split(".").every((label) => LABEL.test(label));
}
