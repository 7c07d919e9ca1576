/** Random tests with fewer cases and without shrinking: a survivor waits for all of them. */
import * as library from "fast-check?real";

const MAX_RUNS = 40;

/** Whether a random test has been cut short since this was last set to false. */
export const shortened = { value: false };

function fewer(given) {
  const numRuns = given?.numRuns ?? 100;
  shortened.value ||= numRuns > MAX_RUNS;
  return { ...given, numRuns: Math.min(numRuns, MAX_RUNS), endOnFailure: true };
}

export * from "fast-check?real";
export const assert = (property, given) => library.assert(property, fewer(given));
export const check = (property, given) => library.check(property, fewer(given));
export default { ...library.default, assert, check };
