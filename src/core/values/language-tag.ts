/** Well-formed language tags of BCP 47 (RFC 5646, section 2.1), without a look at the registry of subtags. */

const MAX_LENGTH = 100;
const ALPHA = /^[A-Za-z]+$/;
const ALPHANUMERIC = /^[A-Za-z0-9]{1,8}$/;
const DIGITS = /^\d{3}$/;

/** Tags from before the grammar, which stay valid. */
const GRANDFATHERED = new Set([
  ...["en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo"],
  ...["i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de", "art-lojban"],
  ...["cel-gaulish", "no-bok", "no-nyn", "zh-guoyu", "zh-hakka", "zh-min", "zh-min-nan", "zh-xiang"],
]);

export function isLanguageTag(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const lower = text.toLowerCase();
  if (GRANDFATHERED.has(lower)) return true;
  const parts = lower.split("-");
  if (!parts.every((part) => ALPHANUMERIC.test(part))) return false;
  let at = parts[0] === "x" ? 0 : afterLanguage(parts);
  if (at < 0) return false;
  if (isAlpha(parts[at], 4)) at++;
  if (isAlpha(parts[at], 2) || DIGITS.test(parts[at] ?? "")) at++;
  at = afterVariants(parts, at);
  if (at >= 0) at = afterExtensions(parts, at);
  // Private use takes everything that follows, and there must be something.
  if (parts[at] === "x") return parts.length > at + 1;
  return at === parts.length;
}

function afterLanguage(parts: readonly string[]): number {
  const [language = ""] = parts;
  if (!ALPHA.test(language) || language.length < 2) return -1;
  let at = 1;
  // Up to three extended language subtags stand behind a language of two or three letters.
  while (language.length <= 3 && at <= 3 && isAlpha(parts[at], 3)) at++;
  return at;
}

function afterVariants(parts: readonly string[], start: number): number {
  const seen = new Set<string>();
  let at = start;
  for (; at < parts.length; at++) {
    const part = parts[at]!;
    if (part.length < 5 && !(part.length === 4 && /^\d/.test(part))) break;
    if (seen.has(part)) return -1;
    seen.add(part);
  }
  return at;
}

function afterExtensions(parts: readonly string[], start: number): number {
  const seen = new Set<string>();
  let at = start;
  while (at < parts.length && parts[at]!.length === 1 && parts[at] !== "x") {
    if (seen.has(parts[at]!)) return -1;
    seen.add(parts[at]!);
    const first = ++at;
    while (at < parts.length && parts[at]!.length > 1) at++;
    if (at === first) return -1;
  }
  return at;
}

function isAlpha(part: string | undefined, length: number): boolean {
  return part !== undefined && part.length === length && ALPHA.test(part);
}
