/** What placeholders put where a text belongs. A text that says only this is not one. */
export const TODO = "TODO";

/** Whether something inside a value is still to be filled in. */
export function hasPlaceholder(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null || value === TODO;
  return Object.values(value).some(hasPlaceholder);
}
