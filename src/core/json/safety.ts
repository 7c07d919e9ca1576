/**
 * What JSON can carry but no product can store: lone surrogates, numbers beyond the range of a double, and
 * unlimited nesting.
 */

/** How many levels of objects and lists a candidate may have, including its own. */
export const MAX_NESTING = 64;

/**
 * Whether a value `depth` levels below the root can be stored as it is. Recursion ends at the bound on nesting, so
 * no input can exhaust the stack.
 */
export function isSafeJson(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth >= MAX_NESTING) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isSafeJson(value[index], depth + 1)) return false;
    return true;
  }
  // Objects read from JSON inherit nothing that can be listed.
  for (const key in value) {
    if (!key.isWellFormed() || !isSafeJson((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

/** Whether JSON text can say the same: no number is beyond its range, and the nesting does not exhaust a writer. */
export function isWritableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth >= 2 * MAX_NESTING) return false;
  for (const key in value)
    if (!isWritableJson((value as Record<string, unknown>)[key], depth + 1)) return false;
  return true;
}
