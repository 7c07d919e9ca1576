/** Versions by Semantic Versioning 2.0.0, and language tags. */

const MAX_LENGTH = 256;
/** More digits of a number than this are not counted with. */
const MAX_DIGITS = 15;
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

export const isSemver = (text: string): boolean => text.length <= MAX_LENGTH && VERSION.test(text);

export type Version = NonNullable<ReturnType<typeof readVersion>>;

export function readVersion(text: string) {
  const [, major = "", minor = "", patch = "", prerelease = ""] = isSemver(text) ? VERSION.exec(text)! : [];
  if (major === "" || [major, minor, patch].some((number) => number.length > MAX_DIGITS)) return undefined;
  // A version is later than its own previews.
  const order = `${major}.${minor}.${patch}.${prerelease || "~"}`.split(".").map(inOrder).join(" ");
  return { major: Number(major), minor: Number(minor), patch: Number(patch), prerelease, order };
}

/** As texts, numbers come before words, and the shorter ones first. */
const inOrder = (part: string) =>
  /^\d+$/.test(part) ? String(part.length).padStart(3, "0") + part : `a${part}`;

const MAX_TAG_LENGTH = 100;
/** RFC 5646, section 2.1, in lower case: language, script, region, variants, extensions, private use. */
const TAG =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?((?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*)((?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*)(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+)$/;

/** Tags from before the grammar that stay valid although they break it. */
const IRREGULAR =
  /^(?:en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:be-(?:fr|nl)|ch-de))$/;

/** Well-formed language tags of BCP 47, without a look at the registry of subtags. */
export function isLanguageTag(text: string): boolean {
  const lower = text.length > MAX_TAG_LENGTH ? "" : text.toLowerCase();
  if (IRREGULAR.test(lower)) return true;
  const [tag, variants = "", extensions = ""] = TAG.exec(lower) ?? [];
  const singletons = extensions.match(/-[a-z\d](?=-)/g) ?? [];
  return tag !== undefined && [variants.split("-").slice(1), singletons].every(isDistinct);
}

const isDistinct = (parts: readonly string[]): boolean => new Set(parts).size === parts.length;
