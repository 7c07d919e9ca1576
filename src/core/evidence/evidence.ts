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

const SAFE: Grade = { applicability: "safe", decision: false };
const CLEAR: Grade = { applicability: "suggested", decision: false };
const OPEN: Grade = { applicability: "suggested", decision: true };
const UP_TO_CLEAR = { same: CLEAR, clear: CLEAR, open: OPEN };
const ALWAYS_OPEN = { same: OPEN, clear: OPEN, open: OPEN };

/** By what speaks for a fix, and how certain that is said to be. */
export const GRADES: Record<Evidence, Record<Certainty, Grade>> = {
  notation: { same: SAFE, clear: CLEAR, open: OPEN },
  alias: UP_TO_CLEAR,
  slip: UP_TO_CLEAR,
  structure: UP_TO_CLEAR,
  derived: UP_TO_CLEAR,
  rule: UP_TO_CLEAR,
  form: ALWAYS_OPEN,
  likeness: ALWAYS_OPEN,
};
