/** An expression may cost this much by the bounds of the schema. A step takes about 10 nanoseconds. */
export const MAX_COST = 1_000_000;
/** What all runs of one rule may take on a candidate: candidates that fail the schema can be larger than it allows. */
export const MAX_STEPS = 2 * MAX_COST;
/** What all expressions of a package together may cost. */
export const MAX_COST_OF_PACKAGE = 4 * MAX_COST;
