/** The codes of the schema that a rule may give another severity. */

/** The JSON types of the values about which a code can be reported; no entry where it can be about any. */
export const TYPES_OF_CODES: Readonly<Record<string, readonly string[]>> = {
  "member-unknown": ["object"],
  "member-name": ["object"],
  "text-too-short": ["string"],
  "text-too-long": ["string"],
  "text-pattern": ["string"],
  "text-format": ["string"],
  "list-too-short": ["array", "object"],
  "list-too-long": ["array", "object"],
  "list-lacks-item": ["array"],
  "item-repeated": ["array"],
  "number-too-small": ["integer", "number"],
  "number-too-large": ["integer", "number"],
  "number-not-multiple": ["integer", "number"],
};

/**
 * Not `type-mismatch` and the like, because rules and builds rely on the types; and not what no product can store, or
 * what is left of a placeholder.
 */
export const REGRADABLE_CODES: readonly string[] = [
  "member-missing",
  "member-forbidden",
  "value-not-allowed",
  ...Object.keys(TYPES_OF_CODES),
];

/** Codes that are reported for a member or an item, and that a rule names by what is around it. */
export const CODES_OF_NAMES: ReadonlySet<string> = new Set([
  "member-unknown",
  "member-name",
  "item-repeated",
]);
