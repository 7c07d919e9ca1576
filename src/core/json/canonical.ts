/** RFC 8785 canonical JSON, which makes a package reproducible byte for byte. */

/**
 * The canonical form of a JSON value (RFC 8785). Throws if a text holds a lone surrogate or a number cannot be written
 * as JSON; neither passes a check. Callers bound the depth, as the check does.
 */
export function canonicalize(value: unknown): string {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("RFC 8785 has no form for a lone surrogate");
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("RFC 8785 has no form for a number that is not finite");
    return JSON.stringify(value);
  }
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`RFC 8785 has no form for ${typeof value}`);
  const object = value as Record<string, unknown>;
  // The default sort compares UTF-16 code units, as RFC 8785 requires.
  const members = Object.keys(object)
    .sort()
    .map((key) => `${canonicalize(key)}:${canonicalize(object[key])}`);
  return `{${members.join(",")}}`;
}
