/** What a value that people write otherwise was meant as, and what speaks for it. */
import type { Certainty, Evidence } from "../../evidence/evidence.ts";

export interface FixedValue {
  readonly value: unknown;
  readonly grounds: readonly [Evidence, Certainty];
}

const [SAME, CLEAR, OPEN] = (["same", "clear", "open"] as const).map(
  (certainty) => ["notation", certainty] as const,
) as [FixedValue["grounds"], FixedValue["grounds"], FixedValue["grounds"]];

/** Provably the same value. */
export const same = (value: unknown): FixedValue => ({ value, grounds: SAME });
/** The only reading, without loss. */
export const clear = (value: unknown): FixedValue => ({ value, grounds: CLEAR });
/** One of several readings, or one that loses or adds something. */
export const open = (value: unknown): FixedValue => ({ value, grounds: OPEN });
/** The same content in another shape. */
export const reshaped = (value: unknown, certainty: Certainty = "clear"): FixedValue => ({
  value,
  grounds: ["structure", certainty],
});
