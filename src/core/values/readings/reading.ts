/** What a value that people write otherwise was meant as, and what speaks for it. */
import type { Certainty, Evidence } from "../../evidence/evidence.ts";

export interface FixedValue {
  readonly value: unknown;
  readonly grounds: readonly [Evidence, Certainty];
}

/** Provably the same value. */
export const same = (value: unknown): FixedValue => ({ value, grounds: ["notation", "same"] });
/** The only reading, without loss. */
export const clear = (value: unknown): FixedValue => ({ value, grounds: ["notation", "clear"] });
/** One of several readings, or one that loses or adds something. */
export const open = (value: unknown): FixedValue => ({ value, grounds: ["notation", "open"] });
/** The same content in another shape. */
export const reshaped = (value: unknown, certainty: Certainty = "clear"): FixedValue => ({
  value,
  grounds: ["structure", certainty],
});
