/** `deprecated` beside a word of a list or a member, read. */

export interface Deprecation {
  /** Why, in a sentence. */
  message?: string;
  /** What to use instead: another word of the list, or another member of the same object. */
  use?: string;
  /** Whether the replacement may be made without asking. */
  repair?: boolean;
}

/** Undefined where nothing is deprecated. */
export function readDeprecation(value: boolean | Deprecation | undefined): Deprecation | undefined {
  return value === true ? {} : value === false ? undefined : value;
}
