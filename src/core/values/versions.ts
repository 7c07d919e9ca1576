/** Versions by Semantic Versioning 2.0.0. */
export interface Version {
  major: number;
  minor: number;
  patch: number;
  prerelease: string;
}

const MAX_LENGTH = 256;
/** More digits of a number than this are not counted with. */
const MAX_DIGITS = 15;
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

export function isSemver(text: string): boolean {
  return text.length <= MAX_LENGTH && VERSION.test(text);
}

export function readVersion(text: string): Version | undefined {
  const [, major = "", minor = "", patch = "", prerelease = ""] = isSemver(text) ? VERSION.exec(text)! : [];
  if (major === "" || [major, minor, patch].some((number) => number.length > MAX_DIGITS)) return undefined;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), prerelease };
}

export function compareVersions(a: Version, b: Version): number {
  const difference = a.major - b.major || a.minor - b.minor || a.patch - b.patch;
  if (difference !== 0 || a.prerelease === b.prerelease) return difference;
  // A version is later than its own previews.
  if (a.prerelease === "") return 1;
  if (b.prerelease === "") return -1;
  const [left, right] = [a.prerelease.split("."), b.prerelease.split(".")];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareParts(left[index]!, right[index]!);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareParts(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return a.length - b.length || Number(a > b) - Number(a < b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return Number(a > b) - Number(a < b);
}
