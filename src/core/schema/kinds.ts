/** The kinds of JSON value, as sets of bits. An integer is a kind of number. */

/** A set of kinds. */
export type Kinds = number;

export const KIND_NAMES = ["null", "boolean", "number", "string", "array", "object"] as const;
export type KindName = (typeof KIND_NAMES)[number];

export const KIND = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32 } as const;
export const NO_KIND: Kinds = 0;
export const EVERY_KIND: Kinds = 63;

const PHRASES: Record<KindName, string> = {
  null: "null",
  boolean: "true or false",
  number: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
};

export function kindOf(value: unknown): Kinds {
  switch (typeof value) {
    case "string":
      return KIND.string;
    case "number":
      return KIND.number;
    case "boolean":
      return KIND.boolean;
    case "object":
      return value === null ? KIND.null : Array.isArray(value) ? KIND.array : KIND.object;
    default:
      return NO_KIND;
  }
}

export function kindsIn(kinds: Kinds): KindName[] {
  return KIND_NAMES.filter((name) => (kinds & KIND[name]) !== 0);
}

/** "a string or null" */
export function phraseOf(kinds: Kinds): string {
  if (kinds === EVERY_KIND) return "a value";
  // null comes last, where people expect it.
  const phrases = kindsIn(kinds & ~KIND.null).map((name) => PHRASES[name]);
  if ((kinds & KIND.null) !== 0) phrases.push(PHRASES.null);
  return joinOr(phrases);
}

export function joinOr(phrases: readonly string[]): string {
  const different = [...new Set(phrases)];
  return different.length < 2
    ? (different[0] ?? "nothing")
    : `${different.slice(0, -1).join(", ")} or ${different.at(-1)}`;
}
