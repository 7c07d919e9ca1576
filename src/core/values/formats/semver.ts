/** Versions of Semantic Versioning 2.0.0. */

const MAX_LENGTH = 256;
const NUMBER = /^(?:0|[1-9]\d*)$/;
const IDENTIFIER = /^[0-9A-Za-z-]+$/;

export function isSemver(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const plus = text.indexOf("+");
  const [version, build] = plus < 0 ? [text, undefined] : [text.slice(0, plus), text.slice(plus + 1)];
  const hyphen = version.indexOf("-");
  const [core, early] =
    hyphen < 0 ? [version, undefined] : [version.slice(0, hyphen), version.slice(hyphen + 1)];
  const numbers = core.split(".");
  if (numbers.length !== 3 || !numbers.every((number) => NUMBER.test(number))) return false;
  if (build !== undefined && !build.split(".").every((part) => IDENTIFIER.test(part))) return false;
  return early === undefined || early.split(".").every(isPrerelease);
}

/** Numeric identifiers of a pre-release have no leading zeros. */
function isPrerelease(part: string): boolean {
  return IDENTIFIER.test(part) && (!/^\d+$/.test(part) || NUMBER.test(part));
}
