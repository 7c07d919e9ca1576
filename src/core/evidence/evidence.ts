/**
 * The table of repairs: what speaks for a fix, and what a repair may do with it. A repair changes notation, names and
 * structure, never meaning, so everything that only resembles what is allowed is left to the author.
 */
import type { Applicability } from "../types.ts";

/**
 * `notation`: the same value, written otherwise. `alias`: the package says that it means this. `form`: the same letters in
 * the form that is asked for. `slip`: one slip of the hand. `structure`: the same content in another shape. `derived`: it
 * follows from other values. `likeness`: it resembles this. `rule`: a rule of the package asks for it.
 */
export type Evidence = "notation" | "alias" | "form" | "slip" | "structure" | "derived" | "likeness" | "rule";

/**
 * `same`: provably the same value. `clear`: there is one reading, and nothing is lost. `open`: there are several readings,
 * something would be lost, or something would be stated that the author did not say.
 */
export type Certainty = "same" | "clear" | "open";

/** How certain each kind of evidence can be at most, and is unless something else is said. */
const MOST_CERTAIN: Record<Evidence, Certainty> = {
  ...{ notation: "same", form: "open", likeness: "open" },
  ...{ alias: "clear", slip: "clear", structure: "clear", derived: "clear", rule: "clear" },
};

/** A fix that states no evidence leaves the content open, or takes something out. */
export type Grounds = Evidence | readonly [Evidence, Certainty] | "placeholder" | "removal";

/** A value that was probably meant, and what speaks for it. */
export interface FixedValue<Value = unknown> {
  readonly value: Value;
  readonly grounds: readonly [Evidence, Certainty];
  /** What it leaves out of what was written, such as a unit. */
  readonly without?: string;
}

export interface Grade {
  readonly applicability: Applicability;
  /** Whether only the author can decide, so that no repair applies it. */
  readonly decision: boolean;
}

const GRADES: Record<Certainty, Grade> = {
  same: { applicability: "safe", decision: false },
  clear: { applicability: "suggested", decision: false },
  open: { applicability: "suggested", decision: true },
};

export function gradeOf(grounds: Grounds): Grade {
  if (grounds === "placeholder" || grounds === "removal") return { applicability: grounds, decision: false };
  const [evidence, certainty] = typeof grounds === "string" ? ([grounds, "same"] as const) : grounds;
  const certainties = [certainty, MOST_CERTAIN[evidence]];
  return GRADES[(["open", "clear"] as const).find((each) => certainties.includes(each)) ?? "same"];
}
