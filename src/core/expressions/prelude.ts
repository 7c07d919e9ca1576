/** Named expressions: those of packages are of this form, and every package has these besides its own. */

export interface Definition {
  readonly params: readonly string[];
  readonly expression: string;
}

/** A package may give one of these names another meaning. */
export const PRELUDE: Readonly<Record<string, Definition>> = {
  atMost: { params: ["values", "limit"], expression: "values.size() <= limit" },
  sameLength: { params: ["a", "b"], expression: "a.size() == b.size()" },
  allDifferent: { params: ["values"], expression: "values.distinct().size() == values.size()" },
  between: { params: ["value", "least", "most"], expression: "least <= value && value <= most" },
  days: { params: ["n"], expression: "duration(string(24 * n) + 'h')" },
  isBlank: { params: ["text"], expression: "text.trim() == ''" },
};
