/** Versions by Semantic Versioning 2.0.0. */

const MAX_LENGTH = 256;
/** More digits of a number than this are not counted with. */
const MAX_DIGITS = 15;
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

export const isSemver = (text: unknown): boolean =>
  typeof text === "string" && text.length <= MAX_LENGTH && VERSION.test(text);

export type Version = NonNullable<ReturnType<typeof readVersion>>;

export function readVersion(text: string) {
  const [, major = "", minor = "", patch = "", prerelease = ""] = isSemver(text) ? VERSION.exec(text)! : [];
  if (major === "" || [major, minor, patch].some((number) => number.length > MAX_DIGITS)) return undefined;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), prerelease };
}

/** A text that sorts as the version does, which is later than its own previews. */
export const orderOf = ({ major, minor, patch, prerelease }: Version): string =>
  `${major}.${minor}.${patch}.${prerelease || "~"}`.split(".").map(inOrder).join(" ");

/** As texts, numbers come before words, and the shorter ones first. */
const inOrder = (part: string) =>
  /^\d+$/.test(part) ? String(part.length).padStart(3, "0") + part : `a${part}`;
